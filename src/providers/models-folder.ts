import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the build made of models: beside the bundle or, when Engraph runs from its sources, in `dist`; `null` without. */
export function modelsFolder(): string | null {
  const here = dirname(fileURLToPath(import.meta.url))
  return [join(here, 'models'), join(here, '../../dist/models')].find((folder) => existsSync(folder)) ?? null
}

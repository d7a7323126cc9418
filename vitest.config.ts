import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { tokenTablePlugin } from './build/token-table-plugin.ts'
import { watPlugin } from './build/wat-plugin.ts'

export default defineConfig({
  plugins: [
    watPlugin(),
    tokenTablePlugin({ nodeModules: join(import.meta.dirname, 'node_modules'), isBundle: false }),
    {
      // The same meaning that tsdown's text loader gives to an imported migration.
      name: 'sql-as-text',
      async load(id) {
        if (!id.endsWith('.sql')) return null
        return `export default ${JSON.stringify(await readFile(id, 'utf8'))}`
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    // Journeys with programs of others have a configuration of their own: `npm run test:agents`.
    exclude: ['test/agents/**', '**/node_modules/**'],
    // Journeys start real processes on machines with two noisy cores.
    // What needs no model is tested without one; tests of models choose theirs.
    env: { ENGRAPH_EMBEDDER: process.env['ENGRAPH_EMBEDDER'] ?? 'words' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: '.reports/vitest.json' },
  },
})

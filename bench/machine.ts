import { cpus } from 'node:os'

/** What a measurement ran on. */
export interface Machine {
  readonly node: string
  readonly platform: string
  readonly cpu: string
  readonly cores: number
}

export function readMachine(): Machine {
  const processors = cpus()
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
  }
}

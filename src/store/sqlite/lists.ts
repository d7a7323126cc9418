import type { Row } from './driver.ts'

/** A column of many rows that crossed from SQLite as one JSON list. */
export function listIn(row: Row | undefined, column: string): unknown[] {
  return JSON.parse((row?.[column] ?? '[]') as string) as unknown[]
}

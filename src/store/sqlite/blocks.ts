/** What is to change, by the number of the block that holds its unit: unit n stands in block floor(n / unitsPerBlock). */
export function groupByBlock<Change extends { readonly unit: number }>(
  changes: readonly Change[],
  unitsPerBlock: number,
): ReadonlyMap<number, readonly Change[]> {
  const byBlock = new Map<number, Change[]>()
  for (const change of changes) {
    const block = Math.floor(change.unit / unitsPerBlock)
    const known = byBlock.get(block)
    if (known) known.push(change)
    else byBlock.set(block, [change])
  }
  return byBlock
}

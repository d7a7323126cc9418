const BAR_WIDTH = 24
/** A terminal shows no more than ten pictures a second to anybody's use. */
const REDRAW_MS = 100

export interface Progress {
  /** `share` is 0..1, or `null` where the end is not known. */
  show(share: number | null, label: string): void
  clear(): void
}

/** A bar on stderr, drawn only when a terminal is there to show it. */
export function progressBar(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { show() {}, clear() {} }
  let drawnAt = 0
  return {
    show(share, label) {
      if (Date.now() - drawnAt < REDRAW_MS) return
      drawnAt = Date.now()
      const filled = share === null ? 0 : Math.round(Math.min(1, share) * BAR_WIDTH)
      const bar = share === null ? '' : `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} `
      stream.write(`\r\u001b[2K${bar}${label}`)
    },
    clear() {
      if (drawnAt > 0) stream.write('\r\u001b[2K')
    },
  }
}

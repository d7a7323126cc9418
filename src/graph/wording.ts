/**
 * A text for people that a door can say in another language. The English with its gaps numbered is the key of the
 * translation, so that texts stay where they are used, and nobody has to read values back out of a sentence.
 */
export interface Wording {
  /** Such as `There is no space "{0}" in {1}.` */
  readonly template: string
  readonly values: readonly WordingValue[]
}

export type WordingValue = string | number | Wording

/** Tags a text with what fills its gaps. What is English in a gap is worded itself; names and figures are not. */
export function wording(parts: TemplateStringsArray, ...values: readonly WordingValue[]): Wording {
  return { template: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`), values }
}

/** What is a text alone has no gaps. */
export function asWording(text: string | Wording): Wording {
  return typeof text === 'string' ? { template: text, values: [] } : text
}

/** The text as it was written. */
export function inEnglish(text: WordingValue): string {
  return typeof text === 'object' ? filled(text.template, text.values.map(inEnglish)) : String(text)
}

/** A template of any language with its gaps filled. */
export function filled(template: string, values: readonly string[]): string {
  return template.replace(/\{(\d)\}/gu, (gap, index) => values[Number(index)] ?? gap)
}

/** A word as a shell reads it back, for commands in hints. */
export function shellWord(word: string): string {
  return /^[\p{L}\p{N}_./:@%+=,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

const SYSTEM_REASONS: Readonly<Record<string, (code: string) => Wording>> = {
  ENOENT: (code) => wording`there is no such file or directory (${code})`,
  EACCES: (code) => wording`permission is denied (${code})`,
  EPERM: (code) => wording`the system does not allow it (${code})`,
  EISDIR: (code) => wording`it is a directory (${code})`,
  ENOTDIR: (code) => wording`a part of its path is no directory (${code})`,
  EEXIST: (code) => wording`something else is there already (${code})`,
  EROFS: (code) => wording`it lies on a disk that can only be read (${code})`,
  ENOSPC: (code) => wording`there is no room left on the disk (${code})`,
  ENAMETOOLONG: (code) => wording`its name is too long (${code})`,
  ELOOP: (code) => wording`its links lead in a circle (${code})`,
}

/** What the system says of a file, worded where it is common. */
export function systemReason(error: unknown): string | Wording {
  const code = (error as { readonly code?: unknown } | null)?.code
  const worded = typeof code === 'string' && Object.hasOwn(SYSTEM_REASONS, code) ? SYSTEM_REASONS[code] : undefined
  return worded ? worded(code as string) : error instanceof Error ? error.message : String(error)
}

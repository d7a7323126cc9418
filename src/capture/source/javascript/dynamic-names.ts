/** Text on both sides of the call that is looked at. */
const AROUND = 400

/** The names that are taken of `import(…)` at once, by what stands around it; `*` where the module goes elsewhere. */
export function namesOfDynamicImport(text: string, start: number, end: number): string[] {
  const before = text.slice(Math.max(0, start - AROUND), start)
  const after = text.slice(end, end + AROUND)
  const pattern = /\{([^{}()]{0,380})\}\s{0,20}=\s{0,20}await\s{1,20}$/u.exec(before)
  if (pattern !== null) return patternNames(pattern[1]!)
  const member = /\(\s{0,20}await\s{1,20}$/u.test(before)
    ? /^\s{0,20}\)\s{0,20}\??\.\s{0,20}([\w$]+)/u.exec(after)
    : null
  if (member !== null) return [member[1]!]
  const then = /^\s{0,40}\.then\(\s{0,20}(?:async\s{1,20})?\(?\s{0,20}(?:\{([^{}()]{0,380})\}|([\w$]{1,80}))/u.exec(
    after,
  )
  if (then?.[1] !== undefined) return patternNames(then[1])
  if (then?.[2] !== undefined) {
    const parameter = then[2].replaceAll('$', '\\$')
    const use = new RegExp(`=>\\s{0,20}[({]?[\\s\\w:{(]{0,80}?\\b${parameter}\\.([\\w$]{1,80})`, 'u').exec(after)
    if (use !== null) return [use[1]!]
  }
  return /(?:^|[;{}\n])\s{0,40}(?:await|void)\s{1,20}$/u.test(before) ? [] : ['*']
}

/** The keys of `{ a, b: c, d = 1 }`. */
function patternNames(pattern: string): string[] {
  return pattern.split(',').flatMap((part) => {
    const text = part.trim()
    if (text.startsWith('...')) return ['*']
    const key = /^[\w$]{1,80}/u.exec(text)?.[0]
    return key === undefined ? [] : [key]
  })
}

/** A component with everything but its scripts blanked out, so that lines and offsets stay what they are. */
export interface ComponentScript {
  readonly text: string
  readonly language: 'jsx' | 'ts' | 'tsx'
  /** What the scripts are kept in: the component without them, for the names that its markup uses. */
  readonly markup: string
}

const SCRIPTS_MAX = 20

/** The scripts of a Vue or Svelte component as one module: they share their names. */
export function componentScript(component: string): ComponentScript {
  const blocks = scriptBlocks(component)
  let text = ''
  let markup = ''
  let last = 0
  let language: ComponentScript['language'] = 'jsx'
  for (const { start, end, attributes } of blocks) {
    text += blank(component.slice(last, start)) + component.slice(start, end)
    markup += component.slice(last, start) + blank(component.slice(start, end))
    last = end
    const lang = /\blang\s{0,5}=\s{0,5}["']?(tsx?|typescript|jsx?)/iu.exec(attributes)?.[1]?.toLowerCase()
    if (lang === 'tsx') language = 'tsx'
    else if (lang?.startsWith('t') && language !== 'tsx') language = 'ts'
    const source = /\bsrc\s{0,5}=\s{0,5}["']([^"'\n]{1,500})["']/iu.exec(attributes)?.[1]
    // Its own line: there is nothing between the tags of such a script.
    if (source !== undefined) text += `;import ${JSON.stringify(source)};`
  }
  return { text: text + blank(component.slice(last)), language, markup: markup + component.slice(last) }
}

interface Block {
  readonly start: number
  readonly end: number
  readonly attributes: string
}

function scriptBlocks(component: string): Block[] {
  const blocks: Block[] = []
  const opening = /<script\b([^<>]{0,1000})>/giu
  for (
    let match = opening.exec(component);
    match !== null && blocks.length < SCRIPTS_MAX;
    match = opening.exec(component)
  ) {
    if (isCommented(component, match.index)) continue
    const start = opening.lastIndex
    const closing = component.indexOf('</script', start)
    const end = closing === -1 ? component.length : closing
    blocks.push({ start, end, attributes: match[1]! })
    opening.lastIndex = end
  }
  return blocks
}

function isCommented(component: string, at: number): boolean {
  const comment = component.lastIndexOf('<!--', at)
  return comment !== -1 && component.indexOf('-->', comment) > at
}

function blank(text: string): string {
  return text.replace(/[^\n]/gu, (character) => ' '.repeat(character.length))
}

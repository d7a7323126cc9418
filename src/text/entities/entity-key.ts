import { foldHan } from '../han.ts'
import { late, latePattern } from '../late.ts'
import { BARE_FILE, FILE_NAME, ROOT_FOLDER } from './file-names.ts'
import { quantityKey } from './quantities.ts'

/*
 * What two spellings of one name have in common: case, accents, punctuation, spaces, possessive, article, traditional or
 * simplified. Nothing fuzzy: two keys that differ by a letter are two things. Paths and addresses keep their slashes, numbers
 * their points and units.
 */

/**
 * What a name is merged by. Never empty for a name that holds a letter or digit of any script.
 *
 *   "The Great Wall" great wall    "Ana's" ana    "e-mail" e mail    "張偉" 张伟    ".\src\a.ts" src/a.ts    "45 块" 45 cny
 */
export function entityKey(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase()
  const plain = plainForm(name)
  if (plain.includes('.') && (EMAIL.test(plain) || FILE_NAME.test(plain))) return plain
  if (BARE_FILE.test(plain)) return plain
  const special = quantityKey(plain) ?? addressKey(plain) ?? phoneKey(plain)
  if (special) return special
  const { possessives, apostrophes, breaks } = ASCII.test(plain) ? ASCII_MARKS : ALL_MARKS()
  const key = plain
    .replace(possessives, '')
    .replace(apostrophes, '')
    .replace(breaks, (_, kept: string | undefined) => kept ?? ' ')
    .trim()
    .replace(ARTICLES, '')
  return key === '' ? plain.replace(NEITHER(), '') : key
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,100}\.[a-z]{2,12}$/u
/** Words that begin with a Latin letter are their own key, unless digits make them something else; most names are such. */
const PLAIN = /^(?![Tt][Hh][Ee] )[A-Za-z][A-Za-z\d]{0,39}(?: [A-Za-z\d]{1,40}){0,5}$/u
const MARKS = /[\u0300-\u036f]+/gu
/** A point or comma between digits, and + or # that closes a word (c++, c#), belong to the name. */
const ALL_MARKS = late(() => ({
  possessives: pattern(String.raw`(?<=[\p{L}\p{N}])(?:['’]s)+(?![\p{L}\p{N}])`),
  apostrophes: pattern(String.raw`['’]+(?=[\p{L}\p{N}])`),
  breaks: pattern(String.raw`((?<=\d)[.,:](?=\d)|(?<=[\p{L}+])[+#](?![\p{L}\p{N}]))|[^\p{L}\p{N}\p{M}]+`),
}))
const pattern = (source: string) => new RegExp(source, 'gu')
/** The same for plain letters: the classes of Unicode take milliseconds to compile, which a short command would wait for. */
const ASCII_MARKS = {
  possessives: /(?<=[a-z\d])(?:'s)+(?![a-z\d])/gu,
  apostrophes: /'+(?=[a-z\d])/gu,
  breaks: /((?<=\d)[.,:](?=\d)|(?<=[a-z+])[+#](?![a-z\d]))|[^a-z\d]+/gu,
}
const ARTICLES = /^(?:the +)+(?=[^ ])/u
const NEITHER = latePattern(String.raw`[^\p{L}\p{N}]+`, 'gu')
const ASCII = /^[\x20-\x7e]*$/u

function plainForm(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase().trim()
  // Twice through NFKC: taking marks off and folding may leave forms that it would compose.
  const folded = foldHan(name.normalize('NFKC')).toLowerCase().normalize('NFD').replace(MARKS, '')
  return folded.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}

const METHOD = /^(?:get|post|put|patch|delete|head|options) +(?=[/h])/u
const WEB = /^(?:https?|ftp|wss?):\/\/(?:www\.)?|^www\./u
const HOST = /^(?:[a-z\d-]{1,63}\.){1,5}(?:com|org|net|io|cn|dev|app|edu|gov|co)(?:\/\S*)?$/u
const PATH =
  /^(?:\.{0,2}\/|~\/|[a-z]:[\\/]|\.{1,2}\\)\S|^[^\s/\\]+(?:[/\\][^\s/\\]+){2,}[/\\]?$|^\S*[^\s/\\][/\\]\S*\.[a-z\d]{1,10}$/u
const ADDRESS_LENGTH_MAX = 2_000

/** Paths, endpoints and web addresses: one kind of slash, no method, scheme, `./` or slash at the end. */
function addressKey(plain: string): string | undefined {
  if (!/[/\\.]/u.test(plain) || plain.length > ADDRESS_LENGTH_MAX) return undefined
  const address = plain.replace(METHOD, '')
  const isWeb = WEB.test(address)
  if (!isWeb && address === plain && !HOST.test(address) && !PATH.test(address) && !ROOT_FOLDER.test(address))
    return undefined
  if (/\s/u.test(address)) return undefined
  const key = address
    .replace(WEB, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/u, '')
    .replace(/\{(\w{1,40})\}/gu, ':$1')
  return trimSlashes(key) || undefined
}

function trimSlashes(key: string): string {
  let end = key.length
  while (end > 1 && key[end - 1] === '/') end--
  const trimmed = key.slice(0, end)
  return /[\p{L}\p{N}]/u.test(trimmed) ? trimmed : ''
}

const PHONE =
  /^(?:\+\d[\d ()-]{6,18}\d|1[3-9]\d[ -]?\d{4}[ -]?\d{4}|\(?\d{3}\)?[ -]\d{3}-\d{4}|0\d{2,3}-\d{7,8}|09\d\d-\d{3}-\d{3})$/u

function phoneKey(plain: string): string | undefined {
  return plain.length <= 24 && PHONE.test(plain) ? plain.replace(/\D+/gu, '') : undefined
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from '../../src/text/clean.ts'
import { countTerms, TERM_LENGTH_MAX, tokenise, tokeniseQuestion } from '../../src/text/tokenise.ts'

const terms = (text: string) => tokenise(text).join(' ')

/** Any string of UTF-16 code units, halves of surrogate pairs included. */
const anyString = fc.array(fc.nat(0xffff), { maxLength: 200 }).map((units) => String.fromCharCode(...units))
/** Strings that look like what people and agents write. */
const plausible = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'tokenStore',
        'src/auth/',
        '.ts',
        'v1.2.3',
        "Ana's",
        "don't",
        '登錄',
        '什么',
        'の',
        '𠮷',
        '한국어',
      ),
      fc.constantFrom(
        ' ',
        '_',
        '-',
        '/',
        '.',
        "'",
        '’',
        '@',
        '#',
        '\n',
        '😀',
        '👨‍👩‍👧',
        'e\u0301',
        '\u0301',
        '\u200d',
        '\0',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))

describe('text in, terms out', () => {
  test.each([
    // Words: no function words, no endings, no accents, no case.
    ['The dogs were running', 'dog run'],
    ['Wir haben die Häuser in Berlin gesehen und nicht verkauft', 'haus berlin geseh verkauft'],
    ['Les enfants sont dans la maison avec leurs parents', 'enfant maison parent'],
    ['CAFÉ café cafe\u0301', 'cafe cafe cafe'],
    ['Müller Muller', 'muller muller'],
    ['ﬁsh Ｆｉｓｈ', 'fish fish'],
    ['안녕하세요 세계', '안녕하세요 세계'.normalize('NFD')],
    // Contractions and possessives lose what is not the word; whole function words go.
    ["Ana's token Ana’s token", 'ana token ana token'],
    ["Berlin'll Berlin’d", 'berlin berlin'],
    ["don't doesn’t it's we've", ''],
    // Identifiers, paths and dotted names: whole and in parts.
    ['tokenFormat', 'tokenformat token format'],
    ['HTTPClient', 'httpclient http client'],
    ['max_token_input', 'max_token_input max token input'],
    ['MAX_TOKEN', 'max_token max token'],
    ['src/auth/token.ts', 'src/auth/token.ts src auth token ts'],
    ['./src/auth.', 'src/auth src auth'],
    ['C:\\bin\\token', 'c:\\bin\\token c bin token'],
    ['req.input.token', 'req.input.token req input token'],
    ['net::Client#send', 'net::client#send net client send'],
    ['src/tokenFormat', 'src/tokenformat src tokenformat token format'],
    ['ana.li@mail.org', 'ana.li@mail.org ana li mail org'],
    ['v1.2.3', 'v1.2.3 v1 2 3'],
    ['192.168.10.25', '192.168.10.25 192 168 10 25'],
    ['2026-05-13', '2026-05-13 2026 05 13'],
    ['sha256', 'sha256'],
    ['e-mail', 'email e mail'],
    ['@ana #token', 'ana token'],
    // What holds no word.
    ['', ''],
    [' \n\t', ''],
    ['😀 👨‍👩‍👧 🇩🇪', ''],
    ['?! … — 。，', ''],
    ['\u0301\u200d', ''],
    ['token 😀 auth', 'token auth'],
  ])('%j gives %j', (text, expected) => {
    expect(terms(text)).toBe(expected)
  })

  test('an inflected word is found by another of its forms, in its own language', () => {
    const shared = (a: string, b: string) => tokenise(a).filter((term) => tokenise(b).includes(term))
    expect(shared('We connected the servers', 'What is Ana connecting?')).toHaveLength(1)
    expect(shared('Er hat das Haus nicht gesehen', 'Sind das die Häuser von denen er sprach?')).toContain('haus')
    expect(shared("J'ai vu un enfant dans la rue", 'Où sont les enfants de la maison?')).toContain('enfant')
  })

  test('the halves of a broken pair are parted from the words around them', () => {
    expect(terms(cleanText('token \ud800 auth \udc00.'))).toBe('token auth')
    expect(terms(cleanText('token\ud800auth'))).toBe('token auth')
  })

  test('words around a hundred thousand characters of base64 are still found', () => {
    const bytes = Uint8Array.from({ length: 75_000 }, (_, i) => (i * i * 31 + i * 7) % 251)
    const data = Buffer.from(bytes).toString('base64')
    expect(data).toHaveLength(100_000)
    const found = tokenise(`token ${data} auth`)
    expect([found[0], found.at(-1)]).toEqual(['token', 'auth'])
    expect(Math.max(...found.map((term) => term.length))).toBeLessThanOrEqual(TERM_LENGTH_MAX)
  })

  test('a run without parts that is longer than a term is left out, one as long is kept', () => {
    const longest = '1'.repeat(TERM_LENGTH_MAX)
    expect(tokenise(`auth ${longest} ${longest}1 token`)).toEqual(['auth', longest, 'token'])
  })

  test('a long path is left out as a whole and kept in parts', () => {
    const path = Array(TERM_LENGTH_MAX).fill('src').join('/')
    expect(new Set(tokenise(path))).toEqual(new Set(['src']))
  })

  test('names of what every object has are words like others', () => {
    expect(terms('constructor __proto__')).toBe('constructor proto')
  })
})

describe('Chinese and Japanese in, at least these terms out', () => {
  test.each([
    // Words of the dictionary and single characters: words are precise, characters catch other ways to part them.
    ['登录接口', '登录 登 录 接口 接 口'],
    ['登錄接口', '登录 登 录 接口 接 口'],
    ['猫', '猫'],
    ['记忆的图谱', '记忆 记 忆 图谱 图 谱'],
    ['東京タワー', '东京 东 京 タワー'],
    ['登录接口是 POST /api/v1/login', '登录 接口 post api/v1/login api v1 login'],
    // Next to Latin letters, with and without a space between.
    ['Berlin什么时候去', 'berlin 什么时候'],
    ['Berlin 什么时候去', 'berlin 什么时候'],
    ['数据v2升级', '数据 v2 升级'],
    ['hello_世界', 'hello 世界'],
  ])('%j gives %j', (text, expected) => {
    expect(tokenise(text)).toEqual(expect.arrayContaining(expected.split(' ')))
  })

  test('a space beside Latin letters changes nothing', () => {
    expect(tokenise('Berlin什么时候去Hamburg')).toEqual(tokenise('Berlin 什么时候去 Hamburg'))
  })

  test('no term mixes the scripts', () => {
    const mixed = tokenise('Caroline什么时候去v2升级tokenStore登录').filter((term) => /\p{Script=Han}/u.test(term))
    expect(mixed.length).toBeGreaterThan(0)
    expect(mixed.filter((term) => !/^\p{Script=Han}+$/u.test(term))).toEqual([])
  })

  test('a part of a name is found, however the dictionary parts the whole', () => {
    for (const [text, question] of [
      ['南京市长江大桥', '长江'],
      ['研究生命起源', '生命'],
      ['图谱库升级', '图谱'],
    ] as const) {
      expect(tokenise(text)).toEqual(expect.arrayContaining(tokenise(question)))
    }
  })

  test('what carries only grammar is left out', () => {
    expect(tokenise('的')).toEqual([])
    expect(tokenise('记忆的')).not.toContain('的')
  })
})

describe('a question', () => {
  test('loses words that only greet, thank or ask', () => {
    expect(tokeniseQuestion('Hello, thanks, token?')).toEqual(['token'])
    expect(tokenise('Hello, thanks, token?')).toEqual(expect.arrayContaining(['hello', 'token']))
  })

  test('of nothing else has no terms', () => {
    expect(tokeniseQuestion('Thanks! And then?')).toEqual([])
    expect(tokeniseQuestion('谢谢，然后呢？')).toEqual([])
  })

  test('is read as what is remembered otherwise', () => {
    const text = '登录接口 src/auth/token.ts in Berlin'
    expect(tokeniseQuestion(text)).toEqual(tokenise(text))
  })
})

describe('Chinese in both scripts', () => {
  test.each([
    ['登錄', '登录'],
    ['資料庫', '资料库'],
    ['什麼時候', '什么时候'],
    ['記憶圖譜', '记忆图谱'],
    ['開發環境', '开发环境'],
    ['數據連接', '数据连接'],
    ['她後來離開了學校', '她后来离开了学校'],
    ['我們討論過這個問題嗎', '我们讨论过这个问题吗'],
    ['醫生說明天還要檢查', '医生说明天还要检查'],
    ['Caroline什麼時候去', 'Caroline什么时候去'],
  ])('%s gives the terms of %s', (traditional, simplified) => {
    expect(tokenise(traditional)).toEqual(tokenise(simplified))
    expect(tokenise(simplified)).not.toEqual([])
  })
})

describe('whatever the text', () => {
  test('tokenising never throws, and terms are neither empty nor too long', () => {
    fc.assert(
      fc.property(fc.oneof(anyString, plausible), (text) => {
        for (const term of tokenise(text)) {
          expect(term.length).toBeGreaterThan(0)
          expect(term.length).toBeLessThanOrEqual(TERM_LENGTH_MAX)
          expect(term).not.toMatch(/[\s\p{Lu}]/u)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('composed and decomposed accents give the same terms', () => {
    fc.assert(
      fc.property(plausible, (text) => {
        expect(tokenise(text.normalize('NFD'))).toEqual(tokenise(text.normalize('NFC')))
      }),
      { numRuns: 300 },
    )
  })

  test('the same text gives the same terms, whatever was read in between', () => {
    fc.assert(
      fc.property(plausible, plausible, (text, other) => {
        const before = tokenise(text)
        tokenise(other)
        expect(tokenise(text)).toEqual(before)
      }),
      { numRuns: 200 },
    )
  })
})

describe('counting terms', () => {
  test('counts each one, in the order of its first occurrence', () => {
    expect([...countTerms(['b', 'a', 'b', 'constructor', 'b'])]).toEqual([
      ['b', 3],
      ['a', 1],
      ['constructor', 1],
    ])
    expect(countTerms([]).size).toBe(0)
  })
})

test('a letter of another script beside a text changes none of its terms, though it is read by other patterns', () => {
  fc.assert(
    fc.property(plausible, (text) => {
      expect(tokenise(`${text} ж`)).toEqual([...tokenise(text), 'ж'])
    }),
  )
})

import type { Argument, Command, Option } from 'commander'
import { asWording } from '../../graph/wording.ts'
import { type Language, languageOf } from './phrases.ts'
import { said } from './said.ts'

// Commander makes its sentences in these methods, which it has no types for; that each of them still speaks Chinese is
// tested with the command itself.
type Refusing = Record<string, ((...values: never[]) => unknown) | undefined>

type Target = (Option | Argument) & { parseArg?: (value: string, previous: unknown) => unknown }

/** Lets commander refuse in the language of the locale. What `--json` prints stays English. */
export function speakOfUsage(command: Command, language: Language = languageOf()): void {
  if (language === 'english') return
  let chinese: string | null = null
  const refusing = command as unknown as Refusing
  const speaking = <Values extends unknown[]>(name: string, say: (...values: Values) => string) => {
    const refuse = refusing[name]
    if (refuse === undefined) return
    refusing[name] = (...values: never[]) => {
      chinese = say(...(values as unknown as Values))
      return refuse.apply(command, values)
    }
  }
  speaking('missingArgument', (name: string) => `缺少参数 <${name}>。`)
  speaking('optionMissingArgument', (option: Option) => `选项 ${option.flags} 缺少值。`)
  speaking('missingMandatoryOptionValue', (option: Option) => `必须给出选项 ${option.flags}。`)
  speaking('_conflictingOption', (option: Option, other: Option) => {
    return `选项 ${option.flags} 不能与 ${other.flags} 同时使用。`
  })
  speaking('unknownOption', (flag: string) => `没有选项 ${flag}。`)
  speaking('unknownCommand', () => `没有命令 ${command.args[0]}。`)
  speaking('_excessArguments', (given: readonly string[]) => {
    return `参数过多：应有 ${command.registeredArguments.length} 个，给出了 ${given.length} 个。`
  })
  const parse = refusing['_callParseArg']
  if (parse !== undefined) {
    refusing['_callParseArg'] = (...values: never[]) => {
      const [target, value, ...rest] = values as unknown as [Target, string, ...unknown[]]
      chinese = invalidValue(target, value, null)
      const watched = Object.create(target, {
        parseArg: {
          value: (...given: Parameters<NonNullable<Target['parseArg']>>) => {
            try {
              return target.parseArg?.(...given)
            } catch (error) {
              chinese = invalidValue(target, value, error)
              throw error
            }
          },
        },
      })
      const parsed = parse.apply(command, [watched, value, ...rest] as never[])
      chinese = null
      return parsed
    }
  }
  command.configureOutput({
    outputError: (english, write) => write(chinese === null ? english : `engraph: ${chinese}${similarIn(english)}\n`),
  })
}

function invalidValue(target: Target, value: string, error: unknown): string {
  const name = 'flags' in target ? `选项 ${target.flags}` : `参数 <${target.name()}>`
  const reason = error instanceof Error ? said(asWording(error.message), 'chinese') : ''
  return `${name} 的值“${value}”无效。${target.argChoices ? `可选：${target.argChoices.join('、')}。` : reason}`
}

/** What commander takes for meant; it tells that in its sentence only. */
function similarIn(english: string): string {
  const similar = /\(Did you mean (?:one of )?([^?]+)\?\)/u.exec(english)?.[1]
  return similar === undefined ? '' : `是否想用 ${similar}？`
}

import { HELD } from '../text/held.ts'
import type { AnswerKind } from './question/question.ts'

/** What has a number, a path or a name of its own, when a question asks "which" or "what is". */
const CODED =
  /\b(?:numbers?|versions?|ports?|ids?|codes?|paths?|address(?:es)?|urls?|e-?mails?|phone|mobile|extension|commits?|hash|branch(?:es)?|flags?|keys?|tokens?|serials?|tickets?|subnets?|ips?|endpoints?|commands?|files?|folders?|director(?:y|ies)|prices?|costs?|amounts?|fees?|rates?|salary|rent|budget)\b|号码|编号|版本|端口|路径|地址|网址|邮箱|电话|手机号?|分机|提交|分支|开关|序列号|网段|命令|文件|目录|价格|费用|金额|多少钱|房租|租金|预算|报价/iu

/** The flags of which an answer to a question has at least one; 0 when that cannot be said. */
export function askedFlags(question: string, answer: AnswerKind | null): number {
  switch (answer) {
    case 'time':
      return HELD.time
    case 'quantity':
      return HELD.number
    case 'person':
      return HELD.person
    case 'place':
      return HELD.place
    case 'thing':
      return CODED.test(question) ? HELD.number | HELD.identifier : 0
    case 'reason':
    case null:
      return 0
    default:
      return answer satisfies never
  }
}

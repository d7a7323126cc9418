import type { SecretSpan } from './redact-carriers.ts'

/**
 * Secrets that can be told by their shape alone: an issuer's prefix and an alphabet. Each has literal hints, one of which
 * stands in every secret of that shape: looking for them is many times cheaper than running the pattern, and a pattern
 * is compiled only for a text that has one. Every pattern is one prefix and runs of characters, so it is linear.
 */
interface SecretShape {
  /** What takes its place: `[redacted:kind]`. */
  readonly kind: string
  readonly hints: readonly string[]
  readonly pattern: string
  /** Parts of a match that stay: `$1`, `$2` around the mark. Default: none does. */
  readonly keeps?: boolean
  readonly ignoresCase?: true
}

/** A weak prefix counts only where a word begins; a strong one may be glued to whatever stands before. */
const START = '(?<![A-Za-z0-9_-])'
const HEX = '[0-9a-fA-F]'

/** What is added here needs a sign in `shape-hints.ts`; a test holds the two together. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  // The console and its files write the id and the secret side by side.
  {
    kind: 'aws-key',
    hints: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: `(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])(?:["'\\s,:|\\t]{1,8}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=]))?`,
  },
  {
    kind: 'github-token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: '(?:gh[pousr]_[A-Za-z0-9_]{30,}|github_pat_[A-Za-z0-9_]{22,})',
  },
  {
    kind: 'gitlab-token',
    hints: [
      'glpat-',
      'gloas-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'glsoat-',
      'GR1348941',
    ],
    pattern: '(?:gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat)-[A-Za-z0-9_.=-]{20,}|GR1348941[A-Za-z0-9_-]{20,})',
  },
  { kind: 'slack-token', hints: ['xox', 'xapp-'], pattern: '(?:xox[a-z](?:\\.xox[a-z])?|xapp)-[A-Za-z0-9-]{10,}' },
  {
    kind: 'webhook',
    hints: ['hooks.slack.com/'],
    pattern: '(hooks\\.slack\\.com/(?:services|workflows|triggers)/)[A-Za-z0-9/+_-]{20,}',
    keeps: true,
  },
  {
    kind: 'webhook',
    hints: ['/api/webhooks/'],
    pattern: '(discord(?:app)?\\.com/api/webhooks/)[0-9]{5,}/[A-Za-z0-9_-]{20,}',
    keeps: true,
  },
  // The robots of DingTalk, Feishu and WeCom: whoever knows the address may speak.
  { kind: 'webhook', hints: ['/robot/send'], pattern: '(/robot/send\\?access_token=)[0-9a-f]{32,}', keeps: true },
  { kind: 'webhook', hints: ['/bot/v2/hook/'], pattern: '(/bot/v2/hook/)[0-9A-Za-z-]{20,}', keeps: true },
  {
    kind: 'webhook',
    hints: ['/cgi-bin/webhook/'],
    pattern: '(/cgi-bin/webhook/send\\?key=)[0-9A-Za-z-]{20,}',
    keeps: true,
  },
  // The id of the bot in base64, a time, a signature.
  {
    kind: 'discord-token',
    hints: ['.'],
    pattern: `${START}[MNO](?=[A-Za-z_-]{0,28}[0-9])[A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_-])`,
  },
  { kind: 'telegram-token', hints: [':AA'], pattern: `${START}[0-9]{8,11}:AA[A-Za-z0-9_-]{32,}` },
  {
    kind: 'stripe-key',
    hints: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
    pattern: '(?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})',
  },
  { kind: 'anthropic-key', hints: ['sk-ant-'], pattern: 'sk-ant-[A-Za-z0-9_-]{16,}' },
  {
    kind: 'openai-key',
    hints: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-', 'T3BlbkFJ'],
    pattern: '(?:sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}|sk-[A-Za-z0-9_-]{0,200}T3BlbkFJ[A-Za-z0-9_-]+)',
  },
  // Many vendors copied the prefix. A class name of a style sheet has no digit.
  {
    kind: 'api-key',
    hints: ['sk-'],
    pattern: `${START}sk-(?:or-v1-|lf-|kimi-|cp-)?(?=[A-Za-z]{0,60}[0-9])[A-Za-z0-9]{20,}`,
  },
  {
    kind: 'google-key',
    hints: ['AIza', 'ya29.', 'GOCSPX-', '1//0'],
    pattern: '(?:AIza[A-Za-z0-9_-]{35}|ya29\\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}|1//0[A-Za-z0-9_-]{30,})',
  },
  { kind: 'npm-token', hints: ['npm_'], pattern: '(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,}' },
  { kind: 'pypi-token', hints: ['pypi-'], pattern: 'pypi-[A-Za-z0-9_-]{50,}' },
  {
    kind: 'huggingface-token',
    hints: ['hf_', 'api_org_'],
    pattern: '(?<![A-Za-z0-9])(?:hf_|api_org_)[A-Za-z0-9]{30,}',
  },
  { kind: 'sendgrid-key', hints: ['SG.'], pattern: 'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}' },
  { kind: 'twilio-key', hints: ['SK', 'AC'], pattern: `(?<![A-Za-z0-9])(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])` },
  {
    kind: 'api-key',
    hints: ['gsk_', 'pplx-', 'r8_', 'xai-', 'lin_api_', 'ntn_', 'figd_', 'tvly-', 'jina_', 'nvapi-'],
    pattern: `${START}(?:(?:gsk_|pplx-|r8_|lin_api_|ntn_|jina_)(?=[A-Za-z]{0,60}[0-9])[A-Za-z0-9]{24,}|(?:xai-|figd_|tvly-|nvapi-)(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{24,})`,
  },
  {
    kind: 'api-key',
    hints: ['dapi', 'fc-', 'secret_'],
    pattern: `${START}(?:(?:dapi|fc-)${HEX}{32}(?:-[0-9])?|secret_[A-Za-z0-9]{40,})`,
  },
  {
    kind: 'cloud-key',
    hints: [
      'LTAI',
      'AKID',
      'dop_v1_',
      'doo_v1_',
      'dor_v1_',
      'shpat_',
      'shpca_',
      'shppa_',
      'shpss_',
      'hvs.',
      'dp.pt.',
      'dp.st.',
    ],
    pattern: `(?:${START}LTAI[A-Za-z0-9]{12,}|${START}AKID[A-Za-z0-9]{13,}|do[opr]_v1_${HEX}{64}|shp(?:at|ca|pa|ss)_${HEX}{32}|${START}hvs\\.[A-Za-z0-9_-]{20,}|${START}dp\\.(?:pt|st)\\.[A-Za-z0-9._-]{20,})`,
  },
  {
    kind: 'service-token',
    hints: [
      'dckr_pat_',
      'sbp_',
      'sb_secret_',
      'pscale_',
      'NRAK-',
      'sntrys_',
      'sntryu_',
      'PMAK-',
      'sq0',
      'ATATT3',
      'ATCTT3',
      'glsa_',
    ],
    pattern: `(?:dckr_pat_[A-Za-z0-9_-]{20,}|sbp_${HEX}{40}|sb_secret_[A-Za-z0-9_-]{20,}|pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{20,}|NRAK-[A-Z0-9]{20,}|sntry[su]_[A-Za-z0-9_=+/-]{30,}|PMAK-[A-Za-z0-9-]{30,}|sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}|AT[AC]TT3[A-Za-z0-9_=.-]{30,}|glsa_[A-Za-z0-9_]{30,})`,
  },
  { kind: 'age-key', hints: ['AGE-SECRET-KEY-'], pattern: 'AGE-SECRET-KEY-1[0-9A-Z]{40,}' },
  { kind: 'azure-key', hints: ['8Q~'], pattern: '(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{30,}' },
  { kind: 'azure-key', hints: ['sig='], pattern: '([?&]sig=)[A-Za-z0-9%+/_-]{20,}={0,2}', keeps: true },
  { kind: 'jwt', hints: ['eyJ'], pattern: 'eyJ[A-Za-z0-9_-]{8,600}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){0,3}' },
  // A scheme of its own, without the name of the header before it. Prose about schemes has no digit there.
  {
    kind: 'authorization',
    hints: ['bearer '],
    pattern: '(\\bbearer {1,4})(?=[A-Za-z._~+/-]{0,200}[0-9])[A-Za-z0-9._~+/-]{16,}={0,2}',
    keeps: true,
    ignoresCase: true,
  },
]

const patterns = new Map<string, RegExp>()

/** What has the shape of a secret. Spans may overlap, and come in no order. */
export function shapedSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  let lower: string | undefined
  for (const { kind, hints, pattern, keeps, ignoresCase } of SECRET_SHAPES) {
    if (ignoresCase) lower ??= text.toLowerCase()
    const looked = ignoresCase ? lower! : text
    if (!holdsOne(looked, hints)) continue
    let compiled = patterns.get(pattern)
    if (compiled === undefined) {
      compiled = new RegExp(pattern, ignoresCase ? 'gi' : 'g')
      patterns.set(pattern, compiled)
    }
    for (const match of text.matchAll(compiled)) {
      const start = match.index + (keeps ? match[1]!.length : 0)
      const end = match.index + match[0].length
      if (!text.startsWith('[redacted:', start)) spans.push({ start, end, kind })
    }
  }
  return spans
}

function holdsOne(text: string, hints: readonly string[]): boolean {
  for (const hint of hints) if (text.includes(hint)) return true
  return false
}

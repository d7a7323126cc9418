/** One of these stands in every secret that is told by its shape, and in few other texts. */
export const RARE = (
  'AKIA ASIA ABIA ACCA ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gloas- gldt- glrt- glcbt- glptt- glft- glimt- ' +
  'glagent- glsoat- GR1348941 xox xapp- hooks.slack.com/ /api/webhooks/ /robot/send /bot/v2/hook/ /cgi-bin/webhook/ ' +
  ':AA sk_live_ sk_test_ rk_live_ rk_test_ whsec_ T3BlbkFJ AIza ya29. GOCSPX- 1//0 pypi- hf_ api_org_ gsk_ pplx- r8_ ' +
  'xai- lin_api_ ntn_ figd_ tvly- jina_ nvapi- dapi LTAI AKID dop_v1_ doo_v1_ dor_v1_ shpat_ shpca_ shppa_ shpss_ hvs. ' +
  'dp.pt. dp.st. dckr_pat_ sbp_ sb_secret_ pscale_ NRAK- sntrys_ sntryu_ PMAK- sq0 ATATT3 ATCTT3 glsa_ AGE-SECRET-KEY- ' +
  '8Q~ sig= eyJ'
).split(' ')

/** Others stand in words as well: what follows them tells. Each is wider than its shape. */
export const COMMON: readonly (readonly [hint: string, pattern: RegExp])[] = [
  ['sk-', /sk-[\w-]{16}/],
  ['npm_', /npm_[A-Za-z0-9]{36}/],
  ['SG.', /SG\.[\w-]{16}/],
  ['SK', /SK[0-9a-f]{32}/],
  ['AC', /AC[0-9a-f]{32}/],
  ['fc-', /fc-[0-9a-fA-F]{32}/],
  ['secret_', /secret_[A-Za-z0-9]{40}/],
]
const BEARER = /bearer {1,4}[\w.~+/-]{16}/
const DISCORD = /[\w-]{22}\.[\w-]{6}\.[\w-]{27}/
const FULL_STOP = 46

/**
 * Whether a text may hold what `shapedSecrets` finds: the shapes themselves are many, and a hook has no time to load
 * them. `lower` is the same text in small letters.
 */
export function mayHaveShape(text: string, lower: string): boolean {
  for (const hint of RARE) if (text.includes(hint)) return true
  for (const [hint, pattern] of COMMON) if (text.includes(hint) && pattern.test(text)) return true
  if (lower.includes('bearer ') && BEARER.test(lower)) return true
  for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1)) {
    if (text.charCodeAt(at + 7) === FULL_STOP && DISCORD.test(text)) return true
  }
  return false
}

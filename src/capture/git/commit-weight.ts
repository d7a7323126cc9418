import type { LoggedCommit } from './log-parser.ts'

/** By a machine: its files change together because of a version or a date, not because of each other. */
const BOT =
  /\[bot\]|\bbot\b|-bot$|^(?:renovate|dependabot|greenkeeper|snyk|github-actions|semantic-release|imgbot|allcontributors)\b/iu
const MACHINE_SUBJECT =
  /^(?:chore|build|ci)\(deps(?:-dev)?\)|^bump \S+ from |^(?:chore|ci|build)(?:\([^)]*\))?!?: *(?:release|publish|version)\b|^version packages\b|^v?\d+\.\d+\.\d+/iu

/** By a tool that rewrites the form of everything it is pointed at. */
const FORM_SUBJECT =
  /\b(?:prettier|biome|eslint --fix|gofmt|goimports|rustfmt|clang-format|isort|black(?:en)?|reformat(?:ted|ting)?|re-?indent|lint(?:ing)? fix(?:es)?|white-?space|trailing spaces?|line endings?|copyright|licen[cs]e headers?|code style|coding style)\b|^(?:style|lint|format(?:ting)?)\b/iu
/** A small commit of that kind was made by hand, and its files still belong together. */
const FORM_FILES_MIN = 4

export const BOT_WEIGHT = 0.1
export const FORM_WEIGHT = 0.25

/** How much the files of a commit say of each other, 0..1. */
export function commitWeight({ author, email, subject, filesCount }: LoggedCommit): number {
  if (isBot({ author, email }) || MACHINE_SUBJECT.test(subject)) return BOT_WEIGHT
  if (filesCount >= FORM_FILES_MIN && FORM_SUBJECT.test(subject)) return FORM_WEIGHT
  return 1
}

export function isBot({ author, email }: Pick<LoggedCommit, 'author' | 'email'>): boolean {
  return BOT.test(author) || /\[bot\]@/u.test(email)
}

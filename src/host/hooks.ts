import { isDeepStrictEqual } from 'node:util'
import { wording } from '../graph/wording.ts'
import type { HostEdit, HostEntries, HostFile } from './file.ts'
import { appended, type JsonPath, readJson, removed, replaced, valueAt } from './json.ts'

/*
 * The dialect of hooks that hosts share: by event, a list of groups with a matcher, each with a list of handlers.
 *
 *   { "hooks": { "PostToolUse": [ { "matcher": "Edit", "hooks": [ { "type": "command", … } ] } ] } }
 */

/** An entry that Engraph wants. */
export interface WantedHook {
  readonly event: string
  readonly matcher?: string
  readonly handler: Readonly<Record<string, unknown>>
}

/** What a handler starts, when it is one of Engraph's; `null` for those of others. */
export type HookReader = (handler: unknown, event: string) => { readonly node: string; readonly program: string } | null

/** Entries of one file that are looked at. */
const ENTRIES_MAX = 2_000

/** A file in which hooks of Engraph stand among those of others. */
export function hooksFile(path: string, wanted: readonly WantedHook[], reader: HookReader): HostFile {
  return {
    path,
    holds: 'hooks',
    put: (text) => putHooks(text, wanted, reader),
    take: (text, original) => takeHooks(text, original, reader),
    look: (text) => {
      const read = readJson(text)
      return 'refused' in read ? read : { hooks: lookAtHooks(text, reader), server: null }
    },
  }
}

/** Brings the hooks of a file to what is wanted; what others have there stays as it is. */
function putHooks(text: string, wanted: readonly WantedHook[], reader: HookReader): HostEdit {
  const problem = problemOf(text)
  if (problem) return problem
  let edited = takeStale(text, wanted, reader)
  for (const { event, matcher, handler } of wanted) {
    const [own] = handlersOf(edited, reader).filter((found) => found.event === event)
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] }
    if (own === undefined) edited = appended(edited, ['hooks', event], group)
    else if (!isDeepStrictEqual(valueAt(edited, own.path), handler)) edited = replaced(edited, own.path, handler)
  }
  return { text: edited }
}

/** Takes out all hooks of Engraph, and what held nothing else, unless it did so before Engraph came. */
function takeHooks(text: string, original: string | null, reader: HookReader): HostEdit {
  const problem = problemOf(text)
  if (problem) return problem
  let edited = text
  for (const { path, event } of [...handlersOf(text, reader)].reverse()) edited = without(edited, path, event, original)
  return { text: edited }
}

function lookAtHooks(text: string, reader: HookReader): HostEntries['hooks'] {
  return handlersOf(text, reader).map(({ event, node, program }) => ({ event, node, program }))
}

interface Found {
  readonly event: string
  readonly path: JsonPath
  readonly node: string
  readonly program: string
}

function handlersOf(text: string, reader: HookReader): readonly Found[] {
  const hooks = valueAt(text, ['hooks'])
  if (!isObject(hooks)) return []
  const found = Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupIndex) =>
      listOf(isObject(group) ? group['hooks'] : []).flatMap((handler, index): Found[] => {
        const own = reader(handler, event)
        return own ? [{ event, path: ['hooks', event, groupIndex, 'hooks', index], ...own }] : []
      }),
    ),
  )
  return found.slice(0, ENTRIES_MAX)
}

/** Without those of Engraph that are there twice, are wanted no more, or stand alone behind another matcher. */
function takeStale(text: string, wanted: readonly WantedHook[], reader: HookReader): string {
  const kept = new Set<string>()
  const stale = handlersOf(text, reader).filter(({ event, path }) => {
    const wish = wanted.find((hook) => hook.event === event)
    const group = valueAt(text, path.slice(0, 3))
    const isAlone = isObject(group) && listOf(group['hooks']).length === 1
    const isElsewhere = isAlone && isObject(group) && group['matcher'] !== wish?.matcher
    if (wish === undefined || kept.has(event) || isElsewhere) return true
    kept.add(event)
    return false
  })
  return stale.reverse().reduce((edited, { path, event }) => without(edited, path, event, null), text)
}

function without(text: string, path: JsonPath, event: string, original: string | null): string {
  const [, , groupIndex] = path
  let edited = removed(text, path)
  const group: JsonPath = ['hooks', event, groupIndex!]
  if (isEmpty(valueAt(edited, [...group, 'hooks']))) edited = removed(edited, group)
  for (const container of [['hooks', event], ['hooks']]) {
    const wasThere = original !== null && isEmpty(valueAt(original, container))
    if (isEmpty(valueAt(edited, container)) && !wasThere) edited = removed(edited, container)
  }
  return edited
}

function problemOf(text: string): Extract<HostEdit, { refused: unknown }> | null {
  const read = readJson(text)
  if ('refused' in read) return read
  const hooks = valueAt(text, ['hooks'])
  if (hooks === undefined) return null
  if (!isObject(hooks)) return { refused: wording`its \`hooks\` is no object` }
  const [wrong] = Object.entries(hooks).find(([, groups]) => !Array.isArray(groups)) ?? []
  return wrong === undefined ? null : { refused: wording`its \`hooks.${wrong}\` is no list` }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitPlace } from '../../src/capture/git-place.ts'
import type { ActivityPlace } from '../../src/graph/activity.ts'
import { EngraphHome } from '../../src/home.ts'
import { folderAlias, openProjectSpace } from '../../src/project/project-space.ts'
import { git, newFolder, newRepository, placeOf } from './project-activities.ts'

const REMOTE = 'https://git.example.org/shop'

interface Scene {
  readonly home: EngraphHome
  /** The id of the space of a place or folder; `null` where there is none. */
  spaceOf(place: ActivityPlace | string, how?: { first?: string; create?: boolean }): Promise<string | null>
}

async function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const home = await EngraphHome.open({ home: newFolder('home') })
  const spaceOf: Scene['spaceOf'] = async (given, { first, create = true } = {}) => {
    const place = typeof given === 'string' ? gitPlace(given) : given
    const opened = await openProjectSpace(home, place, { create, first: first === undefined ? null : gitPlace(first) })
    await opened?.store.close()
    return opened?.space.id ?? null
  }
  try {
    await work({ home, spaceOf })
  } finally {
    await home.close()
  }
}

describe('the space of a place', () => {
  test('is made for a project, by the remote and the first commit as well as by the folder', () =>
    scene(async ({ home, spaceOf }) => {
      const shop = newRepository('shop', REMOTE)
      const root = git(shop, 'rev-list', '--max-parents=0', 'HEAD').trim()
      const id = await spaceOf(shop)
      const [placed, ...others] = await home.spaces()
      expect(others).toEqual([])
      expect(placed?.space).toMatchObject({ id, purpose: 'project' })
      expect(placed?.space?.aliases).toEqual([`repo:git.example.org/shop#${root}`, `dir:${join(shop, '.git')}`])
      git(shop, 'commit', '--allow-empty', '-m', 'more')
      mkdirSync(join(shop, 'src'))
      expect(await spaceOf(join(shop, 'src'))).toBe(id)
    }))

  test('is shared by clones and work trees', () =>
    scene(async ({ spaceOf }) => {
      const shop = newRepository('shop', REMOTE)
      const clone = join(newFolder('clone'), 'other-name')
      execFileSync('git', ['clone', '-q', shop, clone], { stdio: 'ignore' })
      git(clone, 'remote', 'set-url', 'origin', `${REMOTE}.git`)
      const tree = join(newFolder('tree'), 'fix')
      git(shop, 'worktree', 'add', tree)
      const id = await spaceOf(shop)
      expect(await spaceOf(clone)).toBe(id)
      expect(await spaceOf(tree)).toBe(id)
    }))

  test.each(['git@git.example.org:shop.git', 'ssh://git@git.example.org/shop', 'https://me@GIT.example.org:443/shop/'])(
    'is the same for a clone by %s',
    (address) =>
      scene(async ({ spaceOf }) => {
        const shop = newRepository('shop', REMOTE)
        const clone = join(newFolder('clone'), 'shop')
        execFileSync('git', ['clone', '-q', shop, clone], { stdio: 'ignore' })
        git(clone, 'remote', 'set-url', 'origin', address)
        expect(await spaceOf(clone)).toBe(await spaceOf(shop))
      }),
  )

  test.each(['clone first', 'origin first'])('is that of the repository that was cloned on this machine, %s', (order) =>
    scene(async ({ home, spaceOf }) => {
      const shop = newRepository('shop', null)
      const clone = join(newFolder('clone'), 'shop')
      execFileSync('git', ['clone', '-q', shop, clone], { stdio: 'ignore' })
      const [first, second] = order === 'clone first' ? [clone, shop] : [shop, clone]
      expect(await spaceOf(second)).toBe(await spaceOf(first))
      expect(await home.spaces()).toHaveLength(1)
    }),
  )

  test.each([`https://git.example.org/shop`, `ssh://git.example.org/shop`, 'git.example.org:shop'])(
    'is found by the name %s that an older version gave it',
    (older) =>
      scene(async ({ home, spaceOf }) => {
        const shop = newRepository('shop', 'git@git.example.org:shop.git')
        const root = git(shop, 'rev-list', '--max-parents=0', 'HEAD').trim()
        const { store, space } = await home.ensureSpace(`repo:${older}#${root}`, 'project')
        await store.close()
        expect(await spaceOf(shop)).toBe(space.id)
        const placed = (await home.spaces()).find((one) => one.space?.id === space.id)
        expect(placed?.space?.aliases).toContain(`repo:git.example.org/shop#${root}`)
      }),
  )

  test.each([
    ['another remote', 'https://git.example.org/other', 'shop'],
    ['another first commit', REMOTE, 'another beginning'],
    ['no remote', null, 'shop'],
  ])('is another one for a folder of the same name with %s', async (_, remote, message) => {
    await scene(async ({ spaceOf }) => {
      const shop = newRepository('shop', REMOTE)
      expect(await spaceOf(newRepository('shop', remote, message))).not.toBe(await spaceOf(shop))
    })
  })

  test('is another one for folders without git that are called alike', () =>
    scene(async ({ spaceOf }) => {
      const [one, other] = ['a', 'b'].map((name) => join(newFolder(name), 'notes'))
      expect(await spaceOf(placeOf(one!))).not.toBe(await spaceOf(placeOf(other!)))
    }))

  test('is that of the session for a folder without git within its first', () =>
    scene(async ({ spaceOf }) => {
      const folder = newFolder('notes')
      for (const name of ['drafts', 'drafts-old']) mkdirSync(join(folder, name))
      const drafts = join(folder, 'drafts')
      const id = await spaceOf(folder)
      expect(await spaceOf(drafts, { first: folder })).toBe(id)
      expect(await spaceOf(drafts)).not.toBe(id)
      expect(await spaceOf(join(folder, 'drafts-old'), { first: drafts })).not.toBe(await spaceOf(drafts))
      const inside = newRepository('inside', null)
      expect(await spaceOf(gitPlace(inside), { first: join(inside, '..') })).not.toBe(id)
    }))

  test('is none where none may be made', () =>
    scene(async ({ home, spaceOf }) => {
      const shop = newRepository('shop', REMOTE)
      expect(await spaceOf(shop, { create: false })).toBeNull()
      expect(await home.spaces()).toEqual([])
      const id = await spaceOf(shop)
      expect(await spaceOf(shop, { create: false })).toBe(id)
    }))

  test('stays when a remote comes later, and is found by clones from then on', () =>
    scene(async ({ spaceOf }) => {
      const shop = newRepository('shop', null)
      const id = await spaceOf(shop)
      git(shop, 'remote', 'add', 'origin', REMOTE)
      expect(await spaceOf(shop)).toBe(id)
      const clone = join(newFolder('clone'), 'shop')
      execFileSync('git', ['clone', '-q', shop, clone], { stdio: 'ignore' })
      git(clone, 'remote', 'set-url', 'origin', REMOTE)
      expect(await spaceOf(clone)).toBe(id)
    }))

  test('is that of the folder alone while there is no commit, in a shallow clone, and where the folder is gone', () =>
    scene(async ({ home, spaceOf }) => {
      const empty = newFolder('empty')
      git(empty, 'init')
      git(empty, 'remote', 'add', 'origin', REMOTE)
      const shop = newRepository('shop', REMOTE)
      git(shop, 'commit', '--allow-empty', '-m', 'second')
      const shallow = join(newFolder('shallow'), 'shop')
      execFileSync('git', ['clone', '-q', '--depth', '1', `file://${shop}`, shallow], { stdio: 'ignore' })
      const gone = placeOf('/nowhere/at/all', { repository: '/nowhere/at/all/.git', remote: REMOTE })
      for (const place of [gitPlace(empty), gitPlace(shallow), gone]) {
        const id = await spaceOf(place)
        const placed = (await home.spaces()).find(({ space }) => space?.id === id)
        expect(placed?.space?.aliases).toEqual([folderAlias(place)])
      }
    }))

  test('is not made in a hurry while git does not answer, and is that of the folder once it was waited for', () =>
    scene(async ({ home }) => {
      const shop = gitPlace(newRepository('shop', REMOTE))
      const slow = newFolder('slow')
      writeFileSync(join(slow, 'git'), '#!/bin/sh\nexec sleep 20\n', { mode: 0o755 })
      const path = process.env['PATH']
      process.env['PATH'] = `${slow}:${path}`
      try {
        expect(await openProjectSpace(home, shop, { create: true, gitMsMax: 50 })).toBeNull()
        expect(await home.spaces()).toEqual([])
        const made = await openProjectSpace(home, shop, { create: true })
        expect(made?.space.aliases).toEqual([folderAlias(shop)])
        await made?.store.close()
        const known = await openProjectSpace(home, shop, { create: true, gitMsMax: 50 })
        expect(known?.space.id).toBe(made?.space.id)
        await known?.store.close()
      } finally {
        process.env['PATH'] = path
      }
    }))

  test('is one when several look for it at once', () =>
    scene(async ({ home, spaceOf }) => {
      const shop = newRepository('shop', REMOTE)
      const ids = await Promise.all(Array.from({ length: 6 }, () => spaceOf(shop)))
      expect(new Set(ids).size).toBe(1)
      expect(await home.spaces()).toHaveLength(1)
    }))

  test('bears the hash of a name that is too long', () => {
    const [one, other] = ['a', 'b'].map((end) => folderAlias(placeOf(`/${'x'.repeat(600)}${end}`)))
    expect(one).not.toBe(other)
    expect(one!.length).toBeLessThanOrEqual(500)
  })
})

import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Source } from '../../../../src/shared/model/game/source.ts'
import { book } from '../../../support/shared/desk-rows.ts'
import { fc } from '../../../support/property.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  bytesOf,
  eventually,
  fileIn,
  memorySources,
  odds,
  startSources,
  type Given,
} from '../../../support/board/sources-fixture.ts'

/** Odds whose tokens name the source. */
const textBy = (owner: string, ...names: string[]) =>
  JSON.stringify(names.map(name => ({ ...odds(name), sgp: `${owner} ${name}` })))
const bytesBy = (owner: string, ...names: string[]) => new TextEncoder().encode(textBy(owner, ...names))

/** A program whose dialogs choose this path next. */
async function start(given: Given = {}) {
  let path = ''
  const started = await startSources({ ...given, choose: () => Promise.resolve([path]) })
  const { sources, board } = started
  const named = (name: string): Source => {
    const found = sources.list().find(source => source.name === name)
    if (found === undefined) throw new Error(`no source ${name}`)
    return found
  }
  return {
    ...started,
    named,
    /** The token of each offer on the board. */
    async owners(): Promise<string[]> {
      const { groups } = await board.search({
        query: '',
        limit: 100,
        filter: { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false },
        kept: { pinned: [], recent: [] },
      })
      const legs = await board.legs(groups.flatMap(({ selections }) => selections.map(({ key }) => key)))
      return legs.flatMap(({ leg }) => leg?.offers.map(({ sgp }) => sgp ?? '') ?? []).toSorted()
    },
    drop: (name: string, ...names: string[]) => sources.add({ bytes: bytesBy(name, ...names), name }),
    /** Opens a file, or watches it or its folder, and waits until it is loaded. */
    async take(how: 'open' | 'watch' | 'watch folder', of: string): Promise<void> {
      path = of
      await (how === 'open' ? sources.openFiles() : sources.watch(how === 'watch folder'))
      const name = basename(of)
      await eventually(() => expect(named(name).state.kind).toBe('ready'))
    },
    remove: (name: string) => sources.remove(named(name).id),
    setEnabled: (name: string, isOn: boolean) => sources.setEnabled(named(name).id, isOn),
  }
}

describe('ProfileSources, when a source goes', () => {
  it('reloads what it had overridden, whatever the others are read from', async () => {
    const program = await start()
    const [single, folder] = [tempFolder(), join(tempFolder(), 'poller')]
    mkdirSync(folder)
    fileIn(folder, 'part.json', textBy('part', 'c'))
    await program.drop('dropped', 'a')
    await program.take('open', fileIn(single, 'opened.json', textBy('opened', 'b')))
    await program.take('watch folder', folder)
    await program.take('watch', fileIn(single, 'watched.json', textBy('watched', 'd')))
    const before = program.sources.list().map(({ lastLoad }) => lastLoad?.at)
    await program.drop('later', 'a', 'b', 'c', 'd', 'e')
    expect(program.named('later').overrides).toEqual(
      ['dropped', 'opened.json', 'poller', 'watched.json'].map(name => ({ name, isFeed: false })),
    )
    await program.setEnabled('later', false)
    await eventually(async () =>
      expect(await program.owners()).toEqual(['dropped a', 'opened b', 'part c', 'watched d']),
    )
    const others = program.sources.list().slice(0, -1)
    expect(others.map(({ needsReload, state }) => [needsReload, state.kind])).toEqual(
      others.map(() => [false, 'ready']),
    )
    // They keep the time of their first load.
    expect(others.map(({ lastLoad }) => lastLoad?.at)).toEqual(before)
    expect(program.named('later').overrides).toEqual([])
  })

  it('leaves newer offers of others, and sources that are off', async () => {
    const program = await start()
    for (const name of ['first', 'second', 'off', 'last']) await program.drop(name, 'a', 'b')
    await program.setEnabled('off', false)
    await program.remove('last')
    await eventually(async () => expect(await program.owners()).toEqual(['second a', 'second b']))
    await eventually(() => expect(program.named('first').state.kind).toBe('ready'))
    expect(await program.owners()).toEqual(['second a', 'second b'])
    expect(program.named('off').offers).toBe(0)
  })

  it('reloads what a file had overridden that leaves its watched folder', async () => {
    const [program, folder] = [await start(), join(tempFolder(), 'poller')]
    mkdirSync(folder)
    await program.drop('dropped', 'a')
    fileIn(folder, 'one.json', textBy('one', 'a'))
    fileIn(folder, 'two.json', textBy('two', 'b'))
    await program.take('watch folder', folder)
    await eventually(async () => expect(await program.owners()).toEqual(['one a', 'two b']))
    rmSync(join(folder, 'one.json'))
    await eventually(async () => expect(await program.owners()).toEqual(['dropped a', 'two b']))
  })

  it('leaves nothing when the sources it had overridden go too', async () => {
    const program = await start()
    for (const name of ['first', 'second', 'third']) await program.drop(name, 'a')
    const all = ['third', 'first', 'second'].map(name => program.remove(name))
    await Promise.all(all)
    expect([await program.owners(), program.sources.list()]).toEqual([[], []])
    await eventually(() => expect(program.board.status().loading.kind).not.toBe('loading'))
    expect(await program.owners()).toEqual([])
  })
})

describe('ProfileSources, with a source to be reloaded', () => {
  it('says so while its file is gone, and reloads it when the folder is back', async () => {
    const [program, outer] = [await start(), tempFolder()]
    const folder = join(outer, 'poller')
    mkdirSync(folder)
    fileIn(folder, 'part.json', textBy('part', 'a'))
    await program.take('watch folder', folder)
    await program.take('open', fileIn(outer, 'opened.json', textBy('opened', 'b')))
    await program.drop('later', 'a', 'b')
    renameSync(folder, join(outer, 'away'))
    rmSync(join(outer, 'opened.json'))
    await eventually(() => expect(program.named('poller').state.kind).toBe('failed'))
    await program.remove('later')
    await eventually(() =>
      expect(program.named('opened.json')).toMatchObject({ needsReload: true, state: { kind: 'failed' } }),
    )
    expect(program.named('poller').needsReload).toBe(true)
    renameSync(join(outer, 'away'), folder)
    await eventually(async () => expect(await program.owners()).toEqual(['part a']))
    await eventually(() => expect(program.named('poller')).toMatchObject({ needsReload: false, offers: 1 }))
    fileIn(outer, 'opened.json', textBy('opened', 'b'))
    await program.sources.load(program.named('opened.json').id)
    expect(program.named('opened.json')).toMatchObject({ needsReload: false, offers: 1 })
  })

  const kept = (): Given => ({
    storedSources: memorySources(),
    folder: tempFolder(),
    boardFile: join(tempFolder(), 'mine.board'),
  })

  it('reloads it at the next start when the program ended before', async () => {
    const given = kept()
    const first = await start(given)
    const file = fileIn(tempFolder(), 'watched.json', textBy('watched', 'b'))
    await first.take('watch', file)
    await first.drop('dropped', 'a')
    await first.drop('later', 'a', 'b')
    const removed = first.remove('later')
    first.sources.close()
    await removed
    await first.board.close()
    const again = await start(given)
    await eventually(async () => expect(await again.owners()).toEqual(['dropped a', 'watched b']))
  })

  it('reloads it where the board was stored with a source that is no longer known', async () => {
    const given = kept()
    const first = await start(given)
    await first.drop('dropped', 'a')
    await first.drop('later', 'a', 'b')
    first.sources.close()
    await first.board.close()
    given.storedSources?.write(given.storedSources.read('mine').slice(0, 1), 'mine')
    const again = await start(given)
    await eventually(async () => expect(await again.owners()).toEqual(['dropped a']))
  })

  it('does not reload it at the start while the source that overrode it is on', async () => {
    const given = kept()
    const first = await start(given)
    await first.take('watch', fileIn(tempFolder(), 'watched.json', textBy('watched', 'b')))
    await first.drop('dropped', 'a')
    await first.drop('later', 'a', 'b')
    first.sources.close()
    await first.board.close()
    const again = await start(given)
    await again.drop('new', 'c')
    expect(await again.owners()).toEqual(['later a', 'later b', 'new c'])
    expect(again.named('later').overrides).toHaveLength(2)
  })
})

const profile = { id: 'mine', name: 'Mine', pricing: '', queue: '', grader: '', feed: 'https://feed.test/' }

/** A feed of two books with the same two selections; `asked` lists its calls. */
async function startFeed() {
  const asked: string[] = []
  const feed = {
    profile: () => Promise.resolve(profile),
    books: () => [book('alpha', 'Alpha'), book('bravo', 'Bravo')],
    fetch: ({ hostId = '' }: { hostId?: string }) => {
      asked.push(hostId)
      const list = ['River Town', 'Harbor City'].map(name => odds(name, hostId))
      return Promise.resolve(new TextEncoder().encode(JSON.stringify(list)))
    },
  }
  const started = await startSources({ feedUse: () => 'on-demand', feed: () => feed })
  const named = (name: string) => started.sources.list().find(source => source.name === name)
  return { ...started, asked, named }
}

describe('ProfileSources, with a feed', () => {
  it('does not reload a feed by itself, whose state says that it needs one', async () => {
    const { sources, asked, named, names } = await startFeed()
    await sources.load('feed')
    await sources.add({ bytes: bytesOf('River Town', 'Bay City'), name: 'later' })
    expect(named('later')?.overrides).toEqual([{ name: 'Odds feed', isFeed: true }])
    await sources.remove(named('later')?.id ?? '')
    expect(named('Odds feed')).toMatchObject({ needsReload: true, offers: 3 })
    expect(asked).toHaveLength(2)
    expect(await names()).toEqual(['Harbor City', 'River Town'])
    await sources.load('feed')
    expect(named('Odds feed')).toMatchObject({ needsReload: false, offers: 4 })
  })

  it('reloads what a feed had overridden that is turned off; a cancelled reload runs when the next source goes', async () => {
    const { sources, named, asked } = await startFeed()
    await sources.add({ bytes: bytesOf('River Town'), name: 'dropped' })
    await sources.load('feed')
    expect(named('dropped')).toMatchObject({ offers: 0 })
    const { id = '' } = named('dropped') ?? {}
    await sources.setEnabled('feed', false)
    sources.cancel(id)
    await eventually(() => expect(named('dropped')?.state.kind).toBe('failed'))
    expect(named('dropped')).toMatchObject({ needsReload: true, offers: 0 })
    await sources.add({ bytes: bytesOf('Bay City'), name: 'other' })
    await sources.setEnabled(named('other')?.id ?? '', false)
    await eventually(() => expect(named('dropped')).toMatchObject({ needsReload: false, offers: 1 }))
    expect(asked).toHaveLength(2)
  })
})

/** One text a source, and the order of loads. */
const names = ['a', 'b', 'c', 'd']
const anyProgram = fc
  .record({
    texts: fc.array(fc.subarray(names, { minLength: 1 }), { minLength: 5, maxLength: 5 }),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 }),
    leaving: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1, maxLength: 4 }),
    again: fc.constantFrom(0, 1, 2, 3, 4),
  })
  .map(({ order, again, ...others }) => ({ ...others, again, order: [...order, again] }))

describe('a board after removals', () => {
  it('is the board that the remaining sources alone make, in any order of loads', async () => {
    await fc.assert(
      fc.asyncProperty(anyProgram, async ({ texts, order, leaving }) => {
        const folder = tempFolder()
        const nameOf = (at: number) => `source-${at}.json`
        const kindOf = (at: number) => (['drop', 'open', 'watch'] as const)[at % 3] ?? 'drop'
        for (const [at, list] of texts.entries()) fileIn(folder, nameOf(at), textBy(nameOf(at), ...list))
        const loaded = async (which: readonly number[]) => {
          const program = await start()
          for (const at of which) {
            const kind = kindOf(at)
            const known = program.sources.list().find(({ name }) => name === nameOf(at))
            if (known !== undefined) await program.sources.load(known.id)
            else if (kind === 'drop') await program.drop(nameOf(at), ...(texts[at] ?? []))
            else await program.take(kind, join(folder, nameOf(at)))
          }
          return program
        }
        const program = await loaded(order)
        await Promise.all(leaving.map(at => program.remove(nameOf(at))))
        const alone = await loaded(order.filter(at => !leaving.includes(at)))
        const expected = await alone.owners()
        await eventually(async () => expect(await program.owners()).toEqual(expected))
        await eventually(() =>
          expect(program.sources.list().every(({ needsReload }) => !needsReload)).toBe(true),
        )
        expect(await program.owners()).toEqual(expected)
        program.sources.close()
        alone.sources.close()
      }),
      { numRuns: 8 },
    )
  }, 120_000)
})

/** Sources on a real board, in temporary folders. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { StoredSources } from '../../../src/main/board/sources/source-records.ts'
import type { StoredSource } from '../../../src/main/account/stored-settings.ts'
import { Board } from '../../../src/main/board/board.ts'
import { FeedLoader, type FeedLoaderDeps } from '../../../src/main/board/sources/feed-loader.ts'
import { StoredTexts } from '../../../src/main/board/sources/read-source.ts'
import { Sources, type SourcesDeps } from '../../../src/main/board/sources/sources.ts'
import type { SearchFilter } from '../../../src/shared/model/game/board.ts'
import { Source } from '../../../src/shared/model/game/source.ts'
import { tempFolder } from '../storage/temp-folder.ts'

export const workerFile = new URL('../../../src/main/board/worker/worker.ts', import.meta.url)
const event = 'hoops:river-town:harbor-city:2026-09-10'
export const odds = (name: string, book = 'Bravo') => ({
  id: `${book}#${event}#Moneyline#${name}`,
  sgp: `${book}-${name}`,
})
export const textOf = (...names: string[]): string => JSON.stringify(names.map(name => odds(name)))
export const bytesOf = (...names: string[]): Uint8Array => new TextEncoder().encode(textOf(...names))

const noFilter: SearchFilter = {
  league: null,
  bookId: null,
  isLiveOnly: false,
  isMainOnly: false,
  isPinnedOnly: false,
}

/** Stored sources in memory. */
export function memorySources(): StoredSources & { kept: Map<string, readonly StoredSource[]> } {
  const kept = new Map<string, readonly StoredSource[]>()
  return {
    kept,
    read: id => kept.get(id) ?? [],
    write: (list, id) => void kept.set(id, structuredClone(list)),
  }
}

export interface Given extends Partial<Omit<SourcesDeps, 'feed'>> {
  readonly folder?: string
  /** The stored board, for a test that starts again with it. */
  readonly boardFile?: string
  readonly feed?: (board: Board) => Partial<FeedLoaderDeps>
}

const noProfile = () => Promise.reject(new Error('no feed in this test'))

/** Sources of the profile `mine` on its board; closed when the test ends, which fails it where a fault was logged. */
export async function startSources(given: Given = {}) {
  const { folder = tempFolder(), storedSources = memorySources(), feed, boardFile, ...others } = given
  const board = given.board ?? new Board({ workerFile })
  const faults: unknown[] = []
  const options: SourcesDeps = {
    board,
    storedSources,
    texts: new StoredTexts(join(folder, 'board')),
    feed: new FeedLoader({ board, books: () => [], profile: noProfile, fetch: noProfile, ...feed?.(board) }),
    feedUse: () => 'none',
    choose: () => Promise.resolve([]),
    log: error => `reference ${faults.push(error)}`,
    ...others,
  }
  const sources = new Sources(options)
  // Every list that crosses the bridge must fit its schema.
  sources.on('changed', () => {
    const { error } = z.array(Source).safeParse(sources.list())
    if (error !== undefined) faults.push(error)
  })
  await board.open(boardFile ?? join(tempFolder(), 'mine.board'))
  sources.open('mine')
  onTestFinished(async () => {
    sources.close()
    await board.close()
    expect(faults).toEqual([])
  })
  return { sources, board, storedSources, folder, ...questions(sources, board) }
}

function questions(sources: Sources, board: Board) {
  return {
    /** Names of all selections on the board. */
    async names(): Promise<string[]> {
      const { groups } = await board.search({
        query: '',
        limit: 100,
        filter: noFilter,
        kept: { pinned: [], recent: [] },
      })
      return groups.flatMap(({ selections }) => selections.map(({ name }) => name)).toSorted()
    },
    only(): Source {
      const [source, ...rest] = sources.list()
      if (source === undefined || rest.length > 0) throw new Error(`${rest.length + 1} sources, not one`)
      return source
    },
  }
}

/** Waits until an assertion passes: files and workers take their time. */
export const eventually = (claim: () => unknown): Promise<unknown> =>
  vi.waitFor(claim, { timeout: 10_000, interval: 20 })

export function fileIn(folder: string, name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

export const containing = (part: string): unknown => expect.stringContaining(part)
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)

const Failure = z.object({ sentence: z.string() })

/** The sentence of a Refusal. */
export async function sentenceOf(action: Promise<unknown>): Promise<string> {
  try {
    await action
  } catch (error) {
    if (error instanceof Error && 'failure' in error) return Failure.parse(error.failure).sentence
    throw error
  }
  throw new Error('Not refused.')
}

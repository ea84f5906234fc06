/** Loads a profile's odds feed onto the board, one call a book and league, so that one failed call leaves the others loaded. */
import PQueue from 'p-queue'
import { invalidInput } from '../../../shared/failure.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import type { FeedPlan, LoadReport, Source } from '../../../shared/model/game/source.ts'
import type { Profile } from '../../../shared/model/settings/profile.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import type { FeedRequest } from '../../odds-service/feed.ts'
import type { Priority } from '../../odds-service/permits.ts'
import type { Board } from '../board.ts'
import type { LoadRequest } from '../facts/load.ts'
import { describeLoadFailure, type LoadResult } from './load-queue.ts'
import { sumReports } from './source-records.ts'

export interface FeedLoaderDeps {
  readonly board: Pick<Board, 'load' | 'expect' | 'release'>
  readonly profile: () => Promise<Profile>
  /** Books shown; the feed may name more of them later. */
  readonly books: () => readonly Book[]
  readonly fetch: (request: FeedRequest) => Promise<Uint8Array>
}

export interface FeedLoad {
  readonly source: LoadRequest['source']
  readonly plan: FeedPlan
  /** Priority of each of its calls. */
  readonly priority: Priority
  readonly signal: AbortSignal
}

/** Calls of a plan: for one load, and a minute when it repeats. */
export interface FeedCost {
  readonly calls: Source['calls']
  readonly perMinute: number
}

/** One call of a load, and the offers that its answer replaces. */
interface FeedCall {
  readonly hostId?: string
  readonly league?: string
  readonly isMainOnly?: boolean
  readonly replaces?: NonNullable<LoadRequest['replaces']>
}

const maxConcurrentCalls = 3

export class FeedLoader {
  readonly #deps: FeedLoaderDeps

  constructor(deps: FeedLoaderDeps) {
    this.#deps = deps
  }

  cost({ leagues, everySeconds }: FeedPlan): FeedCost {
    const books = this.#deps.books().length
    if (books === 0) return { calls: null, perMinute: 0 }
    const calls = books * Math.max(1, leagues.length)
    return { calls, perMinute: everySeconds === null ? 0 : (calls * 60) / everySeconds }
  }

  /** True while no book is known; a demo's books are known once it has started. */
  async needsBooks(): Promise<boolean> {
    await this.#deps.profile()
    return this.#deps.books().length === 0
  }

  /**
   * Loads a whole plan, or only finds the books when none is known (`cost` says which). Throws a Refusal or a
   * ServiceError when every call failed.
   */
  async load(feed: FeedLoad): Promise<LoadResult> {
    const { id, feed: address } = await this.#deps.profile()
    if (address === null)
      throw invalidInput('feed', 'This profile has no feed address. Add one in Settings, or paste odds.')
    const send = (call: FeedCall) => this.#send(call, { id, feed: address }, feed)
    const calls = toCalls(feed, this.#deps.books())
    if (calls.length > 0) return this.#sendAll(feed, calls, send)
    const report = await send(toFindingCall(feed.plan))
    if (this.#deps.books().length > 0) return { report, fault: null }
    throw invalidInput(
      'feed',
      'The feed has none of your books. Check its address and your books in Settings.',
    )
  }

  async #sendAll(feed: FeedLoad, calls: readonly FeedCall[], send: (call: FeedCall) => Promise<LoadReport>) {
    const { board } = this.#deps
    board.expect(feed.source.id, calls.length)
    try {
      return await sendAll(feed, calls, send)
    } finally {
      board.release(feed.source.id)
    }
  }

  async #send(call: FeedCall, profile: FeedRequest['profile'], { source, plan, ...options }: FeedLoad) {
    const { replaces, ...query } = call
    const flags = { isLiveOnly: plan.isLiveOnly, isMainOnly: plan.isMainOnly, ...query }
    const bytes = await this.#deps.fetch({ profile, ...options, ...flags })
    options.signal.throwIfAborted()
    return this.#deps.board.load({ source, bytes, ...(replaces && { replaces }) })
  }
}

const withLeague = (league: string | undefined) => (league === undefined ? {} : { league })

/** Main lines only: they are enough to name the books, and a feed of all books may be larger than an answer may be. */
const toFindingCall = ({ leagues }: FeedPlan): FeedCall => ({
  isMainOnly: true,
  ...withLeague(leagues.at(0)),
})

/** A call for each book and league; its answer replaces what the feed had brought of both. */
function toCalls({ source, plan }: FeedLoad, books: readonly Book[]): FeedCall[] {
  const leagues = plan.leagues.length === 0 ? [undefined] : plan.leagues
  return books.flatMap(({ id: book, hostId }) =>
    leagues.map(league => ({
      hostId,
      ...withLeague(league),
      replaces: { source: source.id, book, ...withLeague(league) },
    })),
  )
}

/**
 * Sends all calls, a few at a time; a failure that every other call would meet too stops it. Throws the first failure
 * when every call failed.
 */
async function sendAll(
  { source, signal }: FeedLoad,
  calls: readonly FeedCall[],
  send: (call: FeedCall) => Promise<LoadReport>,
): Promise<LoadResult> {
  const reports: LoadReport[] = []
  const failures: unknown[] = []
  const queue = new PQueue({ concurrency: maxConcurrentCalls })
  for (const call of calls)
    void queue.add(async () => {
      if (signal.aborted) return
      try {
        reports.push(await send(call))
      } catch (error) {
        failures.push(error)
        if (isForAll(error)) queue.clear()
      }
    })
  await queue.onIdle()
  signal.throwIfAborted()
  if (reports.length === 0) throw failures[0]
  const report = sumReports(source.name, reports)
  const missing = calls.length - reports.length
  if (missing === 0) return { report, fault: null }
  const reason = describeLoadFailure(failures[0])
  return { report, fault: `${missing} of ${calls.length} calls failed. ${reason}` }
}

/** True for a limit, or a key that is missing or refused. */
const isForAll = (error: unknown): boolean =>
  error instanceof ServiceError && ['limited', 'key-missing', 'key-refused'].includes(error.failure.kind)

/**
 * Brings a profile's feed onto the board, a call for each book and league, so that one that fails leaves the others
 * loaded.
 */
import { Refusal } from '../../../shared/failure.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import type { LoadReport, FeedPlan, Source } from '../../../shared/model/game/source.ts'
import type { Profile } from '../../../shared/model/settings/profile.ts'
import { ServiceError } from '../../odds-service/failures.ts'
import type { FeedRequest } from '../../odds-service/feed.ts'
import type { Priority } from '../../odds-service/turns.ts'
import type { Board } from '../board.ts'
import type { OddsText } from '../facts/odds-text.ts'
import { loadSentence } from './load-sentence.ts'

export interface FeedLoaderOptions {
  readonly board: Pick<Board, 'load'>
  readonly profile: () => Promise<Profile>
  /** Books shown; more may join once the feed has named them. */
  readonly books: () => readonly Book[]
  readonly fetch: (request: FeedRequest) => Promise<Uint8Array>
}

export interface FeedLoad {
  readonly source: OddsText['source']
  readonly plan: FeedPlan
  /** Of each of its calls. */
  readonly priority: Priority
  readonly signal: AbortSignal
}

export interface LoadResult {
  readonly report: LoadReport
  /** What did not come, or null when all did. */
  readonly fault: string | null
}

/** Calls that a plan makes: a load, and a minute when it repeats. */
export interface FeedCost {
  readonly calls: Source['calls']
  readonly perMinute: number
}

interface Part {
  readonly hostId?: string
  readonly league?: string
  readonly isMainOnly?: boolean
  readonly replaces?: NonNullable<OddsText['replaces']>
}

/** Calls under way at the same time. */
const atOnce = 3

export class FeedLoader {
  readonly #options: FeedLoaderOptions

  constructor(options: FeedLoaderOptions) {
    this.#options = options
  }

  cost({ leagues, everySeconds }: FeedPlan): FeedCost {
    const books = this.#options.books().length
    if (books === 0) return { calls: null, perMinute: 0 }
    const calls = books * Math.max(1, leagues.length)
    return { calls, perMinute: everySeconds === null ? 0 : (calls * 60) / everySeconds }
  }

  /**
   * Loads all of a plan, or finds the books where none is known, as its cost says. Throws when none of it came: a
   * Refusal or a ServiceError.
   */
  async load(feed: FeedLoad): Promise<LoadResult> {
    const { id, feed: address } = await this.#options.profile()
    if (address === null)
      throw refusal('This profile has no feed address. Add one in Settings, or paste odds.')
    const send = (part: Part) => this.#loadPart(part, { id, feed: address }, feed)
    const parts = partsOf(feed, this.#options.books())
    if (parts.length === 0) return this.#found(await send(finding(feed.plan)))
    return resultOf(feed.source.name, await inLanes(parts, send, feed.signal))
  }

  #found(report: LoadReport): LoadResult {
    if (this.#options.books().length > 0) return { report, fault: null }
    throw refusal(
      'The feed named no sportsbooks that are shown. Check its address and the books shown in Settings.',
    )
  }

  async #loadPart(part: Part, profile: FeedRequest['profile'], { source, plan, ...call }: FeedLoad) {
    const { replaces, ...asked } = part
    const flags = { isLiveOnly: plan.isLiveOnly, isMainOnly: plan.isMainOnly, ...asked }
    const bytes = await this.#options.fetch({ profile, ...call, ...flags })
    call.signal.throwIfAborted()
    return this.#options.board.load({ source, bytes, ...(replaces && { replaces }) })
  }
}

const leagueOf = (league: string | undefined) => (league === undefined ? {} : { league })

/** A feed of all books at once may be larger than one answer may be; its main lines are enough to name them. */
const finding = ({ leagues }: FeedPlan): Part => ({ isMainOnly: true, ...leagueOf(leagues.at(0)) })

/** A part for each book and league. What one brings replaces what the feed had brought before for both. */
function partsOf({ source, plan }: FeedLoad, books: readonly Book[]): Part[] {
  const leagues = plan.leagues.length === 0 ? [undefined] : plan.leagues
  return books.flatMap(({ id: book, hostId }) =>
    leagues.map(league => ({
      hostId,
      ...leagueOf(league),
      replaces: { source: source.id, book, ...leagueOf(league) },
    })),
  )
}

interface Ended {
  readonly reports: LoadReport[]
  readonly failures: unknown[]
  readonly parts: number
}

/** Sends all parts, a few at a time; what would fail the same way every time ends it. */
async function inLanes(
  parts: readonly Part[],
  send: (part: Part) => Promise<LoadReport>,
  signal: AbortSignal,
): Promise<Ended> {
  const ended: Ended = { reports: [], failures: [], parts: parts.length }
  // All lanes draw from one iterator, so each part is taken by the first lane that is free.
  const line = parts.values()
  const lane = async () => {
    for (const part of line) {
      if (signal.aborted || ended.failures.some(isForAll)) return
      try {
        ended.reports.push(await send(part))
      } catch (error) {
        ended.failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  signal.throwIfAborted()
  return ended
}

/** A limit, or a key that is missing or refused: other parts would only be told the same. */
function isForAll(error: unknown): boolean {
  return (
    error instanceof ServiceError && ['limited', 'key-missing', 'key-refused'].includes(error.failure.kind)
  )
}

function resultOf(source: string, { reports, failures, parts }: Ended): LoadResult {
  if (reports.length === 0) throw failures[0]
  const missing = parts - reports.length
  const fault =
    missing === 0 ? null : `${missing} of ${parts} calls brought nothing. ${loadSentence(failures[0])}`
  return { report: summed(source, reports), fault }
}

/** One report of several: each reason once, with all it counted and its first example. Throws for none. */
export function summed(source: string, reports: readonly LoadReport[]): LoadReport {
  if (reports.length === 0) throw refusal(`“${source}” has nothing to load.`)
  const total = (of: (report: LoadReport) => number) => reports.reduce((all, each) => all + of(each), 0)
  const reasons = Map.groupBy(
    reports.flatMap(({ leftOut }) => leftOut),
    ({ reason }) => reason,
  )
  const leftOut = [...reasons].map(([reason, all]) => ({
    reason,
    count: all.reduce((count, each) => count + each.count, 0),
    example: all[0]?.example ?? '',
  }))
  return {
    source,
    at: Math.max(...reports.map(({ at }) => at)),
    taken: total(({ taken }) => taken),
    replaced: total(r => r.replaced),
    leftOut,
  }
}

const refusal = (sentence: string) => new Refusal({ kind: 'invalid', field: 'feed', sentence })

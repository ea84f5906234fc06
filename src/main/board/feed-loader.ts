/** Brings a profile's feed onto the board, a book at a time, so that one book's failure leaves the others loaded. */
import { Refusal } from '../../shared/failure.ts'
import type { LoadReport } from '../../shared/model/board.ts'
import type { Book } from '../../shared/model/book.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { FeedRequest } from '../odds-service/feed.ts'
import type { Board } from './board.ts'

export interface FeedLoaderOptions {
  readonly board: Pick<Board, 'load' | 'failed'>
  /** The profile in use, at once, and with its addresses once it can be called. */
  readonly profileId: () => string
  readonly profile: () => Promise<Profile>
  readonly books: () => readonly Book[]
  readonly fetch: (request: FeedRequest) => Promise<Uint8Array>
}

/** Feeds fetched at the same time. */
const atOnce = 3

export class FeedLoader {
  readonly #options: FeedLoaderOptions
  #running: { readonly profileId: string; readonly report: Promise<LoadReport> } | undefined

  constructor(options: FeedLoaderOptions) {
    this.#options = options
  }

  /** Loads the feed of every book shown, after finding out which there are. Asked twice, it loads once. */
  refresh(): Promise<LoadReport> {
    const profileId = this.#options.profileId()
    if (this.#running?.profileId === profileId) return this.#running.report
    const running = { profileId, report: this.#load() }
    const end = () => {
      if (this.#running === running) this.#running = undefined
    }
    running.report.then(end, end)
    this.#running = running
    return running.report
  }

  async #load(): Promise<LoadReport> {
    const { id, feed } = await this.#options.profile()
    if (feed === null) throw refusal('This profile has no feed address. Add one in Settings, or paste odds.')
    const profile = { id, feed }
    // A feed of all books at once may be larger than one answer may be; its main lines are enough to name them.
    if (this.#options.books().length === 0) await this.#loadPart({ profile, isMainOnly: true }, 'Main lines')
    const reports: LoadReport[] = []
    const failures: Error[] = []
    // All lanes draw from one iterator, so each book is taken by the first lane that is free.
    const line = this.#options.books().values()
    const lane = async () => {
      for (const { id: book, hostId, name } of line) {
        if (!this.#isInUse(profile)) return
        try {
          reports.push(await this.#loadPart({ profile, hostId }, `Feed of ${name}`, { book }))
        } catch (error) {
          failures.push(error instanceof Error ? error : new Error(String(error)))
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    if (!this.#isInUse(profile)) throw left()
    return this.#sum(reports, failures)
  }

  async #loadPart(request: FeedRequest, source: string, replaces?: { book: string }): Promise<LoadReport> {
    const bytes = await this.#options.fetch(request)
    if (!this.#isInUse(request.profile)) throw left()
    return this.#options.board.load({ source, bytes, ...(replaces && { replaces }) })
  }

  /** Whether the board is still that of the profile that is loaded. */
  #isInUse({ id }: Pick<Profile, 'id'>): boolean {
    return this.#options.profileId() === id
  }

  /** One report of what came; the board says so when some of it did not. Throws when nothing did. */
  #sum(reports: readonly LoadReport[], failures: readonly Error[]): LoadReport {
    if (failures.length > 0) this.#options.board.failed('Feed', sentenceFor(failures.length))
    const last = reports.at(-1)
    if (last === undefined)
      throw failures[0] ?? refusal('The feed named no sportsbooks, so there was nothing to load.')
    const sum = (of: (report: LoadReport) => number) =>
      reports.reduce((total, report) => total + of(report), 0)
    const leftOut = reports.flatMap(report => report.leftOut)
    return { source: 'Feed', at: last.at, taken: sum(r => r.taken), replaced: sum(r => r.replaced), leftOut }
  }
}

const refusal = (sentence: string) => new Refusal({ kind: 'invalid', field: 'feed', sentence })
const left = () => refusal('Another profile was chosen while this was loading.')
const sentenceFor = (books: number) =>
  `The feed of ${books === 1 ? 'one book' : `${books} books`} could not be fetched. Press Refresh to try again.`

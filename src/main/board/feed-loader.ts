/** Brings a profile's feed onto the board, a book at a time, so that one book's failure leaves the others loaded. */
import { Refusal } from '../../shared/failure.ts'
import type { LoadReport } from '../../shared/model/board.ts'
import type { Book } from '../../shared/model/book.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { FeedRequest } from '../odds-service/feed.ts'
import type { Board } from './board.ts'

export interface FeedLoaderOptions {
  readonly board: Board
  readonly profile: () => Promise<Profile>
  readonly books: () => readonly Book[]
  readonly fetch: (request: FeedRequest) => Promise<Uint8Array>
}

/** Feeds fetched at the same time. */
const atOnce = 3

export class FeedLoader {
  readonly #options: FeedLoaderOptions
  #running: Promise<LoadReport> | undefined

  constructor(options: FeedLoaderOptions) {
    this.#options = options
  }

  /** Loads the feed of every book shown, or the whole feed while no book is known. Asked twice, it loads once. */
  refresh(): Promise<LoadReport> {
    this.#running ??= this.#load().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #load(): Promise<LoadReport> {
    const profile = await this.#options.profile()
    const { feed } = profile
    if (feed === null)
      throw new Refusal({
        kind: 'invalid',
        field: 'feed',
        sentence: 'This profile has no feed address. Add one in Settings, or paste odds.',
      })
    const books = this.#options.books().filter(({ isOn }) => isOn)
    const reports: LoadReport[] = []
    const failures: unknown[] = []
    // All lanes draw from one iterator, so each book is taken by the first lane that is free.
    const line = (books.length === 0 ? [undefined] : books).values()
    const lane = async () => {
      for (const book of line) {
        try {
          reports.push(await this.#loadBook({ id: profile.id, feed }, book))
        } catch (error) {
          failures.push(error)
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    return summed(reports, failures)
  }

  async #loadBook(profile: FeedRequest['profile'], book: Book | undefined): Promise<LoadReport> {
    const source = book === undefined ? 'Feed' : `Feed of ${book.name}`
    const bytes = await this.#options.fetch({ profile, ...(book && { hostId: book.hostId }) })
    return this.#options.board.load({ source, bytes, ...(book && { replaces: { book: book.id } }) })
  }
}

function summed(reports: readonly LoadReport[], failures: readonly unknown[]): LoadReport {
  const last = reports.at(-1)
  if (last === undefined) throw failures[0]
  const sum = (of: (report: LoadReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  return {
    source: 'Feed',
    at: last.at,
    taken: sum(r => r.taken),
    replaced: sum(r => r.replaced),
    leftOut: reports.flatMap(r => r.leftOut),
  }
}

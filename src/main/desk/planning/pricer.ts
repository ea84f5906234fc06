/**
 * Selects the cells that can be priced: those of shown books with tokens for all legs. Prices one: asks the book with
 * the parlay's tokens, records the quote, and returns whether to retry later.
 */
import type { Book } from '../../../shared/model/game/book.ts'
import { tokensAt, type Parlay, type Tokens } from '../../../shared/model/parlay/parlay.ts'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import {
  findPrice,
  isAboutKey,
  type QuotedPrice,
  type QuoteOutcome,
} from '../../../shared/model/price/quote.ts'
import type { RefreshDue } from '../../../shared/model/price/refresh-due.ts'
import { maxNoPriceSeconds, noPriceSeconds } from '../../../shared/model/settings/budget.ts'
import type { ServiceError } from '../../odds-service/failures.ts'
import type { Permit } from '../../odds-service/permits.ts'
import type { LegsOnBoard } from '../parlays/legs-on-board.ts'
import type { WatchedParlays } from '../parlays/watched-parlays.ts'
import type { StoredPrice } from '../quotes/quote-store.ts'
import { CellMap } from './cell-map.ts'
import type { BookPaces } from './book-paces.ts'
import type { CallEnd } from './planner.ts'
import type { CellToRefresh } from './refresh-plan.ts'
import type { GameStage } from './refresh-value.ts'

export interface PricerDeps {
  readonly watched: WatchedParlays
  /** Books shown, in column order. */
  readonly books: () => readonly Book[]
  readonly onBoard: Pick<LegsOnBoard, 'areOffered'>
  /** Asks one book for one price with a permit granted. Must not reject for failures of service or network. */
  readonly askPrice: (
    book: Book,
    tokens: readonly string[],
    call: { readonly permit: Permit; readonly signal: AbortSignal },
  ) => Promise<QuoteOutcome>
  /** Called for each answer, which other desks may use. */
  readonly onAnswer?: (cell: CellAddress, outcome: QuoteOutcome) => void
  /** Learns from each price that replaces another. */
  readonly paces: BookPaces
  readonly now: () => number
}

/** Maximum pauses in a row; after them, only the user prices the cell again. */
const maxPauses = { limited: 3, 'host-failing': 8 } as const

/** True for an outcome that a retry would not change. */
const isFinal = (outcome: QuoteOutcome): boolean => outcome.kind === 'cannot-combine' || isAboutKey(outcome)

const toWaitSeconds = (noPricesInRow: number): number =>
  Math.min(noPriceSeconds * 2 ** (noPricesInRow - 1), maxNoPriceSeconds)

/** ln of a price's profit; null without a price. */
const toLogOdds = (price: QuotedPrice | undefined): number | null =>
  price === undefined ? null : toLogProfit(price.decimal)
const toLogProfit = (decimal: number): number => Math.log(decimal - 1)

/** Stage of a parlay's games at a time. */
export const findStage = ({ legs }: Parlay, at: number): GameStage =>
  legs.some(({ game }) => (game.startAt === null ? game.isLive : game.startAt <= at)) ? 'live' : 'before'

const isComplete = (tokens: Tokens): tokens is readonly string[] => !tokens.includes(null)

export class Pricer {
  readonly #deps: PricerDeps
  readonly #pausesInRow = new CellMap<number>()
  /** Answers without a price one after another, each after the wait that the last one caused. */
  readonly #noPricesInRow = new CellMap<number>()
  /** Tokens that each call was sent with, by its signal. */
  readonly #tokensSent = new WeakMap<AbortSignal, readonly string[]>()

  constructor(deps: PricerDeps) {
    this.#deps = deps
  }

  /** Cells of all parlays or one, at all books or one. Throws Refusal for a parlay that is not on the desk. */
  select(parlayId: number | null, bookId: string | null): CellAddress[] {
    const { watched } = this.#deps
    const parlays = parlayId === null ? watched.all() : [watched.get(parlayId)]
    return parlays.flatMap(({ parlay }) => this.#selectOf(parlay, bookId))
  }

  /** Cells whose last outcome was a missing or refused key. */
  selectRefusedForKey(): CellAddress[] {
    const { watched } = this.#deps
    return this.select(null, null).filter(cell => isAboutKey(watched.lastQuote(cell).quote?.outcome))
  }

  selectNeverPriced(parlayId: number): CellAddress[] {
    const { parlay, quotes } = this.#deps.watched.get(parlayId)
    return this.#selectOf(parlay, null).filter(({ bookId }) => !quotes.has(bookId))
  }

  /**
   * Cells of a row whose answer a call can change, with the age from which they are due; a longer one applies to those
   * without a price. A row with a leg that no book offers has none: its calls would only slow the other rows.
   */
  selectToRefresh(parlayId: number, olderThanMs: number): CellToRefresh[] {
    const { watched, onBoard, now } = this.#deps
    if (!onBoard.areOffered(watched.get(parlayId).parlay)) return []
    const noPriceMs = this.noPriceSecondsOf(parlayId) * 1_000
    return this.select(parlayId, null).flatMap(cell => {
      const { quote } = watched.lastQuote(cell)
      const { bookId } = cell
      if (quote === null)
        return [{ bookId, at: -Infinity, freshUntil: -Infinity, logOdds: null, isDue: true }]
      if (isFinal(quote.outcome)) return []
      const patienceMs = quote.outcome.kind === 'no-price' ? Math.max(olderThanMs, noPriceMs) : olderThanMs
      const freshUntil = quote.at + patienceMs
      const logOdds = toLogOdds(findPrice(quote))
      return [{ bookId, at: quote.at, freshUntil, logOdds, isDue: now() > freshUntil }]
    })
  }

  /** Seconds until a book without a price is asked again: while no book of the row has one, twice as long each time. */
  noPriceSecondsOf(parlayId: number): number {
    const { watched, books } = this.#deps
    const { parlay, quotes } = watched.get(parlayId)
    let fewest = Infinity
    for (const { id: bookId } of books()) {
      const outcome = quotes.get(bookId)?.quote?.outcome
      if (outcome?.kind === 'no-price')
        fewest = Math.min(fewest, this.#noPricesInRow.get({ parlayId, bookId }) ?? 1)
      else if ((outcome === undefined || !isFinal(outcome)) && isComplete(tokensAt(parlay, bookId)))
        return noPriceSeconds
    }
    return fewest === Infinity ? noPriceSeconds : toWaitSeconds(fewest)
  }

  /** Ends the longer waits of rows: with new odds a book may have a price again. */
  oddsChanged(parlayIds: readonly number[]): void {
    for (const parlayId of parlayIds)
      for (const { id: bookId } of this.#deps.books()) this.#noPricesInRow.delete({ parlayId, bookId })
  }

  /** The reason why only the user asks for a cell; undefined for one that is refreshed. */
  findObstacle(cell: CellAddress): RefreshDue | undefined {
    const { watched, onBoard } = this.#deps
    if (!watched.has(cell.parlayId)) return { kind: 'not-offered' }
    const { parlay } = watched.get(cell.parlayId)
    if (this.#selectOf(parlay, cell.bookId).length === 0) return { kind: 'not-offered' }
    if (!onBoard.areOffered(parlay)) return { kind: 'leg-gone' }
    const { quote } = watched.lastQuote(cell)
    return quote !== null && isFinal(quote.outcome) ? { kind: 'final' } : undefined
  }

  async price(cell: CellAddress, permit: Permit, signal: AbortSignal): Promise<CallEnd> {
    const { books, askPrice } = this.#deps
    const book = books().find(({ id }) => id === cell.bookId)
    const tokens = this.#findTokens(cell)
    if (book === undefined || tokens === undefined) return 'done'
    this.#tokensSent.set(signal, tokens)
    const outcome = await askPrice(book, tokens, { permit, signal })
    if (signal.aborted) return 'done'
    this.#deps.onAnswer?.(cell, outcome)
    return this.#record(cell, outcome)
  }

  /** Records that a call got no permit. */
  recordRefusal(cell: CellAddress, why: ServiceError): CallEnd {
    return this.#record(cell, { kind: 'failed', failure: why.failure })
  }

  /** True if a call under way was sent with tokens that the parlay no longer has. */
  isOutOfDate(cell: CellAddress, signal: AbortSignal): boolean {
    const tokens = this.#tokensSent.get(signal)
    return tokens !== undefined && tokens.join() !== this.#findTokens(cell)?.join()
  }

  #selectOf(parlay: Parlay, bookId: string | null): CellAddress[] {
    return this.#deps
      .books()
      .filter(({ id }) => (bookId === null || id === bookId) && isComplete(tokensAt(parlay, id)))
      .map(({ id }) => ({ parlayId: parlay.id, bookId: id }))
  }

  /** The tokens of all legs; undefined when the book lacks one. */
  #findTokens({ parlayId, bookId }: CellAddress): readonly string[] | undefined {
    const { watched } = this.#deps
    const tokens = watched.has(parlayId) ? tokensAt(watched.get(parlayId).parlay, bookId) : []
    return tokens.length > 0 && isComplete(tokens) ? tokens : undefined
  }

  /** Learns the pace of books from successive prices of the same cell, oldest first. */
  learnPaces(history: readonly StoredPrice[]): void {
    const { watched, paces } = this.#deps
    const last = new CellMap<StoredPrice>()
    for (const price of history) {
      const before = last.get(price)
      last.set(price, price)
      if (before === undefined || !watched.has(price.parlayId)) continue
      const { bookId, at, decimal } = price
      const stage = findStage(watched.get(price.parlayId).parlay, at)
      paces.add({
        bookId,
        stage,
        gapMs: at - before.at,
        move: toLogProfit(decimal) - toLogProfit(before.decimal),
      })
    }
  }

  #learnPace(cell: CellAddress, outcome: QuoteOutcome): void {
    const { watched, paces, now } = this.#deps
    const { quote } = watched.lastQuote(cell)
    const [before, after] = [toLogOdds(findPrice(quote)), toLogOdds(findPrice({ outcome }))]
    if (quote === null || before === null || after === null) return
    const stage = findStage(watched.get(cell.parlayId).parlay, now())
    paces.add({ bookId: cell.bookId, stage, gapMs: now() - quote.at, move: after - before })
  }

  /** An answer that came before its time, because the user asked, doubles no wait. */
  #countNoPrice(cell: CellAddress, outcome: QuoteOutcome): void {
    const { watched, now } = this.#deps
    const { quote } = watched.lastQuote(cell)
    if (outcome.kind !== 'no-price') {
      this.#noPricesInRow.delete(cell)
      return
    }
    const count = quote?.outcome.kind === 'no-price' ? (this.#noPricesInRow.get(cell) ?? 0) : 0
    const isInTime = count === 0 || now() - (quote?.at ?? 0) >= toWaitSeconds(count) * 1_000
    if (isInTime) this.#noPricesInRow.set(cell, count + 1)
  }

  #record(cell: CellAddress, outcome: QuoteOutcome): CallEnd {
    const { watched, now } = this.#deps
    if (!watched.has(cell.parlayId)) return 'done'
    this.#learnPace(cell, outcome)
    this.#countNoPrice(cell, outcome)
    watched.record(cell, { at: now(), outcome })
    const kind = outcome.kind === 'failed' ? outcome.failure.kind : undefined
    if (kind !== 'limited' && kind !== 'host-failing') {
      this.#pausesInRow.delete(cell)
      return 'done'
    }
    const inRow = (this.#pausesInRow.get(cell) ?? 0) + 1
    this.#pausesInRow.set(cell, inRow)
    return inRow < maxPauses[kind] ? 'again' : 'done'
  }
}

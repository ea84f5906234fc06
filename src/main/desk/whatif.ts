/**
 * Prices around one parlay (what-if), requested once, only by the user: without each of its legs, and with one leg at
 * another line. Their calls wait in the budget's queue; the desk gets no rows for them.
 */
import { Refusal } from '../../shared/failure.ts'
import type { Book } from '../../shared/model/game/book.ts'
import { toFingerprint, tokensAt, type Leg, type Parlay } from '../../shared/model/parlay/parlay.ts'
import type { CellAddress } from '../../shared/model/price/cell.ts'
import type { QuotedPrice, QuoteOutcome } from '../../shared/model/price/quote.ts'
import type { LegCosts, LineStep, LineSteps, OneOff } from '../../shared/model/price/whatif.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import { WindowAborts } from '../async/window-aborts.ts'

export interface WhatIfDeps {
  /** Throws Refusal when there is no parlay with this id. */
  readonly parlay: (parlayId: number) => Parlay
  /** Books shown. */
  readonly books: () => readonly Book[]
  /** The same bet at up to `eachWay` lines each way, lowest first. */
  readonly neighbors: (key: string, eachWay: number) => Promise<Record<'below' | 'above', readonly Leg[]>>
  /** A selection of the board; undefined when it is no longer there. */
  readonly leg: (key: string) => Promise<Leg | undefined>
  /** Format of the single prices that came with odds objects. */
  readonly singlesFormat: () => PriceFormat
  /** Asks one book for one price, ahead of background calls. Must not reject for failures of service or network. */
  readonly ask: (book: Book, tokens: readonly string[], signal: AbortSignal) => Promise<QuoteOutcome>
  readonly now?: () => number
}

const stepsEachWay = 2

export class WhatIf {
  readonly #deps: WhatIfDeps
  readonly #now: () => number
  /** By parlay on the desk, then by book and legs. */
  readonly #answers = new Map<number, Map<string, OneOff>>()
  readonly #aborts = new WindowAborts()

  constructor(deps: WhatIfDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** The prices so far of the parlay without each of its legs. Throws Refusal when there is no such parlay. */
  legCosts({ parlayId, bookId }: CellAddress): LegCosts {
    const { legs } = this.#deps.parlay(parlayId)
    const remainders = legs.map(({ key: leftOut }) => {
      const rest = legs.filter(({ key }) => key !== leftOut)
      const last = this.#lastAnswer(parlayId, bookId, rest)
      return { leftOut, listed: this.#findListed(rest, bookId), last }
    })
    return { remainders }
  }

  /** Prices the parlay without a leg. Throws Refusal when the leg, or a token of another leg, is missing. */
  priceRest(cell: CellAddress, leftOut: string, window: string): Promise<OneOff> {
    const parlay = this.#deps.parlay(cell.parlayId)
    requireLeg(parlay, leftOut)
    return this.#price(cell, { ...parlay, legs: parlay.legs.filter(({ key }) => key !== leftOut) }, window)
  }

  /** The lines next to a leg's, with the books that can price the parlay at each. */
  async lineSteps(parlayId: number, leg: string): Promise<LineSteps> {
    requireLeg(this.#deps.parlay(parlayId), leg)
    const { below, above } = await this.#deps.neighbors(leg, stepsEachWay)
    const parlay = this.#deps.parlay(parlayId)
    const toStep = (step: Leg) => this.#toStep(step, withStep(parlay, leg, step))
    return { below: below.map(toStep), above: above.map(toStep) }
  }

  #toStep({ key: selection, name }: Leg, variant: Parlay): LineStep {
    const carrying = this.#deps.books().filter(({ id }) => !tokensAt(variant, id).includes(null))
    const books = carrying.map(({ id: bookId }) => {
      return { bookId, last: this.#lastAnswer(variant.id, bookId, variant.legs) }
    })
    return { selection, name, books }
  }

  /** Prices the parlay with another line in place of a leg. Throws Refusal when either is gone. */
  async priceStep(cell: CellAddress, leg: string, step: string, window: string): Promise<OneOff> {
    const found = await this.#deps.leg(step)
    if (found === undefined) throw notFound('this line')
    const parlay = this.#deps.parlay(cell.parlayId)
    requireLeg(parlay, leg)
    return this.#price(cell, withStep(parlay, leg, found), window)
  }

  /** Aborts the calls under way: those of one window, or all. */
  cancel(window?: string): void {
    this.#aborts.cancel(window)
  }

  /** Forgets answers for parlays that have left the desk. */
  keepOnly(parlayIds: readonly number[]): void {
    for (const id of this.#answers.keys()) if (!parlayIds.includes(id)) this.#answers.delete(id)
  }

  async #price({ parlayId, bookId }: CellAddress, variant: Parlay, window: string): Promise<OneOff> {
    const signal = this.#aborts.signalOf(window)
    const book = this.#deps.books().find(({ id }) => id === bookId)
    const tokens = tokensAt(variant, bookId)
    const complete = tokens.filter(token => token !== null)
    if (book === undefined || complete.length < tokens.length || complete.length === 0)
      throw notFound('every leg at this book')
    const outcome = await this.#deps.ask(book, complete, signal)
    const answer = { at: this.#now(), outcome }
    if (signal.aborted) return answer
    const answers = this.#answers.get(parlayId) ?? new Map<string, OneOff>()
    this.#answers.set(parlayId, answers.set(toEntryKey(bookId, variant.legs), answer))
    return answer
  }

  #lastAnswer(parlayId: number, bookId: string, legs: readonly Leg[]): OneOff | null {
    return this.#answers.get(parlayId)?.get(toEntryKey(bookId, legs)) ?? null
  }

  /** The book's single price when one leg is left; null when several are left, or the book lists none. */
  #findListed(rest: readonly Leg[], bookId: string): QuotedPrice | null {
    const [only, ...others] = rest
    const text = only?.offers.find(offer => offer.bookId === bookId)?.price ?? null
    if (others.length > 0 || text === null) return null
    const format = this.#deps.singlesFormat()
    const parsed = parsePrice(text, format)
    return parsed.ok ? { text, format, decimal: parsed.price.decimal } : null
  }
}

const notFound = (what: string) => new Refusal({ kind: 'not-found', what })

function requireLeg({ legs }: Parlay, key: string): void {
  if (!legs.some(leg => leg.key === key)) throw notFound('this leg')
}

function withStep(parlay: Parlay, leg: string, step: Leg): Parlay {
  return { ...parlay, legs: parlay.legs.map(each => (each.key === leg ? step : each)) }
}

const toEntryKey = (bookId: string, legs: readonly Leg[]) =>
  `${bookId} ${toFingerprint(legs.map(({ key }) => key))}`

/**
 * Prices around one parlay, asked once and only when the user says so: without each of its legs, and with one leg at
 * another line. They wait their turn in the budget as every call does, and are no rows of the desk.
 */
import { Refusal } from '../../shared/failure.ts'
import type { Book } from '../../shared/model/game/book.ts'
import { tokensAt, type Leg, type Parlay } from '../../shared/model/parlay/parlay.ts'
import type { QuotedPrice, QuoteOutcome } from '../../shared/model/price/quote.ts'
import type { LegCosts, LineStep, LineSteps, OneOff } from '../../shared/model/price/whatif.ts'
import { parsePrice } from '../../shared/odds/price-parse.ts'
import type { PriceFormat } from '../../shared/odds/price.ts'
import { OneOffs } from './study/one-offs.ts'

export interface StudyOptions {
  /** Throws Refusal when there is none of this number. */
  readonly parlay: (parlayId: number) => Parlay
  /** Books shown. */
  readonly books: () => readonly Book[]
  /** The same bet at up to so many lines each way, lowest first. */
  readonly neighbours: (key: string, eachWay: number) => Promise<Record<'below' | 'above', readonly Leg[]>>
  /** A selection of the board; undefined when it is not there any more. */
  readonly leg: (key: string) => Promise<Leg | undefined>
  /** What single prices of odds objects are written in. */
  readonly singlesFormat: () => PriceFormat
  /** Asks one book for one price, ahead of what nobody waits for. Must not reject for what service or net did. */
  readonly ask: (book: Book, tokens: readonly string[], signal: AbortSignal) => Promise<QuoteOutcome>
  readonly now?: () => number
}

interface CellAddress {
  readonly parlayId: number
  readonly bookId: string
}

const stepsEachWay = 2

export class Study {
  readonly #options: StudyOptions
  readonly #now: () => number
  readonly #answers = new OneOffs()
  #abort = new AbortController()

  constructor(options: StudyOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** What is known of the parlay without each of its legs. Throws Refusal when there is no such parlay. */
  legCosts({ parlayId, bookId }: CellAddress): LegCosts {
    const { legs } = this.#options.parlay(parlayId)
    const rests = legs.map(({ key: leftOut }) => {
      const rest = legs.filter(({ key }) => key !== leftOut)
      const last = this.#answers.get({ parlayId, bookId, keys: rest.map(({ key }) => key) })
      return { leftOut, listed: this.#listed(rest, bookId), last }
    })
    return { rests }
  }

  /** Prices the parlay without a leg. Throws Refusal when the leg, or a token of the others, is not there. */
  priceRest(cell: CellAddress, leftOut: string): Promise<OneOff> {
    const parlay = this.#options.parlay(cell.parlayId)
    legOf(parlay, leftOut)
    return this.#price(cell, { ...parlay, legs: parlay.legs.filter(({ key }) => key !== leftOut) })
  }

  /** The lines next to that of a leg, at the books that carry the parlay with them. */
  async lineSteps(parlayId: number, leg: string): Promise<LineSteps> {
    legOf(this.#options.parlay(parlayId), leg)
    const { below, above } = await this.#options.neighbours(leg, stepsEachWay)
    const parlay = this.#options.parlay(parlayId)
    const stepOf = (step: Leg) => this.#step(step, withStep(parlay, leg, step))
    return { below: below.map(stepOf), above: above.map(stepOf) }
  }

  #step({ key: selection, name }: Leg, variant: Parlay): LineStep {
    const keys = variant.legs.map(({ key }) => key)
    const carrying = this.#options.books().filter(({ id }) => !tokensAt(variant, id).includes(null))
    const books = carrying.map(({ id: bookId }) => {
      return { bookId, last: this.#answers.get({ parlayId: variant.id, bookId, keys }) }
    })
    return { selection, name, books }
  }

  /** Prices the parlay with another line in the place of a leg. Throws Refusal when either is gone. */
  async priceStep(cell: CellAddress, leg: string, step: string): Promise<OneOff> {
    const found = await this.#options.leg(step)
    if (found === undefined) throw gone('this line, which the board no longer has')
    const parlay = this.#options.parlay(cell.parlayId)
    legOf(parlay, leg)
    return this.#price(cell, withStep(parlay, leg, found))
  }

  /** Calls off what is still to be answered. */
  cancel(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  /** Forgets answers for parlays that have left the desk. */
  keepOnly(parlayIds: readonly number[]): void {
    this.#answers.keepOnly(parlayIds)
  }

  async #price({ parlayId, bookId }: CellAddress, asked: Parlay): Promise<OneOff> {
    const { signal } = this.#abort
    const book = this.#options.books().find(({ id }) => id === bookId)
    const tokens = tokensAt(asked, bookId)
    const whole = tokens.filter(token => token !== null)
    if (book === undefined || whole.length < tokens.length || whole.length === 0)
      throw gone('all of these legs at this book')
    const outcome = await this.#options.ask(book, whole, signal)
    const answer = { at: this.#now(), outcome }
    if (!signal.aborted)
      this.#answers.put({ parlayId, bookId, keys: asked.legs.map(({ key }) => key) }, answer)
    return answer
  }

  /** The book's price for the one leg that is left; null when more are, or it lists none. */
  #listed(rest: readonly Leg[], bookId: string): QuotedPrice | null {
    const [only, ...others] = rest
    const text = only?.offers.find(offer => offer.bookId === bookId)?.price ?? null
    if (others.length > 0 || text === null) return null
    const format = this.#options.singlesFormat()
    const parsed = parsePrice(text, format)
    return parsed.ok ? { text, format, decimal: parsed.price.decimal } : null
  }
}

const gone = (what: string) => new Refusal({ kind: 'not-found', what })

function legOf({ legs }: Parlay, key: string): Leg {
  const leg = legs.find(each => each.key === key)
  if (leg === undefined) throw gone('this leg, which the parlay does not have')
  return leg
}

function withStep(parlay: Parlay, leg: string, step: Leg): Parlay {
  return { ...parlay, legs: parlay.legs.map(each => (each.key === leg ? step : each)) }
}

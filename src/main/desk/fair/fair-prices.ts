/**
 * Fair prices of parlays by one book's whole partition, requested only by the user: plans it, prices it in one burst
 * ahead of background calls, evaluates it, and keeps it with its quotes.
 */
import { EventEmitter } from 'node:events'
import { invalidInput, Refusal } from '../../../shared/failure.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import type { Parlay } from '../../../shared/model/parlay/parlay.ts'
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import {
  evaluatePartition,
  findLimitObstacle,
  isReusable,
  maxFairSpreadMs,
  type CallLimit,
  type FairOutcome,
  type FairPlan,
  type FairResult,
} from '../../../shared/model/price/fair.ts'
import { findPrice, type Quote, type QuoteOutcome } from '../../../shared/model/price/quote.ts'
import type { OneOff } from '../../../shared/model/price/whatif.ts'
import { WindowAborts } from '../../async/window-aborts.ts'
import type { FairStore } from './fair-store.ts'
import { describeMissing, findSuspect } from './partition-doubt.ts'
import { priceBurst } from './partition-burst.ts'
import { hasSameTokens, planPartition, type LegSides, type PartitionPlan } from './partition-plan.ts'

export interface FairPricesDeps {
  readonly store: FairStore
  readonly profileId: () => string
  /** Throws Refusal when there is no parlay with this id. */
  readonly parlay: (parlayId: number) => Parlay
  /** Books shown. */
  readonly books: () => readonly Book[]
  /** The sides of each selection on the board. */
  readonly sides: (keys: readonly string[]) => Promise<readonly LegSides[]>
  /** Last quotes of a parlay by book; empty when it is not on the desk. */
  readonly lastQuotes: (parlayId: number) => ReadonlyMap<string, Quote>
  /** Records the answer to a parlay's own sides as a quote of its cell. */
  readonly record: (cell: CellAddress, answer: OneOff) => void
  /** Asks one book for one price, ahead of background calls. Must not reject for failures of service or network. */
  readonly ask: (book: Book, tokens: readonly string[], signal: AbortSignal) => Promise<QuoteOutcome>
  /** Estimated time until the last of `calls` more calls of the user is sent. */
  readonly msUntilSent: (calls: number) => number
  /** Present limit of calls a minute. */
  readonly callLimit: () => CallLimit
  /** Age in ms after which a quote is stale. */
  readonly staleAfterMs: () => number
  readonly now?: () => number
}

/** `changed`: results of a parlay. `answered`: an outcome of a partition that is being priced. */
interface FairEvents {
  changed: [parlayId: number]
  answered: [CellAddress & { readonly place: number; readonly answer: OneOff }]
}

export class FairPrices extends EventEmitter<FairEvents> {
  readonly #deps: FairPricesDeps
  readonly #now: () => number
  readonly #aborts = new WindowAborts()

  constructor(deps: FairPricesDeps) {
    super()
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** The partition of a parlay at a book with its last prices. Makes no call. Throws Refusal for a missing parlay or book. */
  async plan(cell: CellAddress): Promise<FairPlan> {
    const { parlay, book } = this.#find(cell)
    const sides = await this.#deps.sides(parlay.legs.map(({ key }) => key))
    const fair = this.#deps.store.ofParlay(parlay.id).find(({ bookId }) => bookId === book.id) ?? null
    return this.#toPlan(cell, { parlay, sides, fair, answers: [] })
  }

  /**
   * Prices the partition, and returns it with its result. A stopped one is returned with the prices so far, and not
   * kept. Throws Refusal for a missing parlay or book, and when the book lacks a leg.
   */
  async price(cell: CellAddress, window: string): Promise<FairPlan> {
    const signal = this.#aborts.signalOf(window)
    const { parlay, book } = this.#find(cell)
    const keys = parlay.legs.map(({ key }) => key)
    const sides = await this.#deps.sides(keys)
    const plan = planPartition(parlay.legs, sides, book)
    if (plan.outcomes.length === 0) throw notFound('every leg at this book')
    const own = this.#findOwn(cell)
    const waiting = this.#describeWait(plan.outcomes.length - (own === undefined ? 0 : 1))
    if (waiting !== undefined) return this.#toResult(cell, { parlay, sides, answers: [] }, waiting)
    const answers = await priceBurst(plan.outcomes, {
      ask: (tokens, both) => this.#deps.ask(book, tokens, both),
      signal,
      now: this.#now,
      own,
      onAnswer: (place, answer) => {
        this.emit('answered', { ...cell, place, answer })
        if (place === 0) this.#deps.record(cell, answer)
      },
    })
    const after = signal.aborted ? sides : await this.#deps.sides(keys)
    const hasLeft = !hasSameTokens(plan, planPartition(parlay.legs, after, book))
    const result = hasLeft ? sideLeft : this.#evaluate(cell, { parlay, book, plan, answers }, signal)
    return this.#toResult(cell, { parlay, sides, answers }, result, !signal.aborted)
  }

  /** Values the parlay by this book's partition, or no longer. Throws Refusal unless the partition has an exact price. */
  use(cell: CellAddress, isUsed: boolean): void {
    const { parlay, book } = this.#find(cell)
    const fair = this.#deps.store.ofParlay(parlay.id).find(({ bookId }) => bookId === book.id)
    if (isUsed && fair?.result.kind !== 'exact')
      throw invalidInput('fair price', 'Only an exact fair price can be used. Price the outcomes again.')
    this.#deps.store.setUsed(cell, isUsed)
    this.emit('changed', parlay.id)
  }

  /** Stops the partitions that are being priced: those of one window, or all. */
  cancel(window?: string): void {
    this.#aborts.cancel(window)
  }

  #find({ parlayId, bookId }: CellAddress) {
    const parlay = this.#deps.parlay(parlayId)
    const book = this.#deps.books().find(({ id }) => id === bookId)
    if (book === undefined) throw notFound('this book')
    return { parlay, book }
  }

  /** The quote on screen, if it is new enough for the other prices. */
  #findOwn({ parlayId, bookId }: CellAddress): OneOff | undefined {
    const quote = this.#deps.lastQuotes(parlayId).get(bookId)
    return quote && isReusable(quote, this.#now()) ? { at: quote.at, outcome: quote.outcome } : undefined
  }

  /** Undefined when all calls can be sent soon after each other. */
  #describeWait(calls: number): FairResult | undefined {
    const { msUntilSent, callLimit } = this.#deps
    const obstacle = findLimitObstacle(calls, callLimit())
    if (obstacle !== undefined) return { kind: 'none', reason: obstacle }
    const waitMs = msUntilSent(calls)
    if (waitMs - msUntilSent(1) <= maxFairSpreadMs) return undefined
    const seconds = Math.ceil(waitMs / 1000)
    return {
      kind: 'none',
      reason: `The call budget can’t send ${calls} calls at once; try again in ${seconds}s.`,
    }
  }

  #evaluate(
    cell: CellAddress,
    { parlay, book, plan, answers }: EvaluationInput,
    { aborted }: AbortSignal,
  ): FairResult {
    const { store, profileId } = this.#deps
    const holds = { profileId: profileId(), bookId: book.id, legs: parlay.legs.length }
    const result = evaluatePartition(answers, {
      now: this.#now(),
      maxHold: store.maxHold(holds),
      outcomes: plan.size,
      reason: plan.obstacle ?? describeMissing(answers, { book: book.name, isStopped: aborted }),
    })
    const suspicion = this.#findSuspicion(cell, toOutcomes(plan, answers), book)
    if (suspicion !== undefined) return { kind: 'none', reason: suspicion }
    if (result.kind === 'exact' && !aborted) store.addHold(holds, result.hold)
    return result
  }

  #findSuspicion(cell: CellAddress, outcomes: readonly FairOutcome[], { id, name }: Book) {
    const { store, books, lastQuotes, staleAfterMs } = this.#deps
    const others = books().filter(book => book.id !== id)
    return findSuspect(outcomes, {
      book: name,
      now: this.#now(),
      staleAfterMs: staleAfterMs(),
      quotes: others.flatMap(book => lastQuotes(cell.parlayId).get(book.id) ?? []),
      partitions: others.map(book => store.outcomes({ ...cell, bookId: book.id })),
    })
  }

  #toResult(cell: CellAddress, priced: PricedPartition, result: FairResult, isKept = false): FairPlan {
    const { store } = this.#deps
    const at = Math.min(...priced.answers.map(answer => answer?.at ?? Infinity), this.#now())
    const isUsed = store
      .ofParlay(cell.parlayId)
      .some(({ bookId, isUsed: is }) => bookId === cell.bookId && is)
    const madeFrom = findPrice(priced.answers[0]) ?? null
    const fair = { bookId: cell.bookId, at, isUsed, madeFrom, result }
    const plan = this.#toPlan(cell, { ...priced, fair })
    if (!isKept) return plan
    store.put(cell, { at, outcomes: plan.outcomes, result })
    this.emit('changed', cell.parlayId)
    return plan
  }

  #toPlan(
    cell: CellAddress,
    { parlay, sides, fair, answers }: PricedPartition & Pick<FairPlan, 'fair'>,
  ): FairPlan {
    const { store, books } = this.#deps
    const { book } = this.#find(cell)
    const plan = planPartition(parlay.legs, sides, book)
    const stored = answers.length === 0 && fair !== null ? store.outcomes(cell) : []
    const known = new Map(stored.map(outcome => [toName(outcome.legs), outcome.last]))
    const outcomes = toOutcomes(plan, answers).map(outcome => ({
      ...outcome,
      last: outcome.last ?? known.get(toName(outcome.legs)) ?? null,
    }))
    const others = books()
      .filter(({ id }) => id !== book.id)
      .map(other => ({
        bookId: other.id,
        fair: store.ofParlay(parlay.id).find(({ bookId }) => bookId === other.id) ?? null,
        obstacle: planPartition(parlay.legs, sides, other).obstacle,
      }))
    return { outcomes, calls: plan.outcomes.length, obstacle: plan.obstacle, fair, others }
  }
}

/** A partition with the answers of one burst; none when it was not priced. */
interface PricedPartition {
  readonly parlay: Parlay
  readonly sides: readonly LegSides[]
  readonly answers: readonly (OneOff | null)[]
}

interface EvaluationInput extends Pick<PricedPartition, 'parlay' | 'answers'> {
  readonly book: Book
  readonly plan: PartitionPlan
}

const sideLeft: FairResult = {
  kind: 'none',
  reason: 'A side left your odds while it was being priced; try again.',
}

const notFound = (what: string) => new Refusal({ kind: 'not-found', what })
const toName = (legs: FairOutcome['legs']) => legs.map(({ key }) => key).join('\n')

const toOutcomes = ({ outcomes }: PartitionPlan, answers: PricedPartition['answers']): FairOutcome[] =>
  outcomes.map(({ legs }, place) => ({
    legs: legs.map(({ key, name, market }) => ({ key, name, market })),
    last: answers[place] ?? null,
  }))

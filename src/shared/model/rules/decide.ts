/**
 * Decisions of one rule, for the desk as it runs and for a replay of stored quotes. They follow from the rule, the quotes
 * in their order and the settings alone: it reads no clock, and the same tape gives the same decisions.
 *
 * - A rule decides when a quote of a parlay comes, as one book's price changes the worth of the others.
 * - It fires at most once for each price of a cell. A failed call is no change; another price, or none, is.
 * - The answer to a call that it asked for confirms that decision, and starts no other.
 * - In any 60 s it asks for no more calls than its share.
 */
import type { Row } from '../parlay/desk.ts'
import type { Cell, CellAddress } from '../price/cell.ts'
import { findPrice, type Quote } from '../price/quote.ts'
import { rowValue, takes, type CellValue, type RowValue, type ValueContext } from '../price/row-value.ts'
import { isFired, type RuleDecision, type RuleInputs, type RuleOutcome, type RuleTerms } from './rule.ts'

/** Half a second over the minute, because calls take different times to arrive. */
const shareMs = 60_500
/** Time within which a quote of the cell is the answer to a call that a rule asked for. */
const answerWithinMs = 60_000

/** A parlay as its quotes were at a time. */
export type RuleRow = Pick<Row, 'id' | 'legs' | 'fairPrice' | 'fairs' | 'stakeMinor' | 'cells'>

/** A quote that has come, and the row with it. */
export interface RuleEvent {
  readonly row: RuleRow
  readonly bookId: string
  /** Never earlier than the event before. */
  readonly at: number
  /** True for the answer to a call that a rule asked for; it is as good as one of the rule's own. */
  readonly isAnswer: boolean
  /** Value of the row at this time, which all rules share. */
  readonly value: RowValue
}

/** Takes a call of the rule's share for a cell, or says what is in its way. */
export type TakeCall = (cell: CellAddress) => 'taken' | 'share-used' | 'not-priced'

/** The row's value at a time, without partitions that came later. */
export function valueAt(row: RuleRow, context: ValueContext): RowValue {
  const fairs = row.fairs.filter(({ at }) => at <= context.now)
  return rowValue(row.cells, row.fairPrice, context, { ...row, fairs })
}

/** Allows for doubles: 5% is not over 5%. */
const tolerance = 1e-9

interface CellMemory {
  /** Decimal of the price that it last fired for, while the cell has that price. */
  firedFor: number | undefined
  /** Time at which it asked for the price again, until an answer comes. */
  askedAt: number | undefined
}

/** A price that a rule fired for in an earlier run. */
export interface EarlierFiring extends CellAddress {
  readonly decimal: number
}

const nameOf = ({ parlayId, bookId }: CellAddress): string => `${parlayId} ${bookId}`

export class RuleRun {
  #terms: RuleTerms
  readonly #cells = new Map<string, CellMemory>()
  /** Times at which it asked for calls in the last minute, oldest first. */
  #asked: number[] = []

  constructor(terms: RuleTerms, earlier: readonly EarlierFiring[] = []) {
    this.#terms = terms
    for (const firing of earlier)
      this.#cells.set(nameOf(firing), { firedFor: firing.decimal, askedAt: undefined })
  }

  /** Decides by other terms from now on. It still knows what it fired for; off, it waits for no answer. */
  change(terms: RuleTerms): void {
    this.#terms = terms
    if (terms.isOn) return
    for (const memory of this.#cells.values())
      if (memory.askedAt !== undefined) [memory.askedAt, memory.firedFor] = [undefined, undefined]
  }

  /** True while a call for the cell that the rule asked for is not answered. */
  isAsking(cell: CellAddress, at: number): boolean {
    const askedAt = this.#cells.get(nameOf(cell))?.askedAt
    return askedAt !== undefined && at - askedAt <= answerWithinMs
  }

  follow(event: RuleEvent, takeCall: TakeCall): RuleDecision[] {
    const { row } = event
    const { parlayId, bookIds } = this.#terms
    if (parlayId !== null && parlayId !== row.id) return []
    const cells = row.cells.filter(({ bookId }) => bookIds.length === 0 || bookIds.includes(bookId))
    return cells.flatMap(cell => this.#decide(cell, event, takeCall) ?? [])
  }

  #decide(cell: Cell, event: RuleEvent, takeCall: TakeCall): RuleDecision | undefined {
    const { quote, bookId } = cell
    if (quote === null) return undefined
    const address = { parlayId: event.row.id, bookId }
    const memory = this.#remember(address)
    const isNew = bookId === event.bookId
    const isAnswer = isNew && this.isAsking(address, event.at)
    if (isNew) takeQuote(memory, quote, isAnswer)
    const inputs = this.#toInputs(cell, quote, event)
    const isMet = this.#isMet(inputs)
    if (isAnswer && !isMet) return this.#toDecision(address, 'gone', { inputs, event })
    if (!isMet || (!isAnswer && memory.firedFor !== undefined)) return undefined
    memory.firedFor = inputs.price?.decimal
    if (isAnswer) return this.#toDecision(address, 'confirmed', { inputs, event })
    if (!this.#terms.actions.includes('requote')) return this.#toDecision(address, 'met', { inputs, event })
    if (isNew && event.isAnswer) return this.#toDecision(address, 'confirmed', { inputs, event })
    const { callsPerMinute } = this.#terms
    const taken = inputs.callsAsked < callsPerMinute ? takeCall(address) : 'share-used'
    if (taken !== 'taken') {
      const callsAsked = taken === 'share-used' ? callsPerMinute : inputs.callsAsked
      return this.#toDecision(address, 'unconfirmed', { inputs: { ...inputs, callsAsked }, event })
    }
    this.#asked.push(event.at)
    memory.askedAt = event.at
    return this.#toDecision(address, 'asked', { inputs, event })
  }

  #isMet({ price, ageMs, isSuspect, worth, maxStakeMinor }: RuleInputs): boolean {
    const { ev, maxAgeMs, minStake } = this.#terms
    if (price === null || worth === null || isSuspect) return false
    return worth.ev > ev + tolerance && ageMs <= (maxAgeMs ?? Infinity) && takes(maxStakeMinor, minStake)
  }

  #toInputs(cell: Cell, quote: Quote, { value, at }: RuleEvent): RuleInputs {
    // Prices that are not fresh, or not for all legs, have no value.
    const valued = value.cells.get(cell.bookId)
    return {
      quoteId: quote.id,
      price: findPrice(quote) ?? null,
      ageMs: Math.max(0, at - quote.at),
      isSuspect: (valued?.suspectBy ?? null) !== null,
      worth: toWorth(valued),
      maxStakeMinor: cell.maxStakeMinor,
      callsAsked: this.#countAsked(at),
    }
  }

  #toDecision(
    address: CellAddress,
    outcome: RuleOutcome,
    { inputs, event: { at, value } }: { readonly inputs: RuleInputs; readonly event: RuleEvent },
  ): RuleDecision {
    const hasSlip = isFired(outcome) && this.#terms.actions.includes('prepare-slip')
    const slip = hasSlip ? { quoteId: inputs.quoteId, stakeMinor: toStake(value, inputs) } : null
    return { ...address, at, outcome, inputs, slip }
  }

  #countAsked(at: number): number {
    this.#asked = this.#asked.filter(asked => asked > at - shareMs)
    return this.#asked.length
  }

  #remember(cell: CellAddress): CellMemory {
    const name = nameOf(cell)
    const known = this.#cells.get(name) ?? { firedFor: undefined, askedAt: undefined }
    this.#cells.set(name, known)
    return known
  }
}

/** Another price, or none, may be fired for; so may the same one when the call that was asked for gave no answer. */
function takeQuote(memory: CellMemory, quote: Quote, isAnswer: boolean): void {
  const isUnanswered = memory.askedAt !== undefined && (!isAnswer || quote.outcome.kind === 'failed')
  const isOther = quote.outcome.kind !== 'failed' && findPrice(quote)?.decimal !== memory.firedFor
  if (isUnanswered || isOther) memory.firedFor = undefined
  memory.askedAt = undefined
}

function toWorth(valued: CellValue | undefined): RuleInputs['worth'] {
  if (valued === undefined || valued.worth === null) return null
  const { source, p, ev, partition } = valued.worth
  const books = source === 'consensus' ? (valued.consensus?.books ?? 0) : (partition?.bookIds.length ?? 0)
  return { source, p, ev, books }
}

/** The row's stake, as far as the book takes it. */
function toStake({ stakeMinor }: RowValue, { maxStakeMinor }: RuleInputs): number | null {
  if (stakeMinor === null || maxStakeMinor === null) return stakeMinor
  return Math.min(stakeMinor, maxStakeMinor)
}

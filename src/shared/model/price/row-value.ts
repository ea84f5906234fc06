/**
 * What the prices of one row are worth. Only fresh prices for all legs are compared; of those, one that may be an
 * error is shown for what it is and never ranked. A price is judged by the user's own fair price where he typed one,
 * else by the consensus of the other books.
 */
import { compareEach, consensus, edgePoints, evPercent, usualDecimal, kellyShare } from '../../odds/value.ts'
import type { Cell } from './cell.ts'
import { isStale, type QuotedPrice } from './quote.ts'
import type { ValueSettings } from '../settings/settings.ts'

/** How rows are judged: the clock and the user's settings. */
export interface ValueReading {
  readonly now: number
  readonly staleAfterMs: number
  readonly value: ValueSettings
}

/** The other books' opinion of a parlay. */
export interface Consensus {
  /** Win probability, the user's margin taken off. */
  readonly p: number
  /** How many books it is the median of. */
  readonly books: number
}

export interface Worth {
  readonly source: 'mine' | 'consensus'
  readonly p: number
  /** Expected profit as a share of the stake. */
  readonly ev: number
  /** In probability: how much likelier than the price needs. */
  readonly edge: number
}

/** A fresh price for all legs. */
export interface CellValue {
  readonly bookId: string
  readonly price: QuotedPrice
  /** Of a suspect price, how far it is from the other books' median price: 0.52 for 52% above, -0.3 for 30% below. */
  readonly suspectBy: number | null
  readonly consensus: Consensus | null
  /** Null without a fair price to hold it against. */
  readonly worth: Worth | null
}

export interface RowValue {
  /** By book; without those that have no fresh price for all legs. */
  readonly cells: ReadonlyMap<string, CellValue>
  /** All but the suspect ones, highest price first, equal ones in the order of the cells. */
  readonly ranked: readonly CellValue[]
  /** Of all fresh prices: what the others say to a book that has none. */
  readonly consensus: Consensus | null
  /** When the first of the prices goes stale (epoch ms); until then time changes nothing. */
  readonly freshUntil: number
}

/** `mine`: the user's own fair price. */
export function rowValue(cells: readonly Cell[], mine: QuotedPrice | null, reading: ValueReading): RowValue {
  const fresh = cells.flatMap(cell => freshPrice(cell, reading))
  const comparisons = compareEach(fresh.map(({ price }) => price.decimal))
  const judged = fresh.map(({ bookId, price }, at): CellValue => {
    const { usual, isSuspect } = comparisons[at] ?? { usual: null, isSuspect: false }
    const others = consensusAt(usual, fresh.length - 1, reading.value)
    return {
      bookId,
      price,
      suspectBy: isSuspect && usual !== null ? price.decimal / usual - 1 : null,
      consensus: others,
      worth: worthOf(price.decimal, mine, others),
    }
  })
  const usual = usualDecimal(fresh.map(({ price }) => price.decimal))
  return {
    cells: new Map(judged.map(value => [value.bookId, value])),
    ranked: judged
      .filter(value => value.suspectBy === null)
      .sort((a, b) => b.price.decimal - a.price.decimal),
    consensus: consensusAt(usual, fresh.length, reading.value),
    freshUntil: Math.min(...fresh.map(({ at }) => at)) + reading.staleAfterMs,
  }
}

/** The cells that share the best price; none without one. */
export function bestOf({ ranked }: RowValue): readonly CellValue[] {
  return ranked.filter(({ price }) => price.decimal === ranked[0]?.price.decimal)
}

/** How much more the best price pays than the next book's, as a share of that; undefined without two prices. */
export function gapOf({ ranked: [best, second] }: RowValue): number | undefined {
  return best && second && best.price.decimal / second.price.decimal - 1
}

function freshPrice({ bookId, missingLegs, quote }: Cell, { now, staleAfterMs }: ValueReading) {
  if (missingLegs > 0 || quote?.outcome.kind !== 'priced' || isStale(quote, now, staleAfterMs)) return []
  return [{ bookId, price: quote.outcome.price, at: quote.at }]
}

function consensusAt(usual: number | null, books: number, settings: ValueSettings): Consensus | null {
  if (usual === null || books < settings.fewestBooks) return null
  return { p: consensus(usual, settings.margin), books }
}

function worthOf(decimal: number, mine: QuotedPrice | null, others: Consensus | null): Worth | null {
  const source = mine === null ? 'consensus' : 'mine'
  const p = mine === null ? others?.p : 1 / mine.decimal
  return p === undefined ? null : { source, p, ev: evPercent(p, decimal), edge: edgePoints(p, decimal) }
}

/** Whether prices are what an alert asks for: one judgement, where it is written and where it fires. Suspect prices never are. */

/** The highest price at one of these books, or with none named at any, where it is at least so many decimal odds. */
export function priceReaching(
  { ranked }: RowValue,
  { bookIds, decimal }: { readonly bookIds: readonly string[]; readonly decimal: number },
): CellValue | undefined {
  const cell = ranked.find(({ bookId }) => bookIds.length === 0 || bookIds.includes(bookId))
  return cell !== undefined && cell.price.decimal >= decimal ? cell : undefined
}

export interface Worthwhile {
  readonly cell: CellValue
  readonly worth: Worth
}

/** The price worth most, where its expected profit as a share of the stake is over `ev`. */
export function bestWorthOver({ ranked }: RowValue, ev: number): Worthwhile | undefined {
  let best: Worthwhile | undefined
  for (const cell of ranked) {
    const { worth } = cell
    if (worth !== null && worth.ev > (best?.worth.ev ?? ev)) best = { cell, worth }
  }
  return best
}

/** Shares of the bankroll to stake. */
export interface StakeAdvice {
  readonly advised: number
  /** Were the win probability a tenth lower. */
  readonly low: number
  /** Were it a tenth higher. */
  readonly high: number
}

const doubt = 0.1

/** Tempered Kelly at a win probability and decimal odds, with what an error of a tenth in the former would change. */
export function stakeAdvice(
  p: number,
  d: number,
  { kellyFraction: multiplier, kellyCap: cap }: ValueSettings,
): StakeAdvice {
  const at = (chance: number) => kellyShare(Math.min(chance, 1), d, { multiplier, cap })
  return { advised: at(p), low: at(p * (1 - doubt)), high: at(p * (1 + doubt)) }
}

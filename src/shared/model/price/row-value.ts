/**
 * Value of the prices of one row. Only fresh prices for all legs are compared, in a live game only those of about one
 * time (live-prices.ts); suspect ones are marked and never ranked, nor are those of a book whose accounts do not take the row's stake. A
 * price is valued by the partitions that the user chose, by their own fair price, or by the consensus of the
 * other books, in the order of their settings.
 */
import {
  compareEach,
  consensus,
  probabilityEdge,
  expectedValue,
  kellyFraction,
  payoutGain,
  medianDecimal,
  minOthers,
} from '../../odds/value.ts'
import type { Row } from '../parlay/desk.ts'
import type { LegView } from '../parlay/parlay.ts'
import type { Cell } from './cell.ts'
import { findChance, findMoveSince, maxFairPriceAgeMs, medianChance } from './fair.ts'
import {
  listComparable,
  listLeftBehind,
  listMoving,
  whileLive,
  type LeftBehind,
  type LivePrice,
} from './live-prices.ts'
import { hasLinks, isStale, type QuotedPrice } from './quote.ts'
import type { FairSource, ValueSettings } from '../settings/settings.ts'

/** Clock and limit by which prices are fresh. */
export interface FreshContext {
  readonly now: number
  readonly staleAfterMs: number
}

/** Clock and settings by which rows are valued. */
export interface ValueContext extends FreshContext {
  readonly value: ValueSettings
}

/** Consensus of the other books on a parlay. */
export interface Consensus {
  /** Win probability, less the user's margin. */
  readonly p: number
  /** Number of books it is the median of. */
  readonly books: number
}

export interface Worth {
  readonly source: FairSource
  readonly p: number
  /** Books whose partitions `p` is of; their median when there are several. Only with that source. */
  readonly partition?: {
    readonly bookIds: readonly string[]
    /** True when the price is of the same book: by its own margin. */
    readonly isOwn: boolean
  }
  /** Expected profit as a share of the stake. */
  readonly ev: number
  /** Win probability less the price's implied probability. */
  readonly edge: number
}

/** A fresh price for all legs that is compared with the others. */
export interface CellValue {
  readonly bookId: string
  readonly price: QuotedPrice
  /**
   * Distance of a suspect price from the other books' median price, as the rule measures it (`compareEach`): 0.52 for
   * 52% above the median, -0.27 where the median is 27% above the price; null unless suspect.
   */
  readonly suspectBy: number | null
  readonly consensus: Consensus | null
  /** The largest stake that the book takes, in minor units, when that is less than the row's; 0 for a closed account. */
  readonly limitMinor: number | null
  /** Null without a fair price to compare it with. */
  readonly worth: Worth | null
}

/** A price too old to be compared, but perhaps still offered. */
export interface OlderPrice {
  readonly bookId: string
  readonly price: QuotedPrice
  /** Time of its quote (epoch ms). */
  readonly at: number
}

export interface RowValue {
  /** By book; without those that have no comparable price for all legs. */
  readonly cells: ReadonlyMap<string, CellValue>
  /** Books whose fresh price of a live game is not compared with the others, and why. */
  readonly leftBehind: ReadonlyMap<string, LeftBehind>
  /** All values but the suspect and the limited ones, highest price first, equal ones in the order of the cells. */
  readonly ranked: readonly CellValue[]
  /** Values that are not suspect, of books that take less than the row's stake, in the same order. */
  readonly limited: readonly CellValue[]
  /** The stake that the prices are compared for, in minor units; null when the user has none. */
  readonly stakeMinor: number | null
  /** The highest older price above all ranked ones, of equals one whose bet slip opens; null without one. Outliers do not count. */
  readonly older: OlderPrice | null
  /** Consensus of all fresh prices, for books without one. */
  readonly consensus: Consensus | null
  /** Epoch ms at which the first price becomes stale; until then the value does not depend on the time. */
  readonly freshUntil: number
}

type FairParts = Pick<Row, 'fairs' | 'legs'>
type RowParts = FairParts & Partial<Pick<Row, 'stakeMinor' | 'cells'>>
const plainRow: RowParts = { fairs: [], legs: [] }

/**
 * `mine`: the user's own fair price. `parlay`: its partitions, the games that limit their age, its stake, and its cells at
 * all books when `cells` are only those shown.
 */
export function rowValue(
  cells: readonly Cell[],
  mine: QuotedPrice | null,
  context: ValueContext,
  parlay: RowParts = plainRow,
): RowValue {
  const stakeMinor = parlay.stakeMinor ?? context.value.stakePresets[0] ?? null
  const isLive = isInPlay(parlay.legs, context.now)
  const allFresh = listFresh(cells, context)
  const comparing = isLive ? whileLive : { spreadMs: context.staleAfterMs, doubtsLone: false }
  const fresh = listComparable(allFresh, comparing)
  const isMoved = fresh.length < allFresh.length
  // The older prices are of another market where that moves.
  const witnesses = isLive || isMoved ? fresh : listWitnesses(cells, fresh, context.now)
  const suspicions = findSuspicions(witnesses)
  const fairs = listUsedFairs({ cells, ...parlay }, context).filter(({ bookId }) => !suspicions.has(bookId))
  const judged = judge(fresh, { suspicions, fairs, mine, stakeMinor, settings: context.value })
  const usual = medianDecimal(fresh.map(({ price }) => price.decimal))
  const { ranked, limited } = rank(judged)
  const leftBehind = listLeftBehind(allFresh, fresh, comparing)
  return {
    cells: new Map(judged.map(value => [value.bookId, value])),
    leftBehind,
    ranked,
    limited,
    stakeMinor,
    older: findOlder(cells, { top: ranked[0]?.price.decimal ?? 1, stakeMinor }, [
      ...fresh.map(({ bookId }) => bookId),
      ...(fresh.length > 0 ? listMoving(leftBehind) : []),
    ]),
    consensus: toConsensus(usual, fresh.length, context.value),
    freshUntil: Math.min(
      ...allFresh.map(({ at }) => at + context.staleAfterMs),
      ...(witnesses === fresh ? [] : witnesses.map(({ at }) => at + maxWitnessAgeMs)),
      ...fairs.map(({ until }) => until),
      findNextStart(parlay.legs, context.now) - 1,
    ),
  }
}

interface JudgeOptions {
  readonly suspicions: ReadonlyMap<string, number>
  readonly fairs: readonly UsedFair[]
  readonly mine: QuotedPrice | null
  readonly stakeMinor: number | null
  readonly settings: ValueSettings
}

/** Values each compared price by the others. */
function judge(
  fresh: readonly FreshPrice[],
  { suspicions, fairs, mine, stakeMinor, settings }: JudgeOptions,
): CellValue[] {
  const comparisons = compareEach(fresh.map(({ price }) => price.decimal))
  return fresh.map(({ bookId, price, maxStakeMinor }, at) => {
    const others = toConsensus(comparisons[at]?.usual ?? null, fresh.length - 1, settings)
    return {
      bookId,
      price,
      suspectBy: suspicions.get(bookId) ?? null,
      consensus: others,
      limitMinor: takes(maxStakeMinor, stakeMinor) ? null : maxStakeMinor,
      worth: toWorth(price.decimal, findSource(settings.fairSource, { bookId, fairs, mine, others })),
    }
  })
}

/** The values that are not suspect, highest price first: of books that take the stake, and of those that limit it. */
function rank(judged: readonly CellValue[]): Pick<RowValue, 'ranked' | 'limited'> {
  const sorted = judged
    .filter(({ suspectBy }) => suspectBy === null)
    .toSorted((a, b) => b.price.decimal - a.price.decimal)
  return {
    ranked: sorted.filter(({ limitMinor }) => limitMinor === null),
    limited: sorted.filter(({ limitMinor }) => limitMinor !== null),
  }
}

/** The highest fresh price of a row, and how certain it is. */
export interface TopPrice {
  /**
   * `best`: at least two fresh prices were compared, and no higher one is known at a book that takes the stake. `only`:
   * the one fresh price. `unsure`: a higher price is known that is merely older.
   */
  readonly claim: 'best' | 'only' | 'unsure'
  /** The cells that share it, at least one. */
  readonly cells: readonly [CellValue, ...CellValue[]]
}

/** Undefined without a fresh price. */
export function findTop({ ranked, limited, older }: RowValue): TopPrice | undefined {
  const [first, ...rest] = ranked
  if (first === undefined) return undefined
  const claim = older !== null ? 'unsure' : rest.length + limited.length === 0 ? 'only' : 'best'
  return { claim, cells: [first, ...rest.filter(({ price }) => price.decimal === first.price.decimal)] }
}

/** Extra payout of the best price over the next book's, as a share of that; undefined without two prices. */
export function findGap({ ranked: [best, second] }: RowValue): number | undefined {
  return best && second && payoutGain(best.price.decimal, second.price.decimal)
}

/** True for a book that takes the stake; null for no limit and no stake. */
export const takes = (maxStakeMinor: number | null, stakeMinor: number | null): boolean =>
  maxStakeMinor === null || (maxStakeMinor > 0 && maxStakeMinor >= (stakeMinor ?? 0))

/** The fresh prices for all legs. */
export const listFresh = (cells: readonly Cell[], { now, staleAfterMs }: FreshContext): FreshPrice[] =>
  cells.flatMap(({ bookId, missingLegs, quote, before, maxStakeMinor }) =>
    missingLegs > 0 || quote?.outcome.kind !== 'priced' || isStale(quote, now, staleAfterMs)
      ? []
      : [{ bookId, price: quote.outcome.price, at: quote.at, before, maxStakeMinor }],
  )

interface FreshPrice extends LivePrice, Pick<Cell, 'bookId' | 'maxStakeMinor'> {
  readonly price: QuotedPrice
}

/** Maximum age of an old price by which a fresh one is found to be an error, in milliseconds. */
const maxWitnessAgeMs = 5 * 60_000

/**
 * The prices by which a price may be found to be an error: the compared ones where they are enough. A price that was
 * suspect stays so when the others are merely older.
 */
function listWitnesses(
  cells: readonly Cell[],
  fresh: readonly FreshPrice[],
  now: number,
): readonly FreshPrice[] {
  return fresh.length > minOthers ? fresh : listFresh(cells, { now, staleAfterMs: maxWitnessAgeMs })
}

/** Distances of the suspect prices from the others' median, by book. */
function findSuspicions(witnesses: readonly FreshPrice[]): ReadonlyMap<string, number> {
  const comparisons = compareEach(witnesses.map(({ price }) => price.decimal))
  return new Map(
    witnesses.flatMap(({ bookId, price }, at) => {
      const { usual, isSuspect } = comparisons[at] ?? { usual: null, isSuspect: false }
      return isSuspect && usual !== null ? [[bookId, findDistance(price.decimal, usual)] as const] : []
    }),
  )
}

/** True once a game of the parlay has started. */
export const isInPlay = (legs: readonly Pick<LegView, 'game'>[], now: number): boolean =>
  legs.some(({ game }) => game.isLive || (game.startAt ?? Infinity) <= now)

/** Start of the next game of a parlay (epoch ms); infinite once all have started. */
const findNextStart = (legs: Row['legs'], now: number): number =>
  Math.min(...legs.map(({ game }) => game.startAt ?? now).filter(at => at > now))

/**
 * The highest price above the compared ones that is merely older, at a book that takes the stake, without those that are
 * suspect among all known ones, and those from before a jump to the compared ones.
 */
function findOlder(
  cells: readonly Cell[],
  { top, stakeMinor }: { readonly top: number; readonly stakeMinor: number | null },
  comparedOrPassed: readonly string[],
): OlderPrice | null {
  const noRivals = new Set(comparedOrPassed)
  const known = cells.flatMap(({ bookId, missingLegs, quote, maxStakeMinor }) => {
    if (missingLegs > 0 || quote?.outcome.kind !== 'priced') return []
    const { price, links } = quote.outcome
    const isRival = price.decimal > top && !noRivals.has(bookId) && takes(maxStakeMinor, stakeMinor)
    return [{ bookId, price, at: quote.at, isRival, opens: Number(hasLinks(links)) }]
  })
  if (!known.some(({ isRival }) => isRival)) return null
  const comparisons = compareEach(known.map(({ price }) => price.decimal))
  const rivals = known.filter(({ isRival }, at) => isRival && comparisons[at]?.isSuspect !== true)
  const [highest] = rivals.sort((a, b) => b.price.decimal - a.price.decimal || b.opens - a.opens)
  return highest === undefined ? null : { bookId: highest.bookId, price: highest.price, at: highest.at }
}

const findDistance = (decimal: number, usual: number): number =>
  decimal > usual ? payoutGain(decimal, usual) : -payoutGain(usual, decimal)

function toConsensus(usual: number | null, books: number, settings: ValueSettings): Consensus | null {
  if (usual === null || books < settings.fewestBooks) return null
  return { p: consensus(usual, settings.margin), books }
}

/** A partition that prices may be valued by. */
export interface UsedFair {
  readonly bookId: string
  readonly p: number
  /** Epoch ms until which it counts. */
  readonly until: number
}

/** The exact partitions that the user chose to use, without those that are too old or that their book's price has left. */
export function listUsedFairs(
  { fairs, legs, cells }: FairParts & { readonly cells: readonly Cell[] },
  { now, value }: ValueContext,
): UsedFair[] {
  const maxAgeMs = isInPlay(legs, now)
    ? Math.min(maxFairPriceAgeMs, value.partitionMaxAgeMs)
    : value.partitionMaxAgeMs
  return fairs.flatMap(fair => {
    const { bookId, at, isUsed, result } = fair
    const p = isUsed && result.kind === 'exact' ? findChance(result, value) : undefined
    const until = at + maxAgeMs
    if (p === undefined || now > until) return []
    const own = cells.find(cell => cell.bookId === bookId)
    return findMoveSince(fair, own) === undefined ? [{ bookId, p, until }] : []
  })
}

interface Sources {
  readonly bookId: string
  readonly fairs: readonly UsedFair[]
  readonly mine: QuotedPrice | null
  readonly others: Consensus | null
}

type Source = Pick<Worth, 'source' | 'p' | 'partition'>

/** The first source that there is, from the wanted one on. */
function findSource(wanted: FairSource, { bookId, fairs, mine, others }: Sources): Source | undefined {
  const partition = wanted === 'partition' ? findPartition(bookId, fairs) : undefined
  if (partition !== undefined) return partition
  if (wanted !== 'consensus' && mine !== null) return { source: 'mine', p: 1 / mine.decimal }
  return others === null ? undefined : { source: 'consensus', p: others.p }
}

/** Partitions of other books, or only without them the book's own. */
function findPartition(bookId: string, fairs: readonly UsedFair[]): Source | undefined {
  const others = fairs.filter(fair => fair.bookId !== bookId)
  const isOwn = others.length === 0
  const used = isOwn ? fairs : others
  const p = medianChance(used.map(fair => fair.p))
  if (p === undefined) return undefined
  return { source: 'partition', p, partition: { bookIds: used.map(fair => fair.bookId), isOwn } }
}

function toWorth(decimal: number, source: Source | undefined): Worth | null {
  if (source === undefined) return null
  const { p } = source
  return { ...source, ev: expectedValue(p, decimal), edge: probabilityEdge(p, decimal) }
}

/**
 * The highest price at one of these books (any book when the list is empty); undefined if it pays less than `decimal`.
 * Used for editing and firing alerts; suspect prices never match.
 */
export function findReachingPrice(
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

/** The price with the highest expected value, if that is over `ev` (a share of the stake). */
export function findBestWorth({ ranked }: RowValue, ev: number): Worthwhile | undefined {
  let best: Worthwhile | undefined
  for (const cell of ranked) {
    const { worth } = cell
    if (worth !== null && worth.ev > (best?.worth.ev ?? ev)) best = { cell, worth }
  }
  return best
}

const doubt = 0.1

/**
 * Shares of the bankroll to stake by fractional Kelly at a win probability and decimal odds, and the same with that
 * probability a tenth lower and higher.
 */
export function stakeAdvice(p: number, d: number, settings: ValueSettings) {
  const at = (chance: number) =>
    Math.min(kellyFraction(Math.min(chance, 1), d) * settings.kellyFraction, settings.kellyCap)
  return { advised: at(p), low: at(p * (1 - doubt)), high: at(p * (1 + doubt)) }
}

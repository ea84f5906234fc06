/**
 * Ranks the scanner's priced parlays, with the doubts that the desk would have about their prices. A parlay on the desk
 * has the desk's price, fair price and doubt, so that both say the same.
 */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { toFingerprint, type LegView } from '../../../shared/model/parlay/parlay.ts'
import { maxLiveSpreadMs } from '../../../shared/model/price/live-prices.ts'
import {
  isInPlay,
  listFresh,
  rowValue,
  takes,
  type FreshContext,
  type RowValue,
  type ValueContext,
} from '../../../shared/model/price/row-value.ts'
import { isOldProposal, lowEv, type PricedParlay, type Proposal } from '../../../shared/model/price/scan.ts'
import { compareEach, medianDecimal, minOthers } from '../../../shared/odds/value.ts'

interface WithLegs {
  readonly legs: readonly Pick<LegView, 'key'>[]
}

type DeskRow = Pick<Row, 'legs' | 'cells' | 'fairPrice' | 'fairs' | 'stakeMinor'>

export interface RankContext extends ValueContext {
  /** Rows of the desk that are wanted. */
  readonly deskRows: (isWanted: (parlay: WithLegs) => boolean) => readonly DeskRow[]
  /** Largest stakes that the user's accounts take, by book. */
  readonly maxStakes: ReadonlyMap<string, number>
  /** The user's usual stake, in minor units; null without one. */
  readonly stakeMinor: number | null
}

/** A price that pays this much more than it should, with no other to compare it with, is suspect on the desk later. */
const maxAlone = 1.25
/** With fewer others than the desk's rule needs, a price that is this many times theirs is suspect. */
const maxOverFew = 1.25

export const fingerprintOf = ({ legs }: WithLegs): string => toFingerprint(legs.map(({ key }) => key))

/**
 * By the lowest expected value; then those of books that take less than the stake, and the suspect ones. Old prices come
 * after all fresh ones. A parlay that several books priced has one place, unless a price of it is limited or suspect.
 */
export function rankProposals(priced: readonly PricedParlay[], context: RankContext): Proposal[] {
  if (priced.length === 0) return []
  const found = Map.groupBy(priced, fingerprintOf)
  const rows = context.deskRows(parlay => found.has(fingerprintOf(parlay)))
  const onDesk = new Map(rows.map(row => [fingerprintOf(row), readDesk(row, context)]))
  const judged = priced.map(parlay => {
    const fingerprint = fingerprintOf(parlay)
    const proposal = judge(parlay, {
      desk: onDesk.get(fingerprint),
      found: found.get(fingerprint) ?? [],
      context,
    })
    return { proposal, fingerprint, tier: tierOf(proposal), isOld: isOldProposal(proposal, context) }
  })
  const ranked = judged.sort(
    (a, b) => Number(a.isOld) - Number(b.isOld) || a.tier - b.tier || lowEv(b.proposal) - lowEv(a.proposal),
  )
  const placed = new Set<string>()
  return ranked.flatMap(({ proposal, fingerprint, tier }) => {
    if (tier === 0 && placed.has(fingerprint)) return []
    if (tier === 0) placed.add(fingerprint)
    return [proposal]
  })
}

interface JudgeOptions {
  readonly desk: DeskPrices | undefined
  /** The scanner's prices for the same parlay. */
  readonly found: readonly KnownPrice[]
  readonly context: RankContext
}

function judge(parlay: PricedParlay, { desk, found, context }: JudgeOptions): Proposal {
  const now = desk ? followDesk(parlay, desk) : parlay
  const others = listOthers(now, [...(desk?.prices ?? []), ...found], context.staleAfterMs)
  const isSuspect = typeof desk?.value.cells.get(parlay.bookId)?.suspectBy === 'number'
  const maxMinor = context.maxStakes.get(parlay.bookId) ?? null
  return {
    ...now,
    others,
    doubt: isSuspect ? 'suspect' : findDoubt(now, others),
    bestOnDesk: desk ? findBetter(now, desk.value) : null,
    takesMinor: takes(maxMinor, context.stakeMinor) ? null : maxMinor,
  }
}

/** Prices of a row of the desk, of any age, and their value. */
interface DeskPrices {
  readonly prices: readonly KnownPrice[]
  readonly value: RowValue
}

const readDesk = (row: DeskRow, context: ValueContext): DeskPrices => ({
  prices: listKnown(row.cells),
  value: rowValue(row.cells, row.fairPrice, context, row),
})

/** The parlay at the desk's price and fair chance, unless the scanner's price is newer. */
function followDesk(parlay: PricedParlay, { prices, value }: DeskPrices): PricedParlay {
  const own = prices.find(({ bookId }) => bookId === parlay.bookId)
  if (own === undefined || own.at < parlay.at) return parlay
  const p = value.cells.get(parlay.bookId)?.worth?.p
  const fair = p === undefined ? parlay.fair : { low: p, mid: p, high: p }
  return { ...parlay, price: own.price, at: own.at, fair }
}

/** The best price of the desk; null when this book pays it. */
function findBetter({ bookId }: PricedParlay, { ranked }: RowValue): Proposal['bestOnDesk'] {
  const [best] = ranked
  const own = ranked.find(each => each.bookId === bookId)
  if (best === undefined || own?.price.decimal === best.price.decimal) return null
  return { bookId: best.bookId, price: best.price, ev: best.worth?.ev ?? null }
}

/** Proposals of the first places whose price another book can confirm: those with the fewest other prices first. */
export const listToCheck = (ranked: readonly Proposal[], context: FreshContext): Proposal[] =>
  ranked
    .slice(0, maxChecked)
    .filter(each => tierOf(each) === 0 && each.others.length < enoughOthers && !isOldProposal(each, context))
    .sort((a, b) => a.others.length - b.others.length)

const maxChecked = 10
const enoughOthers = 2

/** The place of a proposal before its expected value counts. */
function tierOf({ doubt, takesMinor }: Proposal): 0 | 1 | 2 {
  if (doubt === 'suspect' || doubt === 'too-high') return 2
  return takesMinor === null ? 0 : 1
}

type KnownPrice = Pick<PricedParlay, 'bookId' | 'price' | 'at'>

/** The desk's prices for all legs, of any age. */
const listKnown = (cells: Row['cells']): KnownPrice[] =>
  listFresh(cells, { now: Infinity, staleAfterMs: Infinity })

/**
 * The newest price of each other book that was fresh when this one was, highest first; of a live game only those of about
 * the same time. A proposal keeps them as it grows old.
 */
function listOthers(
  { bookId, legs, at }: PricedParlay,
  known: readonly KnownPrice[],
  staleAfterMs: number,
): Proposal['others'] {
  const maxSpreadMs = isInPlay(legs, at) ? Math.min(maxLiveSpreadMs, staleAfterMs) : staleAfterMs
  const compared = known.filter(each => each.bookId !== bookId && Math.abs(each.at - at) <= maxSpreadMs)
  const oldestFirst = compared.toSorted((a, b) => a.at - b.at)
  const newest = new Map(oldestFirst.map(each => [each.bookId, { bookId: each.bookId, price: each.price }]))
  return [...newest.values()].sort((a, b) => b.price.decimal - a.price.decimal)
}

function findDoubt({ fair, price }: PricedParlay, others: Proposal['others']): Proposal['doubt'] {
  const decimals = others.map(other => other.price.decimal)
  const usual = medianDecimal(decimals)
  if (usual === null) return fair.mid * price.decimal > maxAlone ? 'too-high' : 'only-price'
  const isSuspect =
    decimals.length < minOthers
      ? price.decimal > usual * maxOverFew
      : compareEach([price.decimal, ...decimals])[0]?.isSuspect === true
  return isSuspect ? 'suspect' : null
}

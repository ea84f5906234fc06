/** Ranks the scanner's priced parlays, with the doubts that the desk would have about their prices. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { toFingerprint, type LegView } from '../../../shared/model/parlay/parlay.ts'
import { maxLiveSpreadMs } from '../../../shared/model/price/live-prices.ts'
import { isStale } from '../../../shared/model/price/quote.ts'
import { isInPlay, listFresh, takes, type FreshContext } from '../../../shared/model/price/row-value.ts'
import { lowEv, type PricedParlay, type Proposal } from '../../../shared/model/price/scan.ts'
import { compareEach } from '../../../shared/odds/value.ts'

interface WithLegs {
  readonly legs: readonly Pick<LegView, 'key'>[]
}

export interface RankContext extends FreshContext {
  /** Rows of the desk that are wanted. */
  readonly deskRows: (isWanted: (parlay: WithLegs) => boolean) => readonly Pick<Row, 'legs' | 'cells'>[]
  /** Largest stakes that the user's accounts take, by book. */
  readonly maxStakes: ReadonlyMap<string, number>
  /** The user's usual stake, in minor units; null without one. */
  readonly stakeMinor: number | null
}

/** A price that pays this much more than it should, with no other to compare it with, is suspect on the desk later. */
const maxAlone = 1.25

export const fingerprintOf = ({ legs }: WithLegs): string => toFingerprint(legs.map(({ key }) => key))

/** By the lowest expected value; then those of books that take less than the stake, and last the suspect ones. */
export function rankProposals(priced: readonly PricedParlay[], context: RankContext): Proposal[] {
  if (priced.length === 0) return []
  const found = Map.groupBy(priced, fingerprintOf)
  const rows = context.deskRows(parlay => found.has(fingerprintOf(parlay)))
  const onDesk = new Map(rows.map(row => [fingerprintOf(row), listFresh(row.cells, context)]))
  const ranked = priced.map(parlay => {
    const fingerprint = fingerprintOf(parlay)
    const known = [...(onDesk.get(fingerprint) ?? []), ...(found.get(fingerprint) ?? [])]
    const doubt = findDoubt(parlay, listOthers(parlay, known, context))
    const maxMinor = context.maxStakes.get(parlay.bookId) ?? null
    const takesMinor = takes(maxMinor, context.stakeMinor) ? null : maxMinor
    const isLast = doubt === 'suspect' || (doubt === 'only-price' && pays(parlay) > maxAlone)
    return { proposal: { ...parlay, doubt, takesMinor }, tier: isLast ? 2 : takesMinor === null ? 0 : 1 }
  })
  return ranked
    .sort((a, b) => a.tier - b.tier || lowEv(b.proposal) - lowEv(a.proposal))
    .map(({ proposal }) => proposal)
}

/** The price over the likely fair price. */
const pays = ({ fair, price }: PricedParlay): number => fair.mid * price.decimal

type KnownPrice = Pick<PricedParlay, 'bookId' | 'price' | 'at'>

/** The newest fresh price of each other book; in a live game only those of about the same time. */
function listOthers(
  { bookId, legs, at }: PricedParlay,
  known: readonly KnownPrice[],
  { now, staleAfterMs }: FreshContext,
): number[] {
  const maxSpreadMs = isInPlay(legs, now) ? maxLiveSpreadMs : Infinity
  const compared = known.filter(
    each =>
      each.bookId !== bookId && !isStale(each, now, staleAfterMs) && Math.abs(each.at - at) <= maxSpreadMs,
  )
  const oldestFirst = compared.toSorted((a, b) => a.at - b.at)
  return [...new Map(oldestFirst.map(each => [each.bookId, each.price.decimal])).values()]
}

function findDoubt({ price }: PricedParlay, others: readonly number[]): Proposal['doubt'] {
  if (others.length === 0) return 'only-price'
  return compareEach([price.decimal, ...others])[0]?.isSuspect === true ? 'suspect' : null
}

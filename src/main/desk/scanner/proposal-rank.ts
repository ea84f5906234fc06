/** Ranks the scanner's priced parlays, with the doubts that the desk would have about their prices. */
import { toFingerprint } from '../../../shared/model/parlay/parlay.ts'
import { lowEv, type PricedParlay, type Proposal } from '../../../shared/model/price/scan.ts'
import { compareEach } from '../../../shared/odds/value.ts'

/** A price of a parlay at one book. */
export interface KnownPrice {
  readonly bookId: string
  readonly decimal: number
}

export interface RankContext {
  /** Fresh prices of the desk's parlays, by the fingerprint of their legs. */
  readonly deskPrices: ReadonlyMap<string, readonly KnownPrice[]>
  /** Largest stakes that the user's accounts take, by book. */
  readonly maxStakes: ReadonlyMap<string, number>
  /** The user's usual stake, in minor units; null without one. */
  readonly stakeMinor: number | null
}

/** A price that pays this much more than it should, with no other to compare it with, is suspect on the desk later. */
const maxAlone = 1.25

const fingerprintOf = ({ legs }: PricedParlay): string => toFingerprint(legs.map(({ key }) => key))

/** By the lowest expected value; then those of books that take less than the stake, and last the suspect ones. */
export function rankProposals(priced: readonly PricedParlay[], context: RankContext): Proposal[] {
  const byParlay = Map.groupBy(priced, fingerprintOf)
  const ranked = priced.map(parlay => {
    const fingerprint = fingerprintOf(parlay)
    const onDesk = context.deskPrices.get(fingerprint) ?? []
    const found = (byParlay.get(fingerprint) ?? []).map(({ bookId, price: { decimal } }) => ({
      bookId,
      decimal,
    }))
    // A book's price on the desk is left out where the scanner has one.
    const known = new Map([...onDesk, ...found].map(({ bookId, decimal }) => [bookId, decimal]))
    const doubt = findDoubt(parlay, known)
    const takesMinor = findLimit(parlay.bookId, context)
    const isLast = doubt === 'suspect' || (doubt === 'only-price' && pays(parlay) > maxAlone)
    return { proposal: { ...parlay, doubt, takesMinor }, tier: isLast ? 2 : takesMinor === null ? 0 : 1 }
  })
  return ranked
    .sort((a, b) => a.tier - b.tier || lowEv(b.proposal) - lowEv(a.proposal))
    .map(({ proposal }) => proposal)
}

/** The price over the likely fair price. */
const pays = ({ fair, price }: PricedParlay): number => fair.mid * price.decimal

function findDoubt({ bookId }: PricedParlay, known: ReadonlyMap<string, number>): Proposal['doubt'] {
  if (known.size === 1) return 'only-price'
  const at = [...known.keys()].indexOf(bookId)
  return compareEach([...known.values()])[at]?.isSuspect === true ? 'suspect' : null
}

function findLimit(bookId: string, { maxStakes, stakeMinor }: RankContext): number | null {
  const maxMinor = maxStakes.get(bookId)
  if (maxMinor === undefined) return null
  return maxMinor === 0 || maxMinor < (stakeMinor ?? 0) ? maxMinor : null
}

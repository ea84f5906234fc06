/** Ranks the scanner's priced parlays, with the doubts that the desk would have about their prices. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import { toFingerprint, type LegView } from '../../../shared/model/parlay/parlay.ts'
import { maxLiveSpreadMs } from '../../../shared/model/price/live-prices.ts'
import { isInPlay, listFresh, takes, type FreshContext } from '../../../shared/model/price/row-value.ts'
import { isOldProposal, lowEv, type PricedParlay, type Proposal } from '../../../shared/model/price/scan.ts'
import { compareEach, medianDecimal, minOthers } from '../../../shared/odds/value.ts'

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
  const onDesk = new Map(rows.map(row => [fingerprintOf(row), listKnown(row.cells)]))
  const judged = priced.map(parlay => {
    const fingerprint = fingerprintOf(parlay)
    const known = [...(onDesk.get(fingerprint) ?? []), ...(found.get(fingerprint) ?? [])]
    const others = listOthers(parlay, known, context.staleAfterMs)
    const maxMinor = context.maxStakes.get(parlay.bookId) ?? null
    const takesMinor = takes(maxMinor, context.stakeMinor) ? null : maxMinor
    const proposal: Proposal = { ...parlay, doubt: findDoubt(parlay, others), takesMinor, others }
    return { proposal, fingerprint, tier: tierOf(proposal), isOld: isOldProposal(parlay, context) }
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

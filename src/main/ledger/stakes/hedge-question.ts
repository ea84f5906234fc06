/** A hedge in the terms of `hedge`: tickets, and the bets that can be added at each book. */
import type { HedgeBet, Profits } from '../../../shared/model/ticket/hedge-plan.ts'
import { parsePrice } from '../../../shared/odds/price-parse.ts'
import { exactPayoutMinor, type ExactPrice } from '../../../shared/odds/price.ts'
import type { Rational } from '../../../shared/odds/rational.ts'
import { compareEach } from '../../../shared/odds/value.ts'
import {
  hedge,
  oppositeSide,
  type Hedge,
  type HedgeGoal,
  type HedgeOffer,
} from '../../../shared/value/hedge.ts'
import { suspectPrice } from './hedge-text.ts'

/** A bet that can be added, before its stake is known. */
export interface HedgeCandidate extends Omit<HedgeBet, 'stakeMinor' | 'profits'> {
  /** Smallest stake that the book takes; null when it names none. */
  readonly minMinor: number | null
}

type Results = HedgeOffer['results']

/**
 * Results of a middle's bet: only the ticket's leg wins, both win, only the bet wins. A push of the bet, while the leg
 * wins, is better than the first.
 */
export const middleResults: Results = ['lost', 'won', 'won']

/**
 * All ways that n legs can end, the first of them all won: in the outcome m, the leg i has lost if the bit i of m is set.
 */
const isLostIn = (outcome: number, leg: number): boolean => ((outcome >> leg) & 1) === 1
const listOutcomes = (legs: number): number[] => Array.from({ length: 2 ** legs }, (_, outcome) => outcome)

/** Profits of the ticket, which wins if all of its legs do. */
export const toTicketOutcomes = ({ wonMinor, lostMinor }: Profits, legs: number): number[] =>
  listOutcomes(legs).map(outcome => (outcome === 0 ? wonMinor : lostMinor))

/** Profits of tickets on the other side of one leg. */
export const toSideOutcomes = ({ wonMinor, lostMinor }: Profits, leg: number, legs: number): number[] =>
  listOutcomes(legs).map(outcome => (isLostIn(outcome, leg) ? lostMinor : wonMinor))

/** Results of a bet on the other side of one leg. */
export const toSideResults = (leg: number, legs: number): Results =>
  legs === 1 ? oppositeSide : listOutcomes(legs).map(outcome => (isLostIn(outcome, leg) ? 'won' : 'lost'))

/** Profits of a middle's tickets, of which all have the same one leg. */
export const toMiddleOutcomes = ({ wonMinor, lostMinor }: Profits): number[] => [
  wonMinor,
  wonMinor,
  lostMinor,
]

/** If all legs win, and the lowest otherwise. */
export function summarize([wonMinor = 0, ...others]: readonly number[]): Profits {
  return { wonMinor, lostMinor: Math.min(...others) }
}

/** Sum of profits in each outcome. */
export const addOutcomes = (all: readonly (readonly number[])[], count: number): number[] =>
  Array.from({ length: count }, (_, outcome) => all.reduce((sum, each) => sum + (each[outcome] ?? 0), 0))

/** Stakes of 0 for bets that do not count. */
export interface SolvedHedge extends Hedge {
  readonly bets: readonly HedgeBet[]
  /** Number of bets that count. */
  readonly priced: number
  readonly stakeMinor: number
}

/**
 * Stakes on these bets that meet the goal, for tickets by their profit in each outcome. A book whose smallest bet is above
 * its stake is left out.
 */
export function solveHedge(
  tickets: readonly (readonly number[])[],
  offers: readonly HedgeCandidate[],
  goal: HedgeGoal,
  toResults: (offer: HedgeCandidate) => Results,
): SolvedHedge {
  const counted = offers.flatMap(offer => {
    const odds = offer.obstacle === null ? toExact(offer)?.odds : undefined
    return odds === undefined ? [] : [{ offer, odds, results: toResults(offer) }]
  })
  const solved = solveCounted(
    tickets.map(profitsMinor => ({ profitsMinor })),
    counted,
    goal,
  )
  const stakeOf = (offer: HedgeCandidate) => solved.stakes.get(offer) ?? 0
  const bets = offers.map(offer => toBet(offer, stakeOf(offer)))
  return {
    ...solved.hedge,
    bets: sortBets(bets),
    priced: counted.length,
    stakeMinor: bets.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0),
  }
}

interface Counted {
  readonly offer: HedgeCandidate
  readonly odds: Rational
  readonly results: Results
}

function solveCounted(
  positions: Parameters<typeof hedge>[0],
  counted: readonly Counted[],
  goal: HedgeGoal,
): { readonly hedge: Hedge; readonly stakes: ReadonlyMap<HedgeCandidate, number> } {
  const offers = counted.map(({ offer: { maxMinor }, odds, results }) => ({
    odds,
    results,
    ...(maxMinor !== null && { limitMinor: maxMinor }),
  }))
  const solved = hedge(positions, offers, goal)
  const kept = counted.filter(({ offer: { minMinor } }, place) => {
    const stake = solved.stakesMinor[place] ?? 0
    return stake === 0 || stake >= (minMinor ?? 0)
  })
  if (kept.length < counted.length) return solveCounted(positions, kept, goal)
  const stakes = new Map(counted.map(({ offer }, place) => [offer, solved.stakesMinor[place] ?? 0]))
  return { hedge: solved, stakes }
}

/** Excludes suspect prices: a book may cancel such a bet, which would leave the ticket without its hedge. */
export function markSuspects(offers: readonly HedgeCandidate[]): HedgeCandidate[] {
  const priced = offers.filter(({ obstacle, price }) => obstacle === null && price !== null)
  const comparisons = compareEach(priced.map(({ price }) => price?.decimal ?? 1))
  return offers.map(offer => {
    const isSuspect = comparisons[priced.indexOf(offer)]?.isSuspect === true
    return isSuspect ? { ...offer, obstacle: suspectPrice } : offer
  })
}

function toExact({ price }: Pick<HedgeCandidate, 'price'>): ExactPrice | undefined {
  const parsed = price === null ? undefined : parsePrice(price.text, price.format)
  return parsed?.ok === true ? parsed.price : undefined
}

function toBet({ minMinor: _, ...offer }: HedgeCandidate, stakeMinor: number): HedgeBet {
  const exact = stakeMinor === 0 ? undefined : toExact(offer)
  const payout = exact === undefined ? 0 : Number(exactPayoutMinor(stakeMinor, exact))
  return { ...offer, stakeMinor, profits: { wonMinor: 0 - stakeMinor, lostMinor: payout - stakeMinor } }
}

/** Sorts bets: the highest stake first, then those that count, then the highest price. */
const sortBets = (bets: readonly HedgeBet[]): HedgeBet[] =>
  bets.toSorted(
    (a, b) =>
      b.stakeMinor - a.stakeMinor ||
      Number(a.obstacle !== null) - Number(b.obstacle !== null) ||
      (b.price?.decimal ?? 0) - (a.price?.decimal ?? 0),
  )

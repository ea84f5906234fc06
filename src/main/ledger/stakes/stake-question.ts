/**
 * The question of a stake plan in the terms of `jointStakes`: the new bet at each book and the open tickets, with the legs
 * that they share, as shares of the bankroll.
 */
import { consensus } from '../../../shared/odds/value.ts'
import type { ValueSettings } from '../../../shared/model/settings/settings.ts'
import { toGameKey, type TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import type { Bet, OpenBet as OpenStake, StakeOptions } from '../../../shared/value/kelly.ts'
import { toSharedLegs } from '../../../shared/value/shared-legs.ts'
import type { OpenBet, OpenLeg } from '../reads/open-bets.ts'

/** The new bet at one book. */
export interface BookOffer {
  /** Decimal odds, above 1. */
  readonly decimal: number
  /** Limits of a stake in minor units; null when the book names none. */
  readonly minMinor: number | null
  readonly maxMinor: number | null
}

/** The new bet: its legs, their joint win probability, and the books that price it. */
export interface NewBet {
  readonly legs: readonly string[]
  readonly probability: number
  readonly offers: readonly BookOffer[]
}

export interface OpenTickets {
  /** Tickets on other bets. */
  readonly tickets: readonly OpenBet[]
  /** The joint win probability of what a ticket waits for. */
  readonly probabilityOf: (ticket: OpenBet) => number
  /** Sum of the stakes already open on the very legs of the new bet. */
  readonly sameMinor: number
}

export interface StakeQuestion {
  readonly bets: readonly Bet[]
  readonly options: StakeOptions
}

/** Identity of a leg, the same for a leg of the desk and of a ticket. */
export const toLegId = ({ gameKey, market, name }: OpenLeg): string => `${gameKey}\n${market}\n${name}`
export const toOpenLeg = ({ game, market, name }: Pick<TicketLeg, 'game' | 'market' | 'name'>): OpenLeg => ({
  gameKey: toGameKey(game),
  market,
  name,
})

/** Identity of the legs that a bet still needs, whatever their order. */
export const toLegsKey = (legs: readonly OpenLeg[]): string => JSON.stringify(legs.map(toLegId).sort())

/**
 * Win probability of a ticket by its price alone: the implied one less the margin, and the same for each of its legs when
 * some have won.
 */
export const toImpliedProbability = ({ decimal, legs, legCount }: OpenBet, margin: number): number =>
  Math.min(1, consensus(decimal, margin) ** (legs.length / legCount))

/** The question whose answer is one stake for each offer, the largest sum of which is the cap on one bet. */
export function toStakeQuestion(
  { legs, probability, offers }: NewBet,
  { tickets, probabilityOf }: Omit<OpenTickets, 'sameMinor'>,
  { bankrollMinor, kellyFraction, kellyCap }: ValueSettings,
): StakeQuestion {
  const own = offers.map(() => ({ probability, legs }))
  const others = tickets.map(ticket => ({
    probability: probabilityOf(ticket),
    legs: ticket.legs.map(toLegId),
  }))
  const shared = toSharedLegs([...own, ...others])
  const toShare = (minor: number) => minor / bankrollMinor
  const bets = offers.map(({ decimal, maxMinor }, place): Bet => ({
    decimal,
    legs: shared[place] ?? [],
    ...(maxMinor !== null && { limit: toShare(maxMinor) }),
  }))
  const open = tickets.map(({ decimal, stakeMinor, payoutMinor }, place): OpenStake => ({
    decimal,
    stake: toShare(stakeMinor),
    payout: toShare(payoutMinor),
    legs: shared[offers.length + place] ?? [],
  }))
  const all = offers.map((_, place) => place)
  return { bets, options: { open, limits: [{ max: kellyCap, bets: all }], fraction: kellyFraction } }
}

/** Number of separate events of a question; many are sampled. */
export const countEvents = ({ bets, options: { open = [] } }: StakeQuestion): number =>
  new Set([...bets, ...open].flatMap(({ legs = [] }) => legs.map(({ id }) => id))).size

/** Stakes less an amount that is already open on the same bet, taken from the lowest price up. */
export function lessOpen(stakesMinor: readonly number[], openMinor: number): number[] {
  let left = openMinor
  return stakesMinor
    .toReversed()
    .map(stake => {
      const taken = Math.min(stake, left)
      left -= taken
      return stake - taken
    })
    .reverse()
}

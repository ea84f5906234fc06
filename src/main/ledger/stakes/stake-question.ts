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

/** The new bet at one book, or the part of it that a boost there covers. */
export interface BookOffer {
  readonly bookId: string
  /** Decimal odds, above 1. */
  readonly decimal: number
  /** Limits of a stake in minor units; null when the book names none. */
  readonly minMinor: number | null
  readonly maxMinor: number | null
  /** Largest stake of all offers at the book. */
  readonly bookMaxMinor: number | null
}

/** The new bet: its legs, their joint win probability, and the books that price it. */
export interface NewBet {
  readonly legs: readonly string[]
  readonly probability: number
  readonly offers: readonly BookOffer[]
}

export interface OpenTickets {
  readonly tickets: readonly OpenBet[]
  /** The joint win probability of what a ticket waits for. */
  readonly probabilityOf: (ticket: OpenBet) => number
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

/** Shares of the bankroll that the settings leave for a bet beside open tickets: on its legs, on its games, and in all. */
export interface StakeRoom {
  readonly bet: number
  readonly game: number
  readonly open: number
}

export function findRoom(
  legs: readonly string[],
  tickets: readonly OpenBet[],
  { bankrollMinor, kellyCap, gameCap, openCap }: ValueSettings,
): StakeRoom {
  const games = new Set(legs.map(gameOf))
  const staked = (all: readonly OpenBet[]) =>
    all.reduce((total, { stakeMinor }) => total + stakeMinor, 0) / bankrollMinor
  const onGames = [...games].map(game =>
    staked(tickets.filter(ticket => ticket.legs.some(leg => leg.gameKey === game))),
  )
  return {
    bet: Math.max(0, kellyCap - staked(findSameBets(tickets, legs))),
    game: gameCap === 1 ? Infinity : Math.max(0, gameCap - Math.max(0, ...onGames)),
    open: openCap === 1 ? Infinity : Math.max(0, openCap - staked(tickets)),
  }
}

/** Open tickets that wait for these very legs. */
export function findSameBets(tickets: readonly OpenBet[], legs: readonly string[]): OpenBet[] {
  const key = JSON.stringify(legs.toSorted())
  return tickets.filter(ticket => toLegsKey(ticket.legs) === key)
}

const gameOf = (legId: string): string => legId.slice(0, legId.indexOf('\n'))

/**
 * The question whose answer is one stake for each offer. Their sum is at most the cap on one bet, and what the settings
 * leave for its games and in all.
 */
export function toStakeQuestion(
  { legs, probability, offers }: NewBet,
  { tickets, probabilityOf }: OpenTickets,
  settings: ValueSettings,
): StakeQuestion {
  const { bankrollMinor, kellyFraction } = settings
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
  const places = Map.groupBy(all, place => offers[place]?.bookId)
  const ofBooks = [...places.values()].flatMap(bets => {
    const { bookMaxMinor = null } = offers[bets[0] ?? 0] ?? {}
    return bookMaxMinor === null || bets.length === 1 ? [] : [{ max: toShare(bookMaxMinor), bets }]
  })
  const room = findRoom(legs, tickets, settings)
  const max = Math.min(room.bet, room.game, room.open)
  return { bets, options: { open, limits: [{ max, bets: all }, ...ofBooks], fraction: kellyFraction } }
}

/** Number of separate events of a question; many are sampled. */
export const countEvents = ({ bets, options: { open = [] } }: StakeQuestion): number =>
  new Set([...bets, ...open].flatMap(({ legs = [] }) => legs.map(({ id }) => id))).size

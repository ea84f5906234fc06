/** Converts a ticket to its row: everything that lists and sums need, computed once when the ticket changes. */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { shortenLegs, findSubject } from '../../../shared/model/game/leg-short.ts'
import { ownStakeMinor, winMinor } from '../../../shared/model/ticket/payout.ts'
import type { LegResult } from '../../../shared/model/ticket/settlement.ts'
import { toGameKey, toIdentity, type TakenPrice } from '../../../shared/model/ticket/ticket.ts'
import type { ClosingPrice } from '../../../shared/model/ticket/ticket-line.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import type { StoredClosing } from '../log/record.ts'
import { toClosingValue } from '../state/closing-value.ts'
import type { TicketOutcome } from '../state/ticket-outcome.ts'
import { legResult, settledAt, type LegState, type TicketState } from '../state/ticket-state.ts'

/** The columns that `day_sums` adds up, in their order. */
export const SumRow = z.object({
  tickets: z.number(),
  open: z.number(),
  open_own: z.number(),
  open_potential: z.number(),
  settled: z.number(),
  won: z.number(),
  lost: z.number(),
  staked: z.number(),
  profit: z.number(),
  closed: z.number(),
  clv_tickets: z.number(),
  clv_ppm: z.number(),
  expected: z.number(),
  variance: z.number(),
  review: z.number(),
  refunded: z.number(),
  open_to_win: z.number(),
  clv_profit: z.number(),
  clv_square: z.number(),
})
export type SumRow = z.output<typeof SumRow>
export const sumColumns = SumRow.keyof().options

export type TicketRow = Omit<ReturnType<typeof toTicketRow>, 'identity'>

/** The columns of `tickets` without its two lists of facets. */
export function toTicketRow(state: TicketState, outcome: TicketOutcome) {
  return { ...factColumns(state), ...legColumns(state), ...outcomeColumns(state, outcome) }
}

/** The columns of `legs` without ticket and place. */
export function toLegRow(state: LegState) {
  const { name, market, game, grade } = state.leg
  return {
    name,
    market,
    subject: findSubject(state.leg),
    game: game.title,
    league: game.league,
    start_at: game.startAt,
    grade,
    result: legResult(state),
    resulted_at: state.resultedAt,
    game_key: toGameKey(game),
  }
}

function factColumns({ id, facts }: TicketState) {
  return {
    id,
    uid: facts.uid,
    identity: toIdentityHash(facts),
    is_demo: Number(facts.isDemo),
    profile_id: facts.profileId,
    day: toDayNumber(facts.day),
    placed_at: facts.placedAt,
    book_id: facts.book.id,
    book_name: facts.book.name,
    currency: facts.currency,
    stake_minor: facts.stakeMinor,
    own_minor: ownStakeMinor(facts),
    potential_minor: winMinor(facts),
    price_text: facts.price.text,
    price_format: facts.price.format,
    price_odds: facts.price.odds,
    price_rank: toPriceRank(facts.price.odds),
    kind: facts.kind,
    is_live: Number(facts.isLive),
    tags: toJsonColumn(facts.tags),
    title: shortenLegs(facts.legs),
    account_id: facts.accountId ?? null,
    promotion_id: facts.promotionId ?? null,
    fair_p: facts.fair?.p ?? null,
    fair_source: facts.fair?.source ?? null,
  }
}

function legColumns(state: TicketState) {
  const count = (result: LegResult) => state.legs.filter(leg => legResult(leg) === result).length
  return {
    legs_won: count('won'),
    legs_lost: count('lost'),
    legs_refunded: count('refunded'),
    legs_pending: count('pending'),
    legs_unknown: count('unknown'),
  }
}

function outcomeColumns(state: TicketState, outcome: TicketOutcome) {
  const { result, review, isProvisionallyLost, payout } = outcome
  const value = toClosingValue(state, outcome)
  const close = state.closing?.kind === 'priced' ? state.closing : undefined
  const { reversed: last } = state
  const reversed = last?.isByService === true && last.result !== result ? last : null
  return {
    result,
    review,
    is_provisionally_lost: Number(isProvisionallyLost),
    was: reversed?.result ?? null,
    was_profit_minor: reversed?.profitMinor ?? null,
    settled_at: settledAt(state),
    payout_minor: payout?.minor ?? null,
    is_actual: Number(payout?.isActual ?? false),
    profit_minor: payout === null ? null : payout.minor - ownStakeMinor(state.facts),
    closing: toJsonColumn(toClosingPrice(state.closing)),
    close_rank: close === undefined ? null : toPriceRank(close.price.odds),
    close_p: close?.fair?.p ?? null,
    close_p_by: close?.fair?.by ?? null,
    clv_ppm: value?.clvPpm ?? null,
    expected_minor: value?.expectedMinor ?? null,
    variance: value?.variance ?? null,
    is_in_clv_pool: Number(!state.isVoided && (value?.isInPool ?? false)),
    is_voided: Number(state.isVoided),
    status_rank: toStatusRank(state, outcome),
  }
}

/** Ranks of open tickets are times of starts; without one they follow, then the settled tickets. */
const noStartRank = 4e15
const settledRank = 8e15

/**
 * Order of the status that lists show: tickets to review, open ones by the start of their first game, then settled ones
 * by their legs won, lost and refunded.
 */
function toStatusRank({ legs }: TicketState, { result }: TicketOutcome): number {
  if (result === 'review') return 0
  const starts = legs.flatMap(({ leg }) => leg.game.startAt ?? [])
  if (result === 'pending') return starts.length === 0 ? noStartRank : Math.min(...starts)
  const count = (of: LegResult) => legs.filter(leg => legResult(leg) === of).length
  return settledRank + 1e6 * count('won') + 1e3 * count('lost') + count('refunded')
}

const maxRank = 10n ** 15n

/** Millionths of the decimal odds, for sorting by price; the longest odds share the last rank. */
function toPriceRank(odds: string): number {
  const [num = '0', den = '1'] = odds.split('/')
  const millionths = (BigInt(num) * 1_000_000n) / BigInt(den)
  return Number(millionths < maxRank ? millionths : maxRank)
}

/** Hash that identifies a bet: long enough to exclude collisions, short enough for an index. */
export function toIdentityHash(facts: Parameters<typeof toIdentity>[0]): Buffer {
  return hash('sha256', toIdentity(facts), 'buffer').subarray(0, 16)
}

/** `2026-11-20` as 20261120. */
export const toDayNumber = (day: string): number => Number(day.replaceAll('-', ''))

/** 20261120 as `2026-11-20`. */
export function toDayText(day: number): string {
  const digits = String(day)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

/** A stored price for the screen; the decimal is rounded, for display and ranking only. */
export function toQuotedPrice(price: TakenPrice) {
  const { text, format, odds } = price
  const [num, den] = odds.split('/').map(Number)
  return { text, format, decimal: Number(num) / Number(den) }
}

export function toClosingPrice(closing: StoredClosing | null): ClosingPrice {
  if (closing === null) return { kind: 'none' }
  if (closing.kind !== 'priced') return closing
  return { kind: closing.kind, price: toQuotedPrice(closing.price), at: closing.at }
}

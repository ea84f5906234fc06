/** A ticket as one row of its table: everything that lists and sums need, worked out once when it changes. */
import { hash } from 'node:crypto'
import { legsShort, subjectOf } from '../../../shared/model/game/leg-short.ts'
import { ownStakeMinor, winMinor } from '../../../shared/model/ticket/payout.ts'
import type { LegResult } from '../../../shared/model/ticket/settlement.ts'
import { gameKey, identityOf, type TakenPrice } from '../../../shared/model/ticket/ticket.ts'
import type { ClosingPrice } from '../../../shared/model/ticket/ticket-line.ts'
import type { KeptClosing } from '../log/record.ts'
import { closingValue } from '../state/closing-value.ts'
import type { Standing } from '../state/ticket-outcome.ts'
import { legResult, settledAt, type LegState, type TicketState } from '../state/ticket-state.ts'

export type TicketRow = Omit<ReturnType<typeof ticketRow>, 'identity'>

/** The columns of `tickets` but for its two lists of facets. */
export function ticketRow(state: TicketState, standing: Standing) {
  return { ...factColumns(state), ...legColumns(state), ...standingColumns(state, standing) }
}

/** The columns of `legs` but for whose and which it is. */
export function legRow(state: LegState) {
  const { name, market, game, grade } = state.leg
  return {
    name,
    market,
    subject: subjectOf(state.leg),
    game: game.title,
    league: game.league,
    start_at: game.startAt,
    grade,
    result: legResult(state),
    resulted_at: state.resultedAt,
    game_key: gameKey(game),
  }
}

function factColumns({ id, facts }: TicketState) {
  return {
    id,
    uid: facts.uid,
    identity: identityHash(facts),
    is_demo: Number(facts.isDemo),
    profile_id: facts.profileId,
    day: dayNumber(facts.day),
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
    kind: facts.kind,
    is_live: Number(facts.isLive),
    tags: JSON.stringify(facts.tags),
    title: legsShort(facts.legs),
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

function standingColumns(state: TicketState, standing: Standing) {
  const { result, review, isProvisionallyLost, payout } = standing
  const value = closingValue(state, standing)
  return {
    result,
    review,
    is_provisionally_lost: Number(isProvisionallyLost),
    was: state.reversed?.result === result ? null : (state.reversed?.result ?? null),
    settled_at: settledAt(state),
    payout_minor: payout?.minor ?? null,
    is_actual: Number(payout?.isActual ?? false),
    profit_minor: payout === null ? null : payout.minor - ownStakeMinor(state.facts),
    closing: JSON.stringify(closingPrice(state.closing)),
    clv_ppm: value?.clvPpm ?? null,
    expected_minor: value?.expectedMinor ?? null,
    variance: value?.variance ?? null,
    is_in_clv_pool: Number(!state.isVoided && (value?.isInPool ?? false)),
    is_voided: Number(state.isVoided),
  }
}

/** Short enough for an index, long enough never to meet another by chance. */
export function identityHash(facts: Parameters<typeof identityOf>[0]): Buffer {
  return hash('sha256', identityOf(facts), 'buffer').subarray(0, 16)
}

/** `2026-11-20` as 20261120. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''))

/** 20261120 as `2026-11-20`. */
export const dayText = (day: number): string => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

/** A kept price as screens show it: the decimal is for reading and ranking. */
export function quotedPrice(price: TakenPrice) {
  const { text, format, odds } = price
  const [num, den] = odds.split('/').map(Number)
  return { text, format, decimal: Number(num) / Number(den) }
}

export function closingPrice(closing: KeptClosing | null): ClosingPrice {
  if (closing === null) return { kind: 'none' }
  return closing.kind === 'priced' ? { ...closing, price: quotedPrice(closing.price) } : closing
}

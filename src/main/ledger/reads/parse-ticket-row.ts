/** Rows of `tickets` as lines for lists. The rows are this program's own, so they are taken at their word. */
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { dayText, quotedPrice, type TicketRow } from '../projection/ticket-row.ts'

export function ticketLineOf(raw: unknown): TicketLine {
  const row = raw as TicketRow
  return { ...factsOf(row), ...standingOf(row), legs: legCountsOf(row) }
}

function factsOf(row: TicketRow) {
  const { price_text: text, price_format: format, price_odds: odds } = row
  return {
    id: row.id,
    placedAt: row.placed_at,
    day: dayText(row.day),
    title: row.title,
    book: { id: row.book_id, name: row.book_name },
    price: quotedPrice({ text, format, odds }),
    kind: row.kind,
    isLive: row.is_live === 1,
    tags: JSON.parse(row.tags) as TicketLine['tags'],
    currency: row.currency,
    stakeMinor: row.stake_minor,
    potentialMinor: row.potential_minor,
  }
}

function standingOf(row: TicketRow) {
  return {
    result: row.result,
    isProvisionallyLost: row.is_provisionally_lost === 1,
    review: row.review,
    was: row.was,
    payout: row.payout_minor === null ? null : { minor: row.payout_minor, isActual: row.is_actual === 1 },
    profitMinor: row.profit_minor,
    closing: JSON.parse(row.closing) as TicketLine['closing'],
    clv: row.clv_ppm === null ? null : row.clv_ppm / 1e6,
    isInClvPool: row.is_in_clv_pool === 1,
  }
}

const legCountsOf = (row: TicketRow): TicketLine['legs'] => ({
  won: row.legs_won,
  lost: row.legs_lost,
  refunded: row.legs_refunded,
  pending: row.legs_pending,
  unknown: row.legs_unknown,
})

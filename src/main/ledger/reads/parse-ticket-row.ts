/**
 * Converts rows of `tickets` to lines of a list. They are many and written by this program, so no schema checks them.
 */
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import { parseOwnJson } from '../../storage/json-column.ts'
import { toDayText, toQuotedPrice, type TicketRow } from '../projection/ticket-row.ts'

/** `open_starts` and `leagues` are read for lists alone. */
type LineRow = TicketRow & {
  readonly starts_at: number | null
  readonly open_starts?: string
  readonly leagues?: string
}

export function toTicketLine(raw: unknown): TicketLine {
  const row = raw as LineRow
  return { ...toFacts(row), ...toOutcome(row), legs: toLegCounts(row) }
}

function toFacts(row: LineRow) {
  const { price_text: text, price_format: format, price_odds: odds } = row
  return {
    id: row.id,
    placedAt: row.placed_at,
    day: toDayText(row.day),
    title: row.title,
    book: { id: row.book_id, name: row.book_name },
    price: toQuotedPrice({ text, format, odds }),
    kind: row.kind,
    isLive: row.is_live === 1,
    tags: parseOwnJson(row.tags) as TicketLine['tags'],
    currency: row.currency,
    stakeMinor: row.stake_minor,
    startsAt: row.starts_at,
    ...toOpenStarts(row),
    ...toLeagues(row),
    potentialMinor: row.potential_minor,
    ...(row.account_id !== null && { accountId: row.account_id }),
    ...(row.promotion_id !== null && { promotionId: row.promotion_id }),
  }
}

function toOpenStarts({ open_starts: starts = '[]' }: LineRow): Pick<TicketLine, 'openStarts'> {
  return starts === '[]' ? {} : { openStarts: parseOwnJson(starts) as number[] }
}

function toLeagues({ leagues = '[]' }: LineRow): Pick<TicketLine, 'leagues'> {
  return leagues === '[]' ? {} : { leagues: parseOwnJson(leagues) as string[] }
}

function toOutcome(row: TicketRow) {
  return {
    result: row.result,
    isProvisionallyLost: row.is_provisionally_lost === 1,
    review: row.review,
    was: row.was,
    wasProfitMinor: row.was_profit_minor,
    payout: row.payout_minor === null ? null : { minor: row.payout_minor, isActual: row.is_actual === 1 },
    profitMinor: row.profit_minor,
    closing: parseOwnJson(row.closing) as TicketLine['closing'],
    ...(row.close_p !== null && { closeP: row.close_p }),
    clv: row.clv_ppm === null ? null : row.clv_ppm / 1e6,
    isInClvPool: row.is_in_clv_pool === 1,
  }
}

const toLegCounts = (row: TicketRow): TicketLine['legs'] => ({
  won: row.legs_won,
  lost: row.legs_lost,
  refunded: row.legs_refunded,
  pending: row.legs_pending,
  unknown: row.legs_unknown,
})

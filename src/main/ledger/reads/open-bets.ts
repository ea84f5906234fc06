/** Open tickets as bets: what each can still lose and pay, and the legs that it waits for. */
import { z } from 'zod'
import { jsonColumn } from '../../storage/json-column.ts'
import type { ReadContext } from './matching.ts'

/** A leg by what it bets on, so that tickets and parlays of the desk share it: game, market and name. */
export interface OpenLeg {
  readonly gameKey: string
  readonly market: string
  readonly name: string
}

export interface OpenBet {
  readonly ticketId: number
  readonly bookId: string
  /** Own money at stake; 0 for a bonus bet. */
  readonly stakeMinor: number
  readonly payoutMinor: number
  /** Decimal odds of the price taken. */
  readonly decimal: number
  /** Number of all its legs, also those with a result. */
  readonly legCount: number
  /** Legs without a result, in their order; at least one. */
  readonly legs: readonly OpenLeg[]
}

export interface OpenBets {
  readonly bets: readonly OpenBet[]
  /** Number of open tickets in other currencies. */
  readonly others: number
}

/** Tickets that can still win, by the list of those pending. */
const openTickets = `ticket_facets AS d CROSS JOIN tickets AS t ON t.id = d.ticket_id
  WHERE d.facet_id = :pending AND t.is_provisionally_lost = 0 AND t.legs_pending > 0`

const selectBets = `
  SELECT t.id AS ticketId, t.book_id AS bookId, t.own_minor AS stakeMinor, t.potential_minor AS payoutMinor,
    t.price_odds AS odds, t.legs_won + t.legs_lost + t.legs_refunded + t.legs_pending + t.legs_unknown AS legCount,
    (SELECT json_group_array(json_object('gameKey', game_key, 'market', market, 'name', name))
     FROM (SELECT * FROM legs WHERE ticket_id = t.id AND result = 'pending' ORDER BY place)) AS legs
  FROM ${openTickets} AND t.currency = :currency ORDER BY t.id`

const selectOthers = `SELECT count(*) AS n FROM ${openTickets} AND t.currency <> :currency`
const Count = z.object({ n: z.number() })

/** Returns a function that reads the open tickets of a currency. */
export function createOpenBetsReader({ database, facets, isDemo }: ReadContext) {
  const bets = database.prepare(selectBets)
  const others = database.prepare(selectOthers)
  return (currency: string): OpenBets => {
    const pending = facets.find(isDemo(), { kind: 'result', value: 'pending' }) ?? 0
    const parameters = { pending, currency }
    return {
      bets: bets.all(parameters).map(toOpenBet),
      others: Count.parse(others.get(parameters)).n,
    }
  }
}

const OpenLegs = z.array(z.object({ gameKey: z.string(), market: z.string(), name: z.string() }))
const BetRow = z.object({
  ticketId: z.number(),
  bookId: z.string(),
  stakeMinor: z.number(),
  payoutMinor: z.number(),
  odds: z.string(),
  legCount: z.number(),
  legs: jsonColumn(OpenLegs),
})

function toOpenBet(row: unknown): OpenBet {
  const { odds, ...bet } = BetRow.parse(row)
  const [num = 0, den = 1] = odds.split('/').map(Number)
  return { ...bet, decimal: num / den }
}

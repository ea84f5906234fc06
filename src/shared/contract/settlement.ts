/** Asking the service how bets ended. */
import { z } from 'zod'
import { SettleReport, SettlementStatus } from '../model/ticket/settlement.ts'
import { TicketDetail } from '../model/ticket/ticket-detail.ts'
import { TicketId } from '../model/ticket/ticket-line.ts'
import { call, event, Nothing } from './entry.ts'

export const settlement = {
  snapshot: call(Nothing, SettlementStatus),
  /** Asks about every leg that has no result yet. A run under way is joined. */
  settle: call(Nothing, SettleReport),
  /** Asks about one leg now, whatever its result. */
  checkLeg: call(
    z.strictObject({ ticketId: TicketId, place: z.number().int().min(0) }),
    z.strictObject({ report: SettleReport, ticket: TicketDetail }),
  ),
  changed: event(SettlementStatus),
} as const

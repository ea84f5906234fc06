/** Stakes by the open tickets, and ways out of one. Only `priceHedge` asks the odds service. */
import { z } from 'zod'
import { HedgeGoal, HedgePlan } from '../model/ticket/hedge-plan.ts'
import { StakePlan } from '../model/ticket/stake-plan.ts'
import { TicketId } from '../model/ticket/ticket-line.ts'
import { call, callOfWindow, Nothing, ParlayId, forScripts } from './entry.ts'

export const stakes = {
  /** Plans the stakes of a parlay of the desk, by its fresh prices and all open tickets. */
  plan: forScripts('read', call({ parlayId: ParlayId }, StakePlan)),
  /** Plans bets against the last leg of an open ticket, by fresh prices of single legs. */
  hedge: forScripts('read', call({ ticketId: TicketId, goal: HedgeGoal }, HedgePlan)),
  /** Prices the other side, or the lines of middles, at the books without a fresh price: as many calls as the plan says. */
  priceHedge: callOfWindow({ ticketId: TicketId, what: z.enum(['opposite', 'middles']) }, z.null()),
  /** Stops what the window is pricing; the prices so far are kept. */
  cancelHedge: callOfWindow(Nothing, z.null()),
} as const

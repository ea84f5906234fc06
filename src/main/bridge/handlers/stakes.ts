/** Stakes by the open tickets, and ways out of one. */
import type { Handlers } from '../../../shared/contract.ts'
import type { HedgePlanner } from '../../ledger/stakes/hedge-planner.ts'
import type { StakePlanner } from '../../ledger/stakes/stake-planner.ts'

export const createStakesHandlers = (
  planner: Pick<StakePlanner, 'plan'>,
  hedges: Pick<HedgePlanner, 'plan' | 'price' | 'cancel'>,
): Handlers['stakes'] => ({
  plan: ({ parlayId }) => planner.plan(parlayId),
  hedge: ({ ticketId, goal }) => hedges.plan(ticketId, goal),
  priceHedge: ({ ticketId, what }, window) => hedges.price(ticketId, what, window),
  cancelHedge: (_, window) => hedges.cancel(window),
})

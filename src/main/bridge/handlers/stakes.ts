/** Stakes by the open tickets. */
import type { Handlers } from '../../../shared/contract.ts'
import type { StakePlanner } from '../../ledger/stakes/stake-planner.ts'

export const createStakesHandlers = (planner: Pick<StakePlanner, 'plan'>): Handlers['stakes'] => ({
  plan: ({ parlayId }) => planner.plan(parlayId),
})

/** Stakes by the open tickets. No call here asks the odds service. */
import { StakePlan } from '../model/ticket/stake-plan.ts'
import { call, ParlayId } from './entry.ts'

export const stakes = {
  /** Plans the stakes of a parlay of the desk, by its fresh prices and all open tickets. */
  plan: call({ parlayId: ParlayId }, StakePlan),
} as const

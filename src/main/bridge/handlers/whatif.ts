import type { Handlers } from '../../../shared/contract.ts'
import type { Study } from '../../desk/whatif.ts'

/** Leg costs and line steps. */
export function createWhatifHandlers(study: Study): Handlers['study'] {
  return {
    legCosts: cell => study.legCosts(cell),
    priceRest: ({ leftOut, ...cell }) => study.priceRest(cell, leftOut),
    lineSteps: ({ parlayId, leg }) => study.lineSteps(parlayId, leg),
    priceStep: ({ leg, step, ...cell }) => study.priceStep(cell, leg, step),
    cancel() {
      study.cancel()
      return null
    },
  }
}

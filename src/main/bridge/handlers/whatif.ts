import type { Handlers } from '../../../shared/contract.ts'
import type { WhatIf } from '../../desk/whatif.ts'

/** Leg costs and line steps. */
export function createWhatIfHandlers(whatIf: WhatIf): Handlers['whatif'] {
  return {
    legCosts: cell => whatIf.legCosts(cell),
    priceRest: ({ leftOut, ...cell }) => whatIf.priceRest(cell, leftOut),
    lineSteps: ({ parlayId, leg }) => whatIf.lineSteps(parlayId, leg),
    priceStep: ({ leg, step, ...cell }) => whatIf.priceStep(cell, leg, step),
    cancel: () => whatIf.cancel(),
  }
}

/** Prices around one cell, each asked when the user says so: leg costs and line steps. */
import { z } from 'zod'
import { SelectionKey } from '../model/game/selection.ts'
import { LegCosts, LineSteps, OneOff } from '../model/price/whatif.ts'
import { call, CellAddress, Nothing, ParlayId } from './entry.ts'

export const whatif = {
  /** Known prices of the parlay without each of its legs at one book. Makes no call to the service. */
  legCosts: call(CellAddress, LegCosts),
  /** Prices the parlay without one leg: one call. */
  priceRest: call(CellAddress.extend({ leftOut: SelectionKey }), OneOff),
  /** The lines next to that of a leg, and the known prices of the parlay with each. Makes no call to the service. */
  lineSteps: call(z.strictObject({ parlayId: ParlayId, leg: SelectionKey }), LineSteps),
  /** Prices the parlay with another selection in the place of a leg: one call. */
  priceStep: call(CellAddress.extend({ leg: SelectionKey, step: SelectionKey }), OneOff),
  /** Calls off what is still to be answered. */
  cancel: call(Nothing, z.null()),
} as const

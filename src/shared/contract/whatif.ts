/** Prices around one cell (what-if), each requested by the user: without a leg, and at other lines. */
import { z } from 'zod'
import { SelectionKey } from '../model/game/selection.ts'
import { CellAddress } from '../model/price/cell.ts'
import { LegCosts, LineSteps, OneOff } from '../model/price/whatif.ts'
import { call, callOfWindow, Nothing, ParlayId, forScripts } from './entry.ts'

export const whatif = {
  /** Known prices of the parlay without each of its legs at one book. Makes no call to the service. */
  legCosts: forScripts('read', call(CellAddress, LegCosts)),
  /** Prices the parlay without one leg: one call. */
  priceRest: callOfWindow(CellAddress.extend({ leftOut: SelectionKey }), OneOff),
  /** The lines next to a leg's, and the known prices of the parlay with each. Makes no call to the service. */
  lineSteps: forScripts('read', call({ parlayId: ParlayId, leg: SelectionKey }, LineSteps)),
  /** Prices the parlay with another selection in place of a leg: one call. */
  priceStep: callOfWindow(CellAddress.extend({ leg: SelectionKey, step: SelectionKey }), OneOff),
  /** Cancels the window's calls under way. */
  cancel: callOfWindow(Nothing, z.null()),
} as const

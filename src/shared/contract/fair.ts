/** Fair price of a parlay by one book's whole partition, requested by the user. */
import { z } from 'zod'
import { CellAddress } from '../model/price/cell.ts'
import { FairPlan } from '../model/price/fair.ts'
import { OneOff } from '../model/price/whatif.ts'
import { call, callOfWindow, event, Nothing, forScripts } from './entry.ts'

export const fair = {
  /** The outcomes, their last prices and the cost of new ones. Makes no call to the service. */
  plan: forScripts('read', call(CellAddress, FairPlan)),
  /** Prices all outcomes in one burst: at most as many calls as the plan says. */
  price: callOfWindow(CellAddress, FairPlan),
  /** Stops what the window is pricing; `price` then answers with the prices so far. */
  cancel: callOfWindow(Nothing, z.null()),
  /** Values the parlay by this book's partition, or no longer. */
  use: forScripts('desk', call(CellAddress.extend({ isUsed: z.boolean() }), z.null())),
  /** An outcome was priced; `place` counts from 0 in the plan's list. */
  answered: forScripts('watch', event(CellAddress.extend({ place: z.number().int(), answer: OneOff }))),
} as const

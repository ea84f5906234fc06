/** Time of a cell's next automatic refresh, or the reason why it has none. */
import { z } from 'zod'

export const RefreshDue = z.discriminatedUnion('kind', [
  /** Epoch ms. `isKnown`: calls suffice for every cell; else the time follows from the plan as it is now. */
  z.strictObject({ kind: z.literal('due'), at: z.number(), isKnown: z.boolean() }),
  /** Its call is planned or under way. */
  z.strictObject({ kind: z.literal('asked') }),
  /** Calls are short, and the first answers of other books of its row are still awaited: no time can be estimated. */
  z.strictObject({ kind: z.literal('first-answers') }),
  /** Auto-refresh is off for its row. */
  z.strictObject({ kind: z.literal('off') }),
  /** Only the user can change its answer: the legs cannot be combined, or the key was refused. */
  z.strictObject({ kind: z.literal('final') }),
  /** The book lacks a leg, or left the desk. */
  z.strictObject({ kind: z.literal('not-offered') }),
  /** No book offers a leg now. */
  z.strictObject({ kind: z.literal('leg-gone') }),
  /** The book's host is paused until then, epoch ms. */
  z.strictObject({ kind: z.literal('paused'), untilAt: z.number() }),
])
export type RefreshDue = Readonly<z.infer<typeof RefreshDue>>

/** A record of this desk that its team does not have yet, as the window lists it. */
import { z } from 'zod'

export const UnsharedRecord = z.strictObject({
  /** `rule`: what a book does with a ticket when a leg is refunded. */
  kind: z.enum([
    'ticket',
    'account',
    'rule',
    'instruction',
    'reply',
    'statement',
    'member',
    'settings',
    'founded',
  ]),
  /** The same for all records about one ticket, account or other subject. */
  subject: z.string(),
  /** Ticket, account, book, instruction, holder or member; empty without a name. */
  title: z.string(),
  /** Epoch ms. */
  at: z.number(),
})
export type UnsharedRecord = Readonly<z.infer<typeof UnsharedRecord>>

/** Maximum number of records in a list; the state of the team counts them all. */
export const maxUnsharedListed = 100

/** A change that the user makes to several tickets together. */
import { z } from 'zod'
import { DecisionDraft, Reason } from './ticket-draft.ts'
import { Tags } from './ticket.ts'
import { TicketId } from './ticket-line.ts'

/** More tickets than these are not changed together, since all of them are written in one turn. */
export const maxChangedTogether = 500

const ResultDecision = DecisionDraft.options[0]

/** `tag` adds a tag to those of each ticket. */
export const ManyChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('void') }),
  z.strictObject({ kind: z.literal('decide'), result: ResultDecision.shape.result }),
  z.strictObject({ kind: z.literal('tag'), tag: Tags.element }),
])
export type ManyChange = Readonly<z.infer<typeof ManyChange>>

export const ManyTickets = z.strictObject({
  ticketIds: z.array(TicketId).min(1).max(maxChangedTogether).readonly(),
  change: ManyChange,
  reason: Reason,
})
export type ManyTickets = Readonly<z.infer<typeof ManyTickets>>

/** The number of a user's change of a ticket, by which it is undone. */
export const UserChange = z.strictObject({ ticketId: TicketId, seq: z.number().int().positive() })
export type UserChange = Readonly<z.infer<typeof UserChange>>

export const ManyChanges = z.strictObject({
  changes: z.array(UserChange).min(1).max(maxChangedTogether).readonly(),
  reason: Reason,
})
export type ManyChanges = Readonly<z.infer<typeof ManyChanges>>

/** Parlays that members are at, looking or placing at a book. It ends by itself when a desk is silent. */
import { z } from 'zod'
import { MemberId } from './member.ts'

export const Doing = z.enum(['looking', 'placing'])

/** Parlay that this desk is at; null for none. */
export const OwnPresence = z.strictObject({
  parlayId: z.number().int().positive().nullable(),
  bookId: z.string().nullable(),
  doing: Doing,
})
export type OwnPresence = Readonly<z.infer<typeof OwnPresence>>

/** Another member at a parlay of this desk. */
export const Presence = z.strictObject({
  member: MemberId,
  parlayId: z.number().int().positive(),
  bookId: z.string().nullable(),
  doing: Doing,
  sinceAt: z.number(),
})
export type Presence = Readonly<z.infer<typeof Presence>>

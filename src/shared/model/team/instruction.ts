/** Instructions: one member asks another to place a parlay, at stakes by book; and the replies. */
import { z } from 'zod'
import { SelectionKey } from '../game/selection.ts'
import { MemberId } from './member.ts'
import { TeamStatement } from './statement.ts'

export const InstructionUid = z.uuid()
const BookId = z.string().min(1).max(64)
const Note = z.string().max(500)

/** Stakes are typed text, in the currency of the settings. `to`: null for any trader or recorder. */
export const InstructionDraft = z.strictObject({
  parlayId: z.number().int().positive(),
  to: MemberId.nullable(),
  parts: z
    .array(z.strictObject({ bookId: BookId, stake: z.string().max(40) }))
    .min(1)
    .max(20),
  note: Note,
})
export type InstructionDraft = Readonly<z.infer<typeof InstructionDraft>>

/** Reply to one part of an instruction. `limited`: the book took less; `stake` is typed text. */
export const ReplyDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted') }),
  z.strictObject({ kind: z.literal('placed'), ticketId: z.number().int().positive() }),
  z.strictObject({ kind: z.literal('refused'), note: Note }),
  z.strictObject({ kind: z.literal('limited'), stake: z.string().max(40), note: Note }),
])
export type ReplyDraft = Readonly<z.infer<typeof ReplyDraft>>

/** State of one part: its last reply. `ticketId` is null until that ticket was read from the team. */
export const PartState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('given') }),
  z.strictObject({ kind: z.literal('accepted'), member: MemberId, at: z.number() }),
  z.strictObject({
    kind: z.literal('placed'),
    member: MemberId,
    at: z.number(),
    ticketId: z.number().int().positive().nullable(),
    price: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('refused'), member: MemberId, at: z.number(), note: z.string() }),
  z.strictObject({
    kind: z.literal('limited'),
    member: MemberId,
    at: z.number(),
    stakeMinor: z.number().int(),
    note: z.string(),
  }),
])
export type PartState = Readonly<z.infer<typeof PartState>>

export const Instruction = z.strictObject({
  uid: InstructionUid,
  by: MemberId,
  to: MemberId.nullable(),
  at: z.number(),
  /** The parlay in words, and the row of this desk with the same legs; null if it is not there. */
  title: z.string(),
  legs: z.array(z.string()),
  parlayId: z.number().int().positive().nullable(),
  currency: z.string(),
  parts: z.array(
    z.strictObject({
      bookId: z.string(),
      bookName: z.string(),
      stakeMinor: z.number().int(),
      state: PartState,
    }),
  ),
  note: z.string(),
  /** False until it has a place in the team's log. */
  isShared: z.boolean(),
})
export type Instruction = Readonly<z.infer<typeof Instruction>>

/** Members that see a parlay of this desk: all, some, or none. */
export const Audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('some'), members: z.array(MemberId).max(100) }),
])
export type Audience = Readonly<z.infer<typeof Audience>>

/** A parlay that another member shares, or this one. */
export const SharedParlay = z.strictObject({
  uid: z.string(),
  by: MemberId,
  audience: Audience,
  title: z.string(),
  legs: z.array(z.string()),
  keys: z.array(SelectionKey),
  note: z.string(),
  /** The row of this desk with the same legs; null if it is not there. */
  parlayId: z.number().int().positive().nullable(),
  at: z.number(),
})
export type SharedParlay = Readonly<z.infer<typeof SharedParlay>>

/** Newest first. */
export const TeamWork = z.strictObject({
  instructions: z.array(Instruction),
  parlays: z.array(SharedParlay),
  /** The newest of each holder, by name; for a partner all of its own holder. */
  statements: z.array(TeamStatement),
})
export type TeamWork = Readonly<z.infer<typeof TeamWork>>

export const noTeamWork: TeamWork = { instructions: [], parlays: [], statements: [] }

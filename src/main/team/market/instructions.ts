/**
 * Instructions in the team's log, as a fold of its records: one member asks another to place a parlay, at stakes by book,
 * and each part gets replies. Pure: the same records always give the same instructions.
 */
import { z } from 'zod'
import { InstructionUid } from '../../../shared/model/team/instruction.ts'
import { MemberId } from '../../../shared/model/team/member.ts'
import { Currency, Minor } from '../../../shared/model/ticket/money.ts'
import { SelectionKey } from '../../../shared/model/game/selection.ts'

const Text = z.string().max(500)

export const InstructionPayload = z.strictObject({
  uid: InstructionUid,
  /** Null for any member who may place it. */
  to: MemberId.nullable(),
  /** Selection keys of the legs, and the parlay in words. */
  keys: z.array(SelectionKey).min(1).max(20),
  title: Text,
  legs: z.array(Text).max(20),
  currency: Currency,
  parts: z
    .array(z.strictObject({ hostId: z.string().max(256), bookName: Text, stakeMinor: Minor }))
    .min(1)
    .max(20),
  note: Text,
})
export type InstructionPayload = Readonly<z.infer<typeof InstructionPayload>>

const Reply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted') }),
  z.strictObject({ kind: z.literal('placed'), ticketUid: z.string().max(100), price: z.string().max(100) }),
  z.strictObject({ kind: z.literal('refused'), note: Text }),
  z.strictObject({ kind: z.literal('limited'), stakeMinor: Minor, note: Text }),
])
export type Reply = Readonly<z.infer<typeof Reply>>

export const ReplyPayload = z.strictObject({
  uid: InstructionUid,
  part: z.number().int().min(0),
  reply: Reply,
})
export type ReplyPayload = Readonly<z.infer<typeof ReplyPayload>>

/** A record of the team's log; own ones that wait to be sent come last. */
export interface WorkRecord {
  readonly kind: string
  readonly member: string
  /** Epoch ms by its author's clock. */
  readonly at: number
  readonly payload: unknown
  readonly isShared: boolean
}

/** The reply that counts, and who gave it. */
export type PartReply = Reply & { readonly member: string; readonly at: number }

export interface FoldedInstruction extends InstructionPayload, Pick<WorkRecord, 'at' | 'isShared'> {
  readonly by: string
  /** For each part; null while none counts. */
  readonly replies: readonly (PartReply | null)[]
}

/** In the order of the log. A record that is none, a second one with a uid, and a reply that `mayReply` refuses have no effect. */
export function foldInstructions(records: Iterable<WorkRecord>): FoldedInstruction[] {
  const instructions = new Map<string, FoldedInstruction>()
  for (const record of records) {
    const changed = record.kind === 'instruction' ? readInstruction(record) : applyReply(instructions, record)
    const isTaken = record.kind === 'instruction' && instructions.has(changed?.uid ?? '')
    if (changed !== undefined && !isTaken) instructions.set(changed.uid, changed)
  }
  return [...instructions.values()]
}

function readInstruction({ payload, member, at, isShared }: WorkRecord): FoldedInstruction | undefined {
  const { data } = InstructionPayload.safeParse(payload)
  return data && { ...data, by: member, at, isShared, replies: data.parts.map(() => null) }
}

function applyReply(
  instructions: ReadonlyMap<string, FoldedInstruction>,
  { kind, payload, member, at }: WorkRecord,
): FoldedInstruction | undefined {
  const { data } = kind === 'reply' ? ReplyPayload.safeParse(payload) : {}
  const instruction = instructions.get(data?.uid ?? '')
  if (data === undefined || instruction === undefined) return undefined
  if (!mayReply(instruction, data.part, { member, kind: data.reply.kind })) return undefined
  const replies = instruction.replies.with(data.part, { ...data.reply, member, at })
  return { ...instruction, replies }
}

/**
 * True if a member may reply so: those it is for; and its author, who may only take it back. What one has accepted is that
 * member's until it is refused or limited, and what is placed stays placed, so no slip is bet twice.
 */
export function mayReply(
  { to, by, replies }: Pick<FoldedInstruction, 'to' | 'by' | 'replies'>,
  part: number,
  { member, kind }: { readonly member: string; readonly kind: Reply['kind'] },
): boolean {
  const last = replies[part]
  if (last === undefined || last?.kind === 'placed') return false
  if (member === by && kind === 'refused') return true
  if (to !== null && to !== member) return false
  return last?.kind !== 'accepted' || last.member === member
}

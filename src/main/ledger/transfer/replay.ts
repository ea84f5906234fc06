/**
 * Checks tickets of a file by replay: every record must be one that this ledger would have written at that point,
 * because the file may have been edited.
 */
import type { ZodError } from 'zod'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { TicketRecord } from '../log/record.ts'
import { findNextEntry } from '../state/next-entry.ts'
import { checkFacts, replayRecord, UnexpectedRecord } from '../state/replay-record.ts'
import { applyRecord, toRecordedState, type TicketState } from '../state/ticket-state.ts'
import { PortableTicket } from '../log/portable-ticket.ts'

/** A ticket with its history. */
interface ReplayedTicket {
  readonly kind: 'portable'
  readonly facts: TicketFacts
  readonly ticket: PortableTicket
  /** State of the ticket after all records. */
  readonly state: TicketState
}

/** `new`: from a table, which knows the present only. */
export type IncomingTicket =
  ReplayedTicket | { readonly kind: 'new'; readonly facts: TicketFacts; readonly decision: Decision | null }

/** A line of a file: a ticket, or the reason why it cannot be imported, for the screen. */
export type ImportLine =
  | { readonly line: number; readonly ok: true; readonly ticket: IncomingTicket }
  | { readonly line: number; readonly ok: false; readonly reason: string }

/** Ledger and profile that imported tickets will belong to. */
export interface ImportOwner {
  readonly isDemo: boolean
  readonly profileId: string
  /** Known profiles, which keep their tickets. */
  readonly profileIds: readonly string[]
}

interface ReplayTarget {
  /** Number of the ticket in this ledger. */
  readonly id: number
  /** Facts that this ledger sets; the others are those of the file. */
  readonly owner: Pick<TicketFacts, 'isDemo'> & Partial<Pick<TicketFacts, 'uid' | 'profileId'>>
  /** Stores a record and returns its number in the log. */
  readonly append: (at: number, record: TicketRecord) => number
}

/** A line that cannot be imported. The message is a sentence for the screen. */
export class BadLine extends Error {
  override readonly name = 'BadLine'
}

export const badLine = (line: number, reason: string): ImportLine => ({ line, ok: false, reason })

/** `parse` throws BadLine for a line that cannot be imported. */
export function parseLine(line: number, parse: () => IncomingTicket): ImportLine {
  try {
    return { line, ok: true, ticket: parse() }
  } catch (error) {
    if (error instanceof BadLine) return badLine(line, error.message)
    throw error
  }
}

/** Throws BadLine. */
export function parsePortableJson(text: string, owner: ImportOwner): ReplayedTicket {
  try {
    return parsePortable(JSON.parse(text), owner)
  } catch (error) {
    throw error instanceof SyntaxError ? new BadLine('This isn’t JSON, or it was cut off.') : error
  }
}

/** Throws BadLine. */
export function parsePortable(value: unknown, owner: ImportOwner): ReplayedTicket {
  const parsed = PortableTicket.safeParse(value)
  if (!parsed.success) throw new BadLine(`This isn’t a valid ticket: ${describeFirstIssue(parsed.error)}.`)
  const state = checkReplay(parsed.data)
  const { facts } = state
  const profileId = owner.profileIds.includes(facts.profileId) ? facts.profileId : owner.profileId
  return {
    kind: 'portable',
    facts: { ...facts, isDemo: owner.isDemo, profileId },
    ticket: parsed.data,
    state,
  }
}

function describeFirstIssue(error: ZodError): string {
  const issue = error.issues[0]
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim().slice(0, 200).replace(/\.$/, '')
}

/** Returns the ticket in its last state. Throws BadLine. */
export function replay(ticket: PortableTicket, target: ReplayTarget): TicketState {
  try {
    return replayAll(ticket, target)
  } catch (error) {
    throw error instanceof UnexpectedRecord ? new BadLine(error.message) : error
  }
}

function replayAll({ records }: PortableTicket, { id, owner, append }: ReplayTarget): TicketState {
  const [first, ...rest] = records
  if (first?.kind !== 'recorded') throw new BadLine('Its first record is missing.')
  const facts = checkFacts({ ...first.facts, ...owner })
  append(first.at, { kind: 'recorded', facts })
  let state = toRecordedState(id, facts, first.at)
  for (const { at, ...next } of rest) {
    if (next.kind === 'recorded') throw new BadLine('It is recorded twice.')
    const record = replayRecord(next, state)
    state = applyRecord(state, { seq: append(at, record), at, record })
  }
  if (findNextEntry(state) !== undefined) throw new BadLine('Entries are missing at its end.')
  return state
}

/** Replays without storing anything. Throws BadLine. */
export function checkReplay(ticket: PortableTicket): TicketState {
  let seq = 0
  return replay(ticket, { id: 1, owner: { isDemo: false }, append: () => ++seq })
}

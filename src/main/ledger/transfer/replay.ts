/**
 * Checks tickets of a file by replay: every record must be one that this ledger would have written at that point,
 * because the file may have been edited.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ZodError } from 'zod'
import { winMinor } from '../../../shared/model/ticket/payout.ts'
import { deriveRuling } from '../../../shared/model/ticket/refund-policy.ts'
import type { LegResult } from '../../../shared/model/ticket/settlement.ts'
import type { Decision } from '../../../shared/model/ticket/ticket-detail.ts'
import { parseTakenPrice, TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import { areInOrder } from '../state/leg-corrections.ts'
import { findFactChanges } from '../tickets/corrections.ts'
import type { EntryBody, TicketRecord } from '../log/record.ts'
import { findNextEntry } from '../state/next-entry.ts'
import { contradictsPayout } from '../state/ticket-outcome.ts'
import { applyRecord, legResult, toRecordedState, type TicketState } from '../state/ticket-state.ts'
import { type PortableRecord, PortableTicket } from './portable-ticket.ts'

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
export function replay({ records }: PortableTicket, { id, owner, append }: ReplayTarget): TicketState {
  const [first, ...rest] = records
  if (first?.kind !== 'recorded') throw new BadLine('Its first record is missing.')
  const facts = checkFacts({ ...first.facts, ...owner })
  append(first.at, { kind: 'recorded', facts })
  let state = toRecordedState(id, facts, first.at)
  for (const next of rest) {
    const record = replayRecord(next, state)
    state = applyRecord(state, { seq: append(next.at, record), at: next.at, record })
  }
  if (findNextEntry(state) !== undefined) throw new BadLine('Entries are missing at its end.')
  return state
}

/** Replays without storing anything. Throws BadLine. */
export function checkReplay(ticket: PortableTicket): TicketState {
  let seq = 0
  return replay(ticket, { id: 1, owner: { isDemo: false }, append: () => ++seq })
}

function checkFacts(facts: TicketFacts): TicketFacts {
  const taken = parseTakenPrice(facts.price)
  if (!taken.ok || taken.price.odds !== facts.price.odds)
    throw new BadLine(`Its price ${facts.price.text} doesn’t match the odds ${facts.price.odds} beside it.`)
  if (!Number.isFinite(winMinor(facts))) throw new BadLine('Amount too large.')
  return facts
}

/** Returns the record that this ledger would write in that state. */
function replayRecord({ at: _, ...body }: PortableRecord, state: TicketState): TicketRecord {
  if (state.isVoided && body.kind !== 'entry' && body.kind !== 'restored')
    throw new BadLine('It has records after its deletion.')
  switch (body.kind) {
    case 'recorded':
      throw new BadLine('It is recorded twice.')
    case 'corrected':
      return checkCorrection(body, state)
    case 'restored':
      if (!state.isVoided) throw new BadLine('It’s restored but was never deleted.')
      return body
    case 'graded':
      for (const { place } of body.legs) checkPlace(place, state)
      return body
    case 'leg-decided':
      checkPlace(body.place, state)
      return body
    case 'decided':
      checkContradiction(
        body.overrules,
        body.decision.kind === 'payout' ? { ...state, decision: body.decision } : state,
      )
      return body
    case 'judged':
      checkContradiction(body.contests, { ...state, judged: body })
      checkRuling(body, state.legs.map(legResult))
      return body
    case 'entry':
      return checkEntry(body, state)
    default:
      return body
  }
}

function checkRuling({ ruling, policy }: RecordOf<'judged'>, legs: readonly LegResult[]): void {
  // Earlier versions refunded a ticket of one leg even when a tie loses; stored endings stay.
  const isEarlierRule = policy === 'tie_loses' && legs.length === 1 && legs[0] === 'refunded'
  const earlier = isEarlierRule ? ({ kind: 'ended', ending: 'refunded' } as const) : undefined
  if ([deriveRuling(legs, policy), earlier].some(each => isDeepStrictEqual(ruling, each))) return
  throw new BadLine('Its result doesn’t match its legs.')
}

type RecordOf<K extends PortableRecord['kind']> = Omit<Extract<PortableRecord, { kind: K }>, 'at'>

function checkCorrection(
  { was, terms, legs, reason }: RecordOf<'corrected'>,
  { facts }: TicketState,
): TicketRecord {
  const now = TicketFacts.safeParse({ ...facts, ...terms })
  const isInOrder = legs === undefined || areInOrder(facts.legs, legs.now)
  const change =
    now.success && isInOrder ? findFactChanges(facts, checkFacts(now.data), legs?.now) : undefined
  if (change === undefined || !isDeepStrictEqual(change, { was, terms, legs }))
    throw new BadLine('An edit doesn’t match what it changes.')
  return { kind: 'corrected', ...change, reason }
}

/** Records of older versions lack the field. */
function checkContradiction(isStated: true | undefined, state: TicketState): void {
  if (isStated === true && !contradictsPayout(state))
    throw new BadLine('A payout is marked as different from its legs, but isn’t.')
}

function checkPlace(place: number, { legs }: TicketState): void {
  if (legs[place] === undefined) throw new BadLine(`It has no leg ${place + 1}.`)
}

function checkEntry(entry: RecordOf<'entry'>, state: TicketState): EntryBody {
  const expected = findNextEntry(state)
  const isSame =
    expected !== undefined &&
    (expected.reverses === null) === (entry.reverses === null) &&
    isDeepStrictEqual(withoutNumbers(expected), withoutNumbers(entry))
  if (isSame) return expected
  throw new BadLine('An entry doesn’t match the ticket.')
}

const withoutNumbers = ({ because: _, reverses: __, ...rest }: EntryBody | RecordOf<'entry'>) => rest

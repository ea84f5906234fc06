/** Replays a ticket's records: each must be one that this ledger would have written on the state before it. */
import { isDeepStrictEqual } from 'node:util'
import { winMinor } from '../../../shared/model/ticket/payout.ts'
import { deriveRuling } from '../../../shared/model/ticket/refund-policy.ts'
import type { LegResult } from '../../../shared/model/ticket/settlement.ts'
import { parseTakenPrice, TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import type { EntryBody, RecordOf, TicketRecord } from '../log/record.ts'
import { findFactChanges } from './corrections.ts'
import { areInOrder } from './leg-corrections.ts'
import { findNextEntry } from './next-entry.ts'
import { contradictsPayout } from './ticket-outcome.ts'
import { legResult, type TicketState } from './ticket-state.ts'

/** A record that this ledger would not have written. The message is a sentence for the screen. */
export class UnexpectedRecord extends Error {
  override readonly name = 'UnexpectedRecord'
}

/** Returns the facts. Throws UnexpectedRecord when the price contradicts its odds. */
export function checkFacts(facts: TicketFacts): TicketFacts {
  const taken = parseTakenPrice(facts.price)
  if (!taken.ok || taken.price.odds !== facts.price.odds)
    throw new UnexpectedRecord(
      `Its price ${facts.price.text} doesn’t match the odds ${facts.price.odds} beside it.`,
    )
  if (!Number.isFinite(winMinor(facts))) throw new UnexpectedRecord('Amount too large.')
  return facts
}

/** Returns the record that this ledger would write in that state, with its own numbers. Throws UnexpectedRecord. */
export function replayRecord(body: TicketRecord, state: TicketState): TicketRecord {
  if (state.isVoided && body.kind !== 'entry' && body.kind !== 'restored')
    throw new UnexpectedRecord('It has records after its deletion.')
  switch (body.kind) {
    case 'recorded':
      throw new UnexpectedRecord('It is recorded twice.')
    case 'corrected':
      return checkCorrection(body, state)
    case 'restored':
      if (!state.isVoided) throw new UnexpectedRecord('It’s restored but was never deleted.')
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
  throw new UnexpectedRecord('Its result doesn’t match its legs.')
}

function checkCorrection(
  { was, terms, legs, reason }: RecordOf<'corrected'>,
  { facts }: TicketState,
): TicketRecord {
  const now = TicketFacts.safeParse({ ...facts, ...terms })
  const isInOrder = legs === undefined || areInOrder(facts.legs, legs.now)
  const change =
    now.success && isInOrder ? findFactChanges(facts, checkFacts(now.data), legs?.now) : undefined
  if (change === undefined || !isDeepStrictEqual(change, { was, terms, legs }))
    throw new UnexpectedRecord('An edit doesn’t match what it changes.')
  return { kind: 'corrected', ...change, reason }
}

/** Records of older versions lack the field. */
function checkContradiction(isStated: true | undefined, state: TicketState): void {
  if (isStated === true && !contradictsPayout(state))
    throw new UnexpectedRecord('A payout is marked as different from its legs, but isn’t.')
}

function checkPlace(place: number, { legs }: TicketState): void {
  if (legs[place] === undefined) throw new UnexpectedRecord(`It has no leg ${place + 1}.`)
}

function checkEntry(entry: EntryBody, state: TicketState): EntryBody {
  const expected = findNextEntry(state)
  const isSame =
    expected !== undefined &&
    (expected.reverses === null) === (entry.reverses === null) &&
    isDeepStrictEqual(withoutNumbers(expected), withoutNumbers(entry))
  if (isSame) return expected
  throw new UnexpectedRecord('An entry doesn’t match the ticket.')
}

const withoutNumbers = ({ because: _, reverses: __, ...rest }: EntryBody) => rest

/**
 * Lives a carried ticket through again. Every record must be one that this ledger would have written at that point: a
 * file may have been edited, and a sum that does not follow from its facts is worth nothing.
 */
import { isDeepStrictEqual } from 'node:util'
import { winMinor } from '../../../shared/model/ticket/payout.ts'
import { ticketResult } from '../../../shared/model/ticket/refund-policy.ts'
import { takenPrice, TicketFacts } from '../../../shared/model/ticket/ticket.ts'
import { areInOrder } from '../state/leg-corrections.ts'
import { changedFacts } from '../tickets/corrections.ts'
import type { EntryBody, TicketRecord } from '../log/record.ts'
import { nextBooking } from '../state/bookings.ts'
import { isContested } from '../state/ticket-outcome.ts'
import { after, legResult, recorded, type TicketState } from '../state/ticket-state.ts'
import type { CarriedRecord, CarriedTicket } from './carried-ticket.ts'

/** Why a line of a file is no ticket, in a sentence for the screen. */
export class BadTicket extends Error {
  override readonly name = 'BadTicket'
}

export interface ReplayTo {
  /** The number of the ticket here. */
  readonly id: number
  /** Whose ledger it comes into, and under which name and profile. */
  readonly whose: Pick<TicketFacts, 'uid' | 'isDemo' | 'profileId'>
  /** Keeps a record and answers its number in the log. */
  readonly append: (at: number, record: TicketRecord) => number
}

/** The ticket as it stands in the end. Throws BadTicket. */
export function replay({ records }: CarriedTicket, to: ReplayTo): TicketState {
  const [first, ...rest] = records
  if (first?.kind !== 'recorded') throw new BadTicket('Its first record is not its recording.')
  const facts = checkedFacts({ ...first.facts, ...to.whose })
  to.append(first.at, { kind: 'recorded', facts })
  let state = recorded(to.id, facts, first.at)
  for (const record of rest) {
    const lived = relived(record, state)
    state = after(state, { seq: to.append(record.at, lived), at: record.at, record: lived })
  }
  if (nextBooking(state) !== undefined) throw new BadTicket('Entries are missing at its end.')
  return state
}

/** The facts as recorded, checked without keeping anything. Throws BadTicket. */
export function checkReplay(ticket: CarriedTicket): TicketState {
  let seq = 0
  const whose = { uid: uidOf(ticket), isDemo: false, profileId: 'check' }
  return replay(ticket, { id: 1, whose, append: () => ++seq })
}

/** Throws BadTicket. */
export function uidOf({ records: [first] }: CarriedTicket): string {
  if (first?.kind === 'recorded') return first.facts.uid
  throw new BadTicket('Its first record is not its recording.')
}

function checkedFacts(facts: TicketFacts): TicketFacts {
  const taken = takenPrice(facts.price)
  if (!taken.ok || taken.price.odds !== facts.price.odds)
    throw new BadTicket(`Its price ${facts.price.text} is not the odds ${facts.price.odds} beside it.`)
  if (!Number.isFinite(winMinor(facts))) throw new BadTicket('A win is more than the ledger can hold.')
  return facts
}

/** The record as this ledger would write it after that state. */
function relived({ at: _, ...body }: CarriedRecord, state: TicketState): TicketRecord {
  if (state.isVoided && body.kind !== 'entry') throw new BadTicket('It goes on after it was voided.')
  switch (body.kind) {
    case 'recorded':
      throw new BadTicket('It is recorded twice.')
    case 'corrected':
      return checkedCorrection(body, state)
    case 'graded':
      for (const { place } of body.legs) checkPlace(place, state)
      return body
    case 'leg-decided':
      checkPlace(body.place, state)
      return body
    case 'decided':
      checkContest(
        body.overrules,
        body.decision.kind === 'payout' ? { ...state, decision: body.decision } : state,
      )
      return body
    case 'judged':
      checkContest(body.contests, { ...state, judged: body })
      if (isDeepStrictEqual(body.ruling, ticketResult(state.legs.map(legResult), body.policy))) return body
      throw new BadTicket('What its legs came to does not follow from their results.')
    case 'entry':
      return checkedEntry(body, state)
    default:
      return body
  }
}

type Carried<K extends CarriedRecord['kind']> = Omit<Extract<CarriedRecord, { kind: K }>, 'at'>

function checkedCorrection(
  { was, terms, legs, reason }: Carried<'corrected'>,
  { facts }: TicketState,
): TicketRecord {
  const now = TicketFacts.safeParse({ ...facts, ...terms })
  const isInOrder = legs === undefined || areInOrder(facts.legs, legs.now)
  const change = now.success && isInOrder ? changedFacts(facts, checkedFacts(now.data), legs?.now) : undefined
  if (change === undefined || !isDeepStrictEqual(change, { was, terms, legs }))
    throw new BadTicket('A correction does not fit what it corrects.')
  return { kind: 'corrected', ...change, reason }
}

/** Records of an older version do not say it. */
function checkContest(isSaid: true | undefined, state: TicketState): void {
  if (isSaid === true && !isContested(state))
    throw new BadTicket('A payout is said not to be what the legs came to, and it is.')
}

function checkPlace(place: number, { legs }: TicketState): void {
  if (legs[place] === undefined) throw new BadTicket(`It has no leg ${place + 1}.`)
}

function checkedEntry(entry: Carried<'entry'>, state: TicketState): EntryBody {
  const wanted = nextBooking(state)
  const isSame =
    wanted !== undefined &&
    (wanted.reverses === null) === (entry.reverses === null) &&
    isDeepStrictEqual(bare(wanted), bare(entry))
  if (isSame) return wanted
  throw new BadTicket('An entry does not follow from its facts and results.')
}

const bare = ({ because: _, reverses: __, ...rest }: EntryBody | Carried<'entry'>) => rest

/** One ticket in detail: legs with scores, the user's choices, and the records behind its numbers. */
import { z } from 'zod'
import { reducedEstimateMinor } from '../../../shared/model/ticket/payout.ts'
import { Grading } from '../../../shared/model/ticket/settlement.ts'
import type { TicketDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { Database } from '../../storage/database.ts'
import { jsonColumn } from '../../storage/json-column.ts'
import type { AccountBook } from '../accounts/account-book.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { LoggedRecord } from '../log/record.ts'
import { endingByAmount, endingMinor, type Ended } from '../state/ticket-outcome.ts'
import { legResult, toTicketState, type LegState, type TicketState } from '../state/ticket-state.ts'
import type { RefundPolicies } from '../tickets/refund-policies.ts'
import { findNextSteps } from '../tickets/undo.ts'
import { describeWithAuthors } from './authors.ts'
import { describeHistory } from './history.ts'

export interface DetailDeps {
  readonly database: Database
  readonly log: LedgerLog
  readonly policies: RefundPolicies
  readonly accounts: Pick<AccountBook, 'nameOf' | 'promotionName'>
}

const ProgressRow = z.object({ place: z.number(), at: z.number(), grading: jsonColumn(Grading) })
type Progress = z.output<typeof ProgressRow>

export function createDetailReader({
  database,
  log,
  policies,
  accounts,
}: DetailDeps): (line: TicketLine) => TicketDetail {
  const progressRows = database.prepare('SELECT place, at, grading FROM progress WHERE ticket_id = ?')
  const names = {
    account: (accountId: string) => accounts.nameOf(accountId),
    promotion: (promotionId: string) => accounts.promotionName(promotionId),
  }
  return line => {
    const records = log.ofTicket(line.id)
    const state = toTicketState(line.id, records)
    const rows = ProgressRow.array().parse(progressRows.all(line.id))
    const progress = new Map(rows.map(row => [row.place, row]))
    return {
      line,
      fair: state.facts.fair ?? null,
      fairClose: state.closing?.kind === 'priced' ? (state.closing.fair ?? null) : null,
      note: state.facts.note,
      priceWarning: findPriceWarning(records, state),
      legs: state.legs.map((leg, place) => toLegDetail(leg, place, progress.get(place))),
      policy: policies.get(state.facts.book.id),
      choices: findChoices(state),
      isVoided: state.isVoided,
      via: state.facts.via ?? null,
      parlayId: state.facts.parlayId,
      ...findNextSteps(records),
      ...describeWithAuthors(log, line.id, each => describeHistory(each, names)),
    }
  }
}

/** A warning is about the price that the ticket was recorded at. */
function findPriceWarning([first]: readonly LoggedRecord[], { facts }: TicketState): string | null {
  if (first?.record.kind !== 'recorded') return null
  const { price, priceWarning = null } = first.record.facts
  return price.odds === facts.price.odds ? priceWarning : null
}

/** A leg's progress comes from the last check, unless a record is newer. */
function toLegDetail(
  state: LegState,
  place: number,
  progress: Progress | undefined,
): TicketDetail['legs'][number] {
  const { name, market, game, price, oddsId, grade } = state.leg
  const isNewer = progress !== undefined && progress.at > (state.gradedAt ?? 0)
  const grading = isNewer ? progress.grading : state.grading
  const gradedAt = isNewer ? progress.at : state.gradedAt
  const source = state.byHand === null ? (grading === null ? null : 'service') : 'hand'
  const fixed = { place, name, market, game, price, oddsId, isGradable: (grade ?? '') !== '' }
  return { ...fixed, result: legResult(state), source, grading, gradedAt }
}

function findChoices(state: TicketState): TicketDetail['choices'] {
  const ruling = state.judged?.ruling
  if (ruling?.kind === 'payout-wanted') return [toReducedChoice(state)]
  if (ruling?.kind === 'ended' && state.conflict === 'contradictsPayout')
    return toConflictChoices(state, ruling.ending)
  if (ruling?.kind !== 'choice-wanted') return []
  return ruling.endings.map(ending =>
    ending === 'reduced'
      ? toReducedChoice(state)
      : { ending, payoutMinor: endingMinor(state, ending), estimateMinor: null },
  )
}

/** Two choices: the payout by the legs, and the payout that the user entered. */
function toConflictChoices(state: TicketState, ending: Ended): TicketDetail['choices'] {
  const { decision } = state
  const byLegs = { ending, payoutMinor: endingMinor(state, ending), estimateMinor: null }
  if (decision?.kind !== 'payout') return [byLegs]
  const { payoutMinor } = decision
  return [byLegs, { ending: endingByAmount(state, payoutMinor), payoutMinor, estimateMinor: null }]
}

/** Only the book knows the payout of the remaining legs; their single prices give an estimate. */
function toReducedChoice({ facts, legs }: TicketState): TicketDetail['choices'][number] {
  const left = legs.filter(leg => legResult(leg) === 'won').map(({ leg }) => leg.price)
  return { ending: 'reduced', payoutMinor: null, estimateMinor: reducedEstimateMinor(facts, left) }
}

/** One ticket opened: legs with scores, what can be chosen, and the records its numbers come from. */
import { z } from 'zod'
import type { RefundPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { reducedEstimateMinor } from '../../../shared/model/ticket/payout.ts'
import { Grading } from '../../../shared/model/ticket/settlement.ts'
import type { TicketDetail } from '../../../shared/model/ticket/ticket-detail.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'
import type { Database } from '../../storage/database.ts'
import type { Placed } from '../log/record.ts'
import { byAmount, endingMinor, type Ended } from '../state/ticket-outcome.ts'
import { legResult, type LegState, type TicketState } from '../state/ticket-state.ts'
import { historyOf } from './history.ts'

interface DetailOf {
  readonly line: TicketLine
  readonly state: TicketState
  readonly records: readonly Placed[]
  readonly policy: RefundPolicy
}

const ProgressRow = z.object({
  place: z.number(),
  at: z.number(),
  grading: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(Grading),
})
type Progress = z.output<typeof ProgressRow>

export class TicketDetails {
  readonly #progress: ReturnType<Database['prepare']>

  constructor(database: Database) {
    this.#progress = database.prepare('SELECT place, at, grading FROM progress WHERE ticket_id = ?')
  }

  of({ line, state, records, policy }: DetailOf): TicketDetail {
    const progress = ProgressRow.array().parse(this.#progress.all(state.id))
    const legs = state.legs.map((leg, place) =>
      legDetail(
        leg,
        place,
        progress.find(seen => seen.place === place),
      ),
    )
    return {
      line,
      note: state.facts.note,
      legs,
      policy,
      choices: choicesOf(state),
      isVoided: state.isVoided,
      history: historyOf(records),
    }
  }
}

/** How far a leg has come is shown from the last look, unless a record came after it. */
function legDetail(state: LegState, place: number, seen: Progress | undefined): TicketDetail['legs'][number] {
  const { name, market, game, price, oddsId, grade } = state.leg
  const isNewer = seen !== undefined && seen.at > (state.gradedAt ?? 0)
  const grading = isNewer ? seen.grading : state.grading
  const gradedAt = isNewer ? seen.at : state.gradedAt
  const source = state.byHand === null ? (grading === null ? null : 'service') : 'hand'
  const fixed = { place, name, market, game, price, oddsId, isGradable: (grade ?? '') !== '' }
  return { ...fixed, result: legResult(state), source, grading, gradedAt }
}

function choicesOf(state: TicketState): TicketDetail['choices'] {
  const ruling = state.judged?.ruling
  if (ruling?.kind === 'payout-wanted') return [reducedChoice(state)]
  if (ruling?.kind === 'ended' && state.contest === 'open') return contestedChoices(state, ruling.ending)
  if (ruling?.kind !== 'choice-wanted') return []
  return ruling.endings.map(ending =>
    ending === 'reduced'
      ? reducedChoice(state)
      : { ending, payoutMinor: endingMinor(state, ending), estimateMinor: null },
  )
}

/** What the legs came to, and what the user entered. */
function contestedChoices(state: TicketState, ending: Ended): TicketDetail['choices'] {
  const { decision } = state
  const byLegs = { ending, payoutMinor: endingMinor(state, ending), estimateMinor: null }
  if (decision?.kind !== 'payout') return [byLegs]
  const { payoutMinor } = decision
  return [byLegs, { ending: byAmount(state, payoutMinor), payoutMinor, estimateMinor: null }]
}

/** Only the book knows what it pays for the legs left; their single prices give an idea. */
function reducedChoice({ facts, legs }: TicketState): TicketDetail['choices'][number] {
  const left = legs.filter(leg => legResult(leg) === 'won').map(({ leg }) => leg.price)
  return { ending: 'reduced', payoutMinor: null, estimateMinor: reducedEstimateMinor(facts, left) }
}

/** The state of a cell in a full sentence, for the Cell pane. */
import { assertNever } from '../../../../shared/failure.ts'
import type { CellState } from '../../../../shared/model/price/cell.ts'
import { countOf } from '../../../format/count.ts'
import { ageText, countdownText } from '../../../format/duration.ts'
import { failureSentence } from '../../../ui/failure-sentence.ts'
import type { DisplayContext } from '../context/useDisplay.ts'

export function explainCell(state: CellState, legs: number, { now, staleAfterMs }: DisplayContext): string {
  switch (state.kind) {
    case 'priced':
      return ''
    case 'stale':
      return `Older than ${ageText(staleAfterMs)}: still shown, never ranked. Reprice it to compare.`
    case 'idle':
      return 'Not priced yet.'
    case 'waiting':
      return `Waiting to be priced, ${waitingWords(state, now)}.`
    case 'pricing':
      return 'Being priced now.'
    case 'no-token':
      return missingLegsText(state.missingLegs, legs)
    case 'no-price':
      return 'The book has no price for these legs.'
    case 'cannot-combine':
      return 'The book does not allow these legs in one parlay.'
    case 'message':
      return `The service answered: ${state.text}`
    case 'limited':
      return state.untilAt > now
        ? `The service takes no more calls for now. It may be asked again in ${countdownText(state.untilAt - now)}.`
        : 'The service took no more calls. It may be asked again now.'
    case 'key-refused':
      return asText({ kind: 'key-refused' })
    case 'failed':
      return asText(state.failure)
    default:
      return assertNever(state)
  }
}

export const missingLegsText = (missing: number, legs: number): string =>
  `This book lacks ${missing} of ${countOf(legs, 'leg')}. It is never priced with fewer.`

function waitingWords(state: Extract<CellState, { kind: 'waiting' }>, now: number): string {
  const place = state.place > 0 ? [`place ${state.place} in line`] : []
  const start = state.startsAt === null ? [] : [`starts in about ${countdownText(state.startsAt - now)}`]
  return [...place, ...start].join(', ')
}

function asText(failure: Parameters<typeof failureSentence>[0]): string {
  const { says, remedy } = failureSentence(failure)
  return `${says} ${remedy}`.trim()
}

/** A cell's state in full sentences, for the Cell pane, and its remedy where there is one. */
import { assertNever, type CallFailure } from '../../../../shared/failure.ts'
import type { CellState } from '../../../../shared/model/price/cell.ts'
import { pluralize } from '../../../format/number-text.ts'
import { ageText, countdownText } from '../../../format/time-text.ts'
import { explainFailure } from '../../../ui/failure-text.ts'
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
      return `Waiting to be priced, ${waitingText(state, now)}.`
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
      return failureText({ kind: 'key-refused' })
    case 'failed':
      return failureText(state.failure)
    default:
      return assertNever(state)
  }
}

export const missingLegsText = (missing: number, legs: number): string =>
  `This book lacks ${missing} of ${pluralize(legs, 'leg')}. It is never priced with fewer.`

function waitingText(state: Extract<CellState, { kind: 'waiting' }>, now: number): string {
  const place = state.place > 0 ? [`place ${state.place} in line`] : []
  const start = state.startsAt === null ? [] : [`starts in about ${countdownText(state.startsAt - now)}`]
  return [...place, ...start].join(', ')
}

function failureText(failure: Parameters<typeof explainFailure>[0]): string {
  const { headline, remedy } = explainFailure(failure)
  return `${headline} ${remedy}`.trim()
}

/** Remedy of a cell that shows no price: asking again, or an entry in Settings. */
export interface CellRemedy {
  readonly action: 'retry' | 'open-settings'
  readonly label: string
}

const retry: CellRemedy = { action: 'retry', label: 'Try again' }
const enterKey: CellRemedy = { action: 'open-settings', label: 'Enter the key' }
const editAddress: CellRemedy = { action: 'open-settings', label: 'Edit the address' }

/** Each failure of a call: its name, short enough for a cell of the grid, and its remedy. */
export const callFailures: Readonly<Record<CallFailure['kind'], { name: string; remedy: CellRemedy }>> = {
  'timed-out': { name: 'Timed out', remedy: retry },
  unreachable: { name: 'Can’t reach', remedy: retry },
  limited: { name: 'Rate limit', remedy: retry },
  'host-failing': { name: 'Book is down', remedy: { action: 'retry', label: 'Try now' } },
  unreadable: { name: 'Bad response', remedy: retry },
  'server-error': { name: 'Error', remedy: retry },
  'too-large': { name: 'Bad response', remedy: editAddress },
  redirected: { name: 'Bad address', remedy: editAddress },
  'bad-address': { name: 'Bad address', remedy: editAddress },
  storage: { name: 'Not sent', remedy: retry },
  'key-missing': { name: 'No key', remedy: enterKey },
  'key-refused': { name: 'Key rejected', remedy: enterKey },
  forbidden: { name: 'Forbidden', remedy: retry },
}

/** Undefined where there is nothing to remedy, or time alone does it. */
export function findRemedy(state: CellState, now: number): CellRemedy | undefined {
  if (state.kind === 'failed') return callFailures[state.failure.kind].remedy
  if (state.kind === 'key-refused') return enterKey
  if (state.kind === 'limited' && state.untilAt <= now) return retry
  return undefined
}

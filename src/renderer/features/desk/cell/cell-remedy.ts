/** What mends a cell that shows no price: asking again, or what is entered in Settings. */
import type { CallFailure } from '../../../../shared/failure.ts'
import type { CellState } from '../../../../shared/model/price/cell.ts'

export interface CellRemedy {
  readonly does: 'retry' | 'open-settings'
  readonly label: string
}

const retry: CellRemedy = { does: 'retry', label: 'Try again' }
const enterKey: CellRemedy = { does: 'open-settings', label: 'Enter the key' }
const editAddress: CellRemedy = { does: 'open-settings', label: 'Edit the address' }

const byFailure: Readonly<Record<CallFailure['kind'], CellRemedy>> = {
  'timed-out': retry,
  unreachable: retry,
  limited: retry,
  'host-failing': { does: 'retry', label: 'Try now' },
  unreadable: retry,
  'server-error': retry,
  'too-large': editAddress,
  redirected: editAddress,
  'bad-address': editAddress,
  'key-missing': enterKey,
  'key-refused': enterKey,
}

/** Undefined where there is nothing to mend, or only time does. */
export function findRemedy(state: CellState, now: number): CellRemedy | undefined {
  if (state.kind === 'failed') return byFailure[state.failure.kind]
  if (state.kind === 'key-refused') return enterKey
  if (state.kind === 'limited' && state.untilAt <= now) return retry
  return undefined
}

/** Says when a cell is refreshed next, or why it is not. */
import { assertNever } from '../../../../shared/failure.ts'
import type { RefreshDue } from '../../../../shared/model/price/refresh-due.ts'
import { countdownText, spanText } from '../../../format/time-text.ts'

/** Undefined where the cell itself says it: its call is under way, or the book lacks a leg. */
export function refreshDueText(due: RefreshDue, now: number): string | undefined {
  switch (due.kind) {
    case 'due':
      if (due.at <= now) return 'Refreshes when a call is free'
      return `Refreshes ${due.isKnown ? 'in' : 'within'} ${spanText(due.at - now)}`
    case 'paused':
      return due.untilAt <= now
        ? undefined
        : `Refreshes after the pause, in ${countdownText(due.untilAt - now)}`
    case 'first-answers':
      return 'Refreshes once the other books are priced'
    case 'off':
      return 'Auto-refresh is off for this parlay'
    case 'final':
      return 'Not refreshed: a retry wouldn’t change it'
    case 'leg-gone':
      return 'Not refreshed while no book offers a leg'
    case 'asked':
    case 'not-offered':
      return undefined
    default:
      return assertNever(due)
  }
}

/** Says which parts of the filter's text find nothing, and what the filter takes. */
import { shortDay } from '../../../format/time-text.ts'
import { isUnusable, limitNames, type LedgerQuery } from '../../../../shared/model/ticket/ledger-query.ts'

/** Texts that the filter takes, for a sentence. */
export const describeTaken = (): string =>
  `words, lines like O27.5, days like ${shortDay(Date.now())}, prices like +355, amounts like $40`

/** Empty when all of the text is used. */
export function describeUnused(query: LedgerQuery): string {
  const { ignored, notLimits } = query
  const parts = [
    ...(ignored.length > 0 ? [`${ignored.join(', ')} (it takes ${describeTaken()})`] : []),
    ...(notLimits.length > 0 ? [`${notLimits.join(', ')} (limits are of ${limitNames.join(', ')})`] : []),
  ]
  if (parts.length === 0) return ''
  return `${isUnusable(query) ? 'Not found by' : 'Ignored'}: ${parts.join('; ')}.`
}

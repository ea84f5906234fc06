/** Says which parts of the filter's text find nothing, and what the filter takes. */
import { isUnusable, limitNames, type LedgerQuery } from '../../../../shared/model/ticket/ledger-query.ts'

/** Empty when all of the text is used. */
export function describeUnused(query: LedgerQuery): string {
  const { ignored, notLimits } = query
  const parts = [
    ...(ignored.length > 0 ? [`${ignored.join(', ')} (it takes words and lines, like O27.5)`] : []),
    ...(notLimits.length > 0 ? [`${notLimits.join(', ')} (limits are of ${limitNames.join(', ')})`] : []),
  ]
  if (parts.length === 0) return ''
  return `${isUnusable(query) ? 'Not found by' : 'Ignored'}: ${parts.join('; ')}.`
}

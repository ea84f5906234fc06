/** What a filter asks of tickets beside days, currency and words: facets, and conditions that no facet says. */
import type { FilterPart, LedgerFilter } from '../../../shared/model/ticket/ledger-filter.ts'
import type { Facet, FacetKind } from '../projection/facets.ts'
import { hangingOn, legNames } from './leg-names.ts'
import { endedSince } from './settled-since.ts'

type Asked = Pick<Facet, 'kind' | 'value'>
/** On tickets `d`. */
interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** Kinds of which sums are kept by day. */
export const keptKinds: ReadonlySet<FacetKind> = new Set(['all', 'book', 'league', 'market', 'tag'])

export function facetsAsked({ bookId, league, market, tag, result, also }: LedgerFilter): Asked[] {
  const asked = { book: bookId, league, market, tag, result } as const
  const chosen = (['book', 'league', 'market', 'tag', 'result'] as const).flatMap(kind => {
    const value = asked[kind]
    return value === null ? [] : [{ kind, value }]
  })
  const opened = also.flatMap(part =>
    'value' in part ? [{ kind: part.kind, value: String(part.value) }] : [],
  )
  return [...chosen, ...opened]
}

/** What no facet says. */
export const conditionsAsked = (isDemo: boolean, { also }: LedgerFilter): Condition[] =>
  also.flatMap(part => ('value' in part ? [] : [conditionOf(isDemo, part)]))

function conditionOf(isDemo: boolean, part: Exclude<FilterPart, { value: unknown }>): Condition {
  if (part.kind === 'settled-since') return { sql: endedSince, values: [Number(isDemo), part.at] }
  return { sql: hangingOn(legNames[part.kind]), values: [part.gameKey, part.label, part.detail] }
}

/** Open tickets add nothing to what is summed of settled ones, so sums need not look which tickets are settled. */
export const ofAnyStanding = <F extends LedgerFilter>(filter: F): F => ({
  ...filter,
  also: filter.also.filter(part => part.kind !== 'figure' || part.value !== 'settled'),
})

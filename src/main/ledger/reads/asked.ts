/** What a filter asks of tickets beside days, currency and words: facets, and what their pending legs hang on. */
import type { FilterPart, LedgerFilter } from '../../../shared/model/ledger-filter.ts'
import type { Facet, FacetKind } from '../projection/facets.ts'

type Asked = Pick<Facet, 'kind' | 'value'>
type Hanging = Extract<FilterPart, { gameKey: string }>

/** Kinds of which sums are kept by day. */
export const keptKinds: ReadonlySet<FacetKind> = new Set(['all', 'book', 'league', 'market', 'tag'])

export function facetsAsked({ bookId, league, market, tag, result, also }: LedgerFilter): Asked[] {
  const asked = { book: bookId, league, market, tag, result } as const
  const chosen = (['book', 'league', 'market', 'tag', 'result'] as const).flatMap(kind => {
    const value = asked[kind]
    return value === null ? [] : [{ kind, value }]
  })
  const opened = also.flatMap(part =>
    isHanging(part) ? [] : [{ kind: part.kind, value: String(part.value) }],
  )
  return [...chosen, ...opened]
}

export const hangingAsked = ({ also }: LedgerFilter): Hanging[] => also.filter(isHanging)

const isHanging = (part: FilterPart): part is Hanging => 'gameKey' in part

/** Open tickets add nothing to what is summed of settled ones, so sums need not look which tickets are settled. */
export const ofAnyStanding = <F extends LedgerFilter>(filter: F): F => ({
  ...filter,
  also: filter.also.filter(part => part.kind !== 'figure' || part.value !== 'settled'),
})

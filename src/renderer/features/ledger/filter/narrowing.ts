/** The tickets behind a number, as a filter: every sum can be followed to exactly the tickets that make it. */
import type { Narrowing } from '../../../navigation-store.ts'
import type { Figure, FilterPart, LedgerFilter } from '../../../../shared/model/ticket/ledger-filter.ts'
import { type ProfitReport, toClvBounds } from '../../../../shared/model/ticket/ledger-report.ts'
import { dayAndTime } from '../../../format/time-text.ts'
import { stepText } from '../reports/clv-chart.ts'

export function narrowed(filter: LedgerFilter, { also = [], ...part }: Narrowing): LedgerFilter {
  const was = new Set(filter.also.map(each => JSON.stringify(each)))
  const news = also.filter(each => !was.has(JSON.stringify(each)))
  return { ...filter, ...part, also: [...filter.also, ...news] }
}

export const figurePart = (value: Figure): FilterPart => ({ kind: 'figure', value })

/** The settled tickets of a row of a report on what passes a filter. */
export function filterOf(
  { by, currency }: Pick<ProfitReport, 'by' | 'currency'>,
  value: string,
  filter: LedgerFilter,
): Narrowing {
  const settled = { currency, also: [figurePart('settled')] }
  if (by === 'book') return { ...settled, bookId: value }
  if (by === 'month') return { ...settled, ...daysOfMonth(value, filter) }
  if (filter[by] === null) return { ...settled, [by]: value }
  return filter[by] === value ? settled : { ...settled, also: [...settled.also, { kind: by, value }] }
}

/** Of a month, `2026-11`, those that the filter lets pass. */
function daysOfMonth(month: string, { fromDay, toDay }: LedgerFilter) {
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  return {
    fromDay: fromDay === null || fromDay < first ? first : fromDay,
    toDay: toDay === null || toDay > last ? last : toDay,
  }
}

/** The day before the first of the next. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

const figureNames: Readonly<Record<Figure, string>> = {
  'open-stake': 'In open stake',
  'open-payout': 'In open payout',
  settled: 'Settled',
  staked: 'In staked',
  clv: 'In mean CLV',
  'clv-kept-out': 'Kept out of CLV',
  'no-close': 'No closing price',
}

export function filterPartName(part: FilterPart): string {
  switch (part.kind) {
    case 'figure':
      return figureNames[part.value]
    case 'clv-step':
      return `CLV ${stepText(toClvBounds(part.value))}`
    case 'league':
    case 'market':
    case 'tag':
      return `Also ${part.value}`
    case 'settled-since':
      return `Settled since ${dayAndTime(part.at)}`
    case 'game':
    case 'player':
    case 'leg':
      return `Hangs on ${part.label}`
  }
}

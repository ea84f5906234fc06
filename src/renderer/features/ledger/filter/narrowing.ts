/** Filters for the tickets behind a number: every sum opens to exactly its tickets. */
import type { Narrowing } from '../../../navigation-store.ts'
import {
  allTickets,
  type Figure,
  type FilterPart,
  type LedgerFilter,
} from '../../../../shared/model/ticket/ledger-filter.ts'
import { type ProfitReport, toClvBounds } from '../../../../shared/model/ticket/ledger-report.ts'
import { leagueText } from '../../../../shared/model/game/league-text.ts'
import { dayAndTime, dayText } from '../../../format/time-text.ts'
import { clvStepText } from '../ledger-text.ts'
import type { Period } from './period.ts'

export type FilterField = Exclude<keyof LedgerFilter, 'also'>
const isField = (name: string): name is FilterField => name !== 'also' && name in allTickets
export const filterFields = Object.keys(allTickets).filter(isField)

export const isSamePart = (one: FilterPart, other: FilterPart): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const hasPart = ({ also }: LedgerFilter, part: FilterPart): boolean =>
  also.some(each => isSamePart(each, part))

export function narrowFilter(filter: LedgerFilter, { also = [], ...part }: Narrowing): LedgerFilter {
  const added = also.filter(each => !hasPart(filter, each))
  return { ...filter, ...part, also: [...filter.also, ...added] }
}

/** True if the filter has all that a number would add. Sums are of one currency, also where the filter has none. */
export function isNarrowedTo(filter: LedgerFilter, { also = [], ...part }: Narrowing): boolean {
  const isAsNarrowed = (name: FilterField) =>
    !(name in part) || part[name] === filter[name] || (name === 'currency' && filter[name] === null)
  return filterFields.every(isAsNarrowed) && also.every(each => hasPart(filter, each))
}

export const toFigurePart = (value: Figure): FilterPart => ({ kind: 'figure', value })

/** Filter of a report's row: its settled tickets among those that pass `filter`. */
export function narrowToRow(
  { by, currency }: Pick<ProfitReport, 'by' | 'currency'>,
  value: string,
  filter: LedgerFilter,
): Narrowing {
  const settled = { currency, also: [toFigurePart('settled')] }
  if (by === 'book') return { ...settled, bookId: value }
  if (by === 'month') return { ...settled, ...clampToMonth(value, filter) }
  const second = { kind: by, value }
  const isFirst = filter[by] === value || (filter[by] === null && !hasPart(filter, second))
  return isFirst ? { ...settled, [by]: value } : { ...settled, also: [...settled.also, second] }
}

/** Days of a month, `2026-11`, that the filter lets pass. */
function clampToMonth(month: string, { fromDay, toDay }: LedgerFilter) {
  const [first, last] = [`${month}-01`, findLastDay(month)]
  return {
    fromDay: fromDay === null || fromDay < first ? first : fromDay,
    toDay: toDay === null || toDay > last ? last : toDay,
  }
}

/** Last day of a month: the day before the first of the next month. */
function findLastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

const figureNames: Readonly<Record<Figure, string>> = {
  'open-stake': 'Open risk',
  'open-payout': 'Can still win',
  settled: 'Settled',
  staked: 'Risked bets',
  clv: 'With closing odds',
  'clv-kept-out': 'Skipped for CLV',
  'no-close': 'Without closing odds',
}

/** Days that an opened number narrows the period to: `to Nov 20`; empty for those of the period itself. */
export function describeDays({ fromDay, toDay }: LedgerFilter, period: Period): string {
  if (toDay === null || period === 'days') return ''
  return `${fromDay === null ? '' : `${dayText(fromDay)} `}to ${dayText(toDay)}`
}

/** Label of a filter part that comes from an opened number. */
export function describeFilterPart(part: FilterPart): string {
  switch (part.kind) {
    case 'figure':
      return figureNames[part.value]
    case 'clv-step':
      return `CLV ${clvStepText(toClvBounds(part.value))}`
    case 'league':
      return `League: ${leagueText(part.value)}`
    case 'market':
      return `Market: ${part.value}`
    case 'tag':
      return `Tag: ${part.value}`
    case 'settled-since':
      return `Settled since ${dayAndTime(part.at)}`
    case 'game':
      return `Game: ${part.label}`
    case 'player':
      return `Player: ${part.label}`
    case 'leg':
      return `Leg: ${part.label}`
    case 'waiting':
      return 'Waits for your decision'
    case 'promotion':
      return `Promotion: ${part.label}`
    case 'parlay':
      return `Parlay: ${part.label}`
  }
}

/** Auto-refresh in words: its intervals, and the calls a minute it costs. */
import {
  autoIntervals,
  type AutoRefreshState,
  type AutoSeconds,
} from '../../../../shared/model/settings/budget.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { pluralize, countText } from '../../../format/number-text.ts'
import { spanText } from '../../../format/time-text.ts'
import { countCalls } from './call-count.ts'

/** In a list of choices, 0 means none. */
export type AutoChoice = AutoSeconds | 0

const intervals = autoIntervals.map(value => ({ value, name: `Every ${spanText(value * 1000)}` }))
export const deskChoices = [{ value: 0, name: 'Off' }, ...intervals] as const
export const rowChoices = [{ value: 0, name: 'As the desk' }, ...intervals] as const

/** `Auto`, `Auto 30 s`, `Auto 3 rows`. */
export function autoLabel({ everySeconds, rows }: AutoRefreshState): string {
  if (everySeconds !== null) return `Auto ${spanText(everySeconds * 1000)}`
  return rows.length === 0 ? 'Auto' : `Auto ${pluralize(rows.length, 'row')}`
}

/** Calls a minute at most: one for each cell that can be priced. */
export function countAutoCallsPerMinute(auto: AutoRefreshState, rows: readonly Row[]): number {
  const secondsByRow = new Map(auto.rows.map(({ parlayId, everySeconds }) => [parlayId, everySeconds]))
  const calls = rows.map(row => {
    const everySeconds = secondsByRow.get(row.id) ?? auto.everySeconds
    return everySeconds === null ? 0 : (countCalls(row) * 60) / everySeconds
  })
  return Math.round(calls.reduce((sum, each) => sum + each, 0))
}

export const isAutoOn = ({ everySeconds, rows }: AutoRefreshState): boolean =>
  everySeconds !== null || rows.length > 0

/** The cost in words, compared with the limit of calls a minute. */
export function autoCost(auto: AutoRefreshState, rows: readonly Row[], limit: number): string {
  const calls = countAutoCallsPerMinute(auto, rows)
  const cost = `${pluralize(calls, 'call')} a minute`
  return calls <= limit
    ? `${cost}, of ${countText(limit)} allowed.`
    : `${cost}, but only ${countText(limit)} are allowed: prices are renewed later than set.`
}

/** What prices that renew themselves cost, and how their intervals are said. */
import {
  autoIntervals,
  type AutoRefreshState,
  type AutoSeconds,
} from '../../../../shared/model/settings/budget.ts'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { countOf, countText } from '../../../format/count.ts'
import { spanText } from '../../../format/duration.ts'
import { countCalls } from './calls-of.ts'

/** In a list of choices, 0 stands for none. */
export type AutoChoice = AutoSeconds | 0

const intervals = autoIntervals.map(value => ({ value, name: `Every ${spanText(value * 1000)}` }))
export const deskChoices = [{ value: 0, name: 'Off' }, ...intervals] as const
export const rowChoices = [{ value: 0, name: 'As the desk' }, ...intervals] as const

export const toSeconds = (choice: AutoChoice): AutoSeconds | null => (choice === 0 ? null : choice)

/** `Auto`, `Auto 30 s`, `Auto 3 rows`. */
export function autoLabel({ everySeconds, rows }: AutoRefreshState): string {
  if (everySeconds !== null) return `Auto ${spanText(everySeconds * 1000)}`
  return rows.length === 0 ? 'Auto' : `Auto ${countOf(rows.length, 'row')}`
}

/** Calls a minute that the plans make, at most: a call for each cell that can be priced. */
export function countAutoCallsPerMinute(auto: AutoRefreshState, rows: readonly Row[]): number {
  const ofRow = new Map(auto.rows.map(({ parlayId, everySeconds }) => [parlayId, everySeconds]))
  const calls = rows.map(row => {
    const everySeconds = ofRow.get(row.id) ?? auto.everySeconds
    return everySeconds === null ? 0 : (countCalls([row]) * 60) / everySeconds
  })
  return Math.round(calls.reduce((sum, each) => sum + each, 0))
}

/** The cost in words, held against the limit. */
export function autoCost(callsAMinute: number, limit: number): string {
  const cost = `${countOf(callsAMinute, 'call')} a minute`
  return callsAMinute <= limit
    ? `${cost}, of ${countText(limit)} allowed.`
    : `${cost}, but only ${countText(limit)} are allowed: prices are renewed later than set.`
}

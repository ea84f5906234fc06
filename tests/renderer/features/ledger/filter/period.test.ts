import { expect, it } from 'vitest'
import { getPeriodDays } from '../../../../../src/renderer/features/ledger/filter/period.ts'

const now = new Date(2026, 2, 2, 0, 30).getTime()

it.each([
  ['all', null, null],
  ['today', '2026-03-02', null],
  ['week', '2026-02-24', null],
  ['month', '2026-02-01', null],
  ['year', '2026-01-01', null],
  ['days', '2026-02-01', '2026-03-02'],
] as const)('%s runs from %s to %s, in days where the user is', (period, fromDay, toDay) => {
  expect(getPeriodDays(period, now)).toEqual({ fromDay, toDay })
})

import { expect, it } from 'vitest'
import {
  toBankrollOption,
  describeBankroll,
} from '../../../../../src/renderer/features/ledger/reports/bankroll-chart.ts'
import type { BankrollCurve } from '../../../../../src/shared/model/ticket/ledger-report.ts'
import { mixedCurves } from '../../../../support/shared/mixed-curves.ts'

const colors = { up: 'g', down: 'r', accent: 'b', text: 't', faint: 'f', line: 'l', panel: 'p' }
const curve: BankrollCurve = {
  currency: 'USD',
  settled: 3,
  withClose: 2,
  points: [
    { day: '2026-11-19', profitMinor: -1_500, expectedMinor: 120, lowMinor: -900, highMinor: 1_140 },
    { day: '2026-11-20', profitMinor: 14_500, expectedMinor: 310, lowMinor: -700, highMinor: 1_320 },
  ],
}
it('describeBankroll describes the curve in one sentence', () => {
  expect(describeBankroll(curve)).toBe(
    '+$145.00 by Nov 20, 2026 from 2 tickets with closing odds, which expected +$3.10.',
  )
  expect(describeBankroll({ ...curve, withClose: 0 })).toBe(
    '+$145.00 by Nov 20, 2026 from 3 settled tickets; no closing odds yet.',
  )
  expect(describeBankroll({ ...curve, points: [] })).toBe('No settled tickets.')
})

it('toBankrollOption draws profit, expectation and its band, from zero on', () => {
  const { series } = toBankrollOption(curve, colors, 1)
  expect(series.map(({ name }) => name)).toEqual(['Low', 'Band', 'Expected', 'Profit'])
  const at = (name: string, point = 2) => series.find(each => each.name === name)?.data[point]
  expect(at('Profit', 0)).toEqual(['2026-11-18', 0])
  expect([at('Low'), at('Band'), at('Expected'), at('Profit')]).toEqual([
    ['2026-11-20', -700],
    ['2026-11-20', 2_020],
    ['2026-11-20', 310],
    ['2026-11-20', 14_500],
  ])
})

it('toBankrollOption colors profit by the side of zero it ends on', () => {
  const colorOf = (points: BankrollCurve['points']) =>
    toBankrollOption({ ...curve, points }, colors, 1).series.at(-1)
  expect(colorOf(curve.points)).toMatchObject({ itemStyle: { color: 'g' } })
  expect(colorOf(curve.points.slice(0, 1))).toMatchObject({ itemStyle: { color: 'r' } })
})

it('toBankrollOption draws profit alone where no ticket has a closing price', () => {
  const { series } = toBankrollOption({ ...curve, withClose: 0 }, colors, 1)
  expect(series.map(({ name }) => name)).toEqual(['Profit'])
  const { formatter } = toBankrollOption({ ...curve, withClose: 0 }, colors, 1).tooltip
  expect(formatter([{ dataIndex: 1 }])).toBe('Nov 19, 2026<br>Profit −$15.00')
})

it('toBankrollOption names no day before the first ticket’s on its axis', () => {
  const { formatter } = toBankrollOption(curve, colors, 1).xAxis.axisLabel
  const names = [18, 19, 20].map(day => formatter(new Date(2026, 10, day).getTime()))
  expect(names).toEqual(['', 'Nov 19', 'Nov 20'])
})

it('toBankrollOption shows the figures of the day under the pointer', () => {
  const { formatter } = toBankrollOption(curve, colors, 1).tooltip
  expect(formatter([{ dataIndex: 1 }])).toBe(
    'Nov 19, 2026<br>Profit −$15.00<br>Expected +$1.20<br>±1 SD −$9.00 to +$11.40',
  )
  expect([formatter([]), formatter([{ dataIndex: 0 }])]).toEqual(['', ''])
})

it.each(Object.values(mixedCurves))(
  'toBankrollOption draws line and band of mixed $currency tickets from the same ones, point by point',
  mixed => {
    const { series } = toBankrollOption(mixed, colors, 1)
    const drawn = (name: string) => series.find(each => each.name === name)?.data ?? []
    const valuesOf = (name: string) => drawn(name).map(([, value]) => Number(value))
    const days = ['2026-11-18', ...mixed.points.map(({ day }) => day)]
    for (const { data } of series) expect(data.map(([day]) => day)).toEqual(days)
    const [lows, heights] = [valuesOf('Low'), valuesOf('Band')]
    expect(valuesOf('Profit')).toEqual([0, ...mixed.points.map(({ profitMinor }) => profitMinor)])
    expect(valuesOf('Expected')).toEqual([0, ...mixed.points.map(({ expectedMinor }) => expectedMinor)])
    expect(lows.map((low, at) => low + (heights[at] ?? Number.NaN))).toEqual([
      0,
      ...mixed.points.map(({ highMinor }) => highMinor),
    ])
    expect(describeBankroll(mixed)).toContain(`from ${mixed.withClose} tickets with closing odds`)
  },
)

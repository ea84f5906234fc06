import { expect, it } from 'vitest'
import {
  toBankrollOption,
  describeBankroll,
} from '../../../../../src/renderer/features/ledger/reports/bankroll-chart.ts'
import { toClvOption, describeClv } from '../../../../../src/renderer/features/ledger/reports/clv-chart.ts'
import { clvStepText } from '../../../../../src/renderer/features/ledger/ledger-text.ts'
import type { BankrollCurve, ClvDistribution } from '../../../../../src/shared/model/ticket/ledger-report.ts'

const colours = { up: 'g', down: 'r', accent: 'b', text: 't', faint: 'f', line: 'l', panel: 'p' }
const curve: BankrollCurve = {
  currency: 'USD',
  settled: 3,
  withClose: 2,
  points: [
    { day: '2026-11-19', profitMinor: -1_500, expectedMinor: 120, lowMinor: -900, highMinor: 1_140 },
    { day: '2026-11-20', profitMinor: 14_500, expectedMinor: 310, lowMinor: -700, highMinor: 1_320 },
  ],
}
const clv: ClvDistribution = {
  currency: 'USD',
  buckets: [
    { step: -2, from: null, to: -0.02, tickets: 1 },
    { step: -1, from: -0.02, to: 0, tickets: 2 },
    { step: 0, from: 0, to: 0.02, tickets: 4 },
    { step: 1, from: 0.02, to: null, tickets: 3 },
  ],
  tickets: 10,
  mean: 0.041,
  beat: 0.7,
  keptOut: 2,
  withoutClose: 1,
}

it('describeBankroll describes the curve in one sentence', () => {
  expect(describeBankroll(curve)).toBe(
    '+$145.00 of 3 settled tickets by 2026-11-20; closing prices of 2 tickets expected +$3.10.',
  )
  expect(describeBankroll({ ...curve, withClose: 0 })).toContain('no closing prices yet')
  expect(describeBankroll({ ...curve, points: [] })).toBe('None of these tickets is settled.')
})

it('toBankrollOption draws profit, expectation and its band, from zero on', () => {
  const { series } = toBankrollOption(curve, colours)
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
  const colourOf = (points: BankrollCurve['points']) =>
    toBankrollOption({ ...curve, points }, colours).series.at(-1)
  expect(colourOf(curve.points)).toMatchObject({ itemStyle: { color: 'g' } })
  expect(colourOf(curve.points.slice(0, 1))).toMatchObject({ itemStyle: { color: 'r' } })
})

it('toBankrollOption draws profit alone where no ticket has a closing price', () => {
  const { series } = toBankrollOption({ ...curve, withClose: 0 }, colours)
  expect(series.map(({ name }) => name)).toEqual(['Profit'])
})

it('toBankrollOption shows the figures of the day under the pointer', () => {
  const { formatter } = toBankrollOption(curve, colours).tooltip
  expect(formatter([{ dataIndex: 1 }])).toBe(
    '2026-11-19<br>Profit −$15.00<br>Expected +$1.20<br>1 sd −$9.00 to +$11.40',
  )
  expect(formatter([])).toBe('')
})

it('describeClv describes the distribution, with the tickets left out', () => {
  expect(describeClv(clv)).toBe(
    'Mean CLV +4.1% of 10 tickets; 70% beat the close; 2 tickets refunded, boosted or in play left out, 1 ticket without a closing price.',
  )
  expect(describeClv({ ...clv, tickets: 0, mean: null, beat: null })).toMatch(
    /^No ticket with a closing price yet/,
  )
})

it('toClvOption names each step and colors those below the close', () => {
  expect(clv.buckets.map(clvStepText)).toEqual(['under −2%', '−2% to 0%', '0% to +2%', 'over +2%'])
  const bars = toClvOption(clv, colours).series[0]?.data.map(({ value, itemStyle }) => [
    value,
    itemStyle.color,
  ])
  expect(bars).toEqual([
    [1, 'r'],
    [2, 'r'],
    [4, 'g'],
    [3, 'g'],
  ])
})

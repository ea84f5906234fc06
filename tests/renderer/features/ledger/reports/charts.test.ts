import { expect, it } from 'vitest'
import {
  bankrollOption,
  bankrollSentence,
} from '../../../../../src/renderer/features/ledger/reports/bankroll-chart.ts'
import {
  clvOption,
  clvSentence,
  stepText,
} from '../../../../../src/renderer/features/ledger/reports/clv-chart.ts'
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

it('says the bankroll curve in one sentence', () => {
  expect(bankrollSentence(curve)).toBe(
    '+$145.00 of 3 settled tickets by 2026-11-20; closing prices of 2 tickets expected +$3.10.',
  )
  expect(bankrollSentence({ ...curve, withClose: 0 })).toContain('no closing prices yet')
  expect(bankrollSentence({ ...curve, points: [] })).toBe('None of these tickets is settled.')
})

it('draws profit, what was expected, and a band from its low to its high, from nothing on', () => {
  const { series } = bankrollOption(curve, colours)
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

it('colours profit by which side of nothing it ends on', () => {
  const colourOf = (points: BankrollCurve['points']) =>
    bankrollOption({ ...curve, points }, colours).series.at(-1)
  expect(colourOf(curve.points)).toMatchObject({ itemStyle: { color: 'g' } })
  expect(colourOf(curve.points.slice(0, 1))).toMatchObject({ itemStyle: { color: 'r' } })
})

it('draws profit alone where no ticket has a closing price', () => {
  const { series } = bankrollOption({ ...curve, withClose: 0 }, colours)
  expect(series.map(({ name }) => name)).toEqual(['Profit'])
})

it('hints at the figures of the day under the pointer', () => {
  const { formatter } = bankrollOption(curve, colours).tooltip
  expect(formatter([{ dataIndex: 1 }])).toBe(
    '2026-11-19<br>Profit −$15.00<br>Expected +$1.20<br>1 sd −$9.00 to +$11.40',
  )
  expect(formatter([])).toBe('')
})

it('says how CLV is distributed, with what was left out', () => {
  expect(clvSentence(clv)).toBe(
    'Mean CLV +4.1% of 10 tickets; 70% beat the close; 2 tickets refunded, boosted or in play left out, 1 ticket without a closing price.',
  )
  expect(clvSentence({ ...clv, tickets: 0, mean: null, beat: null })).toMatch(
    /^No ticket with a closing price yet/,
  )
})

it('names each step of CLV and colours those below the close', () => {
  expect(clv.buckets.map(stepText)).toEqual(['under −2%', '−2% to 0%', '0% to +2%', 'over +2%'])
  const bars = clvOption(clv, colours).series[0]?.data.map(({ value, itemStyle }) => [value, itemStyle.color])
  expect(bars).toEqual([
    [1, 'r'],
    [2, 'r'],
    [4, 'g'],
    [3, 'g'],
  ])
})

import { expect, it } from 'vitest'
import { clvStepText } from '../../../../../src/renderer/features/ledger/ledger-text.ts'
import {
  describeClv,
  shortStep,
  toClvOption,
} from '../../../../../src/renderer/features/ledger/reports/clv-chart.ts'
import type { ClvDistribution } from '../../../../../src/shared/model/ticket/ledger-report.ts'

const colors = { up: 'g', down: 'r', accent: 'b', text: 't', faint: 'f', line: 'l', panel: 'p' }
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

it('describeClv describes the distribution, with the tickets left out', () => {
  expect(describeClv(clv)).toBe(
    'Avg CLV +4.1% of 10 tickets; 70% beat the close; 2 void, boost, bonus or live bets skipped, 1 ticket without closing odds.',
  )
  expect(describeClv({ ...clv, tickets: 0, mean: null, beat: null })).toMatch(/^No closing odds yet/)
})

it('toClvOption names each step, in one color: the margin is in the close', () => {
  expect(clv.buckets.map(clvStepText)).toEqual(['under −2%', '−2% to 0%', '0% to +2%', 'over +2%'])
  expect(clv.buckets.map(clvStepText).map(shortStep)).toEqual(['<−2%', '−2%', '0%', '>+2%'])
  const bars = toClvOption(clv, colors, 1).series[0]?.data.map(({ value, itemStyle }) => [
    value,
    itemStyle.color,
  ])
  expect(bars).toEqual([
    [1, 'b'],
    [2, 'b'],
    [4, 'b'],
    [3, 'b'],
  ])
})

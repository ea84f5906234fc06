import { describe, expect, it } from 'vitest'
import {
  equalWeights,
  evaluatePartition,
  findChance,
  findOutcomeChances,
  listSides,
  toRange,
  type FairContext,
  type FairMethod,
  type FairOutcome,
  type FairResult,
} from '../../../../src/shared/model/price/fair.ts'
import type { OneOff } from '../../../../src/shared/model/price/whatif.ts'
import { americanPrice, noon } from '../../../support/shared/desk-rows.ts'

const at = (american: number, time = noon): OneOff => ({
  at: time,
  outcome: { kind: 'priced', price: americanPrice(american), links: null, limits: null },
})
const vector = [180, 250, 390, 260]
const context = (given: Partial<FairContext> = {}): FairContext => ({
  now: noon,
  maxHold: undefined,
  outcomes: 4,
  reason: 'Two prices are missing.',
  ...given,
})
const answers = vector.map(american => at(american))
const by = (fairMethod: FairMethod, weights = {}) => ({
  fairMethod,
  fairWeights: { ...equalWeights, ...weights },
})
const apart = { kind: 'none', reason: 'The prices came too far apart; try again.' }

function toExact(result: FairResult) {
  if (result.kind !== 'exact') throw new Error(JSON.stringify(result))
  return result
}

describe('listSides', () => {
  it('begins with the own sides, and changes the last leg fastest', () => {
    expect(listSides(1)).toEqual([[false], [true]])
    expect(listSides(2)).toEqual([
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ])
    expect(new Set(listSides(4).map(String)).size).toBe(16)
  })
})

describe('evaluatePartition', () => {
  it('gives every method’s probability and the hold', () => {
    const exact = toExact(evaluatePartition(answers, context()))
    expect(exact.hold).toBeCloseTo(0.12472, 5)
    expect(findChance(exact, by('lowest'))).toBeCloseTo(0.31754, 6)
    expect(findChance(exact, by('shin'))).toBeCloseTo(0.322949, 6)
    expect(toRange(exact).high).toBeCloseTo(0.327636, 6)
  })

  it('blends methods by their weights', () => {
    const exact = toExact(evaluatePartition(answers, context()))
    const [power = 0, shin = 0] = (['power', 'shin'] as const).map(
      method => findChance(exact, by(method)) ?? 0,
    )
    const none = Object.fromEntries(Object.keys(equalWeights).map(method => [method, 0]))
    expect(findChance(exact, by('blend', { ...none, power: 3, shin: 1 }))).toBeCloseTo(
      (3 * power + shin) / 4,
      12,
    )
    const mean = exact.chances.reduce((sum, { p }) => sum + p / exact.chances.length, 0)
    expect(findChance(exact, by('blend'))).toBeCloseTo(mean, 12)
  })

  it('gives no blend with a method that has no answer, unless that has no weight', () => {
    const long = [10_000, -2_000, 1_500, 1_500].map(american => at(american))
    const exact = toExact(evaluatePartition(long, context()))
    expect(findChance(exact, by('blend'))).toBeUndefined()
    expect(findChance(exact, by('blend', { additive: 0, goto: 0 }))).toBeGreaterThan(0)
  })

  it('leaves out a method that has no answer', () => {
    const long = [10_000, -2_000, 1_500, 1_500].map(american => at(american))
    const exact = toExact(evaluatePartition(long, context()))
    expect(findChance(exact, by('additive'))).toBeUndefined()
    expect(findChance(exact, by('lowest'))).toBeGreaterThan(0)
  })

  it.each([
    ['20 s apart', 20_000, 'exact'],
    ['more than 20 s apart', 20_001, 'none'],
  ])('of prices %s', (_, apartMs, kind) => {
    const mixed = answers.with(3, at(260, noon + apartMs))
    expect(evaluatePartition(mixed, context({ now: noon + apartMs })).kind).toBe(kind)
  })

  it('of prices more than a minute old is none', () => {
    expect(evaluatePartition(answers, context({ now: noon + 60_000 })).kind).toBe('exact')
    expect(evaluatePartition(answers, context({ now: noon + 60_001 }))).toEqual(apart)
  })

  it('mixes no times in an interval either', () => {
    expect(evaluatePartition([at(180), null, null, at(260, noon + 30_000)], context())).toEqual(apart)
  })

  it('with prices missing is an interval that has the truth, from the largest hold seen', () => {
    const open = evaluatePartition([at(180), null, at(390), at(260)], context())
    expect(open).toMatchObject({ kind: 'interval', reason: 'Two prices are missing.', assumedHold: 0.35 })
    const known = evaluatePartition([at(180), null, at(390), at(260)], context({ maxHold: 0.13 }))
    if (open.kind !== 'interval' || known.kind !== 'interval') throw new Error()
    expect(known).not.toHaveProperty('assumedHold')
    expect(open.low).toBeCloseTo(1 / 2.8 / 1.35, 12)
    expect(known.low).toBeCloseTo(1 / 2.8 / 1.13, 12)
    for (const { low, high } of [open, known]) {
      expect(low).toBeLessThan(0.3175)
      expect(high).toBeGreaterThan(0.3276)
    }
  })

  it('of the own price alone is an interval', () => {
    expect(evaluatePartition([at(180)], context({ outcomes: 2 }))).toMatchObject({
      kind: 'interval',
      high: 1 / 2.8,
    })
  })

  it('is none without the own price, or with prices under 100%', () => {
    expect(evaluatePartition([null, ...answers.slice(1)], context()).kind).toBe('none')
    expect(evaluatePartition([], context()).kind).toBe('none')
    expect(evaluatePartition(Array(4).fill(at(310)), context())).toEqual({
      kind: 'none',
      reason: 'The prices add up to less than 100%, so one is wrong or old; try again.',
    })
  })
})

describe('findOutcomeChances', () => {
  const outcomes: FairOutcome[] = answers.map(last => ({ legs: [], last }))

  it('sums to 1 by one method, and to less by the lowest', () => {
    const sum = (chances: readonly number[] = []) => chances.reduce((total, p) => total + p, 0)
    expect(sum(findOutcomeChances(outcomes, by('shin')))).toBeCloseTo(1, 12)
    expect(sum(findOutcomeChances(outcomes, by('blend')))).toBeCloseTo(1, 12)
    expect(sum(findOutcomeChances(outcomes, by('lowest')))).toBeLessThan(1)
  })

  it('is unknown while a price is missing', () => {
    expect(findOutcomeChances(outcomes.with(1, { legs: [], last: null }), by('shin'))).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import {
  blendDevig,
  compareMethods,
  devig,
  devigBy,
  DevigError,
  devigMethods,
  devigRange,
  holdOf,
  type DevigMethod,
} from '../../../src/shared/value/devig.ts'
import { fc } from '../../support/property.ts'

const american = (...prices: readonly number[]) => prices.map(price => 1 + price / 100)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Odds of 2 to 16 outcomes whose raw probabilities sum to 1 + hold. */
const anyMarket = fc
  .record({
    weights: fc.array(fc.double({ min: 1, max: 20, noNaN: true }), { minLength: 2, maxLength: 16 }),
    hold: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
  })
  .map(({ weights, hold }) => weights.map(weight => sum(weights) / weight / (1 + hold)))
  .filter(decimals => decimals.every(odds => odds > 1.001))

/** The method's probabilities; undefined when it refuses these odds. */
function tryDevig(method: DevigMethod, decimals: readonly number[]): readonly number[] | undefined {
  try {
    return devig(method, decimals)
  } catch (error) {
    if (error instanceof DevigError && error.refusal === 'not-positive') return undefined
    throw error
  }
}

function refusalOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof DevigError) return error.refusal
    throw error
  }
  return 'none'
}

describe('devig', () => {
  // Shin: the tests of mberk/shin. Three-way market: the tests of penaltyblog. Goto: the README of goto_conversion.
  it.each([
    ['shin', [2.6, 2.4, 4.3], [0.3729941, 0.4047794, 0.2222265]],
    ['multiplicative', [2.7, 2.3, 4.4], [0.358738, 0.421127, 0.220135]],
    ['additive', [2.7, 2.3, 4.4], [0.359562, 0.423974, 0.216464]],
    ['power', [2.7, 2.3, 4.4], [0.359171, 0.423731, 0.217098]],
    ['oddsRatio', [2.7, 2.3, 4.4], [0.35881, 0.422561, 0.218629]],
    ['goto', [1.2, 3.4, 5.6], [0.7753528, 0.1747947, 0.0498524]],
  ] as const)('%s of %j gives the published probabilities', (method, decimals, expected) => {
    const fair = devig(method, decimals)
    for (const [place, p] of expected.entries()) expect(Math.abs((fair[place] ?? 0) - p)).toBeLessThan(1e-6)
  })

  it.each([
    ['multiplicative', 0.31754],
    ['additive', 0.325964],
    ['power', 0.324144],
    ['oddsRatio', 0.320811],
    ['shin', 0.322949],
    ['probit', 0.321859],
    ['goto', 0.327636],
  ] as const)('%s of a partition of four cells', (method, expected) => {
    expect(devig(method, american(180, 250, 390, 260))[0]).toBeCloseTo(expected, 6)
  })

  it('sums to 1, keeps the order, and lowers the outcomes with the highest odds most', () => {
    fc.assert(
      fc.property(anyMarket, decimals => {
        for (const method of devigMethods) {
          const fair = tryDevig(method, decimals)
          if (fair === undefined) continue
          expect(Math.abs(sum(fair) - 1)).toBeLessThan(1e-12)
          const byOdds = fair.map((p, place) => [decimals[place] ?? 0, p] as const).sort(([a], [b]) => a - b)
          for (const [at, [odds, p]] of byOdds.entries()) {
            expect(p).toBeLessThan(1 / odds)
            const [before, above] = byOdds[at - 1] ?? [0, Infinity]
            if (odds > before) expect(p).toBeLessThan(above + 1e-12)
          }
        }
      }),
    )
  })

  it('agrees in all methods when there is no margin', () => {
    for (const decimals of [
      [2, 2],
      [3, 3, 3],
      [6, 6, 6, 6, 6, 6],
      [1.25, 5],
      [4, 4, 2],
    ])
      for (const method of devigMethods)
        for (const [place, p] of devig(method, decimals).entries())
          expect(p).toBeCloseTo(1 / (decimals[place] ?? 0), 12)
  })

  it('gives by Shin with two outcomes what additive gives', () => {
    fc.assert(
      fc.property(
        anyMarket.filter(decimals => decimals.length === 2),
        decimals => {
          const additive = tryDevig('additive', decimals)
          if (additive === undefined) return
          for (const [place, p] of devig('shin', decimals).entries())
            expect(Math.abs(p - (additive[place] ?? 0))).toBeLessThan(1e-9)
        },
      ),
    )
  })

  it('solves the equation of each method', () => {
    fc.assert(
      fc.property(anyMarket, decimals => {
        const ratiosOf = (method: DevigMethod, ratio: (p: number, q: number) => number) =>
          devig(method, decimals).map((p, place) => ratio(p, 1 / (decimals[place] ?? 0)))
        const equations = [
          ratiosOf('power', (p, q) => Math.log(p) / Math.log(q)),
          ratiosOf('oddsRatio', (p, q) => (p * (1 - q)) / (q * (1 - p))),
        ]
        for (const ratios of equations)
          for (const each of ratios) expect(each / (ratios[0] ?? 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  it('refuses by name what is no market', () => {
    for (const method of devigMethods) {
      expect(refusalOf(() => devig(method, []))).toBe('too-few-outcomes')
      expect(refusalOf(() => devig(method, [1.5]))).toBe('too-few-outcomes')
      for (const odds of [1, 0.5, 0, -110, NaN, Infinity])
        expect(refusalOf(() => devig(method, [1.5, odds]))).toBe('invalid-odds')
      const hole: number[] = [1.5]
      hole[2] = 3
      expect(refusalOf(() => devig(method, hole))).toBe('invalid-odds')
      // @ts-expect-error -- a text from outside the program
      expect(refusalOf(() => devig(method, ['2', 2]))).toBe('invalid-odds')
      expect(refusalOf(() => devig(method, [2.1, 2.1]))).toBe('booksum-below-1')
    }
  })

  it.each(['nope', 'constructor', 'toString'])('refuses the method %s by name, whatever the market', name => {
    for (const odds of [
      [1.5, 2],
      [2, 2],
    ])
      // @ts-expect-error a name from outside the program
      expect(refusalOf(() => devig(name, odds))).toBe('unknown-method')
    // @ts-expect-error a name from outside the program
    expect(refusalOf(() => devigBy(name, [1.5, 2]))).toBe('unknown-method')
  })

  it('refuses probabilities that are not positive, in the methods that can give them', () => {
    const decimals = [1.05, 1.6, 300]
    expect(refusalOf(() => devig('additive', decimals))).toBe('not-positive')
    expect(refusalOf(() => devig('goto', decimals))).toBe('not-positive')
    for (const method of ['multiplicative', 'power', 'oddsRatio', 'shin', 'probit'] as const)
      expect(devig(method, decimals).every(p => p > 0)).toBe(true)
  })
})

describe('devigRange', () => {
  it('spans the methods that have an answer', () => {
    const [first] = devigRange(american(180, 250, 390, 260))
    expect(first?.low).toBeCloseTo(0.31754, 6)
    expect(first?.high).toBeCloseTo(0.327636, 6)
    const decimals = [1.05, 1.6, 300]
    const [, , last] = devigRange(decimals)
    expect(last?.low).toBe(devig('power', decimals)[2])
    expect(last?.high).toBe(devig('multiplicative', decimals)[2])
  })

  it('refuses what is no market', () => {
    expect(refusalOf(() => devigRange([2.1, 2.1]))).toBe('booksum-below-1')
    expect(refusalOf(() => devigRange([2]))).toBe('too-few-outcomes')
  })
})

describe('compareMethods', () => {
  it('names the methods without an answer', () => {
    const { answers, refused } = compareMethods([1.05, 1.6, 300])
    expect(refused).toEqual([
      { method: 'additive', refusal: 'not-positive' },
      { method: 'goto', refusal: 'not-positive' },
    ])
    expect(answers.map(({ method }) => method)).toEqual([
      'multiplicative',
      'power',
      'oddsRatio',
      'shin',
      'probit',
    ])
    expect(compareMethods([1.9, 1.9]).refused).toEqual([])
    expect(refusalOf(() => compareMethods([2, 1]))).toBe('invalid-odds')
  })
})

describe('devigBy', () => {
  const decimals = american(180, 250, 390, 260)

  it('is the lowest of all methods, one method or a blend', () => {
    const lowest = devigBy('lowest', decimals)
    expect(lowest).toEqual(devigRange(decimals).map(({ low }) => low))
    expect(sum(lowest)).toBeLessThan(1)
    expect(devigBy('shin', decimals)).toEqual(devig('shin', decimals))
    const weights = { shin: 1, power: 2 }
    expect(devigBy(weights, decimals)).toEqual(blendDevig(weights, decimals))
  })

  it('names the method that a blend cannot use', () => {
    expect(() => devigBy({ additive: 1, power: 1 }, [1.05, 1.6, 300])).toThrow('additive: not-positive')
  })
})

describe('blendDevig', () => {
  const decimals = american(180, 250, 390, 260)

  it('is the weighted mean of its methods', () => {
    const [power = 0, shin = 0] = [devig('power', decimals)[0], devig('shin', decimals)[0]]
    expect(blendDevig({ power: 3, shin: 1, goto: 0 }, decimals)[0]).toBeCloseTo(
      0.75 * power + 0.25 * shin,
      12,
    )
    expect(sum(blendDevig({ power: 3, shin: 1 }, decimals))).toBeCloseTo(1, 12)
  })

  it('needs weights that are positive', () => {
    for (const weights of [{}, { power: 0 }, { power: -1, shin: 2 }, { power: NaN }, { power: Infinity }])
      expect(() => blendDevig(weights, decimals)).toThrow('A blend needs positive weights')
  })
})

describe('holdOf', () => {
  it('is the booksum less 1', () => {
    expect(holdOf(american(180, 250, 390, 260))).toBeCloseTo(0.12472, 5)
    expect(refusalOf(() => holdOf([2]))).toBe('too-few-outcomes')
  })
})

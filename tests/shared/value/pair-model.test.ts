import { describe, expect, it } from 'vitest'
import { bothWin } from '../../../src/shared/value/copula.ts'
import { defaultTake, PairModel, type SeenPair } from '../../../src/shared/value/pair-model.ts'

const pair = {
  league: 'ubl',
  markets: ['Player Points', 'Moneyline'],
  relation: 'different',
  sign: 1,
} as const
/** Booksum of two sides. */
const margin = 1.04

/** A pair of even legs whose book knows its correlation. */
function see(rho: number, over: Partial<SeenPair> = {}): SeenPair {
  const [p, q] = over.fair ?? [0.5, 0.5]
  const both = bothWin(p, q, (over.sign ?? 1) * rho)
  const product = 1 / (p * q * margin ** 2)
  return {
    ...pair,
    bookId: 'bravo',
    fair: [p, q],
    product,
    decimal: 1 / (both * margin ** 2),
    ...over,
  }
}

function learn(...seen: readonly SeenPair[]): PairModel {
  const model = new PairModel()
  for (const each of seen) model.add(each)
  return model
}

const times = (count: number, seen: SeenPair) => Array.from({ length: count }, () => seen)

describe('PairModel', () => {
  it('assumes no correlation and a default discount of what was not seen', () => {
    const model = new PairModel()
    expect(model.correlationOf(pair)).toEqual({ rho: 0, error: 0.2, spread: 0.2, count: 0 })
    expect(model.takeOf('bravo', pair)).toEqual({ take: defaultTake, ofClass: 0, ofBook: 0 })
    expect(model.liftOf(pair, [0.5, 0.5])).toBe(1)
  })

  it('finds the correlation of a class from its prices, whatever the order of the markets', () => {
    const model = learn(...times(200, see(0.4)))
    const found = model.correlationOf({ ...pair, markets: ['Moneyline', 'Player Points'] })
    expect(found.rho).toBeCloseTo(0.4, 3)
    expect(found.count).toBe(200)
    expect(found.error).toBeLessThan(0.01)
    expect(found.spread).toBeLessThan(0.03)
  })

  it('takes Over with Under for the opposite of Over with Over', () => {
    const model = learn(...times(100, see(0.4)), ...times(100, see(0.4, { sign: -1 })))
    expect(model.correlationOf(pair).rho).toBeCloseTo(0.4, 3)
    expect(model.correlationOf({ ...pair, sign: -1 }).rho).toBeCloseTo(-0.4, 3)
  })

  it('draws a class that was seldom seen to the mean of its relation', () => {
    const model = learn(...times(100, see(0.4)), see(0, { markets: ['Total', 'Spread'] }))
    const { rho, error } = model.correlationOf({ ...pair, markets: ['Total', 'Spread'] })
    expect(rho).toBeGreaterThan(0.35)
    expect(error).toBeGreaterThan(0.1)
    expect(model.correlationOf({ ...pair, relation: 'same' }).rho).toBe(0)
  })

  it('takes off the hold of the book’s partitions where it is larger than the margins of the legs', () => {
    const held = { decimal: 1 / (0.25 * 1.2), hold: 0.2 }
    expect(learn(...times(50, see(0, held))).correlationOf(pair).rho).toBeCloseTo(0, 6)
    const { decimal } = held
    expect(learn(...times(50, see(0, { decimal }))).correlationOf(pair).rho).toBeGreaterThan(0.1)
  })

  it('learns what a book takes beyond the correlation, first of the book, then of the class', () => {
    const usual = see(0.3)
    const mean = { ...usual, bookId: 'mean', decimal: (usual.decimal ?? 0) * 0.9 }
    const model = learn(...times(300, usual), ...times(60, mean))
    expect(Math.exp(model.takeOf('mean', pair).take)).toBeCloseTo(0.9, 1)
    expect(model.takeOf('mean', pair)).toMatchObject({ ofClass: 60, ofBook: 60 })
    const other = model.takeOf('mean', { ...pair, league: 'other' })
    expect(other).toMatchObject({ ofClass: 0, ofBook: 60 })
    expect(other.take).toBeLessThan(model.takeOf('bravo', pair).take)
  })

  it('leaves out a price that no correlation explains, and still learns the discount', () => {
    const model = learn(see(0, { decimal: 1.2 }))
    expect(model.correlationOf(pair).count).toBe(0)
    expect(model.takeOf('bravo', pair).ofBook).toBe(1)
  })

  it('leaves a class out after a refusal, until a book prices it', () => {
    const refused = see(0, { decimal: null })
    const model = learn(refused)
    expect(model.isRefused('bravo', pair)).toBe(true)
    expect(model.isRefused('delta', { ...pair, sign: -1 })).toBe(true)
    expect(model.isRefused('delta', { ...pair, relation: 'same' })).toBe(false)
    model.add(see(0.1, { bookId: 'delta' }))
    expect(model.isRefused('delta', pair)).toBe(false)
    expect(model.isRefused('bravo', pair)).toBe(true)
    model.add(see(0.1))
    expect(model.isRefused('bravo', pair)).toBe(false)
  })

  it('goes on from what an earlier one learned', () => {
    const { stats } = learn(...times(10, see(0.4)))
    expect(new PairModel(structuredClone(stats)).correlationOf(pair)).toEqual(
      learn(...times(10, see(0.4))).correlationOf(pair),
    )
  })
})

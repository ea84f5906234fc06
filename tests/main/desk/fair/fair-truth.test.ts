/** Fair prices by whole partitions in the demo's world, whose true joint probabilities only the demo knows. */
import { expect, it } from 'vitest'
import { findLegs } from '../../../../src/main/board/query/legs.ts'
import { findOpposites } from '../../../../src/main/board/query/opposites.ts'
import { planPartition } from '../../../../src/main/desk/fair/partition-plan.ts'
import type { Book } from '../../../../src/shared/model/game/book.ts'
import {
  evaluatePartition,
  findChance,
  medianChance,
  type ExactFair,
  type FairMethod,
} from '../../../../src/shared/model/price/fair.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { consensus, medianDecimal } from '../../../../src/shared/odds/value.ts'
import { openDemoMarket } from '../../../support/demo/demo-market.ts'

const parlays = 200
/** Books with a whole partition, below which a median says little. */
const minBooks = 3

interface Valued {
  readonly truth: number
  /** One for each book that prices the whole partition. */
  readonly fairs: readonly ExactFair[]
  readonly consensus: number
}

/** Parlays of two and three legs with half-point lines, each priced by all books at one moment. */
function* valueParlays(): Generator<Valued> {
  for (let seed = 1; ; seed++) {
    const market = openDemoMarket(seed, 4)
    for (const { keys, tokens } of [
      ...market.randomParlays(seed, 2).take(150),
      ...market.randomParlays(seed, 3).take(40),
    ]) {
      const legs = findLegs(market.store, keys).flatMap(({ leg }) => leg ?? [])
      const sides = findOpposites(market.store, keys)
      const priceAll = (book: Book) => {
        const { outcomes, size, obstacle } = planPartition(legs, sides, book)
        const answers = outcomes.map(each => ({ at: 0, outcome: market.priceAt(book.id, each.tokens) }))
        return { answers, size, reason: obstacle ?? '' }
      }
      const priced = market.books.map(priceAll)
      const fairs = priced.flatMap(({ answers, size, reason }) => {
        const result = evaluatePartition(answers, { now: 0, maxHold: undefined, outcomes: size, reason })
        return result.kind === 'exact' ? [result] : []
      })
      const decimals = priced.flatMap(({ answers: [own] }) =>
        own?.outcome.kind === 'priced' ? [own.outcome.price.decimal] : [],
      )
      if (fairs.length < minBooks) continue
      yield {
        truth: market.trueChance(tokens) ?? NaN,
        fairs,
        consensus: consensus(medianDecimal(decimals) ?? NaN, defaultValueSettings.margin),
      }
    }
  }
}

function medianBy(fairs: readonly ExactFair[], fairMethod: FairMethod): number {
  const way = { ...defaultValueSettings, fairMethod }
  return medianChance(fairs.flatMap(fair => findChance(fair, way) ?? [])) ?? NaN
}

const meanMiss = (misses: readonly number[]) =>
  misses.reduce((sum, miss) => sum + Math.abs(miss), 0) / misses.length

it(`the median of the books' partitions recovers the truth of ${parlays} parlays, and consensus misses by more`, () => {
  const valued = valueParlays().take(parlays).toArray()
  const missesBy = (method: FairMethod) => valued.map(({ fairs, truth }) => medianBy(fairs, method) - truth)
  const ofConsensus = valued.map(each => each.consensus - each.truth)
  const near = (misses: readonly number[]) => misses.filter(miss => Math.abs(miss) <= 0.015).length / parlays
  for (const method of ['oddsRatio', 'probit'] as const) {
    expect(Math.max(...missesBy(method).map(Math.abs))).toBeLessThan(0.02)
    expect(near(missesBy(method))).toBeGreaterThan(0.97)
  }
  for (const method of ['lowest', 'multiplicative', 'power', 'shin'] as const) {
    const misses = missesBy(method)
    expect(meanMiss(misses)).toBeLessThan(0.01)
    expect(meanMiss(misses)).toBeLessThan(meanMiss(ofConsensus))
    expect(near(misses)).toBeGreaterThan(method === 'lowest' ? 0.7 : 0.8)
  }
  // The lowest of seven errs on the safe side, consensus on the other.
  const tooHigh = (misses: readonly number[]) => misses.filter(miss => miss > 0.005).length
  expect(tooHigh(missesBy('lowest'))).toBeLessThan(0.05 * parlays)
  expect(tooHigh(ofConsensus)).toBeGreaterThan(0.5 * parlays)
}, 60_000)

import { describe, expect, it } from 'vitest'
import {
  boundsAt,
  computeDrift,
  computeChance,
  jointChance,
  legChance,
} from '../../../src/demo/world/chances.ts'
import { areaBelow, phi, probit, quantile } from '../../../src/demo/world/distribution.ts'
import type { Game } from '../../../src/demo/world/game.ts'
import { listSelections } from '../../../src/demo/world/selections.ts'
import type { Selection } from '../../../src/demo/world/quantity.ts'
import { gradeSelection } from '../../../src/demo/world/settlement.ts'
import { createWorld } from '../../../src/demo/world/world.ts'

const world = createWorld(5, 20_500)
const games = world.openGames(0)

function find(game: Game, fits: (selection: Selection) => boolean): Selection {
  const found = listSelections(game).find(selection => selection.main && fits(selection))
  if (!found) throw new Error('There is no such selection')
  return found
}

/** Home to win, over the total, and over the points of the home side's first player, of a basketball game. */
function pickLegs(game: Game): { winner: Selection; total: Selection; points: Selection } {
  return {
    winner: find(game, s => s.market === 'Moneyline' && s.name === game.home.name),
    total: find(game, s => s.market === 'Total Points' && s.name.startsWith('Over')),
    points: find(game, s => s.market === 'Player Points' && s.quantity.player === 9 && s.high === Infinity),
  }
}

function joint(game: Game, selections: readonly Selection[]): number {
  const bounds = boundsAt(game, 0)
  return jointChance(selections.map(s => legChance(bounds, s, { shift: 0, strength: 1 })))
}

describe('the normal curve', () => {
  it('is inverted by probit', () => {
    for (const p of [1e-6, 0.001, 0.02, 0.3, 0.5, 0.8, 0.999]) expect(phi(probit(p))).toBeCloseTo(p, 6)
    expect([probit(0), probit(1)]).toEqual([-Infinity, Infinity])
  })
})

describe('a distribution', () => {
  const shapes = [
    { name: 'a rare count', of: { mean: 0.3, deviation: 0.6, signed: false } },
    { name: 'yards', of: { mean: 70, deviation: 34, signed: false } },
    { name: 'a score', of: { mean: 112, deviation: 10, signed: false } },
    { name: 'a margin', of: { mean: -3, deviation: 12, signed: true } },
  ]
  it.each(shapes)('grows from 0 to 1 and is inverted by its quantile: $name', ({ of }) => {
    const lines = Array.from({ length: 60 }, (_, i) => of.mean + ((i - 30) * of.deviation) / 6)
    const areas = lines.map(line => areaBelow(of, line))
    areas.slice(1).forEach((area, i) => expect(area).toBeGreaterThanOrEqual(areas[i] ?? 0))
    for (const u of [0.05, 0.4, 0.9]) {
      const value = quantile(of, u)
      expect(areaBelow(of, value - 0.5)).toBeLessThanOrEqual(u + 0.01)
      expect(areaBelow(of, value + 0.5)).toBeGreaterThanOrEqual(u - 0.01)
    }
  })

  it('counts a push half to either side', () => {
    const of = { mean: 2, deviation: Math.sqrt(2), signed: false }
    const middle = (areaBelow(of, 1.5) + areaBelow(of, 2.5)) / 2
    expect(areaBelow(of, 2)).toBeCloseTo(middle, 9)
  })
})

describe('hidden chances', () => {
  it('agree with what happens, however likely it was', () => {
    const bins = Array.from({ length: 10 }, () => ({ count: 0, chance: 0, won: 0 }))
    for (let place = 0; place < 24; place++) {
      for (const day of [20_001, 20_002, 20_003]) tally(createWorld(5, day).gameAt({ day, round: 0, place }))
    }
    function tally(game: Game | null): void {
      if (!game) return
      const bounds = boundsAt(game, -Infinity)
      for (const selection of listSelections(game).filter(s => s.main)) {
        const result = gradeSelection(game, selection, game.endAt)
        const chance = computeChance(bounds.low[selection.index] ?? 0, bounds.high[selection.index] ?? 0, 0)
        const bin = bins[Math.floor(chance * 10)]
        if (!bin || result === 'Refunded') continue
        bin.count++
        bin.chance += chance
        bin.won += result === 'Won' ? 1 : 0
      }
    }
    for (const { count, chance, won } of bins.filter(bin => bin.count > 500)) {
      expect(Math.abs(won - chance) / count).toBeLessThan(0.04)
    }
  })

  it('of a single leg are the same alone and as a parlay of one', () => {
    for (const game of games.slice(0, 4)) {
      const bounds = boundsAt(game, 0)
      for (const selection of listSelections(game).slice(0, 50)) {
        const alone = computeChance(bounds.low[selection.index] ?? 0, bounds.high[selection.index] ?? 0, 0)
        expect(joint(game, [selection])).toBeCloseTo(alone, 3)
      }
    }
  })

  it('rise above the product for legs that go together and fall below it for legs that do not', () => {
    const game = games[0]
    if (!game) throw new Error('There is no game')
    const { winner, total, points } = pickLegs(game)
    const product = (legs: Selection[]): number => legs.reduce((p, leg) => p * joint(game, [leg]), 1)
    const under = find(game, s => s.quantity === total.quantity && s.low === -Infinity)
    expect(joint(game, [winner, points])).toBeGreaterThan(1.02 * product([winner, points]))
    expect(joint(game, [total, points])).toBeGreaterThan(1.1 * product([total, points]))
    expect(joint(game, [under, points])).toBeLessThan(0.9 * product([under, points]))
  })

  it('fall with every further leg', () => {
    for (const game of games.filter(g => g.league.id === 'ubl')) {
      const { winner, total, points } = pickLegs(game)
      expect(joint(game, [winner, total])).toBeLessThan(joint(game, [winner]))
      expect(joint(game, [winner, total, points])).toBeLessThan(joint(game, [winner, total]))
    }
  })

  it('drift a little every few seconds, the same way for the same seed', () => {
    const game = games[0]
    if (!game) throw new Error('There is no game')
    const { quantity } = pickLegs(game).total
    const path = [0, 4, 8, 12].map(at => computeDrift(game, quantity, at))
    expect(new Set(path).size).toBe(4)
    expect(computeDrift(game, quantity, 5)).toBe(path[1])
    path.slice(1).forEach((value, i) => expect(Math.abs(value - (path[i] ?? 0))).toBeLessThan(0.05))
    const same = createWorld(5, 20_500).openGames(0)[0]
    expect(same && computeDrift(same, quantity, 8)).toBe(path[2])
  })

  it('of a live game depend on the moment alone, not on who asked before', () => {
    const ask = (moments: readonly number[]): Float64Array[] => {
      const game = createWorld(5, 20_500).openGames(0)[0]
      return game ? moments.map(at => boundsAt(game, at).low) : []
    }
    expect(ask([700.1])[0]).toEqual(ask([700.1, 701.9])[1])
    expect(ask([701.9])[0]).toEqual(ask([700.1, 701.9])[1])
    expect(ask([702])[0]).not.toEqual(ask([700.1])[0])
  })

  it('become certain as a game ends, and decided selections close', () => {
    const game = games[0]
    if (!game) throw new Error('There is no game')
    const openAt = (at: number): number => boundsAt(game, at).open.reduce((sum, open) => sum + open, 0)
    const late = game.endAt - 10
    expect(openAt(late)).toBeLessThan(openAt(0) / 2)
    expect(openAt(game.endAt)).toBe(0)
    const { winner } = pickLegs(game)
    const bounds = boundsAt(game, game.endAt)
    const chance = computeChance(bounds.low[winner.index] ?? 0, bounds.high[winner.index] ?? 0, 0)
    expect(chance).toBe(gradeSelection(game, winner, game.endAt) === 'Won' ? 1 : 0)
  })
})

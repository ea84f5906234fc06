import { describe, expect, it } from 'vitest'
import { findPhase } from '../../../src/demo/world/game.ts'
import { pairing, places, roundsPerDay, createWorld } from '../../../src/demo/world/world.ts'
import { listSelections } from '../../../src/demo/world/selections.ts'
import { boxScore } from '../../../src/demo/world/simulation.ts'

const DAY = 20_500
const world = createWorld(1, DAY)
const games = world.openGames(0)

function first<T>(list: readonly (T | null)[]): T {
  const [item] = list
  if (!item) throw new Error('There is nothing in the list')
  return item
}

describe('the world', () => {
  it('is the same for the same seed', () => {
    const again = createWorld(1, DAY).openGames(0)
    expect(again).toEqual(games)
    expect(again.map(game => boxScore(game, 1))).toEqual(games.map(game => boxScore(game, 1)))
  })

  it('differs for another seed', () => {
    const ids = games.map(game => game.id)
    expect(
      createWorld(2, DAY)
        .openGames(0)
        .map(game => game.id),
    ).not.toEqual(ids)
  })

  it('has the same games on another day, with the dates of that day', () => {
    const next = createWorld(1, DAY + 1).openGames(0)
    expect(next.map(game => game.id)).toEqual(games.map(({ id }) => id.replace('2026-02-16', '2026-02-17')))
    expect(next.map(game => boxScore(game, 1))).toEqual(games.map(game => boxScore(game, 1)))
  })

  it('has 24 games of 4 leagues, with ids of league, teams and date', () => {
    expect(games).toHaveLength(24)
    expect(new Set(games.map(game => game.league.id)).size).toBe(4)
    for (const game of games) expect(game.id).toMatch(/^[a-z]{3}:[a-z_]+:[a-z_]+:2026-02-16$/)
  })

  it('has over 20,000 selections, none twice', () => {
    const keys = games.flatMap(game => listSelections(game).map(s => `${game.id}#${s.market}#${s.name}`))
    expect(keys.length).toBeGreaterThan(20_000)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('names no two players alike', () => {
    const names = games.flatMap(game => game.players.map(player => player.name))
    expect(new Set(names).size).toBe(names.length)
  })

  it('has selections with a # in their name where players go by shirt number', () => {
    const names = games.filter(game => game.league.id === 'csl').flatMap(listSelections)
    expect(names.some(selection => /^#\d+ \w+ \w+ Over \d/.test(selection.name))).toBe(true)
  })
})

describe('the schedule', () => {
  it('leaves at least ten minutes before most games, and has some live after four', () => {
    const minutes = games.map(game => game.startAt / 60)
    expect(minutes.filter(each => each >= 10 && each <= 15)).toHaveLength(10)
    expect(minutes.filter(each => each > 15)).toHaveLength(10)
    expect(minutes.filter(each => each >= 4 && each < 6)).toHaveLength(3)
    expect(minutes.filter(each => each >= 7 && each < 8)).toHaveLength(1)
  })

  it('has games last ten to fifteen minutes, but for the fourth to begin, which lasts three to five', () => {
    const lengths = games
      .toSorted((a, b) => a.startAt - b.startAt)
      .map(({ startAt, endAt }) => (endAt - startAt) / 60)
    const [short] = lengths.splice(3, 1)
    expect(short).toBeGreaterThanOrEqual(3)
    expect(short).toBeLessThanOrEqual(5)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(15)
  })

  it('keeps 24 games open for ever, none of them over', () => {
    for (let at = 0; at < 20_000; at += 777) {
      const open = world.openGames(at)
      expect(open).toHaveLength(places)
      expect(open.filter(game => findPhase(game, at) === 'Final' || game.openAt > at)).toEqual([])
    }
  })

  it('never has a team play two games at the same time', () => {
    for (let at = 0; at < 8000; at += 31) {
      const live = world.openGames(at).filter(game => findPhase(game, at) === 'In Progress')
      const teams = live.flatMap(game => [game.home.id, game.away.id])
      expect(new Set(teams).size).toBe(teams.length)
    }
  })

  it('has every team meet every other at home and away before a pairing comes again', () => {
    const pairs = new Set<string>()
    for (let round = 0; round < roundsPerDay; round++) {
      for (let game = 0; game < 6; game++) pairs.add(JSON.stringify(pairing(round, game)))
    }
    expect(pairs.size).toBe(12 * 11)
  })

  it('moves the date on when pairings come again, so that no id comes twice', () => {
    const stations = Array.from({ length: 2 * roundsPerDay }, (_, round) => ({ day: DAY, round, place: 0 }))
    const ids = stations.map(station => world.gameAt(station)?.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('a game', () => {
  it('never ends level where the league knows no draws', () => {
    const finals = Array.from({ length: 200 }, (_, round) => world.gameAt({ day: DAY - 1, round, place: 1 }))
    for (const game of finals) {
      const { home, away } = boxScore(first([game]), 1).score
      expect(home).not.toBe(away)
    }
  })

  it('never takes back a score or a statistic while it is played', () => {
    const game = first(games)
    const boxes = Array.from({ length: 21 }, (_, i) => boxScore(game, i / 20))
    boxes.slice(1).forEach((box, i) => {
      const before = boxes[i]
      expect(box.score.home).toBeGreaterThanOrEqual(before?.score.home ?? 0)
      box.players.forEach((line, player) => {
        for (const [stat, value] of Object.entries(before?.players[player] ?? {})) {
          expect(line[stat]).toBeGreaterThanOrEqual(value)
        }
      })
    })
  })

  it('starts at nil', () => {
    const box = boxScore(first(games), 0)
    expect(box.score).toEqual({ home: 0, away: 0 })
    expect(box.players.flatMap(line => Object.values(line)).every(value => value === 0)).toBe(true)
  })

  it('has no more scored by listed players than by their team', () => {
    for (const game of games) {
      const box = boxScore(game, 1)
      for (const side of ['home', 'away'] as const) {
        const points = game.players.map((player, i) =>
          player.side === side
            ? game.league.scoring.reduce(
                (sum, { stat, worth }) => sum + worth * (box.players[i]?.[stat] ?? 0),
                0,
              )
            : 0,
        )
        expect(points.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(box.score[side])
      }
    }
  })
})

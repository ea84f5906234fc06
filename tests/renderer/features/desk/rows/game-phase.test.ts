import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../../../src/demo/world/world.ts'
import { findPhase as rankGame } from '../../../../../src/main/board/query/match.ts'
import { findPhase, toCoarseTime } from '../../../../../src/renderer/features/desk/rows/game-phase.ts'
import { toGameClock } from '../../../../../src/shared/model/game/game-over.ts'
import type { DeskLeg } from '../../../../../src/shared/model/parlay/parlay.ts'
import { leg, noon } from '../../../../support/shared/desk-rows.ts'

const hour = 3_600_000
type Given = Partial<
  Pick<DeskLeg, 'isGameListed' | 'isGameOver' | 'asOf'> & Pick<DeskLeg['game'], 'startAt' | 'isLive'>
>
const legOf = ({
  startAt = null,
  isLive = false,
  asOf = noon,
  isGameListed = true,
  isGameOver = false,
}: Given) => ({
  ...leg('Harbor City', 'Moneyline', { startAt, isLive }),
  asOf,
  isGameListed,
  isGameOver,
})
const phaseOf = (...given: Given[]) => findPhase({ legs: given.map(legOf) }, toGameClock(noon, false))

describe('findPhase', () => {
  it('is upcoming until a game starts, and where no start is known', () => {
    expect(phaseOf({ startAt: noon + 1 })).toBe('upcoming')
    expect(phaseOf({})).toBe('upcoming')
  })

  it('is live from the start of the first game, by its time or by the feed', () => {
    expect(phaseOf({ startAt: noon + hour }, { startAt: noon })).toBe('live')
    expect(phaseOf({ isLive: true })).toBe('live')
  })

  it('is unlisted while no book lists odds of a game that has started', () => {
    expect(phaseOf({ isLive: true, isGameListed: false })).toBe('unlisted')
    expect(phaseOf({ startAt: noon - hour, isGameListed: false })).toBe('unlisted')
    expect(phaseOf({ isLive: true, isGameListed: false }, { startAt: noon + hour })).toBe('unlisted')
    expect(phaseOf({ isLive: true, isGameListed: false }, { isLive: true })).toBe('live')
  })

  it('is final only when all games are off the board long after their start', () => {
    const over = { startAt: noon - 6 * hour, isGameListed: false }
    expect(phaseOf(over, { ...over, isLive: true })).toBe('final')
    expect(phaseOf({ startAt: noon - 5 * hour, isGameListed: false })).toBe('unlisted')
    expect(phaseOf({ startAt: noon - 6 * hour })).toBe('live')
    expect(phaseOf(over, { startAt: noon + hour })).toBe('unlisted')
  })

  it('is final long after the start while the odds on the board are from before, and live once there are newer', () => {
    const startAt = noon - 6 * hour
    expect(phaseOf({ startAt, asOf: noon - 1 })).toBe('final')
    expect(phaseOf({ startAt, asOf: noon })).toBe('live')
    expect(phaseOf({ startAt, asOf: null })).toBe('live')
    expect(phaseOf({ startAt: noon - 5 * hour, asOf: noon - 5 * hour })).toBe('live')
  })

  it('is final once the grader has called all games final, whatever the clock and the books say', () => {
    expect(phaseOf({ startAt: noon - hour, isGameOver: true })).toBe('final')
    expect(phaseOf({ startAt: noon - hour, isGameListed: false, isGameOver: true })).toBe('final')
    expect(phaseOf({ startAt: noon - hour, isGameOver: true }, { startAt: noon - hour })).toBe('live')
  })

  it('is never final for a game that left the board before its start', () => {
    expect(phaseOf({ startAt: noon + hour, isGameListed: false })).toBe('upcoming')
  })

  it('is live, then unlisted, then final for each game of the demo, by its schedule', () => {
    const { openGames } = createWorld(42, 20_000)
    const hourOfGames = Array.from({ length: 60 }, (_, minute) => openGames(minute * 60)).flat()
    expect(hourOfGames.length).toBeGreaterThan(1_000)
    for (const { startAt, endAt } of hourOfGames) {
      const phaseAt = (seconds: number) => {
        const isGameListed = seconds < endAt
        const legs = [legOf({ startAt: startAt * 1_000, isLive: seconds >= startAt, isGameListed })]
        return findPhase({ legs }, toGameClock(seconds * 1_000, true))
      }
      expect([startAt - 1, startAt, endAt - 1].map(phaseAt)).toEqual(['upcoming', 'live', 'live'])
      expect(['unlisted', 'final']).toContain(phaseAt(endAt))
      expect(phaseAt(startAt + 900)).toBe('final')
    }
  })

  it('agrees with the order of the search, which may still hold a game that was loaded before it started', () => {
    for (const isDemo of [true, false]) {
      const { maxGameMs } = toGameClock(0, isDemo)
      const start = (agoMs: number) => ({ startAt: noon - agoMs, isGameListed: agoMs < maxGameMs })
      for (const agoMs of [-1, 0, maxGameMs - 1, maxGameMs]) {
        const leg = legOf(start(agoMs))
        const clock = toGameClock(noon, isDemo)
        const phases = ['live', 'upcoming', 'final']
        expect(phases[rankGame(leg.game, clock)]).toBe(findPhase({ legs: [leg] }, clock))
      }
    }
  })
})

describe('toCoarseTime', () => {
  it('is that of the last quarter of a minute, or of a game that has started since', () => {
    const starts = (seconds: number) => [legOf({ startAt: noon + seconds * 1_000 }), legOf({})]
    expect(toCoarseTime(noon + 14_999, starts(15))).toBe(noon)
    expect(toCoarseTime(noon + 9_000, starts(9))).toBe(noon + 9_000)
    expect(toCoarseTime(noon + 14_000, starts(9))).toBe(noon + 9_000)
    expect(toCoarseTime(noon + 16_000, starts(9))).toBe(noon + 15_000)
  })
})

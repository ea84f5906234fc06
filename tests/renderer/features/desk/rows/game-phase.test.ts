import { describe, expect, it } from 'vitest'
import { findPhase } from '../../../../../src/renderer/features/desk/rows/game-phase.ts'
import { leg, noon } from '../../../../support/shared/desk-rows.ts'

const hour = 3_600_000
type Given = { startAt?: number | null; isLive?: boolean; isGameListed?: boolean }
const legOf = ({ startAt = null, isLive = false, isGameListed = true }: Given) => ({
  ...leg('Harbor City', 'Moneyline', { startAt, isLive }),
  isGameListed,
})
const phaseOf = (...given: Given[]) => findPhase({ legs: given.map(legOf) }, noon)

describe('findPhase', () => {
  it('is upcoming until a game starts, and where no start is known', () => {
    expect(phaseOf({ startAt: noon + 1 })).toBe('upcoming')
    expect(phaseOf({})).toBe('upcoming')
  })

  it('is live from the start of the first game, by its time or by the feed', () => {
    expect(phaseOf({ startAt: noon + hour }, { startAt: noon })).toBe('live')
    expect(phaseOf({ isLive: true })).toBe('live')
  })

  it('is final once all games have left the board after they were live', () => {
    expect(phaseOf({ isLive: true, isGameListed: false })).toBe('final')
    expect(phaseOf({ isLive: true, isGameListed: false }, { isLive: true })).toBe('live')
    expect(phaseOf({ isLive: true, isGameListed: false }, { startAt: noon + hour })).toBe('live')
  })

  it('is final for a game that was never seen live only long after its start', () => {
    expect(phaseOf({ startAt: noon - 5 * hour, isGameListed: false })).toBe('live')
    expect(phaseOf({ startAt: noon - 6 * hour, isGameListed: false })).toBe('final')
    expect(phaseOf({ startAt: noon - 6 * hour })).toBe('live')
  })

  it('is never final for a game that left the board before its start', () => {
    expect(phaseOf({ startAt: noon + hour, isGameListed: false })).toBe('upcoming')
  })
})

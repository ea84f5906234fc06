import { expect, it, onTestFinished } from 'vitest'
import { AutoRefresh } from '../../../../src/main/desk/planning/auto-refresh.ts'

/** A desk of two rows with two books each; those of row 1 answer when the test says so. */
function startAuto(callsPerMinute: number) {
  const answeredAt = Date.now()
  const world = { awaited: new Set(['b']), limit: callsPerMinute }
  const auto = new AutoRefresh({
    rows: () => [1, 2],
    row: parlayId => ({
      ...{ parlayId, stage: 'before', isInView: true, isSelected: false, isPinned: false, weight: 1 },
      cells: ['a', 'b'].map(bookId => {
        const isAwaited = parlayId === 1 && world.awaited.has(bookId)
        const at = isAwaited ? -Infinity : answeredAt
        return { bookId, at, freshUntil: at, logOdds: null, isDue: false }
      }),
    }),
    plan: () => undefined,
    paceOf: () => ({ halfLifeMs: 60_000, moveSize: 0.03 }),
    findObstacle: () => undefined,
    limit: () => world.limit,
    stored: { read: () => ({ everySeconds: 15, share: 1, isOnWhileHidden: false }), write: () => undefined },
    rowIntervals: { read: () => new Map(), write: () => undefined },
  })
  onTestFinished(() => auto.close())
  return { auto, world }
}

it('findDue has no time before all books have answered a new row once, while calls are short', () => {
  const { auto, world } = startAuto(4)
  const inNew = { parlayId: 1, bookId: 'a' }
  const inOther = { parlayId: 2, bookId: 'a' }
  expect(auto.findDue(inNew)).toEqual({ kind: 'first-answers' })
  expect(auto.findDue(inOther)).toMatchObject({ kind: 'due', isKnown: false })
  world.limit = 600
  expect(auto.findDue(inNew)).toMatchObject({ kind: 'due', isKnown: true })
  world.limit = 4
  world.awaited.clear()
  expect(auto.findDue(inNew)).toMatchObject({ kind: 'due', isKnown: false })
})

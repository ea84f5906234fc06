import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { keysOf, legAt, settle, startDesk, type TestDesk } from '../../../support/desk/scripted-desk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const everyMs = 15_000
const inA = { parlayId: 1, bookId: 'a' }

/** Prices the due cells of a row again, some seconds later; returns their number. */
async function refreshAfter({ desk }: TestDesk, seconds: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  const due = desk.rowToRefresh(1, everyMs).cells.filter(({ isDue }) => isDue)
  desk.planRefresh(due.map(({ bookId }) => ({ parlayId: 1, bookId })))
  await settle()
  return due.length
}

it('does not refresh a row with a leg that no book offers, unless the user asks', async () => {
  const both = [legAt('one'), legAt('two')]
  const started = startDesk({ board: both })
  const { desk, world, asked } = started
  await desk.add(keysOf('one', 'two'), noNote)
  await settle()
  const calls = asked.length
  world.board = [legAt('two')]
  await desk.refreshOffers()
  expect(await refreshAfter(started, 60)).toBe(0)
  expect(desk.findObstacle(inA)).toEqual({ kind: 'leg-gone' })
  expect(desk.price(1, null)).toBe(2)
  await settle()
  expect(asked).toHaveLength(calls + 2)
  world.board = both
  await desk.refreshOffers()
  expect(desk.findObstacle(inA)).toBeUndefined()
  expect(await refreshAfter(started, 60)).toBe(2)
})

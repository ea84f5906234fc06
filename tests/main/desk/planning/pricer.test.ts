import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { at, keysOf, legAt, settle, startDesk, type TestDesk } from '../../../support/desk/scripted-desk.ts'

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

it('asks a row without a price at any book half as often each time, until a book has one', async () => {
  const started = startDesk({ reply: () => ({ kind: 'no-price' }) })
  const { desk, world } = started
  await desk.add(keysOf('one'), noNote)
  await settle()
  const waitOf = () => desk.snapshot().rows[0]?.noPriceSeconds
  for (const seconds of [60, 120, 240, 480, 600, 600]) {
    expect(waitOf()).toBe(seconds)
    expect(await refreshAfter(started, seconds - 5)).toBe(0)
    expect(await refreshAfter(started, 6)).toBe(2)
  }
  world.reply = book => (book === 'a' ? { kind: 'no-price' } : at(150))
  await refreshAfter(started, 600)
  expect(waitOf()).toBe(60)
  expect(await refreshAfter(started, 59)).toBe(1)
  expect(await refreshAfter(started, 2)).toBe(1)
})

it('asks it again soon once its odds change, and no later for calls that the user made', async () => {
  const started = startDesk({ reply: () => ({ kind: 'no-price' }) })
  const { desk, world } = started
  await desk.add(keysOf('one'), noNote)
  for (let calls = 0; calls < 5; calls += 1) {
    await settle()
    desk.price(1, null)
  }
  expect(await refreshAfter(started, 61)).toBe(2)
  expect(await refreshAfter(started, 61)).toBe(0)
  world.board = [{ ...legAt('one'), offers: legAt('one').offers.map(each => ({ ...each, price: '+110' })) }]
  await desk.refreshOffers()
  expect(await refreshAfter(started, 1)).toBe(2)
  expect(desk.snapshot().rows[0]?.noPriceSeconds).toBe(60)
})

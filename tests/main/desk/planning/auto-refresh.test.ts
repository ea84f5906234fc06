import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AutoRefresh } from '../../../../src/main/desk/planning/auto-refresh.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { at, failed, keysOf, settle, startDesk } from '../../../support/desk/scripted-desk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function startAuto(rows = [1, 2]) {
  const refreshed: string[] = []
  const world = { rows, isOnWhileHidden: false }
  const auto = new AutoRefresh({
    rows: () => world.rows,
    refresh: (id, ms) => refreshed.push(`${id} older than ${ms / 1000}`),
    isOnWhileHidden: () => world.isOnWhileHidden,
  })
  return { auto, world, refreshed }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

describe('AutoRefresh', () => {
  it('is off until it is set', async () => {
    const { auto, refreshed } = startAuto()
    auto.reschedule()
    await pass(3_600)
    expect(refreshed).toEqual([])
    expect(auto.state()).toEqual({ everySeconds: null, rows: [], isOnWhileHidden: false })
  })

  it('refreshes all rows at the interval, from its setting on', async () => {
    const { auto, refreshed } = startAuto()
    auto.set(null, 30)
    await pass(29)
    expect(refreshed).toEqual([])
    await pass(31)
    expect(refreshed).toEqual([1, 2, 1, 2].map(id => `${id} older than 15`))
  })

  it('uses a row’s interval before the desk’s, also where the desk is off', async () => {
    const { auto, refreshed } = startAuto()
    auto.set(2, 15)
    await pass(30)
    expect(refreshed).toEqual(['2 older than 7.5', '2 older than 7.5'])
    auto.set(null, 60)
    auto.set(2, null)
    refreshed.length = 0
    await pass(60)
    expect(refreshed.sort()).toEqual(['1 older than 30', '2 older than 30'])
  })

  it('stops while the window is hidden, and then refreshes once, not for every interval missed', async () => {
    const { auto, refreshed } = startAuto([1])
    auto.set(null, 15)
    auto.setHidden(true)
    await pass(600)
    expect(refreshed).toEqual([])
    auto.setHidden(false)
    await pass(1)
    expect(refreshed).toHaveLength(1)
    await pass(15)
    expect(refreshed).toHaveLength(2)
  })

  it('goes on in a hidden window when set so', async () => {
    const { auto, world, refreshed } = startAuto([1])
    world.isOnWhileHidden = true
    auto.set(null, 15)
    auto.setHidden(true)
    await pass(30)
    expect(refreshed).toHaveLength(2)
  })

  it('forgets rows that left the desk, takes new ones in, and ends with the profile', async () => {
    const { auto, world, refreshed } = startAuto([1, 2])
    auto.set(2, 15)
    auto.set(null, 15)
    world.rows = [1, 3]
    auto.reschedule()
    expect(auto.state().rows).toEqual([])
    await pass(16)
    expect(refreshed.sort()).toEqual(['1 older than 7.5', '3 older than 7.5'])
    auto.clear()
    refreshed.length = 0
    await pass(60)
    expect(refreshed).toEqual([])
  })
})

describe('Desk.refresh', () => {
  it('leaves out cells that are fresh, waiting, or whose answer only the user can change', async () => {
    const started = startDesk({ reply: undefined })
    for (const name of ['one', 'two', 'three']) await started.desk.add(keysOf(name), noNote)
    await settle()
    const [oneA, oneB, twoA, twoB] = started.asked
    await oneA?.answer(at(150))
    await oneB?.answer({ kind: 'cannot-combine' })
    await twoA?.answer(failed({ kind: 'key-refused' }))
    await twoB?.answer({ kind: 'no-price' })
    await vi.advanceTimersByTimeAsync(10_000)
    const before = started.asked.length
    for (const id of [1, 2, 3]) started.desk.refresh(id, 15_000)
    await settle()
    expect(started.asked).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(10_000)
    for (const id of [1, 2, 3]) started.desk.refresh(id, 15_000)
    await settle()
    expect(started.asked.slice(before).map(({ tokens }) => tokens[0])).toEqual(['a-one', 'b-two'])
  })
})

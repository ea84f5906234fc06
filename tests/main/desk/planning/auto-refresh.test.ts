import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AutoRefresh, type StoredAuto } from '../../../../src/main/desk/planning/auto-refresh.ts'
import type { BookPace } from '../../../../src/main/desk/planning/refresh-value.ts'
import type { AutoSeconds } from '../../../../src/shared/model/settings/budget.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import {
  at,
  failed,
  keysOf,
  legAt,
  settle,
  startDesk,
  type TestDesk,
} from '../../../support/desk/scripted-desk.ts'
import { byHand } from '../../../support/desk/test-budget.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pace: BookPace = { halfLifeMs: 60_000, moveSize: 0.03 }
/** Parts of a row that a test says nothing about. */
const plainRow = { stage: 'before', isInView: true, isSelected: false, isPinned: false, weight: 1 } as const

/** Intervals of rows in a map instead of a file. */
const keepIn = (kept: Map<number, AutoSeconds>) => ({
  read: () => new Map(kept),
  write(id: number, seconds: AutoSeconds | null): void {
    if (seconds === null) kept.delete(id)
    else kept.set(id, seconds)
  },
})

/** A desk of rows that each take two calls unless a test says otherwise; no cell has an answer before the first call. */
function startAuto(
  rows = [1, 2],
  given: {
    limit?: number
    share?: number
    callsOfRow?: number
    kept?: Map<number, AutoSeconds>
    /** Ms for which the answer of the second book of each row is fresh at least. */
    patienceMs?: number
  } = {},
) {
  const { limit = 600, share = 0.6, callsOfRow = 2 } = given
  const refreshed: string[] = []
  const sent: { id: number; bookId: string; at: number }[] = []
  const world = { rows, limit }
  let stored: StoredAuto = { everySeconds: null, share, isOnWhileHidden: false }
  const kept = given.kept ?? new Map<number, AutoSeconds>()
  const answeredAt = new Map<string, number>()
  const olderThan = new Map<number, number>()
  const auto = new AutoRefresh({
    rows: () => world.rows,
    row(parlayId, { olderThanMs }) {
      olderThan.set(parlayId, olderThanMs)
      const cells = Array.from({ length: callsOfRow }, (_, place) => {
        const at = answeredAt.get(`${parlayId} ${place}`) ?? -Infinity
        const freshUntil = at + (place === 1 ? Math.max(olderThanMs, given.patienceMs ?? 0) : olderThanMs)
        return { bookId: String(place), at, freshUntil, logOdds: null, isDue: Date.now() > freshUntil }
      })
      return { ...plainRow, parlayId, cells }
    },
    plan(cells) {
      for (const id of new Set(cells.map(({ parlayId }) => parlayId)))
        refreshed.push(`${id} older than ${(olderThan.get(id) ?? NaN) / 1000}`)
      for (const { parlayId, bookId } of cells) {
        sent.push({ id: parlayId, bookId, at: performance.now() })
        answeredAt.set(`${parlayId} ${bookId}`, Date.now())
      }
    },
    paceOf: () => pace,
    findObstacle: () => undefined,
    limit: () => world.limit,
    stored: { read: () => stored, write: change => (stored = { ...stored, ...change }) },
    rowIntervals: keepIn(kept),
  })
  onTestFinished(() => auto.close())
  return { auto, world, refreshed, sent }
}

type Sent = ReturnType<typeof startAuto>['sent']
/** Maximum number of calls in any minute; calls are in the order of their times. */
function countBusiestMinute(sent: Sent): number {
  let [busiest, first] = [0, 0]
  for (const [last, { at }] of sent.entries()) {
    while (at - (sent[first]?.at ?? at) >= 60_000) first += 1
    busiest = Math.max(busiest, last - first + 1)
  }
  return busiest
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

describe('AutoRefresh', () => {
  it('is off until it is set', async () => {
    const { auto, refreshed } = startAuto()
    auto.reschedule()
    await pass(3_600)
    expect(refreshed).toEqual([])
    expect(auto.state()).toEqual({ everySeconds: null, share: 0.6, rows: [], isOnWhileHidden: false })
  })

  it('refreshes all rows at the interval, from its setting on', async () => {
    const { auto, refreshed } = startAuto()
    auto.set(null, 30)
    await pass(29)
    expect(refreshed).toEqual([])
    await pass(31)
    expect(refreshed).toEqual([1, 2, 1, 2].map(id => `${id} older than 15`))
  })

  it('refreshes nothing more once it is closed, whatever changes then', async () => {
    const { auto, refreshed } = startAuto()
    auto.set(null, 30)
    auto.close()
    auto.reschedule()
    auto.set(1, 15)
    await pass(60)
    expect(refreshed).toEqual([])
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
    const { auto, refreshed } = startAuto([1])
    auto.setOptions({ isOnWhileHidden: true })
    auto.set(null, 15)
    auto.setHidden(true)
    await pass(30)
    expect(refreshed).toHaveLength(2)
  })

  it('leaves out rows that left the desk until they come back, and takes new ones in', async () => {
    const { auto, world, refreshed } = startAuto([1, 2])
    auto.set(2, 15)
    auto.set(null, 15)
    world.rows = [1, 3]
    auto.reschedule()
    expect(auto.state().rows).toEqual([])
    await pass(16)
    expect(refreshed.sort()).toEqual(['1 older than 7.5', '3 older than 7.5'])
    world.rows = [1, 2, 3]
    expect(auto.state().rows).toEqual([{ parlayId: 2, everySeconds: 15 }])
  })

  it('knows the rows with an interval of their own after a restart, and those of another profile', () => {
    const kept = new Map<number, AutoSeconds>()
    const { auto } = startAuto([1, 2], { kept })
    auto.set(1, 30)
    auto.set(2, 60)
    auto.set(2, null)
    const { auto: restarted } = startAuto([1, 2], { kept })
    expect(restarted.state().rows).toEqual([{ parlayId: 1, everySeconds: 30 }])
    kept.clear()
    kept.set(2, 15)
    restarted.reload()
    expect(restarted.state().rows).toEqual([{ parlayId: 2, everySeconds: 15 }])
  })

  it.each([
    [600, 0.6, 30, 12],
    [100, 0.6, 30, 12],
    [10, 0.6, 3, 12],
    [100, 0.25, 50, 7],
    [3, 0.6, 2, 2],
  ])(
    'of a limit of %d plans at most a share of %d in any minute, for %d rows of %d calls, and all rows get their turn',
    async (limit, share, rows, callsOfRow) => {
      const ids = Array.from({ length: rows }, (_, at) => at + 1)
      const { auto, sent } = startAuto(ids, { limit, share, callsOfRow })
      auto.set(null, 15)
      await pass(3_600)
      expect(countBusiestMinute(sent)).toBeLessThanOrEqual(Math.ceil(limit * share))
      expect(countBusiestMinute(sent)).toBeGreaterThanOrEqual(Math.floor(limit * share * 0.8))
      const byRow = ids.map(id => sent.filter(each => each.id === id).length)
      expect(Math.max(...byRow) - Math.min(...byRow)).toBeLessThanOrEqual(callsOfRow)
    },
  )

  it('follows a limit that changes', async () => {
    const { auto, world, sent } = startAuto([1, 2, 3], { limit: 8, share: 0.5 })
    auto.set(null, 15)
    await pass(120)
    const slow = sent.length
    world.limit = 600
    auto.reschedule()
    sent.length = 0
    await pass(120)
    expect(slow).toBeLessThanOrEqual(8)
    // Eight rounds of six cells, but for one that is fresh when the limit changes.
    expect(sent.length).toBeGreaterThanOrEqual(47)
  })
})

describe('AutoRefresh.findDue', () => {
  const cell = { parlayId: 1, bookId: '0' }

  it('is off without an interval', () => {
    expect(startAuto().auto.findDue(cell)).toEqual({ kind: 'off' })
  })

  it('is the end of the interval while calls suffice', async () => {
    const { auto } = startAuto()
    auto.set(null, 30)
    await pass(10)
    expect(auto.findDue(cell)).toEqual({ kind: 'due', at: Date.now() + 20_000, isKnown: true })
  })

  it('is not before a book without a price is asked again', async () => {
    const { auto, sent } = startAuto([1], { patienceMs: 60_000 })
    auto.set(null, 30)
    await pass(31)
    const due = auto.findDue({ parlayId: 1, bookId: '1' })
    expect(due).toEqual({ kind: 'due', at: Date.now() + 89_000, isKnown: true })
    sent.length = 0
    await pass(88)
    expect(sent.some(({ bookId }) => bookId === '1')).toBe(false)
    await pass(2)
    expect(sent.some(({ bookId }) => bookId === '1')).toBe(true)
  })

  it('is not the end of the interval for a row just refreshed while calls are short', async () => {
    const { auto, sent } = startAuto([1, 2, 3, 4], { limit: 60, share: 0.5, callsOfRow: 12 })
    auto.set(null, 15)
    await pass(200)
    const last = sent.at(-1)
    const due = auto.findDue({ parlayId: last?.id ?? 0, bookId: last?.bookId ?? '' })
    expect(due).toMatchObject({ kind: 'due', isKnown: false })
    expect(due.kind === 'due' && due.at - Date.now()).toBeGreaterThan(60_000)
  })

  it('is kept for every cell when calls are short, but for the pauses of the allowance', async () => {
    const rows = [1, 2, 3, 4, 5, 6]
    const { auto, sent } = startAuto(rows, { limit: 60, share: 0.6, callsOfRow: 12 })
    auto.set(null, 15)
    await pass(300)
    const cells = rows.flatMap(parlayId =>
      Array.from({ length: 12 }, (_, at) => ({ parlayId, bookId: String(at) })),
    )
    const dues: { parlayId: number; bookId: string; from: number; inMs: number }[] = []
    for (let second = 0; second < 60; second += 1, await pass(1))
      for (const address of cells) {
        const due = auto.findDue(address)
        const inMs = due.kind === 'due' ? due.at - Date.now() : NaN
        dues.push({ ...address, from: performance.now(), inMs })
      }
    await pass(600)
    const late = dues.map(({ parlayId, bookId, from, inMs }) => {
      const call = sent.find(each => each.id === parlayId && each.bookId === bookId && each.at >= from)
      return (call?.at ?? Infinity) - from - inMs
    })
    // A quarter of a minute has nine calls, one a second, which the estimate spreads evenly.
    const pauseMs = 15_000 - 9 * 1_000
    expect(Math.max(...late)).toBeLessThan(pauseMs)
  })
})

/** Prices the due cells of a row again; returns their number. */
function refresh({ desk }: TestDesk, parlayId: number, olderThanMs: number): number {
  const due = desk.rowToRefresh(parlayId, olderThanMs).cells.filter(({ isDue }) => isDue)
  desk.planRefresh(due.map(({ bookId }) => ({ parlayId, bookId })))
  return due.length
}

describe('Desk.rowToRefresh', () => {
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
    for (const id of [1, 2, 3]) refresh(started, id, 15_000)
    await settle()
    expect(started.asked).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(10_000)
    for (const id of [1, 2, 3]) refresh(started, id, 15_000)
    await settle()
    expect(started.asked.slice(before).map(({ tokens }) => tokens[0])).toEqual(['a-one'])
  })

  it('knows the row that is selected in a window, until the window closes', async () => {
    const { desk } = startDesk({ reply: () => at(150) })
    for (const name of ['one', 'two']) await desk.add(keysOf(name), noNote)
    const listSelected = () => [1, 2].filter(id => desk.rowToRefresh(id, 15_000).isSelected)
    expect(listSelected()).toEqual([])
    desk.setVisibleRows([1, 2], 2, 'main')
    desk.setVisibleRows([1], 1, 'blue')
    expect(listSelected()).toEqual([1, 2])
    desk.setVisibleRows([], null, 'blue')
    expect(listSelected()).toEqual([2])
  })

  it('says why a cell is not refreshed', async () => {
    const started = startDesk({ reply: undefined })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    const [inA, inB] = ['a', 'b'].map(bookId => ({ parlayId: 1, bookId }))
    expect(inA && started.desk.findObstacle(inA)).toEqual({ kind: 'asked' })
    await started.asked[0]?.answer(at(150))
    await started.asked[1]?.answer({ kind: 'cannot-combine' })
    expect(inA && started.desk.findObstacle(inA)).toBeUndefined()
    expect(inB && started.desk.findObstacle(inB)).toEqual({ kind: 'final' })
    expect(started.desk.findObstacle({ parlayId: 1, bookId: 'z' })).toEqual({ kind: 'not-offered' })
    expect(started.desk.findObstacle({ parlayId: 9, bookId: 'a' })).toEqual({ kind: 'not-offered' })
  })

  it('learns the pace of a book from its history and from new answers', async () => {
    const started = startDesk({ reply: () => at(150) })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    const guess = started.desk.paceOf('a', 'before').halfLifeMs
    for (let turn = 0; turn < 30; turn += 1) {
      await vi.advanceTimersByTimeAsync(60_000)
      started.desk.price(1, 'a')
      await settle()
    }
    const learned = started.desk.paceOf('a', 'before').halfLifeMs
    expect(learned).toBeGreaterThan(1.5 * guess)
    started.desk.open()
    expect(started.desk.paceOf('a', 'before').halfLifeMs).toBeCloseTo(learned, -2)
  })

  it('asks a book without a price less often', async () => {
    const started = startDesk({ reply: () => ({ kind: 'no-price' }) })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    await vi.advanceTimersByTimeAsync(50_000)
    expect(refresh(started, 1, 7_500)).toBe(0)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(refresh(started, 1, 7_500)).toBe(2)
  })
})

describe('Auto-refresh of a desk', () => {
  it('never passes the limit together with the user’s calls, which go ahead', async () => {
    const started = startDesk({ board: ['one', 'two', 'three'].map(name => legAt(name)), limits: byHand(12) })
    const sentAt: number[] = []
    started.world.reply = () => {
      sentAt.push(Date.now())
      return at(150)
    }
    for (const name of ['one', 'two', 'three']) await started.desk.add(keysOf(name), noNote)
    const stored: StoredAuto = { everySeconds: 15, share: 0.6, isOnWhileHidden: false }
    const auto = new AutoRefresh({
      rows: () => started.desk.idsToPrice(),
      row: (id, { olderThanMs, isPinned }) => ({
        ...started.desk.rowToRefresh(id, olderThanMs),
        isPinned,
        weight: 1,
      }),
      plan: cells => started.desk.planRefresh(cells),
      paceOf: (bookId, stage) => started.desk.paceOf(bookId, stage),
      findObstacle: cell => started.desk.findObstacle(cell),
      limit: () => started.budget.limit,
      stored: { read: () => stored, write: () => undefined },
      rowIntervals: keepIn(new Map()),
    })
    onTestFinished(() => auto.close())
    auto.reschedule()
    for (let minute = 0; minute < 10; minute += 1) {
      started.desk.price(1, null)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    const busiest = sentAt.map(from => sentAt.filter(time => time >= from && time < from + 60_000).length)
    expect(Math.max(...busiest)).toBeLessThanOrEqual(12)
    expect(sentAt.length).toBeGreaterThan(80)
  })
})

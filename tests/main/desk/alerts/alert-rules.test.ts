import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { book } from '../../../support/shared/desk-rows.ts'
import { keysOf, legAt, settle } from '../../../support/desk/scripted-desk.ts'
import { draft, reprice, sentences, startWatching } from '../../../support/desk/scripted-alerts.ts'

const minute = 60_000
const noon = Date.UTC(2026, 0, 10, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Alerts with other rules', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map(id => book(id, id.toUpperCase()))
  const board = ['one', 'two'].map(name => legAt(name, ['a', 'b', 'c', 'd', 'e']))

  it('fire for an expected profit, but not of a suspect price', async () => {
    const started = await startWatching({ books: five, board })
    started.alerts.save(null, draft({ rule: { kind: 'ev-over', ev: 0.02 } }))
    await reprice(started, { e: 300 })
    expect(started.fired).toEqual([])
    await reprice(started, { e: 180 })
    expect(sentences(started)).toEqual(['E at +180 has +6.4% EV by the consensus of 4 books.'])
  })

  it('fire for books that move together', async () => {
    const started = await startWatching({ books: five, board })
    const rule = {
      kind: 'books-move',
      direction: 'down',
      books: 3,
      points: 0.03,
      withinMs: 5 * minute,
    } as const
    started.alerts.save(null, draft({ rule }))
    await reprice(started, {})
    await vi.advanceTimersByTimeAsync(4 * minute)
    await reprice(started, { a: 130, b: 130 })
    expect(started.fired).toEqual([])
    await reprice(started, { a: 130, b: 130, c: 130 })
    expect(sentences(started)).toEqual([
      '3 books moved down: A +150 to +130, B +150 to +130, C +150 to +130.',
    ])
  })

  it('do not fire for a move that took longer, nor for a price that was suspect and came back', async () => {
    const started = await startWatching({ books: five, board })
    const rule = {
      kind: 'books-move',
      direction: 'either',
      books: 1,
      points: 0.03,
      withinMs: 5 * minute,
    } as const
    started.alerts.save(null, draft({ rule }))
    await reprice(started, {})
    await vi.advanceTimersByTimeAsync(6 * minute)
    await reprice(started, { a: 130 })
    await vi.advanceTimersByTimeAsync(6 * minute)
    await reprice(started, { e: 400 })
    await reprice(started, {})
    expect(started.fired).toEqual([])
  })

  it('for every parlay keep quiet for each by itself', async () => {
    const started = await startWatching()
    await started.desk.add(keysOf('three'), noNote)
    await settle()
    started.alerts.save(null, draft({ parlayId: null }))
    await reprice(started, { b: 210 })
    await reprice(started, { b: 210 })
    await reprice(started, { b: 210 }, 2)
    expect(started.fired.map(({ row }) => row.id)).toEqual([1, 2])
  })
})

describe('Alerts about a start', () => {
  const startAt = noon + 60 * minute
  const board = [legAt('one'), legAt('two')].map(leg => ({ ...leg, game: { ...leg.game, startAt } }))
  const rule = { kind: 'game-starts', beforeMs: 10 * minute } as const

  it('fire by the clock, once', async () => {
    const started = await startWatching({ board })
    started.alerts.save(null, draft({ rule }))
    await vi.advanceTimersByTimeAsync(49 * minute)
    expect(started.fired).toEqual([])
    await vi.advanceTimersByTimeAsync(20 * minute)
    expect(sentences(started)).toEqual(['RVT at HBR starts in 10 min.'])
  })

  it('fire late after a sleep, and not at all when the game has begun', async () => {
    const started = await startWatching({ board })
    started.alerts.save(null, draft({ rule }))
    vi.setSystemTime(startAt - 4 * minute)
    await vi.advanceTimersByTimeAsync(16_000)
    expect(sentences(started)).toEqual(['RVT at HBR starts in 4 min. Your alert: 10 min before.'])

    const asleep = await startWatching({
      board: board.map(leg => ({ ...leg, game: { ...leg.game, startAt: startAt + 60 * minute } })),
    })
    asleep.alerts.save(null, draft({ rule }))
    vi.setSystemTime(startAt + 61 * minute)
    await vi.advanceTimersByTimeAsync(16_000)
    expect(asleep.fired).toEqual([])
  })

  it('fire no more after close', async () => {
    const started = await startWatching({ board })
    started.alerts.save(null, draft({ rule }))
    started.alerts.close()
    await vi.advanceTimersByTimeAsync(55 * minute)
    expect(started.fired).toEqual([])
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answered, callRequest } from '../../support/desk/test-budget.ts'
import { BookPaces } from '../../../src/main/desk/planning/book-paces.ts'
import { DeskChange, DeskSnapshot } from '../../../src/shared/model/parlay/desk.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { book } from '../../support/shared/desk-rows.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'
import {
  at,
  cellsOf,
  failed,
  keysOf,
  legAt,
  limitedFor,
  settle,
  startDesk,
} from '../../support/desk/scripted-desk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Desk.add', () => {
  it('prices a parlay at every book, with its tokens in leg order', async () => {
    const started = startDesk()
    expect(await started.desk.add(keysOf('two', 'one'), noNote)).toEqual({ parlayId: 1, wasThere: false })
    await settle()
    expect(started.asked.map(({ book: of, tokens }) => [of, tokens])).toEqual([
      ['a', ['a-two', 'a-one']],
      ['b', ['b-two', 'b-one']],
    ])
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(at(150))
  })

  it('finds the row that is there for the same legs in any order, and asks nothing', async () => {
    const { desk, asked } = startDesk()
    await desk.add(keysOf('one', 'two'), noNote)
    await settle()
    expect(await desk.add(keysOf('two', 'one'), noNote)).toEqual({ parlayId: 1, wasThere: true })
    expect(asked).toHaveLength(2)
  })

  it('makes one row when called twice at the same moment', async () => {
    const { desk } = startDesk()
    const both = await Promise.all([desk.add(keysOf('one'), noNote), desk.add(keysOf('one'), noNote)])
    expect(both.map(({ parlayId }) => parlayId)).toEqual([1, 1])
    expect(desk.snapshot().rows).toHaveLength(1)
  })

  it('takes a leg given twice once', async () => {
    const { desk } = startDesk()
    await desk.add(keysOf('one', 'two', 'one'), noNote)
    expect(desk.snapshot().rows[0]?.legs.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('refuses a leg that the board no longer has', async () => {
    const { desk } = startDesk()
    expect(await catchFailure(() => desk.add(keysOf('one', 'gone'), noNote))).toMatchObject({
      kind: 'not-found',
    })
    expect(desk.snapshot().rows).toEqual([])
  })

  it('refuses when the profile was switched meanwhile', async () => {
    const { desk, world } = startDesk()
    const adding = desk.add(keysOf('one'), noNote)
    world.profileId = 'p-other'
    desk.open()
    expect(await catchFailure(() => adding)).toMatchObject({ kind: 'not-found' })
    expect(desk.snapshot().rows).toEqual([])
  })
})

describe('Desk pace', () => {
  it('is the usual one where the price history cannot be read', () => {
    const { desk, database } = startDesk()
    database.exec('DROP TABLE quotes')
    expect(desk.paceOf('a', 'before')).toEqual(new BookPaces().paceOf('a', 'before'))
  })
})

describe('Desk cell', () => {
  it('is never priced where the book lacks tokens, and shows their number', async () => {
    const started = startDesk({ board: [legAt('one'), legAt('two', ['a'])] })
    await started.desk.add(keysOf('one', 'two'), noNote)
    started.desk.price(null, null)
    started.desk.price(1, 'b')
    await settle()
    expect(new Set(started.asked.map(({ book: of }) => of))).toEqual(new Set(['a']))
    expect(cellsOf(started)['b']).toMatchObject({ missingLegs: 1, quote: null })
  })

  it('is neither priced nor shown for a book that is off', async () => {
    const started = startDesk({ books: [book('a', 'Alpha', false), book('b', 'Bravo')] })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    expect(started.asked.map(({ book: of }) => of)).toEqual(['b'])
    expect(Object.keys(cellsOf(started))).toEqual(['b'])
    expect(started.desk.price(1, 'a')).toBe(0)
  })

  it('is not priced when its book is switched off while it waits', async () => {
    const started = startDesk({ reply: undefined })
    started.world.board = Array.from({ length: 40 }, (_, number) => legAt(`leg-${number}`, ['a', 'b']))
    for (let number = 0; number < 40; number += 1) await started.desk.add(keysOf(`leg-${number}`), noNote)
    started.world.books = [book('a', 'Alpha')]
    const before = started.asked.length
    for (const { answer } of started.asked.slice(0, 20)) await answer(at(150))
    expect(started.asked.slice(before).map(({ book: of }) => of)).not.toContain('b')
  })

  it('keeps its last answer while it is priced again, and the price before', async () => {
    const started = startDesk()
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.world.reply = undefined
    started.desk.price(1, 'a')
    await settle()
    expect(cellsOf(started)['a']).toMatchObject({
      activity: { kind: 'pricing' },
      quote: { outcome: at(150) },
    })
    await started.asked.at(-1)?.answer(at(170))
    expect(cellsOf(started)['a']).toMatchObject({ before: { text: '+150' }, quote: { outcome: at(170) } })
  })

  it('fails without changing other cells', async () => {
    const timedOut = failed({ kind: 'timed-out', afterMs: 1 })
    const started = startDesk({ reply: of => (of === 'a' ? timedOut : at(150)) })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(timedOut)
    expect(cellsOf(started)['b']?.quote?.outcome).toEqual(at(150))
  })
})

describe('Desk.price', () => {
  it('plans calls for the desk, a row or a cell, and returns their number', async () => {
    const { desk } = startDesk()
    await desk.add(keysOf('one'), noNote)
    await desk.add(keysOf('two'), noNote)
    await settle()
    expect([desk.price(null, null), desk.price(1, null), desk.price(1, 'a'), desk.price(null, 'b')]).toEqual([
      4, 2, 1, 2,
    ])
  })

  it('refuses a row that is not there', async () => {
    const { desk } = startDesk()
    expect(await catchFailure(() => desk.price(7, null))).toMatchObject({ kind: 'not-found' })
  })

  it('sends one call for a cell priced several times', async () => {
    const started = startDesk({ reply: undefined })
    await started.desk.add(keysOf('one'), noNote)
    for (let press = 0; press < 10; press += 1) started.desk.price(1, null)
    await settle()
    expect(started.asked).toHaveLength(2)
  })
})

describe('Desk event', () => {
  it('comes once a frame, however many answers arrive, and fits the contract', async () => {
    const started = startDesk({ reply: undefined })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.pushed.length = 0
    await Promise.all(started.asked.map(({ answer }) => answer(at(150))))
    expect(started.pushed).toHaveLength(1)
    expect(started.pushed[0]?.rows[0]?.cells.map(({ quote }) => quote?.outcome)).toEqual([at(150), at(150)])
    expect(DeskChange.parse(started.pushed[0])).toEqual(started.pushed[0])
    expect(DeskSnapshot.parse(started.desk.snapshot())).toEqual(started.desk.snapshot())
  })

  it('has numbers that grow by one, and the snapshot has the last of them', async () => {
    const { desk, pushed } = startDesk()
    for (const name of ['one', 'two', 'three']) {
      await desk.add(keysOf(name), noNote)
      await settle()
    }
    const numbers = pushed.map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
    expect(desk.snapshot().seq).toBe(numbers.at(-1))
  })

  it('has the waiting rows again when other rows are shown, not when another one is selected', async () => {
    const limits = { kind: 'by-hand', perMinute: 100, inFlight: 2, perHost: 1 } as const
    const { desk, pushed } = startDesk({ reply: undefined, limits })
    for (const name of ['one', 'two']) await desk.add(keysOf(name), noNote)
    await settle()
    const listPushed = async (...shown: Parameters<typeof desk.setVisibleRows>) => {
      pushed.length = 0
      desk.setVisibleRows(...shown)
      await settle()
      return pushed.flatMap(({ rows }) => rows.map(({ id }) => id))
    }
    expect(await listPushed([1, 2], 1, 'main')).toEqual([2])
    expect(await listPushed([2, 1], 2, 'main')).toEqual([])
    expect(await listPushed([1], 1, 'blue')).toEqual([])
    expect(await listPushed([2], 2, 'main')).toEqual([])
    expect(await listPushed([2], 2, 'blue')).toEqual([2])
  })

  it('has the order only when rows came or went', async () => {
    const { desk, pushed } = startDesk()
    await settle()
    await desk.add(keysOf('one'), noNote)
    await settle()
    desk.price(1, null)
    await settle()
    expect(pushed.map(({ order }) => order)).toEqual([[], [1], null])
  })

  it('never holds a token', async () => {
    const { desk, pushed } = startDesk()
    await desk.add(keysOf('one'), noNote)
    await settle()
    expect(JSON.stringify([pushed, desk.snapshot()])).not.toContain('a-one')
  })

  it('shows new limits at once', async () => {
    const { desk, pushed } = startDesk()
    desk.budgetChanged(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(pushed).toHaveLength(1)
  })

  it('shows the calls of the last minute until they end', async () => {
    const { budget, pushed } = startDesk()
    const permit = await budget.acquire(callRequest('feed'))
    permit.release(answered)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(pushed.at(-1)?.meter.lastMinute).toBe(1)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(pushed.at(-1)?.meter.lastMinute).toBe(0)
    const quiet = pushed.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pushed).toHaveLength(quiet)
  })
})

describe('Desk after a rate limit', () => {
  it('waits until it ends, then prices again by itself, at most three times in a row', async () => {
    const started = startDesk({ reply: of => (of === 'a' ? limitedFor(5_000) : at(150)) })
    const asksAtA = () => started.asked.filter(({ book: of }) => of === 'a').length
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.desk.price(1, 'a')
    expect([asksAtA(), cellsOf(started)['b']?.quote?.outcome.kind]).toEqual([1, 'priced'])
    await vi.advanceTimersByTimeAsync(4_900)
    expect(asksAtA()).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(asksAtA()).toBe(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asksAtA()).toBe(3)
    expect(cellsOf(started)['a']).toMatchObject({ activity: { kind: 'none' } })
  })

  it('shows a price once the limit has passed', async () => {
    const started = startDesk({ reply: () => limitedFor(1_000) })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.world.reply = () => at(150)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(at(150))
  })
})

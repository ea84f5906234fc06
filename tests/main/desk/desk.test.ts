import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answered, callRequest } from '../../support/desk/test-budget.ts'
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

describe('adding a parlay', () => {
  it('prices it at every book, with its tokens in leg order', async () => {
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

  it('at the same moment twice makes one row', async () => {
    const { desk } = startDesk()
    const both = await Promise.all([desk.add(keysOf('one'), noNote), desk.add(keysOf('one'), noNote)])
    expect(both.map(({ parlayId }) => parlayId)).toEqual([1, 1])
    expect(desk.snapshot().rows).toHaveLength(1)
  })

  it('takes a leg named twice once', async () => {
    const { desk } = startDesk()
    await desk.add(keysOf('one', 'two', 'one'), noNote)
    expect(desk.snapshot().rows[0]?.legs.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  it('is refused when the board no longer has a leg', async () => {
    const { desk } = startDesk()
    expect(await catchFailure(() => desk.add(keysOf('one', 'gone'), noNote))).toMatchObject({
      kind: 'not-found',
    })
    expect(desk.snapshot().rows).toEqual([])
  })

  it('is refused when another profile was chosen meanwhile', async () => {
    const { desk, world } = startDesk()
    const adding = desk.add(keysOf('one'), noNote)
    world.profileId = 'p-other'
    desk.open()
    expect(await catchFailure(() => adding)).toMatchObject({ kind: 'not-found' })
    expect(desk.snapshot().rows).toEqual([])
  })
})

describe('a cell', () => {
  it('is never priced where the book lacks a leg’s token, and says how many', async () => {
    const started = startDesk({ board: [legAt('one'), legAt('two', ['a'])] })
    await started.desk.add(keysOf('one', 'two'), noNote)
    started.desk.price(null, null)
    started.desk.price(1, 'b')
    await settle()
    expect(new Set(started.asked.map(({ book: of }) => of))).toEqual(new Set(['a']))
    expect(cellsOf(started)['b']).toMatchObject({ missingLegs: 1, quote: null })
  })

  it('of a book that is off is neither asked nor shown', async () => {
    const started = startDesk({ books: [book('a', 'Alpha', false), book('b', 'Bravo')] })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    expect(started.asked.map(({ book: of }) => of)).toEqual(['b'])
    expect(Object.keys(cellsOf(started))).toEqual(['b'])
    expect(started.desk.price(1, 'a')).toBe(0)
  })

  it('whose book is switched off while it waits is not asked', async () => {
    const started = startDesk({ reply: undefined })
    started.world.board = Array.from({ length: 40 }, (_, number) => legAt(`leg-${number}`, ['a', 'b']))
    for (let number = 0; number < 40; number += 1) await started.desk.add(keysOf(`leg-${number}`), noNote)
    started.world.books = [book('a', 'Alpha')]
    const before = started.asked.length
    for (const { answer } of started.asked.slice(0, 20)) await answer(at(150))
    expect(started.asked.slice(before).map(({ book: of }) => of)).not.toContain('b')
  })

  it('keeps its last answer while it is asked again, and the price before', async () => {
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

  it('fails alone', async () => {
    const timedOut = failed({ kind: 'timed-out', afterMs: 1 })
    const started = startDesk({ reply: of => (of === 'a' ? timedOut : at(150)) })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(timedOut)
    expect(cellsOf(started)['b']?.quote?.outcome).toEqual(at(150))
  })
})

describe('asking for prices', () => {
  it('plans the desk, a row or a cell, and says how many calls that is', async () => {
    const { desk } = startDesk()
    await desk.add(keysOf('one'), noNote)
    await desk.add(keysOf('two'), noNote)
    await settle()
    expect([desk.price(null, null), desk.price(1, null), desk.price(1, 'a'), desk.price(null, 'b')]).toEqual([
      4, 2, 1, 2,
    ])
  })

  it('of a row that is not there is refused', async () => {
    const { desk } = startDesk()
    expect(await catchFailure(() => desk.price(7, null))).toMatchObject({ kind: 'not-found' })
  })

  it('asks once for a cell wanted many times', async () => {
    const started = startDesk({ reply: undefined })
    await started.desk.add(keysOf('one'), noNote)
    for (let press = 0; press < 10; press += 1) started.desk.price(1, null)
    await settle()
    expect(started.asked).toHaveLength(2)
  })
})

describe('the window', () => {
  it('is told one event a frame, however many answers come, each fit for the contract', async () => {
    const started = startDesk({ reply: undefined })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.told.length = 0
    await Promise.all(started.asked.map(({ answer }) => answer(at(150))))
    expect(started.told).toHaveLength(1)
    expect(started.told[0]?.rows[0]?.cells.map(({ quote }) => quote?.outcome)).toEqual([at(150), at(150)])
    expect(DeskChange.parse(started.told[0])).toEqual(started.told[0])
    expect(DeskSnapshot.parse(started.desk.snapshot())).toEqual(started.desk.snapshot())
  })

  it('is told with numbers that grow by one, to which the snapshot belongs', async () => {
    const { desk, told } = startDesk()
    for (const name of ['one', 'two', 'three']) {
      await desk.add(keysOf(name), noNote)
      await settle()
    }
    const numbers = told.map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
    expect(desk.snapshot().seq).toBe(numbers.at(-1))
  })

  it('is told of the order only when rows came or went', async () => {
    const { desk, told } = startDesk()
    await settle()
    await desk.add(keysOf('one'), noNote)
    await settle()
    desk.price(1, null)
    await settle()
    expect(told.map(({ order }) => order)).toEqual([[], [1], null])
  })

  it('never sees a token', async () => {
    const { desk, told } = startDesk()
    await desk.add(keysOf('one'), noNote)
    await settle()
    expect(JSON.stringify([told, desk.snapshot()])).not.toContain('a-one')
  })

  it('sees new limits at once, so that the next act is held against them', async () => {
    const { desk, told } = startDesk()
    desk.budgetChanged(0)
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toHaveLength(1)
  })

  it('sees the calls of the last minute, and their end', async () => {
    const { budget, told } = startDesk()
    const permit = await budget.acquire(callRequest('feed'))
    permit.release(answered)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told.at(-1)?.meter.lastMinute).toBe(1)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(told.at(-1)?.meter.lastMinute).toBe(0)
    const quiet = told.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toHaveLength(quiet)
  })
})

describe('a rate limit', () => {
  it('leaves its book alone until it ends, then asks again by itself, three times in a row at most', async () => {
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

  it('that passes leaves a price', async () => {
    const started = startDesk({ reply: () => limitedFor(1_000) })
    await started.desk.add(keysOf('one'), noNote)
    await settle()
    started.world.reply = () => at(150)
    await vi.advanceTimersByTimeAsync(1_100)
    expect(cellsOf(started)['a']?.quote?.outcome).toEqual(at(150))
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { book } from '../../support/shared/desk-rows.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'
import {
  at,
  cellsOf,
  keysOf,
  legAt,
  limitedFor,
  settle,
  startDesk,
  type TestDesk,
} from '../../support/desk/scripted-desk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const cell = { parlayId: 1, bookId: 'a' }
const noPrice = { kind: 'no-price' } as const

/** A desk with one parlay that has been answered 150 at both books. */
async function startPriced(given: Parameters<typeof startDesk>[0] = {}) {
  const started = startDesk(given)
  await started.desk.add(keysOf('one'), noNote)
  await settle()
  return started
}

/** Rechecks the cell against the quote that it shows now. */
const recheckSeen = (started: TestDesk) =>
  started.desk.recheck(cell, cellsOf(started)['a']?.quote?.id ?? null)

describe('recheck', () => {
  it.each([
    [150, 'same'],
    [170, 'better'],
    [140, 'worse'],
  ] as const)('at %d after 150 is %s', async (now, kind) => {
    const started = await startPriced()
    started.world.reply = () => at(now)
    const rechecking = recheckSeen(started)
    await settle()
    expect(await rechecking).toMatchObject({ kind, now: { text: `+${now}` } })
  })

  it('reports a price that is gone', async () => {
    const started = await startPriced()
    started.world.reply = () => noPrice
    const rechecking = recheckSeen(started)
    await settle()
    expect(await rechecking).toMatchObject({ kind: 'gone', before: { text: '+150' } })
  })

  it('compares with the quote that was on screen, not with a newer one', async () => {
    const started = await startPriced()
    const seenId = cellsOf(started)['a']?.quote?.id ?? null
    started.world.reply = () => at(120)
    started.desk.price(1, 'a')
    await settle()
    const rechecking = started.desk.recheck(cell, seenId)
    await settle()
    expect(await rechecking).toMatchObject({ kind: 'worse', before: { text: '+150' }, now: { text: '+120' } })
  })

  it('refuses a quote that the cell never had, before any call', async () => {
    const started = await startPriced()
    const other = cellsOf(started)['b']?.quote?.id ?? null
    for (const seenId of [other, 999])
      expect(await catchFailure(() => started.desk.recheck(cell, seenId))).toMatchObject({
        kind: 'not-found',
      })
    expect(started.asked).toHaveLength(2)
  })

  it('refuses when it was cancelled, rather than report the same price', async () => {
    const started = await startPriced({ reply: undefined })
    await Promise.all(started.asked.map(({ answer }) => answer(at(150))))
    const rechecking = catchFailure(() => recheckSeen(started))
    started.desk.open()
    expect(await rechecking).toMatchObject({ kind: 'not-found' })
  })

  it('is sent ahead of all other calls', async () => {
    const board = Array.from({ length: 40 }, (_, number) => legAt(`leg-${number}`))
    const started = startDesk({ board, reply: undefined })
    for (const { name } of board) await started.desk.add(keysOf(name), noNote)
    await settle()
    const flying = started.asked.length
    // The end of the test calls it off.
    started.desk.recheck({ parlayId: 40, bookId: 'b' }, null).catch(() => {})
    await started.asked.find(({ book: of }) => of === 'b')?.answer(at(150))
    expect(started.asked.slice(flying).map(({ tokens }) => tokens)).toEqual([['b-leg-39']])
  })

  it('refuses while the book’s rate limit lasts, with its end', async () => {
    const started = await startPriced({ reply: () => limitedFor(5_000) })
    expect(await catchFailure(() => recheckSeen(started))).toMatchObject({ kind: 'limited' })
    expect(started.asked).toHaveLength(2)
  })

  it('refuses a book that is off, or that now lacks a leg', async () => {
    const started = await startPriced()
    started.world.books = [book('b', 'Bravo')]
    expect(await catchFailure(() => recheckSeen(started))).toMatchObject({ kind: 'not-found' })
    started.world.books = [book('a', 'Alpha')]
    started.world.board = [legAt('one', ['b'])]
    await started.desk.refreshOffers()
    expect(await catchFailure(() => recheckSeen(started))).toMatchObject({ kind: 'not-found' })
    expect(started.asked).toHaveLength(2)
  })

  it('refuses when the row is removed meanwhile', async () => {
    const started = await startPriced()
    started.world.reply = undefined
    const rechecking = catchFailure(() => recheckSeen(started))
    started.desk.remove(1)
    expect(await rechecking).toMatchObject({ kind: 'not-found' })
  })
})

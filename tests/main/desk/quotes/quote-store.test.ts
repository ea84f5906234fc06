import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deskMigrations } from '../../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { priceBefore, type Cell, type PastPrice } from '../../../../src/shared/model/price/cell.ts'
import { noNote, toFingerprint } from '../../../../src/shared/model/parlay/parlay.ts'
import type { Quote, QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import { QuoteStore } from '../../../../src/main/desk/quotes/quote-store.ts'
import { ParlayStore } from '../../../../src/main/desk/parlays/parlay-store.ts'
import { fc } from '../../../support/property.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { at, failed, keysOf, legAt, settle, startDesk } from '../../../support/desk/scripted-desk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Desk opened again from its file', () => {
  it('has the same rows: legs, last quotes and the prices before', async () => {
    const file = join(tempFolder(), 'desk.db')
    const database = openDatabase(file, deskMigrations)
    const first = startDesk({ board: [legAt('one'), legAt('two'), legAt('Über #1 “x”', ['b'])] }, database)
    await first.desk.add(keysOf('one', 'two'), noNote)
    await first.desk.add(keysOf('Über #1 “x”'), noNote)
    await settle()
    first.world.reply = of => (of === 'a' ? at(-105) : failed({ kind: 'timed-out', afterMs: 8_000 }))
    first.desk.price(null, null)
    await settle()
    const { rows } = first.desk.snapshot()
    first.desk.close()
    database.close()
    const again = openDatabase(file, deskMigrations)
    const second = startDesk({ board: [] }, again)
    // The times of odds come with the board.
    const withoutTimes = rows.map(row => ({
      ...row,
      legs: row.legs.map(leg => ({ ...leg, singles: [], asOf: null })),
      cells: row.cells.map(cell => ({ ...cell, singles: null })),
    }))
    expect(second.desk.snapshot().rows).toEqual(withoutTimes)
    expect(second.desk.price(null, null)).toBe(3)
    again.close()
  })

  it('has the answers that were not yet written when it closed', async () => {
    const file = join(tempFolder(), 'desk.db')
    const database = openDatabase(file, deskMigrations)
    const first = startDesk({}, database)
    await first.desk.add(keysOf('one'), noNote)
    await vi.advanceTimersByTimeAsync(1)
    first.desk.close()
    database.close()
    const again = openDatabase(file, deskMigrations)
    expect(again.prepare('SELECT count(*) AS n FROM quotes').get()).toMatchObject({ n: 2 })
    again.close()
  })

  it('shows a parlay whose quotes cannot be read without them', async () => {
    const { desk, database } = startDesk()
    await desk.add(keysOf('one'), noNote)
    await settle()
    database.exec(
      `INSERT INTO quotes (id, parlay_id, book_id, at, outcome) VALUES (99, 1, 'a', 1, '{"kind":"of the future"}')`,
    )
    desk.open()
    expect(desk.snapshot().rows[0]?.cells.map(({ quote }) => quote)).toEqual([null, null])
  })
})

const parlayOf = (name: string) => ({ legs: [legAt(name)], note: noNote, addedAt: 1 })

describe('QuoteStore', () => {
  const outcomes = fc.constantFrom<QuoteOutcome>(
    at(100),
    at(-100),
    at(150),
    at(-110),
    { kind: 'no-price' },
    { kind: 'message', text: 'Closed' },
    failed({ kind: 'limited', untilAt: 1 }),
  )

  /** The cell in memory after each of these answers. */
  function remember(history: readonly QuoteOutcome[], nextId: () => number) {
    let known: Pick<Cell, 'quote' | 'before'> = { quote: null, before: null }
    return history.map(outcome => {
      const quote: Quote = { id: nextId(), at: 5, outcome }
      const before = priceBefore(known, outcome)
      known = { quote, before }
      return { quote, before }
    })
  }
  /** As earlier versions stored it. */
  function withoutTime(before: PastPrice | null | undefined): PastPrice | null {
    if (!before) return null
    const { text, format, decimal } = before
    return { text, format, decimal }
  }
  it('finds the last price of legs at a book between two times, of a removed parlay too', () => {
    const database = openDatabase(':memory:', deskMigrations)
    const quotes = new QuoteStore(database)
    const parlays = new ParlayStore(database)
    const removed = parlays.add('demo', parlayOf('A'))
    parlays.remove(removed.id, 1)
    const watched = parlays.add('demo', parlayOf('A'))
    const ask = (parlayId: number, time: number, outcome: QuoteOutcome, bookId = 'a') =>
      quotes.add({
        parlayId,
        bookId,
        quote: { id: quotes.nextId(), at: time, outcome },
        before: null,
      })
    ask(removed.id, 10, at(100))
    ask(watched.id, 20, at(150))
    ask(watched.id, 25, { kind: 'no-price' })
    ask(watched.id, 26, at(900), 'b')
    ask(parlays.add('other', parlayOf('A')).id, 27, at(900))
    ask(parlays.add('demo', parlayOf('B')).id, 28, at(900))
    ask(watched.id, 30, at(200))
    const bet = { profileId: 'demo', fingerprint: toFingerprint([legAt('A').key]), bookId: 'a' }
    const last = (after: number, before: number) => quotes.lastPrice(bet, { after, before })
    expect(last(9, 30)).toMatchObject({ at: 20, price: { text: '+150' } })
    expect(last(9, 20)).toMatchObject({ at: 10, price: { text: '+100' } })
    expect(last(10, 20)).toBeUndefined()
    database.close()
  })

  it('finds no price without reading the quotes of other parlays', () => {
    const database = openDatabase(':memory:', deskMigrations)
    const prepare = vi.spyOn(database, 'prepare')
    new QuoteStore(database)
    const sql = prepare.mock.calls.map(([text]) => text).find(text => text.includes('$fingerprint'))
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql ?? ''}`).all()
    expect(plan.map(row => row['detail'])).toContain(
      'SEARCH quotes USING INDEX quotes_of_parlay (parlay_id=?)',
    )
    database.close()
  })

  const histories = fc.array(outcomes, { minLength: 1, maxLength: 12 })

  it('reads of any history the last quotes and prices before that memory has', () => {
    const database = openDatabase(':memory:', deskMigrations)
    const quotes = new QuoteStore(database)
    const parlays = new ParlayStore(database)
    let number = 0
    fc.assert(
      fc.property(histories, history => {
        number += 1
        const { id: parlayId } = parlays.add('demo', parlayOf(`leg-${number}`))
        const kept = remember(history, () => quotes.nextId()).map(known => ({
          parlayId,
          bookId: 'a',
          ...known,
        }))
        for (const each of kept) {
          quotes.add(each)
          quotes.save()
        }
        expect(quotes.lastQuotes(parlayId)).toEqual(kept.slice(-1))
        expect(quotes.ofCell({ parlayId, bookId: 'a' }, 100)).toEqual(
          kept.map(({ quote }) => quote).reverse(),
        )
      }),
      { numRuns: 500 },
    )
    database.close()
  })

  it('reads the same from cells of a version that did not store the price before', () => {
    const file = join(tempFolder(), 'desk.db')
    fc.assert(
      fc.property(fc.array(histories, { minLength: 1, maxLength: 4 }), cells => {
        // The first four migrations: the fifth stores the price before.
        const old = openDatabase(file, deskMigrations.slice(0, 4))
        old.exec("INSERT INTO parlays (profile_id, fingerprint, added_at) VALUES ('demo', 'one', 0)")
        const parlayId = 1
        const insert = old.prepare('INSERT INTO quotes VALUES (?, ?, ?, ?, ?, ?)')
        let newest = 0
        const lasts = cells.map((history, at) => {
          const known = remember(history, () => (newest += 1))
          for (const { quote } of known) {
            const { outcome } = quote
            const decimal = outcome.kind === 'priced' ? outcome.price.decimal : null
            insert.run(quote.id, parlayId, `book-${at}`, quote.at, JSON.stringify(outcome), decimal)
          }
          return {
            parlayId,
            bookId: `book-${at}`,
            ...known.at(-1),
            before: withoutTime(known.at(-1)?.before),
          }
        })
        old.close()
        const database = openDatabase(file, deskMigrations)
        expect(new QuoteStore(database).lastQuotes(parlayId)).toEqual(lasts)
        expect(() => database.exec('UPDATE quotes SET at = 1')).toThrow(/never changed/)
        database.close()
        rmSync(file)
      }),
      { numRuns: 60 },
    )
  })

  it('gives ids that go on from those in the file', () => {
    const file = join(tempFolder(), 'desk.db')
    const database = openDatabase(file, deskMigrations)
    const { id: parlayId } = new ParlayStore(database).add('demo', parlayOf('one'))
    const quotes = new QuoteStore(database)
    const quote: Quote = { id: quotes.nextId(), at: 5, outcome: at(150) }
    quotes.add({ parlayId, bookId: 'a', quote, before: null })
    quotes.save()
    expect(new QuoteStore(database).nextId()).toBe(quote.id + 1)
    database.close()
  })

  it('stores all of a batch or nothing', () => {
    const database = openDatabase(':memory:', deskMigrations)
    const quotes = new QuoteStore(database)
    const { id } = new ParlayStore(database).add('demo', parlayOf('one'))
    const batch = [id, 99].map(parlayId => ({
      parlayId,
      bookId: 'a',
      quote: { id: quotes.nextId(), at: 5, outcome: at(150) },
      before: null,
    }))
    const onUnsaved = vi.fn()
    quotes.on('unsaved', onUnsaved)
    for (const quote of batch) quotes.add(quote)
    quotes.save()
    expect(onUnsaved).toHaveBeenCalledOnce()
    expect(quotes.lastQuotes(id)).toEqual([])
    database.close()
  })
})

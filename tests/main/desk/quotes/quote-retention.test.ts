import { describe, expect, it } from 'vitest'
import { PrunePass, bytesInUse, type PruneOptions } from '../../../../src/main/desk/quotes/quote-retention.ts'
import type { Database } from '../../../../src/main/storage/database.ts'
import type { QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import { fc } from '../../../support/property.ts'
import { openQuotes, type Answer } from '../../../support/desk/stored-quotes.ts'
import { at as priceOf } from '../../../support/desk/scripted-desk.ts'

const noPrice: QuoteOutcome = { kind: 'no-price' }
const byAge: PruneOptions = { olderThan: 1_000, maxBytes: Infinity }

/** Runs a pass to its end; how many quotes went at each step. */
function prune(database: Database, options: PruneOptions): number[] {
  const count = () => Number(database.prepare('SELECT count(*) AS n FROM quotes').get()?.['n'])
  const pass = new PrunePass(database, options)
  const gone: number[] = []
  for (let isMore = true; isMore;) {
    const before = count()
    isMore = pass.step()
    gone.push(before - count())
  }
  return gone
}

const cell = (prices: readonly (number | null)[], from = 0): Answer[] =>
  prices.map((price, index) => ({
    parlayId: 1,
    bookId: 'a',
    at: from + index,
    outcome: price === null ? noPrice : priceOf(price),
  }))

describe('PrunePass by age', () => {
  it('deletes quotes older than the limit, and none younger', () => {
    const { database, keep, ids } = openQuotes()
    keep(cell([150, 160, 170]))
    const young = keep(cell([180, 190, 200], 1_000))
    prune(database, byAge)
    expect(ids()).toEqual(young)
  })

  it.each([
    ['the last quote of a cell', [150, 160, 170, 180], [4]],
    ['that it has no price now', [150, 160, null, null], [4]],
    ['an only quote', [150], [1]],
  ])('keeps %s, however old', (_, prices, kept) => {
    const { database, keep, ids } = openQuotes()
    keep(cell(prices))
    prune(database, byAge)
    expect(ids()).toEqual(kept)
  })

  it('goes on past old quotes that stay, and past a clock that was set back', () => {
    const { database, keep, ids } = openQuotes(300)
    const lasting = Array.from({ length: 300 }, (_, index) => index + 1)
    keep(lasting.flatMap(parlayId => cell([150]).map(answer => ({ ...answer, parlayId }))))
    const gone = keep(cell([200, 210, 220], 5))
    keep(cell([230, 240], 1_000))
    prune(database, byAge)
    expect(ids()).toHaveLength(299 + 2)
    expect(ids()).not.toContain(gone[0])
  })

  it('changes no cell on screen: last quotes and the prices before are as they were', () => {
    const price = fc.constantFrom<QuoteOutcome>(priceOf(150), priceOf(160), priceOf(-110), noPrice)
    const answer = fc.record({
      parlayId: fc.constantFrom(1, 2, 3),
      bookId: fc.constantFrom('a', 'b'),
      at: fc.nat(2_000),
      outcome: price,
    })
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 60 }), fc.nat(2_000), fc.boolean(), (all, age, isFull) => {
        const { database, quotes, keep } = openQuotes(3, ':memory:')
        keep(all)
        const last = () => [1, 2, 3].map(id => quotes.lastQuotes(id))
        const before = last()
        prune(database, { olderThan: age, maxBytes: isFull ? 0 : Infinity })
        expect(last()).toEqual(before)
      }),
      { numRuns: 150 },
    )
  })
})

describe('PrunePass by size', () => {
  it('deletes the oldest until the file has fewer bytes in use, however young they are', () => {
    const { database, keep, ids } = openQuotes()
    keep(cell(Array.from({ length: 5_000 }, (_, index) => 100 + index)))
    const full = bytesInUse(database)
    prune(database, { olderThan: 0, maxBytes: full / 2 })
    expect(bytesInUse(database)).toBeLessThanOrEqual(full / 2)
    expect(ids().length).toBeGreaterThan(2_000)
    expect(ids().at(-1)).toBe(5_000)
    expect(ids()).toEqual(Array.from({ length: ids().length }, (_, index) => 5_001 - ids().length + index))
  })
})

describe('PrunePass.step', () => {
  it('deletes at most 25 quotes', () => {
    const { database, keep } = openQuotes()
    keep(cell(Array.from({ length: 950 }, (_, index) => 100 + index)))
    const gone = prune(database, byAge)
    expect(Math.max(...gone)).toBeLessThanOrEqual(25)
    expect(gone.reduce((sum, each) => sum + each)).toBe(949)
  })

  it('keeps the quotes of a cell that was answered again meanwhile', () => {
    const { database, keep, ids } = openQuotes()
    keep(cell([150, 160]))
    const pass = new PrunePass(database, { ...byAge, maxBytes: 0 })
    keep(cell(Array.from({ length: 23 }, () => 170)))
    pass.step()
    const fresh = keep(cell([180]))
    while (pass.step());
    expect(ids().at(-1)).toBe(fresh[0])
  })
})

describe('Quotes table', () => {
  it('refuses to delete quotes that pruning did not name, and the last of a cell', () => {
    const { database, keep, ids } = openQuotes()
    keep(cell([150, 160]))
    expect(() => database.exec('DELETE FROM quotes WHERE id = 1')).toThrow(/pruning alone/)
    expect(() => database.exec('DELETE FROM quotes')).toThrow(/pruning alone/)
    database.exec('INSERT INTO quotes_to_prune VALUES (1), (2)')
    expect(() => database.exec('DELETE FROM quotes WHERE id = 2')).toThrow(/never the last/)
    expect(() => database.exec('UPDATE quotes SET at = 0 WHERE id = 1')).toThrow(/never changed/)
    database.exec('DELETE FROM quotes WHERE id = 1')
    expect(ids()).toEqual([2])
  })
})

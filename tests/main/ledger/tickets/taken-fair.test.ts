import { describe, expect, it } from 'vitest'
import { findTakenFair } from '../../../../src/main/ledger/tickets/taken-fair.ts'
import type { BookFair } from '../../../../src/shared/model/price/fair.ts'
import { americanPrice, cell, noon, plainSettings, priced } from '../../../support/shared/desk-rows.ts'

const minute = 60_000
const now = noon + 2 * minute
const context = { ...plainSettings, now }
const bet = { bookId: 'alpha', placedAt: now }

/** Four books priced at noon, which is stale by now; Alpha pays most. */
const row = {
  cells: [
    cell('alpha', { quote: priced(350) }),
    cell('bravo', { quote: priced(300) }),
    cell('delta', { quote: priced(300) }),
    cell('echo', { quote: priced(300) }),
  ],
  fairPrice: null,
  fairs: [],
  legs: [],
}
const partition: BookFair = {
  bookId: 'bravo',
  at: noon,
  isUsed: true,
  madeFrom: null,
  result: { kind: 'exact', hold: 0.12, chances: [{ method: 'multiplicative', p: 0.24 }] },
}

describe('findTakenFair', () => {
  it('values the bet by the other books as they were when its price came', () => {
    const fair = findTakenFair(row, bet, context)
    expect(fair?.source).toBe('consensus')
    expect(fair?.p).toBeLessThan(0.25)
    expect(fair?.p).toBeGreaterThan(0.2)
  })

  it('takes the source that the user chose, from a partition on', () => {
    const mine = { ...row, fairPrice: americanPrice(400) }
    expect(findTakenFair(mine, bet, context)).toEqual({ p: 0.2, source: 'mine' })
    expect(findTakenFair({ ...mine, fairs: [partition] }, bet, context)).toEqual({
      p: 0.24,
      source: 'partition',
    })
  })

  it('takes the user’s own fair price where the book has none on the desk', () => {
    const mine = { ...row, fairPrice: americanPrice(400) }
    expect(findTakenFair(mine, { ...bet, bookId: 'zulu' }, context)).toEqual({ p: 0.2, source: 'mine' })
    expect(findTakenFair(row, { ...bet, bookId: 'zulu' }, context)).toBeUndefined()
  })

  it('knows nothing of a bet placed long before it was recorded, or of prices that old', () => {
    expect(findTakenFair(row, { ...bet, placedAt: now - 16 * minute }, context)).toBeUndefined()
    expect(findTakenFair(row, { ...bet, placedAt: now - 14 * minute }, context)).toBeDefined()
    const late = noon + 20 * minute
    expect(findTakenFair(row, { ...bet, placedAt: late }, { ...context, now: late })).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { cellState, type Cell } from '../../../../src/shared/model/price/cell.ts'
import type { QuotedPrice } from '../../../../src/shared/model/price/quote.ts'
import { findGap, findTop, rowValue, stakeAdvice } from '../../../../src/shared/model/price/row-value.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { isSuspectPlainly } from '../../../support/shared/plain-comparison.ts'
import { americanPrice, cell, failure, leg, noon, priced, quote } from '../../../support/shared/desk-rows.ts'
import { fc } from '../../../support/property.ts'

const staleAfterMs = 30_000
const settings = { ...defaultValueSettings, margin: 0, fewestBooks: 2 }
const reading = { now: noon, staleAfterMs, value: settings }
const judge = (cells: readonly Cell[], mine: QuotedPrice | null = null) => rowValue(cells, mine, reading)
const toBookIds = (values: readonly { readonly bookId: string }[]) => values.map(({ bookId }) => bookId)
/** Fresh cells of the books a, b, c, ... at these american prices. */
const cellsAt = (...prices: number[]) =>
  prices.map((american, at) => cell('abcdefgh'.charAt(at), { quote: priced(american) }))

const staleAt = noon - staleAfterMs - 1
/** Books of the highest fresh price, and what is said of it. */
function topOf(cells: readonly Cell[]) {
  const top = findTop(judge(cells))
  return top && [top.claim, ...toBookIds(top.cells)]
}

describe('the highest fresh price', () => {
  it('is the best by decimal odds, whatever its sign, at every book that has it', () => {
    expect(topOf(cellsAt(-105, 120, 100, 120))).toEqual(['best', 'b', 'd'])
  })

  it('is never of fewer legs', () => {
    const cells = [...cellsAt(100, 90), cell('c', { quote: priced(800), missingLegs: 1 })]
    expect(topOf(cells)).toEqual(['best', 'a'])
  })

  it('is kept while it is being asked for again', () => {
    const cells = [
      cell('a', { quote: priced(150), activity: { kind: 'pricing' } }),
      cell('b', { quote: priced(120) }),
    ]
    expect(topOf(cells)).toEqual(['best', 'a'])
  })

  it('stays suspect while the prices that it is far from are merely older, for five minutes', () => {
    const witness = (seconds: number) => [
      cell('golf', { quote: priced(870) }),
      ...[610, 630, 650, 675].map((american, at) =>
        cell('abcd'.charAt(at), { quote: priced(american, noon - seconds * 1_000) }),
      ),
    ]
    for (const seconds of [0, 31, 300]) {
      const value = judge(witness(seconds))
      expect(value.cells.get('golf')?.suspectBy).toBeCloseTo(9.7 / 7.4 - 1, 1)
      expect(value.ranked.some(({ bookId }) => bookId === 'golf')).toBe(false)
    }
    expect(judge(witness(31)).freshUntil).toBe(noon + staleAfterMs)
    expect(judge(witness(290)).freshUntil).toBe(noon + 10_000)
    expect(judge(witness(301)).cells.get('golf')?.suspectBy).toBeNull()
    const live = { fairs: [], legs: [leg('Flint O23.5 pts', 'points', { isLive: true })] }
    expect(rowValue(witness(31), null, reading, live).cells.get('golf')?.suspectBy).toBeNull()
  })

  it('is never suspect, and says how far off a suspect price is', () => {
    const cells = cellsAt(480, 500, 510, 520, 900, 260)
    const value = judge(cells)
    expect(topOf(cells)).toEqual(['best', 'd'])
    expect(value.cells.get('e')?.suspectBy).toBeCloseTo(10 / 6 - 1, 1)
    expect(value.cells.get('f')?.suspectBy).toBeCloseTo(-(6.05 / 3.6 - 1), 1)
    expect(value.cells.get('a')?.suspectBy).toBeNull()
  })

  it.each([
    [4.1, null],
    [3.96, -0.263],
    [3.8, -0.316],
    [6.2, null],
    [6.3, 0.26],
  ])('says of %s beside three books at 5.00 a distance over 25%%, or none: %s', (decimal, by) => {
    const value = judge(cellsAt(400, 400, 400, Math.round((decimal - 1) * 100)))
    const found = value.cells.get('d')?.suspectBy ?? null
    if (by === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(by, 3)
  })

  it('is none without a fresh price', () => {
    const value = judge([cell('a'), cell('b', { quote: quote({ kind: 'no-price' }) })])
    expect(findTop(value)).toBeUndefined()
    expect(findGap(value)).toBeUndefined()
  })

  it('is not the best where no other price is fresh', () => {
    expect(topOf([...cellsAt(120), cell('b', { quote: priced(110, staleAt) })])).toEqual(['only', 'a'])
    expect(topOf([...cellsAt(120), cell('b', { quote: quote({ kind: 'no-price' }) })])).toEqual(['only', 'a'])
  })

  it('is not the best while a higher price is known that is merely older', () => {
    const older = cell('c', { quote: priced(130, staleAt) })
    expect(topOf([...cellsAt(120, 110), older])).toEqual(['unsure', 'a'])
    expect(judge([...cellsAt(120, 110), older]).older).toMatchObject({ bookId: 'c', at: staleAt })
    expect(topOf([...cellsAt(120), older])).toEqual(['unsure', 'a'])
    const fromBeforeClockWasSetBack = cell('c', { quote: priced(900, noon + 3_600_000) })
    expect(topOf([...cellsAt(120, 110), fromBeforeClockWasSetBack])).toEqual(['unsure', 'a'])
  })

  it('is the best where older prices are equal or lower, of fewer legs, or gone', () => {
    const olders = [
      cell('c', { quote: priced(120, staleAt) }),
      cell('d', { quote: priced(900, staleAt), missingLegs: 1 }),
      cell('e', { quote: quote({ kind: 'no-price' }), before: americanPrice(900) }),
    ]
    expect(topOf([...cellsAt(120, 110), ...olders])).toEqual(['best', 'a'])
  })

  it('is the best beside an older price that looked like an error', () => {
    const cells = [...cellsAt(480, 500, 510, 520), cell('e', { quote: priced(2_000, staleAt) })]
    expect(topOf(cells)).toEqual(['best', 'd'])
  })
})

describe('the gap', () => {
  it('is how much more the best pays than the next book', () => {
    expect(findGap(judge(cellsAt(100, 120, -110)))).toBeCloseTo(0.1, 12)
  })

  it('is nothing at a tie, and unknown with one price', () => {
    expect(findGap(judge(cellsAt(120, 120)))).toBe(0)
    expect(findGap(judge(cellsAt(120)))).toBeUndefined()
  })
})

describe('the consensus', () => {
  it('of a book is the median of the others, its own price left out', () => {
    const value = judge(cellsAt(100, 300, 900))
    expect(value.cells.get('b')?.consensus?.books).toBe(2)
    expect(value.cells.get('b')?.consensus?.p).toBeCloseTo(0.25, 12)
    expect(value.cells.get('c')?.consensus?.p).toBeCloseTo(1 / (1 + Math.sqrt(3)), 12)
  })

  it('of a book without a price is the median of all', () => {
    expect(judge(cellsAt(100, 300, 900)).consensus).toEqual({ p: 0.25, books: 3 })
  })

  it('is less the user’s margin', () => {
    const value = rowValue(cellsAt(100, 100, 100), null, { ...reading, value: { ...settings, margin: 0.06 } })
    expect(value.cells.get('a')?.consensus?.p).toBeCloseTo(0.47, 12)
  })

  it('is none of fewer books than the user asks for, and then there is no expected value', () => {
    const value = rowValue(cellsAt(100, 100), null, { ...reading, value: { ...settings, fewestBooks: 2 } })
    expect(value.cells.get('a')).toMatchObject({ consensus: null, worth: null })
    expect(value.consensus).toEqual({ p: 0.5, books: 2 })
  })
})

describe('what a price is worth', () => {
  it('is by the consensus where the user has no fair price of his own', () => {
    const worth = judge(cellsAt(300, 300, 400)).cells.get('c')?.worth
    expect(worth?.source).toBe('consensus')
    expect(worth?.p).toBeCloseTo(0.25, 12)
    expect(worth?.ev).toBeCloseTo(0.25, 12)
    expect(worth?.edge).toBeCloseTo(0.05, 12)
  })

  it('is by the user’s own fair price where he typed one, however few the books', () => {
    const worth = judge(cellsAt(300), americanPrice(400)).cells.get('a')?.worth
    expect(worth).toMatchObject({ source: 'mine', p: 0.2 })
    expect(worth?.ev).toBeCloseTo(-0.2, 12)
    expect(worth?.edge).toBeCloseTo(-0.05, 12)
  })
})

it('time changes nothing until the first price goes stale', () => {
  const cells = [
    cell('a', { quote: priced(100, noon - 20_000) }),
    cell('b', { quote: priced(110, noon - 5_000) }),
  ]
  expect(judge(cells).freshUntil).toBe(noon + 10_000)
  const at = (now: number) => toBookIds(rowValue(cells, null, { ...reading, now }).ranked)
  expect(at(noon + 10_000)).toEqual(['b', 'a'])
  expect(at(noon + 10_001)).toEqual(['b'])
})

const anyQuote = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant(quote({ kind: 'no-price' })) },
  { weight: 1, arbitrary: fc.constant(failure({ kind: 'limited', untilAt: noon })) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(100, 105, 110, 150, 150, -110, 300, 900), fc.integer({ min: 0, max: 60_000 }))
      .map(([american, ageMs]) => priced(american, noon - (ageMs % 2 === 0 ? 0 : ageMs))),
  },
)
const anyCells = fc
  .array(fc.record({ quote: anyQuote, missingLegs: fc.constantFrom(0, 0, 0, 0, 1) }), { maxLength: 14 })
  .map(given => given.map((each, at) => cell(`book-${at}`, each)))
const anyMine = fc.option(fc.constantFrom(-120, 100, 250, 800).map(americanPrice))

describe('of any row', () => {
  /** By the screen's own reading of a cell, and the plain formula of suspicion. */
  const rankable = (cells: readonly Cell[]) => {
    const known = cells.flatMap(each => {
      const state = cellState(each, noon, staleAfterMs)
      if (state.kind !== 'priced' && state.kind !== 'stale') return []
      return [{ bookId: each.bookId, decimal: state.outcome.price.decimal, isFresh: state.kind === 'priced' }]
    })
    const fresh = known.filter(({ isFresh }) => isFresh)
    // Too few fresh prices are compared with the older ones, here all of the last minute.
    const witnesses = fresh.length > 3 ? fresh : known
    return fresh.filter(each => {
      const others = witnesses.filter(other => other !== each).map(({ decimal }) => decimal)
      return !isSuspectPlainly(each.decimal, others)
    })
  }

  it('the highest is always fresh, complete, not suspect, and maximal: all such cells and no other', () => {
    fc.assert(
      fc.property(anyCells, anyMine, (cells, mine) => {
        const wanted = rankable(cells)
        const top = Math.max(...wanted.map(({ decimal }) => decimal))
        expect(toBookIds(findTop(judge(cells, mine))?.cells ?? [])).toEqual(
          toBookIds(wanted.filter(({ decimal }) => decimal === top)),
        )
      }),
      { numRuns: 3_000 },
    )
  })

  it('the best was compared with another, and no stale price above it may be real', () => {
    fc.assert(
      fc.property(anyCells, anyMine, (cells, mine) => {
        const top = findTop(judge(cells, mine))
        if (top?.claim !== 'best') return
        const known = cells.flatMap(each => {
          const state = cellState(each, noon, staleAfterMs)
          return state.kind === 'priced' || state.kind === 'stale'
            ? [{ decimal: state.outcome.price.decimal, isStale: state.kind === 'stale' }]
            : []
        })
        const decimals = known.map(({ decimal }) => decimal)
        const real = known.filter(({ decimal }, at) => !isSuspectPlainly(decimal, decimals.toSpliced(at, 1)))
        const stale = real.filter(each => each.isStale).map(({ decimal }) => decimal)
        expect(rankable(cells).length).toBeGreaterThan(1)
        expect(Math.max(0, ...stale)).toBeLessThanOrEqual(top.cells[0].price.decimal)
      }),
      { numRuns: 3_000 },
    )
  })

  it('no price that may be ranked has a higher expected value than the best one', () => {
    fc.assert(
      fc.property(anyCells, anyMine, (cells, mine) => {
        const { ranked } = judge(cells, mine)
        const values = ranked.flatMap(({ worth }) => worth?.ev ?? [])
        if (values.length > 0) expect(ranked[0]?.worth?.ev).toBe(Math.max(...values))
      }),
      { numRuns: 3_000 },
    )
  })
})

const kelly = { ...defaultValueSettings, kellyFraction: 0.25, kellyCap: 0.05 }

describe('stakeAdvice', () => {
  it('is the tempered Kelly share, with its band for a chance a tenth off', () => {
    const { advised, low, high } = stakeAdvice(0.175, 6.12, kelly)
    expect(advised).toBeCloseTo((0.25 * (0.175 * 6.12 - 1)) / 5.12, 12)
    expect(low).toBe(0)
    expect(high).toBeCloseTo((0.25 * (0.1925 * 6.12 - 1)) / 5.12, 12)
  })

  it.each([
    [0.55, 2, { kellyFraction: 0.25, kellyCap: 1 }, 0.025],
    [0.55, 2, { kellyFraction: 1, kellyCap: 0.02 }, 0.02],
    [0.5, 1.9, { kellyFraction: 1, kellyCap: 1 }, 0],
  ])('at p = %d and d = %d with %o is %d of the bankroll', (p, d, limits, share) => {
    expect(stakeAdvice(p, d, { ...kelly, ...limits }).advised).toBeCloseTo(share, 12)
  })

  it('is nothing where the bet is not worth taking', () => {
    expect(stakeAdvice(0.16, 6, kelly)).toMatchObject({ advised: 0, low: 0 })
  })

  it('never leaves the cap or the order of the band, whatever the chance', () => {
    const chance = fc.double({ min: 0.001, max: 1, noNaN: true })
    fc.assert(
      fc.property(chance, fc.double({ min: 1.01, max: 500, noNaN: true }), (p, d) => {
        const { advised, low, high } = stakeAdvice(p, d, kelly)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(advised).toBeGreaterThanOrEqual(low)
        expect(high).toBeGreaterThanOrEqual(advised)
        expect(high).toBeLessThanOrEqual(kelly.kellyCap)
      }),
    )
  })
})

describe('a stake that a book does not take', () => {
  /** Alpha pays most and takes $5. */
  const cells = [
    cell('alpha', { quote: priced(640), maxStakeMinor: 500 }),
    cell('bravo', { quote: priced(600) }),
    cell('charlie', { quote: priced(575), maxStakeMinor: 10_000 }),
  ]
  const valueFor = (stakeMinor: number | null, given = cells) =>
    rowValue(given, null, reading, { fairs: [], legs: [], stakeMinor })

  it('leaves the book out of the ranking, and says its limit', () => {
    const value = valueFor(5_000)
    expect(toBookIds(value.ranked)).toEqual(['bravo', 'charlie'])
    expect(toBookIds(value.limited)).toEqual(['alpha'])
    expect(value.cells.get('alpha')?.limitMinor).toBe(500)
    expect(findTop(value)).toMatchObject({ claim: 'best', cells: [{ bookId: 'bravo' }] })
  })

  it.each([
    [500, 'alpha'],
    [501, 'bravo'],
  ])('is one above the limit: for %s the best price is at %s', (stakeMinor, best) => {
    expect(findTop(valueFor(stakeMinor))?.cells[0].bookId).toBe(best)
  })

  it('is the first stake of the settings where the parlay has none, and without any stake no limit counts', () => {
    expect(valueFor(null).stakeMinor).toBe(defaultValueSettings.stakePresets[0])
    expect(toBookIds(valueFor(null).limited)).toEqual(['alpha'])
    const value = rowValue(cells, null, { ...reading, value: { ...settings, stakePresets: [] } })
    expect(toBookIds(value.ranked)).toEqual(['alpha', 'bravo', 'charlie'])
  })

  it('is any at a closed account', () => {
    const closed = cells.map(each => ({ ...each, maxStakeMinor: each.bookId === 'alpha' ? 0 : null }))
    const value = rowValue(closed, null, { ...reading, value: { ...settings, stakePresets: [] } })
    expect(toBookIds(value.limited)).toEqual(['alpha'])
  })

  it('makes the price of the only book that takes it the best one', () => {
    expect(findTop(valueFor(5_000, cells.slice(0, 2)))).toMatchObject({ claim: 'best' })
  })

  it('keeps an older, higher price at a limited book from casting doubt on the best', () => {
    const old = cell('alpha', { quote: priced(640, staleAt), maxStakeMinor: 500 })
    const value = valueFor(5_000, [old, ...cells.slice(1)])
    expect(value.older).toBeNull()
    expect(valueFor(500, [old, ...cells.slice(1)]).older?.bookId).toBe('alpha')
  })
})

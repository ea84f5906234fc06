import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallFailure } from '../../../src/shared/failure.ts'
import {
  bestBooks,
  cellState,
  lastMove,
  priceBefore,
  type Cell,
  type CellActivity,
} from '../../../src/shared/model/cell.ts'
import type { Quote, QuoteOutcome } from '../../../src/shared/model/quote.ts'
import { americanPrice, cell, failure, noon, priced, quote } from '../../fakes/desk-rows.ts'

const staleAfterMs = 30_000
const stateOf = (given: Partial<Cell>, now = noon) => cellState(cell('bravo', given), now, staleAfterMs)
const limited: CallFailure = { kind: 'limited', untilAt: noon + 9_000 }

describe('cellState', () => {
  it('is idle where nothing was asked yet', () => {
    expect(stateOf({})).toEqual({ kind: 'idle' })
  })

  it('says how many legs lack a token, before anything else', () => {
    const given = { missingLegs: 2, activity: { kind: 'pricing' }, quote: priced(150) } as const
    expect(stateOf(given)).toEqual({ kind: 'no-token', missingLegs: 2 })
  })

  it('is waiting or pricing while it is, whatever was answered before', () => {
    const waiting: CellActivity = { kind: 'waiting', place: 3, startsAt: null }
    expect(stateOf({ activity: waiting, quote: priced(150) })).toEqual(waiting)
    expect(stateOf({ activity: { kind: 'pricing' }, quote: failure(limited) })).toEqual({ kind: 'pricing' })
  })

  it('stays priced to the last millisecond of the limit, and is stale after', () => {
    expect(stateOf({ quote: priced(150) }, noon + staleAfterMs).kind).toBe('priced')
    expect(stateOf({ quote: priced(150) }, noon + staleAfterMs + 1).kind).toBe('stale')
  })

  it('stays priced when the clock was set back', () => {
    expect(stateOf({ quote: priced(150) }, noon - 60_000).kind).toBe('priced')
  })

  it.each<[QuoteOutcome, unknown]>([
    [{ kind: 'no-price' }, { kind: 'no-price' }],
    [{ kind: 'cannot-combine' }, { kind: 'cannot-combine' }],
    [
      { kind: 'message', text: 'Closed' },
      { kind: 'message', text: 'Closed' },
    ],
    [
      { kind: 'failed', failure: limited },
      { kind: 'limited', untilAt: noon + 9_000 },
    ],
    [{ kind: 'failed', failure: { kind: 'key-refused' } }, { kind: 'key-refused' }],
    [
      { kind: 'failed', failure: { kind: 'key-missing' } },
      { kind: 'failed', failure: { kind: 'key-missing' } },
    ],
    [
      { kind: 'failed', failure: { kind: 'timed-out', afterMs: 8_000 } },
      { kind: 'failed', failure: { kind: 'timed-out', afterMs: 8_000 } },
    ],
  ])('shows the answer %j for what it is', (outcome, state) => {
    expect(stateOf({ quote: quote(outcome) })).toEqual(state)
  })

  it('shows the limit, not the waiting, of a cell that waits for the end of its own limit', () => {
    const waiting: CellActivity = { kind: 'waiting', place: 0, startsAt: noon + 9_000 }
    expect(stateOf({ activity: waiting, quote: failure(limited) }).kind).toBe('limited')
    expect(stateOf({ activity: waiting, quote: priced(150) })).toEqual(waiting)
  })
})

const anyQuote: fc.Arbitrary<Quote | null> = fc.oneof(
  fc.constant(null),
  fc.constant(quote({ kind: 'no-price' })),
  fc.constant(failure(limited)),
  fc
    .tuple(fc.constantFrom(100, 150, 150, -110, 900), fc.integer({ min: 0, max: 60_000 }))
    .map(([american, ageMs]) => priced(american, noon - ageMs)),
)
const anyCells = fc
  .array(fc.record({ quote: anyQuote, missingLegs: fc.constantFrom(0, 0, 0, 1) }), { maxLength: 12 })
  .map(given => given.map((each, place) => cell(`book-${place}`, each)))

describe('bestBooks', () => {
  it('is always the fresh, complete cells at the highest price, all of them and no other', () => {
    fc.assert(
      fc.property(anyCells, cells => {
        const fresh = cells.flatMap(each =>
          cellState(each, noon, staleAfterMs).kind === 'priced' && each.quote?.outcome.kind === 'priced'
            ? [{ bookId: each.bookId, decimal: each.quote.outcome.price.decimal }]
            : [],
        )
        const top = Math.max(...fresh.map(({ decimal }) => decimal))
        const wanted = fresh.filter(({ decimal }) => decimal === top).map(({ bookId }) => bookId)
        expect(bestBooks(cells, noon, staleAfterMs)).toEqual(wanted)
      }),
      { numRuns: 2_000 },
    )
  })

  it('names every book of a tie', () => {
    const cells = [cell('a', { quote: priced(150) }), cell('b'), cell('c', { quote: priced(150) })]
    expect(bestBooks(cells, noon, staleAfterMs)).toEqual(['a', 'c'])
  })

  it('never ranks a price of fewer legs, however high', () => {
    const cells = [cell('a', { quote: priced(9_000), missingLegs: 1 }), cell('b', { quote: priced(150) })]
    expect(bestBooks(cells, noon, staleAfterMs)).toEqual(['b'])
  })

  it('keeps a price that is being asked for again', () => {
    const cells = [cell('a', { quote: priced(150), activity: { kind: 'pricing' } })]
    expect(bestBooks(cells, noon, staleAfterMs)).toEqual(['a'])
  })
})

describe('lastMove', () => {
  const moved = (before: number | null, now: Quote) =>
    lastMove(cell('bravo', { quote: now, before: before === null ? null : americanPrice(before) }))

  it('is up when the price is better for the bettor than the one before', () => {
    expect(moved(-110, priced(100))).toBe('up')
    expect(moved(150, priced(140))).toBe('down')
  })

  it('is none at the first price, at an equal one, and where there is no price', () => {
    expect(moved(null, priced(100))).toBeUndefined()
    expect(moved(-100, priced(100))).toBeUndefined()
    expect(moved(150, quote({ kind: 'no-price' }))).toBeUndefined()
  })
})

describe('priceBefore', () => {
  const outcomeOf = (american: number) => priced(american).outcome
  const after = (answers: QuoteOutcome[]) =>
    answers.reduce<Pick<Cell, 'quote' | 'before'>>(
      (known, outcome) => ({ quote: quote(outcome), before: priceBefore(known, outcome) }),
      { quote: null, before: null },
    )

  it('is none until a second price comes', () => {
    expect(after([]).before).toBeNull()
    expect(after([outcomeOf(150)]).before).toBeNull()
    expect(after([outcomeOf(150), outcomeOf(150)]).before).toBeNull()
  })

  it('keeps the price from which the last move came while the price stands', () => {
    expect(after([outcomeOf(150), outcomeOf(170), outcomeOf(170)]).before).toEqual(americanPrice(150))
  })

  it('outlives answers without a price', () => {
    const none: QuoteOutcome = { kind: 'no-price' }
    expect(after([outcomeOf(150), none, none]).before).toEqual(americanPrice(150))
    expect(after([outcomeOf(150), none, outcomeOf(170)]).before).toEqual(americanPrice(150))
  })

  it('shows no move when a price comes back unchanged after an answer without one', () => {
    const known = after([outcomeOf(120), outcomeOf(150), { kind: 'no-price' }, outcomeOf(150)])
    expect(lastMove(cell('bravo', known))).toBeUndefined()
  })
})

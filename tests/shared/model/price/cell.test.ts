import { describe, expect, it } from 'vitest'
import type { CallFailure } from '../../../../src/shared/failure.ts'
import {
  cellState,
  findLostPrice,
  lastMove,
  priceBefore,
  type Cell,
  type CellActivity,
} from '../../../../src/shared/model/price/cell.ts'
import type { Quote, QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import { americanPrice, cell, failure, noon, priced, quote } from '../../../support/shared/desk-rows.ts'

const staleAfterMs = 30_000
const readState = (given: Partial<Cell>, now = noon) => cellState(cell('bravo', given), now, staleAfterMs)
const limited: CallFailure = { kind: 'limited', untilAt: noon + 9_000 }

describe('cellState', () => {
  it('is idle where nothing was asked yet', () => {
    expect(readState({})).toEqual({ kind: 'idle' })
  })

  it('says how many legs lack a token, before anything else', () => {
    const given = { missingLegs: 2, activity: { kind: 'pricing' }, quote: priced(150) } as const
    expect(readState(given)).toEqual({ kind: 'no-token', missingLegs: 2 })
  })

  it('is waiting or pricing while it is, whatever was answered before', () => {
    const waiting: CellActivity = { kind: 'waiting', place: 3, startsAt: null }
    expect(readState({ activity: waiting, quote: priced(150) })).toEqual(waiting)
    expect(readState({ activity: { kind: 'pricing' }, quote: failure(limited) })).toEqual({ kind: 'pricing' })
  })

  it('stays priced to the last millisecond of the limit, and is stale after', () => {
    expect(readState({ quote: priced(150) }, noon + staleAfterMs).kind).toBe('priced')
    expect(readState({ quote: priced(150) }, noon + staleAfterMs + 1).kind).toBe('stale')
  })

  it('is stale when the clock was set back, since the price’s age is unknown', () => {
    expect(readState({ quote: priced(150) }, noon - 60_000).kind).toBe('stale')
    expect(readState({ quote: priced(150) }, noon - 1_000).kind).toBe('priced')
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
    expect(readState({ quote: quote(outcome) })).toEqual(state)
  })

  it('shows the limit, not the waiting, of a cell that waits for the end of its own limit', () => {
    const waiting: CellActivity = { kind: 'waiting', place: 0, startsAt: noon + 9_000 }
    expect(readState({ activity: waiting, quote: failure(limited) }).kind).toBe('limited')
    expect(readState({ activity: waiting, quote: priced(150) })).toEqual(waiting)
  })
})

describe('lastMove', () => {
  const moved = (before: number | null, now: Quote) =>
    lastMove(cell('bravo', { quote: now, before: before === null ? null : americanPrice(before) }))

  it('is up when the price is better for the bettor than the one before', () => {
    expect(moved(-110, priced(100))?.direction).toBe('up')
    expect(moved(150, priced(140))?.direction).toBe('down')
  })

  it('is as large as the change of implied probability', () => {
    expect(moved(300, priced(100))?.points).toBeCloseTo(0.25, 12)
    expect(moved(100, priced(300))?.points).toBeCloseTo(0.25, 12)
  })

  it('is none at the first price, at an equal one, and where there is no price', () => {
    expect(moved(null, priced(100))).toBeUndefined()
    expect(moved(-100, priced(100))).toBeUndefined()
    expect(moved(150, quote({ kind: 'no-price' }))).toBeUndefined()
  })
})

describe('findLostPrice', () => {
  const before = { ...americanPrice(615), at: noon }

  it('is the last price of a cell whose last quote has none', () => {
    expect(findLostPrice(cell('bravo', { quote: quote({ kind: 'no-price' }), before }))).toBe(before)
  })

  it('is none for a price, and for a cell that never had one', () => {
    expect(findLostPrice(cell('bravo', { quote: priced(150), before }))).toBeUndefined()
    expect(findLostPrice(cell('bravo', { quote: quote({ kind: 'no-price' }) }))).toBeUndefined()
    expect(findLostPrice(cell('bravo'))).toBeUndefined()
  })
})

describe('priceBefore', () => {
  const outcomeOf = (american: number) => priced(american).outcome
  const after = (answers: QuoteOutcome[]) =>
    answers.reduce<Pick<Cell, 'quote' | 'before'>>(
      (known, outcome) => ({ quote: quote(outcome), before: priceBefore(known, outcome) }),
      { quote: null, before: null },
    )

  const was150 = { ...americanPrice(150), at: noon }

  it('is none until a second price comes', () => {
    expect(after([]).before).toBeNull()
    expect(after([outcomeOf(150)]).before).toBeNull()
    expect(after([outcomeOf(150), outcomeOf(150)]).before).toBeNull()
  })

  it('keeps the price from which the last move came while the price stays', () => {
    expect(after([outcomeOf(150), outcomeOf(170), outcomeOf(170)]).before).toEqual(was150)
  })

  it('outlives answers without a price', () => {
    const none: QuoteOutcome = { kind: 'no-price' }
    expect(after([outcomeOf(150), none, none]).before).toEqual(was150)
    expect(after([outcomeOf(150), none, outcomeOf(170)]).before).toEqual(was150)
  })

  it('shows no move when a price comes back unchanged after an answer without one', () => {
    const known = after([outcomeOf(120), outcomeOf(150), { kind: 'no-price' }, outcomeOf(150)])
    expect(lastMove(cell('bravo', known))).toBeUndefined()
  })
})

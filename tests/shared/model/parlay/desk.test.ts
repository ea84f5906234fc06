import { describe, expect, it } from 'vitest'
import { compareRecheck } from '../../../../src/shared/model/parlay/desk.ts'
import type { Quote, QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import { americanPrice, priced } from '../../../support/shared/desk-rows.ts'

const seen = (outcome: QuoteOutcome): Quote => ({ id: 1, at: 0, outcome })
const fresh = (outcome: QuoteOutcome): Quote => ({ id: 2, at: 0, outcome })
const at = (american: number): QuoteOutcome => priced(american).outcome
const gone: QuoteOutcome = { kind: 'no-price' }
const [low, high] = [americanPrice(-110), americanPrice(105)]

describe('compareRecheck', () => {
  it('calls a price the same when its decimal odds are, however it is written', () => {
    expect(compareRecheck(seen(at(105)), fresh(at(105)))).toEqual({ kind: 'same', quoteId: 2, now: high })
    expect(compareRecheck(seen(at(100)), fresh(at(-100)))).toEqual({
      kind: 'same',
      quoteId: 2,
      now: americanPrice(-100),
    })
  })

  it('is better or worse by decimal odds, with both prices and the fresh quote’s link', () => {
    expect(compareRecheck(seen(at(-110)), fresh(at(105)))).toEqual({
      kind: 'better',
      quoteId: 2,
      before: low,
      now: high,
    })
    expect(compareRecheck(seen(at(105)), fresh(at(-110)))).toEqual({
      kind: 'worse',
      quoteId: 2,
      before: high,
      now: low,
    })
  })

  it.each([undefined, seen(gone)])('is better where %j was on screen', before => {
    expect(compareRecheck(before, fresh(at(105)))).toEqual({
      kind: 'better',
      quoteId: 2,
      before: null,
      now: high,
    })
  })

  it('is gone when there is no price now, with the price that was and its link', () => {
    expect(compareRecheck(seen(at(105)), fresh(gone))).toEqual({
      kind: 'gone',
      quoteId: 1,
      before: high,
      failure: null,
    })
    expect(compareRecheck(seen(gone), fresh(gone))).toEqual({
      kind: 'gone',
      quoteId: null,
      before: null,
      failure: null,
    })
    expect(compareRecheck(undefined, fresh(gone))).toEqual({
      kind: 'gone',
      quoteId: null,
      before: null,
      failure: null,
    })
  })

  it('has the failure where the book did not answer', () => {
    const failure = { kind: 'timed-out', afterMs: 5_000 } as const
    const recheck = compareRecheck(seen(at(105)), fresh({ kind: 'failed', failure }))
    expect(recheck).toEqual({ kind: 'gone', quoteId: 1, before: high, failure })
  })
})

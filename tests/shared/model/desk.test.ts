import { describe, expect, it } from 'vitest'
import { compareRecheck } from '../../../src/shared/model/desk.ts'
import type { QuoteOutcome } from '../../../src/shared/model/quote.ts'
import { americanPrice, priced } from '../../fakes/desk-rows.ts'

const at = (american: number): QuoteOutcome => priced(american).outcome
const gone: QuoteOutcome = { kind: 'no-price' }

describe('compareRecheck', () => {
  it('calls a price the same when its decimal odds are, however it is written', () => {
    expect(compareRecheck(at(150), at(150))).toEqual({ kind: 'same', now: americanPrice(150) })
    expect(compareRecheck(at(100), at(-100))).toEqual({ kind: 'same', now: americanPrice(-100) })
  })

  it('is better or worse by decimal odds, with both prices', () => {
    const [low, high] = [americanPrice(-110), americanPrice(105)]
    expect(compareRecheck(at(-110), at(105))).toEqual({ kind: 'better', before: low, now: high })
    expect(compareRecheck(at(105), at(-110))).toEqual({ kind: 'worse', before: high, now: low })
  })

  it.each([undefined, gone])('is better where %j was shown before', before => {
    expect(compareRecheck(before, at(150))).toEqual({
      kind: 'better',
      before: null,
      now: americanPrice(150),
    })
  })

  it('is gone when there is no price now, with the price that was', () => {
    expect(compareRecheck(at(150), gone)).toEqual({ kind: 'gone', before: americanPrice(150) })
    expect(compareRecheck(at(150), undefined)).toEqual({ kind: 'gone', before: americanPrice(150) })
    expect(compareRecheck(undefined, gone)).toEqual({ kind: 'gone', before: null })
  })
})

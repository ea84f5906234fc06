import { describe, expect, it } from 'vitest'
import type { QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import type { RuleDecision } from '../../../../src/shared/model/rules/rule.ts'
import { decide, startTape, terms, type TapeQuote } from '../../../support/desk/rule-tape.ts'
import { americanPrice, noon } from '../../../support/shared/desk-rows.ts'
import { fc } from '../../../support/property.ts'

const a = (price: TapeQuote['price'], s: number): TapeQuote => ({ bookId: 'a', price, s })
const b = (price: TapeQuote['price'], s: number): TapeQuote => ({ bookId: 'b', price, s })
const outcomes = (decisions: readonly RuleDecision[]) => decisions.map(({ outcome }) => outcome)
const noPrice: QuoteOutcome = { kind: 'no-price' }
const timedOut: QuoteOutcome = { kind: 'failed', failure: { kind: 'timed-out', afterMs: 10_000 } }

/** Without a second price, a rule's first decision is its last. */
const plain = terms({ actions: ['notify'] })

describe('a rule', () => {
  it('decides at a fresh price that is worth more than it says, and names its inputs', () => {
    const [decision] = decide(plain, [a(450, 0)])
    expect(decision).toMatchObject({
      ...{ parlayId: 1, bookId: 'a', at: noon, outcome: 'met', slip: null },
      inputs: {
        ...{ quoteId: 1, price: americanPrice(450), ageMs: 0, isSuspect: false, maxStakeMinor: null },
        worth: { source: 'mine', p: 0.2, books: 0 },
      },
    })
    expect(decision?.inputs.worth?.ev).toBeCloseTo(0.1)
  })

  it('is not met by a price that is worth just what it says, or has no fair price', () => {
    expect(decide(plain, [a(425, 0), b(420, 1)])).toEqual([])
    expect(decide(plain, [a(450, 0)], { fair: null })).toEqual([])
  })

  const five = { bookIds: ['a', 'b', 'c', 'd', 'e'] }
  const others = (s: number): TapeQuote[] => ['b', 'c', 'd'].map(bookId => ({ bookId, price: 300, s }))

  it('reads the fair price of now, so that one book’s price can make another’s worth a bet', () => {
    const decisions = decide(plain, [a(380, 0), ...others(3)], { ...five, fair: null })
    expect(decisions).toMatchObject([{ bookId: 'a', at: noon + 3_000 }])
    expect(decisions[0]?.inputs).toMatchObject({ ageMs: 3_000, worth: { source: 'consensus', books: 3 } })
  })

  it('leaves prices alone that are stale, or older than it says', () => {
    const young = terms({ actions: ['notify'], maxAgeMs: 2_000 })
    expect(decide(young, [a(380, 0), ...others(2)], { ...five, fair: null })).toHaveLength(1)
    expect(decide(young, [a(380, 0), ...others(3)], { ...five, fair: null })).toEqual([])
    expect(decide(plain, [a(380, 0), ...others(31)], { ...five, fair: null })).toEqual([])
  })

  it('leaves prices alone that may be an error', () => {
    const given = { ...five, fair: 300 }
    expect(decide(plain, [...others(0), a(1_500, 5)], given)).toEqual([])
    expect(decide(plain, [...others(0), a(380, 5)], given)).toHaveLength(1)
  })

  it('looks only at its parlay and its books', () => {
    const rule = terms({ actions: ['notify'], parlayId: 2, bookIds: ['b'] })
    const quotes = [1, 2].flatMap(parlayId => [a(450, 0), b(450, 0)].map(each => ({ ...each, parlayId })))
    expect(decide(rule, quotes, { parlays: 2 })).toMatchObject([{ parlayId: 2, bookId: 'b' }])
  })

  it('wants the accounts at the book to take its stake', () => {
    const rule = terms({ actions: ['prepare-slip'], minStake: 2_500 })
    expect(decide(rule, [a(450, 0)], { maxStakes: { a: 2_499 } })).toEqual([])
    expect(decide(rule, [a(450, 0)], { maxStakes: { a: 0 } })).toEqual([])
    expect(decide(plain, [a(450, 0)], { maxStakes: { a: 0 } })).toEqual([])
    expect(decide(rule, [a(450, 0)])).toMatchObject([{ slip: { quoteId: 1, stakeMinor: 1_000 } }])
    expect(
      decide(terms({ actions: ['prepare-slip'] }), [a(450, 0)], { maxStakes: { a: 700 } }),
    ).toMatchObject([{ slip: { quoteId: 1, stakeMinor: 700 } }])
  })
})

describe('a rule fires once for each change', () => {
  it('of the price, whatever the fair price does meanwhile', () => {
    const quotes = [a(450, 0), a(450, 10), b(440, 11), a(450, 20), a(460, 30), a(450, 40)]
    const decisions = decide(terms({ actions: ['notify'], bookIds: ['a'] }), quotes)
    expect(decisions.map(({ inputs }) => inputs.quoteId)).toEqual([1, 5, 6])
  })

  it('again after the book took the price off, and not after a failed call', () => {
    expect(decide(plain, [a(450, 0), a(noPrice, 10), a(450, 20)])).toHaveLength(2)
    expect(decide(plain, [a(450, 0), a(timedOut, 10), a(450, 20)])).toHaveLength(1)
  })

  it('also over a restart', () => {
    const earlier = [{ parlayId: 1, bookId: 'a', decimal: 5.5 }]
    expect(decide(plain, [a(450, 0), a(460, 1)], { earlier }).map(({ inputs }) => inputs.quoteId)).toEqual([
      2,
    ])
  })
})

describe('a rule that asks for the price again', () => {
  const rule = terms()

  it('fires when the answer still meets it, and not on that answer again', () => {
    const decisions = decide(rule, [a(450, 0), a(450, 1), a(450, 10)])
    expect(outcomes(decisions)).toEqual(['asked', 'confirmed'])
    expect(decisions.map(({ slip }) => slip?.quoteId ?? null)).toEqual([null, 2])
  })

  it('fires at another price that the answer has, and not again while it stays', () => {
    expect(outcomes(decide(rule, [a(450, 0), a(460, 1), a(460, 10)]))).toEqual(['asked', 'confirmed'])
  })

  it('says when the price is gone, and fires when it is back', () => {
    const quotes = [a(450, 0), a(300, 1), a(300, 10), a(450, 20), a(450, 21)]
    expect(outcomes(decide(rule, quotes))).toEqual(['asked', 'gone', 'asked', 'confirmed'])
    expect(outcomes(decide(rule, [a(450, 0), a(noPrice, 1)]))).toEqual(['asked', 'gone'])
  })

  it('tries once more with the next quote when a call failed, or brought no answer', () => {
    expect(outcomes(decide(rule, [a(450, 0), a(timedOut, 1), a(450, 30)]))).toEqual([
      'asked',
      'gone',
      'asked',
    ])
    expect(outcomes(decide(rule, [a(450, 0), a(450, 70)]))).toEqual(['asked', 'asked'])
  })

  it('waits for its answer whatever other books say', () => {
    expect(outcomes(decide({ ...rule, bookIds: ['a'] }, [a(450, 0), b(300, 1), a(450, 2)]))).toEqual([
      'asked',
      'confirmed',
    ])
  })

  it('fires at once, unconfirmed, when its share is used or the book can’t be asked', () => {
    const one = terms({ callsPerMinute: 1 })
    const decisions = decide(one, [a(450, 0), b(450, 1), a(450, 2)])
    expect(outcomes(decisions)).toEqual(['asked', 'unconfirmed', 'confirmed'])
    expect(decisions[1]?.inputs.callsAsked).toBe(1)
    expect(outcomes(decide(rule, [a(450, 0)], { canAsk: () => false }))).toEqual(['unconfirmed'])
  })

  it('takes the answer to another rule’s call for its own', () => {
    expect(outcomes(decide(rule, [a(450, 0)], { answers: () => true }))).toEqual(['confirmed'])
    const two = startTape([rule, terms({ ev: 0.15 })])
    const decided = two.quotes([a(450, 0), a(500, 1), a(500, 2)])
    expect(decided.map(each => each.map(outcomes))).toEqual([
      [['asked'], []],
      [['confirmed'], ['confirmed']],
      [[], []],
    ])
  })
})

const arbitraryTape = fc.array(
  fc.record({
    bookId: fc.constantFrom('a', 'b', 'c', 'd'),
    price: fc.oneof(
      fc.integer({ min: 100, max: 900 }),
      fc.constantFrom(450, 451, 460),
      fc.constantFrom<QuoteOutcome>(noPrice, timedOut, { kind: 'cannot-combine' }),
    ),
    s: fc.integer({ min: 0, max: 20 }),
    parlayId: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 80 },
)
const arbitraryRule = fc.record({
  ev: fc.constantFrom(0, 0.05, 0.2),
  callsPerMinute: fc.integer({ min: 1, max: 4 }),
  hasRequote: fc.boolean(),
})

/** Times of a tape are gaps, so that it runs on. */
function toTape(gaps: readonly TapeQuote[]): TapeQuote[] {
  let s = 0
  return gaps.map(each => ({ ...each, s: (s += each.s) }))
}

describe('on any tape, a rule', () => {
  const given = { bookIds: ['a', 'b', 'c', 'd'], parlays: 3 }
  const toRule = ({ hasRequote, ...rest }: { ev: number; callsPerMinute: number; hasRequote: boolean }) =>
    terms({ ...rest, actions: hasRequote ? ['requote', 'notify'] : ['notify'] })

  it('decides the same each time, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryTape, arbitraryRule, (gaps, rule) => {
        const run = () => JSON.stringify(decide(toRule(rule), toTape(gaps), given))
        expect(run()).toBe(run())
      }),
    )
  })

  it('asks for no more calls than its share in any 60 s', () => {
    fc.assert(
      fc.property(arbitraryTape, arbitraryRule, (gaps, rule) => {
        const decisions = decide(toRule({ ...rule, hasRequote: true }), toTape(gaps), given)
        const asked = decisions.filter(({ outcome }) => outcome === 'asked').map(({ at }) => at)
        for (const at of asked)
          expect(asked.filter(other => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(
            rule.callsPerMinute,
          )
      }),
    )
  })

  it('decides at most once for each quote of a cell', () => {
    fc.assert(
      fc.property(arbitraryTape, arbitraryRule, (gaps, rule) => {
        const decisions = decide(toRule(rule), toTape(gaps), given)
        const quotes = decisions.map(({ inputs }) => inputs.quoteId)
        expect(new Set(quotes).size).toBe(quotes.length)
      }),
    )
  })

  it('comes to an end when every call is answered with the same price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 430, max: 900 }), price => {
        const answered = Array.from({ length: 30 }, (_, s) => a(price, s))
        expect(outcomes(decide(terms(), answered))).toEqual(['asked', 'confirmed'])
      }),
    )
  })
})

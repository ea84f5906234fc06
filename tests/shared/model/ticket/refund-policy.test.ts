import { describe, expect, it } from 'vitest'
import {
  refundPolicies,
  deriveRuling,
  type RefundPolicy,
  type Ruling,
} from '../../../../src/shared/model/ticket/refund-policy.ts'
import { parseLegResult, legResults, type LegResult } from '../../../../src/shared/model/ticket/settlement.ts'

/** All tickets of 1 to 4 legs, as mixes: the order of legs does not matter and is tried by itself. */
function mixes(most: number): LegResult[][] {
  const longer = (mix: LegResult[]): LegResult[][] =>
    mix.length === most
      ? [mix]
      : [
          mix,
          ...legResults
            .slice(legResults.indexOf(mix.at(-1) ?? 'pending'))
            .flatMap(next => longer([...mix, next])),
        ]
  return legResults.flatMap(first => longer([first]))
}

const all = mixes(4)
const many = all.filter(legs => legs.length > 1)
const known = many.filter(legs => !legs.includes('unknown'))
const ended = (ending: 'won' | 'lost' | 'refunded'): Ruling => ({ kind: 'ended', ending })
const open = (outlook: 'lost' | null): Ruling => ({ kind: 'pending', outlook })

/** The rules of the five policies once more, as a table by what is among the legs: lost, refunded, pending. */
const table: Readonly<Record<RefundPolicy, Readonly<Record<string, Ruling>>>> = {
  recalculate: {
    '': ended('won'),
    P: open(null),
    R: { kind: 'payout-wanted' },
    RP: open(null),
    L: ended('lost'),
    LP: ended('lost'),
    LR: ended('lost'),
    LRP: ended('lost'),
  },
  void_all: {
    '': ended('won'),
    P: open(null),
    R: ended('refunded'),
    RP: ended('refunded'),
    L: ended('lost'),
    LP: open('lost'),
    LR: ended('refunded'),
    LRP: ended('refunded'),
  },
  void_all_unless_loss: {
    '': ended('won'),
    P: open(null),
    R: ended('refunded'),
    RP: open(null),
    L: ended('lost'),
    LP: ended('lost'),
    LR: ended('lost'),
    LRP: ended('lost'),
  },
  tie_loses: {
    '': ended('won'),
    P: open(null),
    R: ended('lost'),
    RP: ended('lost'),
    L: ended('lost'),
    LP: ended('lost'),
    LR: ended('lost'),
    LRP: ended('lost'),
  },
  ask: {
    '': ended('won'),
    P: open(null),
    R: { kind: 'choice-wanted', endings: ['reduced', 'refunded'] },
    RP: open(null),
    L: ended('lost'),
    LP: open('lost'),
    LR: { kind: 'choice-wanted', endings: ['lost', 'refunded'] },
    LRP: open('lost'),
  },
}
const letters = { lost: 'L', refunded: 'R', pending: 'P' } as const
const among = (legs: readonly LegResult[]) =>
  (['lost', 'refunded', 'pending'] as const)
    .map(result => (legs.includes(result) ? letters[result] : ''))
    .join('')

describe('a ticket of several legs', () => {
  it.each(refundPolicies)('ends by the rule %s, in every mix of up to 4 legs', policy => {
    for (const legs of known) {
      // With all legs refunded there is nothing left to reprice or to choose; only a tie still loses.
      const isAllRefunded = legs.every(result => result === 'refunded')
      const wanted = isAllRefunded && policy !== 'tie_loses' ? ended('refunded') : table[policy][among(legs)]
      expect([legs, deriveRuling(legs, policy)]).toEqual([legs, wanted])
    }
  })

  it.each(refundPolicies)(
    'needs review as soon as a word is not known, and is never lost by it: %s',
    policy => {
      for (const legs of all.filter(mix => mix.includes('unknown')))
        expect(deriveRuling(legs, policy)).toEqual({ kind: 'unknown-word' })
    },
  )

  it.each(refundPolicies)('ends the same whatever the order of its legs: %s', policy => {
    for (const legs of all)
      expect(deriveRuling(legs.toReversed(), policy)).toEqual(deriveRuling(legs, policy))
  })
})

describe('a bet on one leg', () => {
  it.each(refundPolicies)('ends as its leg does, but for a tie that loses: %s', policy => {
    expect(deriveRuling(['pending'], policy)).toEqual(open(null))
    for (const result of ['won', 'lost'] as const)
      expect(deriveRuling([result], policy)).toEqual(ended(result))
    const refund = ended(policy === 'tie_loses' ? 'lost' : 'refunded')
    expect(deriveRuling(['refunded'], policy)).toEqual(refund)
  })
})

describe('the service’s word', () => {
  it.each([
    ['Won', 'won'],
    ['Won ', 'won'],
    [' LOST', 'lost'],
    ['Refunded', 'refunded'],
    ['pending', 'pending'],
    ['Half Won', 'unknown'],
    ['Unknown', 'unknown'],
    ['', 'unknown'],
    ['Push', 'unknown'],
  ])('%j is %s', (word, result) => {
    expect(parseLegResult(word)).toBe(result)
  })
})

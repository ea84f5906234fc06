import { describe, expect, it } from 'vitest'
import {
  toFingerprint,
  noNote,
  tokensAt,
  type Leg,
  type Offer,
} from '../../../../src/shared/model/parlay/parlay.ts'
import { leg, noon } from '../../../support/shared/desk-rows.ts'
import { fc } from '../../../support/property.ts'

const offer = (bookId: string, sgp: string | null): Offer => ({
  bookId,
  oddsId: `${bookId}#e#m#n`,
  sgp,
  grade: null,
  price: null,
})
const legAt = (name: string, offers: Offer[]): Leg => ({ ...leg(name, 'Points'), offers })

describe('toFingerprint', () => {
  it('is the same for the same legs in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), keys => {
        const given = [...keys]
        expect(toFingerprint(keys.toReversed())).toBe(toFingerprint(keys))
        expect(keys).toEqual(given)
      }),
    )
  })

  it('differs for other legs, also where their names hold what joins them', () => {
    const sorted = (keys: string[]) => JSON.stringify(keys.toSorted())
    const keys = fc.array(fc.string({ unit: fc.constantFrom('a', ',', '"', '\\', '#') }), { maxLength: 4 })
    fc.assert(
      fc.property(keys, keys, (some, other) => {
        expect(toFingerprint(some) === toFingerprint(other)).toBe(sorted(some) === sorted(other))
      }),
    )
  })
})

describe('tokensAt', () => {
  const legs = [
    legAt('one', [offer('a', 'a1'), offer('b', 'b1')]),
    legAt('two', [offer('b', null), offer('a', 'a2')]),
    legAt('three', [offer('a', 'a3')]),
  ]
  const parlay = { id: 1, addedAt: noon, legs, note: noNote, fairPrice: null }

  it('gives a book’s tokens verbatim, in leg order', () => {
    expect(tokensAt(parlay, 'a')).toEqual(['a1', 'a2', 'a3'])
  })

  it('gives null for a leg without a token or without an offer', () => {
    expect(tokensAt(parlay, 'b')).toEqual(['b1', null, null])
    expect(tokensAt(parlay, 'none')).toEqual([null, null, null])
  })
})

import { describe, expect, it } from 'vitest'
import { getRowValue } from '../../../../../src/renderer/features/desk/value/best-price.ts'
import {
  findCellPromotion,
  findRowPromotion,
  fitPromoted,
  listCellPromotions,
  promotedSpoken,
} from '../../../../../src/renderer/features/desk/value/promoted-text.ts'
import { listValueLines } from '../../../../../src/renderer/features/desk/value/value-lines.ts'
import { toPromotion, type PromotionTerms } from '../../../../../src/shared/model/accounts/promotion.ts'
import type { OpenPromotion } from '../../../../../src/shared/model/price/promoted-price.ts'
import { halfBoost, plainTerms, promotionLine } from '../../../../support/renderer/account-lines.ts'
import { americanPrice, cell, noon, plainDisplay, priced, row } from '../../../../support/shared/desk-rows.ts'

const columns = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map(name => ({ bookId: name.toLowerCase(), name }))
const cells = [
  cell('alpha', { quote: priced(700) }),
  cell('bravo', { quote: priced(620) }),
  cell('charlie', { quote: priced(640) }),
]
const parlay = { ...row(1, cells), fairPrice: americanPrice(600), stakeMinor: 1_000 }
const open = (bookId: string, terms: PromotionTerms): OpenPromotion => ({
  ...{ accountId: 'one', holder: 'Main', currency: 'USD', terms },
  promotion: toPromotion(promotionLine(1, terms), bookId),
})
const at = (bookId: string, ...terms: readonly PromotionTerms[]) => ({
  ...plainDisplay,
  promotions: new Map([[bookId, terms.map(each => open(bookId, each))]]),
})
const bonus: PromotionTerms = { ...plainTerms, kind: 'bonusBet', maxStakeMinor: 2_500 }

function promotionOf(display: ReturnType<typeof at>, bookId = 'bravo', own = parlay) {
  const value = getRowValue(own, columns, display)
  return findCellPromotion(own, value, value.cells.get(bookId), display)
}

describe('the promotion at a price', () => {
  it('is named in the cell, its tooltip and its accessible text', () => {
    const promoted = promotionOf(at('bravo', halfBoost))
    if (promoted === undefined) throw new Error('no promotion')
    expect(fitPromoted(promoted, 'american', 90)).toBe('boosted +930')
    expect(fitPromoted(promoted, 'american', 89)).toBe('★ +930')
    expect(promotedSpoken(promoted, 'american')).toBe('boosted +930 with 50% profit boost, EV +47.1%')
  })

  it('of a bonus bet has no other price', () => {
    const promoted = promotionOf(at('bravo', bonus))
    if (promoted === undefined) throw new Error('no promotion')
    expect(fitPromoted(promoted, 'american', 90)).toBe('bonus bet')
    expect(fitPromoted(promoted, 'american', 89)).toBe('★')
    expect(promotedSpoken(promoted, 'american')).toBe('with Bonus bet $25, EV +88.6%')
  })

  it('is none at another book, at a stale price, or at a suspect one', () => {
    expect(promotionOf(at('alpha', halfBoost))).toBeUndefined()
    const stale = { ...parlay, cells: [cell('bravo', { quote: priced(620, noon - 90_000) })] }
    expect(promotionOf(at('bravo', halfBoost), 'bravo', stale)).toBeUndefined()
    const others = ['alpha', 'charlie', 'delta'].map(id => cell(id, { quote: priced(200) }))
    const suspect = { ...parlay, cells: [cell('bravo', { quote: priced(620) }), ...others] }
    expect(promotionOf(at('bravo', halfBoost), 'bravo', suspect)).toBeUndefined()
  })
})

it('findRowPromotion is the best promotion at any shown book', () => {
  const display = at('bravo', halfBoost)
  expect(findRowPromotion(parlay, columns, display)).toMatchObject({ bookId: 'bravo' })
  expect(findRowPromotion(parlay, columns.slice(0, 1), display)).toBeUndefined()
  expect(findRowPromotion(parlay, columns, plainDisplay)).toBeUndefined()
})

describe('the lines of a price with promotions', () => {
  function linesOf(...terms: readonly PromotionTerms[]) {
    const display = at('bravo', ...terms)
    const value = getRowValue(parlay, columns, display)
    const [, bravo] = cells
    if (bravo === undefined) throw new Error('no cell')
    return listValueLines({
      ...{ cell: bravo, row: value, parlay, columns, display, isLive: false },
      promotions: listCellPromotions(parlay, value, value.cells.get('bravo'), display),
    })
      .filter(({ name }) => name === 'promotion')
      .map(({ label, text, note }) => [label, text, note])
  }

  it('say what each pays and is worth, and the cap that binds', () => {
    expect(linesOf(halfBoost, { ...halfBoost, maxExtraMinor: 1_000 }, bonus)).toEqual([
      ['With 50% profit boost', '+930', 'EV +47.1%, at $10'],
      ['With 50% profit boost', '+720', 'EV +17.1%, at $10, extra ends at $10'],
      ['With Bonus bet $25', '+88.6%', 'at $25'],
    ])
  })

  it('say why one does not apply', () => {
    const price = { text: '+900', format: 'american', odds: '10/1' } as const
    expect(
      linesOf({ ...halfBoost, minLegs: 3 }, { ...halfBoost, minOdds: price }, { ...halfBoost, endsAt: 1 }),
    ).toEqual([
      ['With 50% profit boost', '—', 'needs 3+ legs'],
      ['With 50% profit boost', '—', 'needs +900 or longer'],
      ['With 50% profit boost', '—', 'over'],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { getRowValue } from '../../../../../src/renderer/features/desk/value/best-price.ts'
import { definitions } from '../../../../../src/renderer/features/desk/value/value-text.ts'
import { listValueLines } from '../../../../../src/renderer/features/desk/value/value-lines.ts'
import type { Cell } from '../../../../../src/shared/model/price/cell.ts'
import type { QuotedPrice } from '../../../../../src/shared/model/price/quote.ts'
import { americanPrice, cell, noon, plainDisplay, priced, row } from '../../../../support/shared/desk-rows.ts'

const columns = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map(name => ({ bookId: name.toLowerCase(), name }))
const value = { ...plainDisplay.value, margin: 0, bankrollMinor: 500_000 }
const display = { ...plainDisplay, value }

/** The lines of one book, by their names: text, then note. */
function said(cells: Cell[], bookId = 'bravo', given: { mine?: QuotedPrice; display?: typeof display } = {}) {
  const own = given.display ?? display
  const shown = { ...row(1, cells), fairPrice: given.mine ?? null }
  const of = cells.find(each => each.bookId === bookId) ?? cell(bookId)
  const lines = listValueLines({ cell: of, row: getRowValue(shown, columns, own), columns, display: own })
  return Object.fromEntries(lines.map(({ label, text, note = '' }) => [label, [text, note]]))
}

const four = [
  cell('alpha', { quote: priced(450) }),
  cell('bravo', { quote: priced(512), singles: 7.33 }),
  cell('charlie', { quote: priced(480) }),
  cell('delta', { quote: priced(470) }),
]

describe('the lines of a fresh price', () => {
  it('say the consensus of the others, the value by it, the price to beat, the legs’ product, and the stake', () => {
    expect(said(four)).toEqual({
      Consensus: ['+470', '3 other books'],
      'Expected value': ['+7.4%', 'by consensus'],
      Edge: ['+1.2 pt', ''],
      'Kelly ¼ of $5,000': ['$17.98', '$0 to $44.20 for p ± 10%'],
      'Next best': ['+480 Charlie', 'pays 5.2% less'],
      'Product of single legs': ['+633', ''],
      'Correlation discount': ['16.5%', '× 1.20'],
    })
  })

  it('name the user’s own fair price as the source where he set one', () => {
    const lines = said(four, 'bravo', { mine: americanPrice(600) })
    expect(lines['Expected value']).toEqual(['−12.6%', 'by my fair price'])
    expect(lines['Consensus']).toEqual(['+470', '3 other books'])
    expect(lines['Kelly ¼ of $5,000']).toEqual(['no bet', ''])
  })

  it('say the best price to a book that has another', () => {
    expect(said(four, 'charlie')['Best price']).toEqual(['+512 Bravo', 'pays 5.5% more'])
  })

  it('say that two books pay the same', () => {
    const tied = four.with(0, cell('alpha', { quote: priced(512) }))
    expect(said(tied, 'bravo')['Best price']).toEqual(['+512 Alpha', 'the same'])
  })

  it('say how many books a consensus lacks, and then nothing that is based on it', () => {
    const lines = said(four.slice(0, 2))
    expect(lines['Consensus']).toEqual(['—', '1 of 3 other books'])
    expect(Object.keys(lines)).not.toContain('Expected value')
  })

  it('never name a suspect price as the one to beat', () => {
    const odd = [...four.slice(0, 3), cell('delta', { quote: priced(2_000) })]
    expect(said(odd, 'alpha')['Best price']?.[0]).toBe('+512 Bravo')
    expect(said(odd, 'delta')['Best price']?.[0]).toBe('+512 Bravo')
  })

  it('advise no stake on a suspect price', () => {
    const odd = [...four.slice(0, 3), cell('delta', { quote: priced(2_000) })]
    expect(Object.keys(said(odd, 'delta'))).toEqual(['Consensus', 'Expected value', 'Edge', 'Best price'])
  })

  it('say the stake as a share while there is no bankroll, and that it is capped', () => {
    const poor = { ...display, value: { ...value, bankrollMinor: 0, kellyFraction: 1, kellyCap: 0.01 } }
    expect(said(four, 'bravo', { display: poor })['Kelly of bankroll']).toEqual([
      '1.00%',
      '0.00% to 1.00% for p ± 10%, capped at 1.0%',
    ])
  })

  it('write estimated prices in the user’s format', () => {
    const lines = said(four, 'bravo', { display: { ...display, format: 'decimal' } })
    expect(lines['Consensus']?.[0]).toBe('5.70')
    expect(lines['Product of single legs']?.[0]).toBe('7.33')
  })
})

describe('the lines of a cell without a fresh price', () => {
  it('say the consensus of all others and the price to beat, and no value', () => {
    const stale = four.with(1, cell('bravo', { quote: priced(512, noon - 60_000) }))
    expect(said(stale)).toEqual({
      Consensus: ['+470', '3 other books'],
      'Best price': ['+480 Charlie', ''],
    })
  })
})

it('every number has a definition with its formula', () => {
  for (const { name, says, formula } of Object.values(definitions)) {
    expect(name).not.toBe('')
    expect(says).toMatch(/^[A-Z].{20,}\.$/)
    expect(formula.length).toBeGreaterThan(5)
  }
})

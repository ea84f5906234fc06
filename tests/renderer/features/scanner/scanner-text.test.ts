import { describe, expect, it } from 'vitest'
import {
  deskText,
  doubtText,
  explainSure,
  oldText,
  othersText,
  runText,
  shortWhy,
  singlesText,
  sureText,
  whyText,
} from '../../../../src/renderer/features/scanner/scanner-text.ts'
import type { Proposal, ScannerState } from '../../../../src/shared/model/price/scan.ts'
import { noon } from '../../../support/shared/desk-rows.ts'
import { proposal, scannerWith } from '../../../support/shared/scanner-answers.ts'

const priced = (decimal: number, over: Partial<Proposal> = {}) =>
  proposal({ price: { text: '', format: 'decimal', decimal }, ...over })
const bestAtEcho = {
  bookId: 'echo',
  price: { text: '+385', format: 'american', decimal: 4.85 },
  ev: 0.013,
} as const
const unseen = { ofPair: 0, ofClass: 0, ofBook: 0 }

describe('the reason of a proposal', () => {
  it.each<[string, Proposal, string]>([
    ['less than usual', priced(3.84), 'Bravo pays 4% less than the product here, usually 18%'],
    ['as usual', priced(3.3), 'Bravo pays 18% less than the product here, as usual'],
    ['more', priced(4.4), 'Bravo pays 10% more than the product here, usually 18% less'],
    [
      'usually more',
      priced(3.8, { expected: 4.4 }),
      'Bravo pays 5% less than the product here, usually 10% more',
    ],
    ['the product', priced(4), 'Bravo pays the product of singles here, usually 18% less'],
    [
      'usually the product',
      priced(3.8, { expected: 4 }),
      'Bravo pays 5% less than the product here, usually the product',
    ],
    ['a new book', priced(3.84, { seen: unseen }), 'Bravo pays 4% less than the product here'],
  ])('says %s', (_, given, text) => {
    expect(whyText(given, 'Bravo')).toBe(text)
  })

  it('is short in the table', () => {
    expect(shortWhy(priced(3.84))).toBe('4% less, usually 18%')
    expect(shortWhy(priced(4, { seen: unseen }))).toBe('The same')
  })

  it('says what the singles pay', () => {
    expect(singlesText(proposal())).toContain('pay 9% more than')
    expect(singlesText(proposal({ edge: -0.02 }))).toContain('pay 2% less than')
  })
})

it.each([
  [{ ofPair: 120, ofClass: 18, ofBook: 40 }, '18 here, 120 total', '18 times; all books 120 times'],
  [{ ofPair: 1, ofClass: 1, ofBook: 1 }, '1 here only', '1 time; all books 1 time'],
  [{ ofPair: 5, ofClass: 0, ofBook: 40 }, '5 elsewhere', 'what it usually pays comes from 40 other pairs'],
  [{ ofPair: 0, ofClass: 0, ofBook: 40 }, 'New pair', 'hasn’t priced these two markets together'],
  [unseen, 'New book', 'a discount of 6% was assumed'],
])('how sure a proposal is: %o', (seen, short, long) => {
  expect(sureText(proposal({ seen }))).toBe(short)
  expect(explainSure(proposal({ seen }), 'Bravo')).toContain(long)
})

it.each<[Partial<ScannerState>, string]>([
  [{ run: { kind: 'idle' } }, ''],
  [{ run: { kind: 'failed', failure: { kind: 'key-refused' } } }, ''],
  [{ run: { kind: 'comparing' } }, 'Comparing single prices. No calls yet.'],
  [
    { run: { kind: 'pricing' }, sent: 7, games: 1 },
    'Pricing the best. 1,200 parlays of 1 game compared · 7 of 60 calls sent',
  ],
  [
    { unpriced: 3 },
    'Out of calls. 1,200 parlays of 24 games compared · 60 of 60 calls sent · 3 without a price',
  ],
  [
    { run: { kind: 'ended', why: 'stopped' }, sent: 2 },
    'Stopped. 1,200 parlays of 24 games compared · 2 of 60 calls sent',
  ],
])('the progress of %o', (state, text) => {
  expect(runText(scannerWith(state))).toBe(text)
})

it('lists the other books’ prices of a proposal', () => {
  const price = (american: number) => ({
    ...{ text: `+${american}`, format: 'american' as const },
    decimal: 1 + american / 100,
  })
  const display = { getBookName: (id: string) => id.toUpperCase(), format: 'american' as const }
  const others = [
    { bookId: 'echo', price: price(270) },
    { bookId: 'golf', price: price(255) },
  ]
  expect(othersText(proposal({ others }), display)).toBe('Other books: ECHO +270, GOLF +255.')
  expect(othersText(proposal(), display)).toBe('')
  expect(deskText(proposal({ bestOnDesk: bestAtEcho }), display)).toBe(
    'Best on the desk: ECHO +385, EV +1.3%.',
  )
  expect(deskText(proposal(), display)).toBe('')
})

it.each([
  ['fresh', 10_000, ''],
  ['old', 15_000, 'This price is old. Put it on the desk to price it again.'],
  [
    'from before its game started',
    3_600_000,
    'The game has started since this price. Put it on the desk to price it again.',
  ],
])('a proposal that is %s', (_, afterMs, text) => {
  expect(oldText(proposal(), { now: noon + afterMs, staleAfterMs: 15_000 })).toBe(text)
})

it.each(['no-odds', 'nothing-to-compare'] as const)('a scan that ends with %s says what to do', why => {
  expect(runText(scannerWith({ run: { kind: 'ended', why } }))).toMatch(/Load odds|Try other games/)
})

it.each<[Partial<Proposal>, string]>([
  [{}, ''],
  [{ takesMinor: 500 }, 'takes $5'],
  [{ takesMinor: 0, doubt: 'suspect' }, 'account closed · suspect price'],
  [{ bestOnDesk: bestAtEcho }, 'not the best now'],
  [{ doubt: 'only-price' }, 'only price'],
  [{ doubt: 'too-high' }, 'only price, far above fair'],
])('a doubt about a proposal: %o', (given, text) => {
  expect(doubtText(proposal(given), 'USD')).toBe(text)
})

import { describe, expect, it } from 'vitest'
import { getRowValue } from '../../../../../src/renderer/features/desk/value/best-price.ts'
import { ageText } from '../../../../../src/renderer/format/time-text.ts'
import { definitions } from '../../../../../src/renderer/features/desk/value/value-text.ts'
import { listValueLines } from '../../../../../src/renderer/features/desk/value/value-lines.ts'
import type { SeenHolds } from '../../../../../src/renderer/features/desk/value/useSeenHolds.ts'
import type { Cell } from '../../../../../src/shared/model/price/cell.ts'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import type { QuotedPrice } from '../../../../../src/shared/model/price/quote.ts'
import type { PlannedStakes } from '../../../../../src/shared/model/ticket/stake-plan.ts'
import { americanPrice, cell, noon, plainDisplay, priced, row } from '../../../../support/shared/desk-rows.ts'
import { plannedStake } from '../../../../support/shared/planned-stake.ts'

const columns = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map(name => ({ bookId: name.toLowerCase(), name }))
const value = { ...plainDisplay.value, margin: 0, bankrollMinor: 500_000 }
const display = { ...plainDisplay, value }

interface Given {
  readonly mine?: QuotedPrice
  readonly display?: typeof display
  readonly isLive?: boolean
  readonly plan?: PlannedStakes
  readonly fairs?: Row['fairs']
  readonly holds?: SeenHolds
}

/** The lines of one book, by their names: text, then note. */
function said(cells: Cell[], bookId = 'bravo', given: Given = {}) {
  const { display: own = display, isLive = false, plan, holds } = given
  const shown = { ...row(1, cells), fairPrice: given.mine ?? null, fairs: given.fairs ?? [] }
  const of = cells.find(each => each.bookId === bookId) ?? cell(bookId)
  const value = getRowValue(shown, columns, own)
  const lines = listValueLines({
    cell: of,
    row: value,
    parlay: shown,
    columns,
    display: own,
    isLive,
    plan,
    holds,
  })
  return Object.fromEntries(lines.map(({ label, text, note = '' }) => [label, [text, note]]))
}

const singles = { decimal: 7.33, oldestAt: noon - 30_000, newestAt: noon - 10_000 }
const four = [
  cell('alpha', { quote: priced(450) }),
  cell('bravo', { quote: priced(512), singles }),
  cell('charlie', { quote: priced(480) }),
  cell('delta', { quote: priced(470) }),
]

describe('the lines of a fair price', () => {
  const exact = {
    kind: 'exact' as const,
    hold: 0.122,
    chances: [
      { method: 'power' as const, p: 1 / 7.07 },
      { method: 'shin' as const, p: 1 / 6.71 },
    ],
  }
  const used = {
    bookId: 'delta',
    at: noon - 60_000,
    isUsed: true,
    madeFrom: americanPrice(470),
    result: exact,
  }

  it('say the price with its range and age, the value by it, and the hold', () => {
    const lines = said(four, 'bravo', { fairs: [used] })
    expect(lines).toMatchObject({
      'Fair, Delta': ['+607 (+571\u00A0to\u00A0+607)', `${ageText(60_000)} old`],
      'EV, worst of seven': ['−13.4%', 'edge −2.2 pp'],
      'Hold of this combo': ['12.2%', 'Delta'],
    })
  })

  it('never call a price good by its own book’s margin without these words', () => {
    const cheap = { ...exact, chances: [{ method: 'power' as const, p: 0.9 }] }
    expect(said(four, 'delta', { fairs: [{ ...used, result: cheap }] })['EV, worst of seven']).toEqual([
      '+413.0%',
      'by its own margin',
    ])
  })

  it('say that one is not used, too old, a range, or none, and why', () => {
    const lineOf = (given: Partial<typeof used> | { result: Row['fairs'][number]['result'] }) =>
      said(four, 'delta', { fairs: [{ ...used, ...given }] })['Fair, Delta']
    expect(lineOf({ isUsed: false })?.[1]).toContain('not used for EV')
    expect(lineOf({ at: noon - 3_600_000 })?.[1]).toContain('not used now')
    expect(lineOf({ result: { kind: 'interval', low: 0.1, high: 0.125, reason: 'Why.' } })).toEqual([
      '+700 to +900',
      `a range, ${ageText(60_000)} old, see Fair price`,
    ])
    expect(lineOf({ result: { kind: 'none', reason: 'Why.' } })).toEqual(['—', 'Why.'])
  })

  it('say that the price of its book has moved since, and are not used then', () => {
    const moved = four.with(3, cell('delta', { quote: priced(445) }))
    const lines = said(moved, 'bravo', { fairs: [{ ...used, madeFrom: americanPrice(315) }] })
    expect(lines['Fair, Delta']).toEqual(['—', 'its price has moved since (+315 → +445)'])
    expect(Object.keys(lines)).toContain('EV vs. consensus')
  })

  it('say several side by side, with their median', () => {
    const other = { ...used, bookId: 'charlie' }
    const lines = said(four, 'bravo', { fairs: [other, used] })
    expect(Object.keys(lines).slice(0, 3)).toEqual([
      'Fair, Charlie',
      'Fair, Delta',
      'Median of 2 fair prices',
    ])
  })
})

describe('the lines of a fresh price', () => {
  it('say the consensus of the others, the value by it, the price to beat, the legs’ product, and the stake', () => {
    expect(said(four)).toEqual({
      Consensus: ['+470', '3 books'],
      'EV vs. consensus': ['+7.4%', 'edge +1.2 pp'],
      '¼ Kelly': ['$17.98 of $5,000', 'range 0–$44.20'],
      'Next best': ['+480 Charlie', '5.2% lower'],
      'Legs parlayed straight': ['+633', `odds ${ageText(30_000)} old`],
      'Correlation discount': ['16.5%', ''],
    })
  })

  it('say that the consensus assumes less margin than the books held on such parlays', () => {
    const withMargin = (margin: number) => ({ ...display, value: { ...display.value, margin } })
    const noteOf = (low: number, high: number, margin = 0.05) =>
      said(four, 'bravo', { holds: { low, high }, display: withMargin(margin) })['Consensus']?.[1]
    expect(noteOf(0.16, 0.27)).toBe('3 books, 5% margin assumed; books held 16 to 27%')
    expect(noteOf(0.161, 0.164)).toBe('3 books, 5% margin assumed; books held 16%')
    // A hold of 25% is a margin of 20%.
    expect(noteOf(0.25, 0.3, 0.2)).toBe('3 books')
    expect(noteOf(0.04, 0.27)).toBe('3 books')
  })

  it('say the plan and its reason, where the row has one', () => {
    const stakes = [
      plannedStake('bravo', 512, { maxMinor: 1_000, stakeMinor: 1_000 }),
      plannedStake('charlie', 480, { stakeMinor: 450 }),
      plannedStake('delta', 470),
    ]
    const facts = { currency: 'USD', bankrollMinor: 500_000, fraction: 0.25, openTickets: 2, basis: '' }
    const sums = { totalMinor: 1_450, winsMinor: 7_280, reason: 'Less than for one bet alone.' }
    const planOf = (given: typeof stakes) =>
      ({ kind: 'planned', parlayId: 1, stakes: given, ...facts, ...sums }) as const
    expect(said(four, 'bravo', { plan: planOf(stakes) })['Plan']).toEqual([
      '$14.50 at 2 books',
      'Less than for one bet alone.',
    ])
    expect(said(four, 'bravo', { plan: planOf(stakes.slice(1)) })['Plan']?.[0]).toBe('$14.50 at Charlie')
    expect(said(four, 'bravo', { plan: planOf(stakes.slice(2)) })['Plan']?.[0]).toBe('no bet')
  })

  it('name the user’s own fair price as the source where he set one', () => {
    const lines = said(four, 'bravo', { mine: americanPrice(600) })
    expect(lines['EV vs. my fair price']).toEqual(['−12.6%', 'edge −2.1 pp'])
    expect(lines['Consensus']).toEqual(['+470', '3 books'])
    expect(lines['¼ Kelly']).toEqual(['no bet', ''])
  })

  it('say the best price to a book that has another', () => {
    expect(said(four, 'charlie')['Best price']).toEqual(['+512 Bravo', '5.5% higher'])
  })

  it('say that two books pay the same', () => {
    const tied = four.with(0, cell('alpha', { quote: priced(512) }))
    expect(said(tied, 'bravo')['Best price']).toEqual(['+512 Alpha', 'same price'])
  })

  it('call no price the best while a higher one is merely older, or no other is fresh', () => {
    const older = four.with(3, cell('delta', { quote: priced(530, noon - 46_000) }))
    expect(said(older, 'charlie')['Highest fresh']?.[0]).toBe('+512 Bravo')
    expect(said(older)['Next fresh']?.[0]).toBe('+480 Charlie')
    const only = [cell('alpha', { quote: priced(450, noon - 46_000) }), ...four.slice(1, 2)]
    expect(said(only, 'alpha')['Only fresh price']?.[0]).toBe('+512 Bravo')
  })

  it('say how many books a consensus needs, and then nothing that is based on it', () => {
    const lines = said(four.slice(0, 2))
    expect(lines['Consensus']).toEqual(['—', '1 of 3 fresh books'])
    expect(Object.keys(lines)).not.toContain('EV vs. consensus')
  })

  it('never name a suspect price as the one to beat', () => {
    const odd = [...four.slice(0, 3), cell('delta', { quote: priced(2_000) })]
    expect(said(odd, 'alpha')['Best price']?.[0]).toBe('+512 Bravo')
    expect(said(odd, 'delta')['Best price']?.[0]).toBe('+512 Bravo')
  })

  it('advise no stake on a suspect price', () => {
    const odd = [...four.slice(0, 3), cell('delta', { quote: priced(2_000) })]
    expect(Object.keys(said(odd, 'delta'))).toEqual(['Consensus', 'EV vs. consensus', 'Best price'])
  })

  it('say the stake as a share while there is no bankroll, and that it is capped', () => {
    const poor = { ...display, value: { ...value, bankrollMinor: 0, kellyFraction: 1, kellyCap: 0.01 } }
    expect(said(four, 'bravo', { display: poor })['Kelly']).toEqual([
      '1.00% of bankroll',
      'range 0–1.00%, capped at 1.0%',
    ])
  })

  it('write estimated prices in the user’s format', () => {
    const lines = said(four, 'bravo', { display: { ...display, format: 'decimal' } })
    expect(lines['Consensus']?.[0]).toBe('5.70')
    expect(lines['Legs parlayed straight']?.[0]).toBe('7.33')
  })
})

describe('the lines of single odds', () => {
  const withSingles = (given: Partial<typeof singles>) =>
    four.with(1, cell('bravo', { quote: priced(512), singles: { ...singles, ...given } }))

  it('call it a boost where the book pays more than the legs parlayed straight', () => {
    const lines = said(withSingles({ decimal: 3 }))
    expect(lines['Correlation boost']).toEqual(['104.0%', ''])
    expect(Object.keys(lines)).not.toContain('Correlation discount')
  })

  it('have no number where the singles are of different times', () => {
    const lines = said(withSingles({ oldestAt: singles.newestAt - 60_001 }))
    expect(lines['Legs parlayed straight']).toEqual(['—', 'single odds from different times'])
    expect(Object.keys(lines).join()).not.toContain('Correlation')
  })

  it('have no number where the singles are older than the limit of the settings', () => {
    const lines = said(withSingles({ oldestAt: noon - 121_000, newestAt: noon - 121_000 }))
    expect(lines['Legs parlayed straight']).toEqual(['—', `single odds ${ageText(121_000)} old`])
    const patient = { ...display, value: { ...value, singlesMaxAgeMs: 3_600_000 } }
    const old = withSingles({ oldestAt: noon - 121_000, newestAt: noon - 121_000 })
    expect(said(old, 'bravo', { display: patient })['Legs parlayed straight']?.[0]).toBe('+633')
  })

  it('say no correlation where odds and price are more than 30 seconds apart, and which is older', () => {
    const age = ageText(31_000)
    const label = 'Correlation'
    expect(said(withSingles({ oldestAt: noon - 31_000 }))[label]).toEqual([
      '—',
      `odds ${age} older than the price`,
    ])
    const [first, ...others] = withSingles({ oldestAt: noon, newestAt: noon })
    const older = cell('bravo', {
      quote: priced(512, noon - 31_000),
      singles: { ...singles, oldestAt: noon },
    })
    expect(said([...(first ? [first] : []), ...others.with(0, older)])[label]).toEqual([
      '—',
      `price ${age} older than the odds, press R`,
    ])
    expect(said(four)['Correlation discount']?.[0]).toBe('16.5%')
  })

  it('say no correlation of a price that is older than the limit of the settings', () => {
    const together = { ...singles, oldestAt: noon - 119_000, newestAt: noon - 119_000 }
    const quoteAged = (ms: number) =>
      four.with(1, cell('bravo', { quote: priced(512, noon - ms), singles: together }))
    expect(Object.keys(said(quoteAged(120_000)))).toContain('Correlation discount')
    const lines = said(quoteAged(120_001))
    expect(lines['Legs parlayed straight']?.[0]).toBe('+633')
    expect(Object.keys(lines).join()).not.toContain('Correlation')
  })

  it('have no number while a game of the parlay is on', () => {
    expect(said(four, 'bravo', { isLive: true })['Legs parlayed straight']?.[0]).toBe('—')
  })
})

describe('the lines of a cell without a fresh price', () => {
  it('say the consensus of all others and the price to beat, and no value', () => {
    const stale = four.with(1, cell('bravo', { quote: priced(460, noon - 60_000) }))
    expect(said(stale)).toEqual({
      Consensus: ['+470', '3 books'],
      'Best price': ['+480 Charlie', ''],
    })
  })
})

it('the formula of the next best price is that of the share shown, and the rule of suspect prices needs both parts', () => {
  const [own, next] = [americanPrice(512), americanPrice(480)]
  const cells = [cell('bravo', { quote: priced(512) }), cell('charlie', { quote: priced(480) })]
  const lower = `${((1 - next.decimal / own.decimal) * 100).toFixed(1)}% lower`
  expect(said(cells)['Next best']).toEqual(['+480 Charlie', lower])
  expect(definitions.gap.formula).toContain('lower: 1 − next best d ÷ d')
  expect(definitions.suspect.formula).toContain(') and |ln(d − 1)')
  expect(definitions.suspect.says).toContain('Both must be true')
})

it('every number has a definition with its formula', () => {
  for (const { name, says, formula } of Object.values(definitions)) {
    expect(name).not.toBe('')
    expect(says).toMatch(/^[A-Z“].{20,}\.$/)
    expect(formula.length).toBeGreaterThan(5)
  }
})

describe('the lines of a limited account', () => {
  const cells = four.map(each => ({ ...each, maxStakeMinor: each.bookId === 'bravo' ? 500 : null }))

  it('say what the book takes, and which price is best for the stake', () => {
    const lines = said(cells)
    expect(lines['Takes at most']).toEqual(['$5', 'here, limited'])
    expect(lines['Best price for $10']?.[0]).toBe('+480 Charlie')
  })

  it('say at the other books which one pays more but is limited', () => {
    expect(said(cells, 'charlie')['Pays more, limited']).toEqual(['+512 Bravo', 'limit $5'])
    expect(said(four, 'charlie')['Pays more, limited']).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { describeCell, toCellClasses } from '../../../../../src/renderer/features/desk/cell/cell-face.ts'
import { display, states } from '../../../../support/renderer/desk/cell-states.ts'
import type { QuoteOutcome } from '../../../../../src/shared/model/price/quote.ts'
import { americanPrice, cell, noon, priced, quote } from '../../../../support/shared/desk-rows.ts'

describe('describeCell', () => {
  it.each(states)('says %s', (_name, given, at, face) => {
    expect(describeCell(given, 3, at)).toMatchObject(face)
  })

  it('gives each state its own words', () => {
    const words = states.map(([, given, at]) => {
      const face = describeCell(given, 3, at)
      return `${face.main} ${face.note}`
    })
    expect(new Set(words).size).toBe(states.length)
  })

  it('marks a pricing after an answer without a price, which was said in words before', () => {
    const asked = cell('a', { quote: quote({ kind: 'cannot-combine' }), activity: { kind: 'pricing' } })
    expect(describeCell(asked, 3, display)).toMatchObject({ short: '…', isMark: true, spoken: 'pricing…' })
  })

  it('looks fresh while a fresh price waits, and gray while an old one does', () => {
    const activity = { kind: 'waiting', place: 2, startsAt: noon + 60_000 } as const
    const waits = cell('a', { quote: priced(455), activity })
    const classesAt = (now: number) => toCellClasses(describeCell(waits, 3, { ...display, now }), {})
    expect(classesAt(noon + 29_000)).toEqual(['cell', 'waiting', 'fresh', 'price'])
    expect(classesAt(noon + 31_000)).toEqual(['cell', 'waiting', 'price'])
    expect(describeCell(waits, 3, display, { suspectBy: 0.5 })).toMatchObject({
      note: 'check',
      isFresh: true,
    })
    const left = describeCell(waits, 3, display, { leftBehind: 'older' })
    expect(left).toMatchObject({ note: 'in 0:48', isFresh: false })
  })

  it('shows a live price that newer ones left behind as old, with the reason', () => {
    const face = describeCell(cell('a', { quote: priced(455) }), 3, display, { leftBehind: 'older' })
    expect(face).toMatchObject({ kind: 'stale', main: '+455', note: '12s old', move: undefined })
    expect(face.hint).toBe('Live: ranked only with prices of the same 10 seconds')
    expect(face.spoken).toContain(face.hint)
    const moving = describeCell(cell('a', { quote: priced(455) }), 3, display, { leftBehind: 'moving' })
    expect(moving).toMatchObject({ kind: 'stale', note: '12s old' })
    expect(moving.hint).toBe('The odds are moving, so it isn’t ranked')
  })

  it('has the whole price in the tooltip of a shortened one, also of one left behind', () => {
    const long = cell('a', { quote: priced(123_456) })
    expect(describeCell(long, 3, display)).toMatchObject({ short: '+123k', hint: '+123456' })
    const left = describeCell(long, 3, display, { leftBehind: 'older' })
    expect(left).toMatchObject({ short: '+123k' })
    expect(left.hint).toBe('+123456, Live: ranked only with prices of the same 10 seconds')
  })

  it('shows prices in the format of the user', () => {
    expect(describeCell(cell('a', { quote: priced(455) }), 3, { ...display, format: 'decimal' }).main).toBe(
      '5.55',
    )
  })

  it.each([
    ['up', 400],
    ['down', 500],
    ['down', 456],
  ] as const)('says that the price moved %s, and from which price', (move, before) => {
    const face = describeCell(cell('a', { quote: priced(455), before: americanPrice(before) }), 3, display)
    expect(face.move).toBe(move)
    expect(face.spoken).toBe(`+455, 12s ago, ${move} from +${before}`)
    expect(face.hint).toBe(`${move} from +${before}`)
  })

  it.each([
    [0.523, '52% above the other books’ median'],
    [-0.3, 'the other books’ median is 30% above it'],
  ])('marks a suspect price with a word and the reason', (by, why) => {
    const face = describeCell(cell('a', { quote: priced(455) }), 3, display, { suspectBy: by })
    expect(face).toMatchObject({ isSuspect: true, note: 'check', hint: why })
    expect(face.spoken).toBe(`+455, check price, 12s ago, ${why}`)
  })

  it.each([
    ['Off board', 'Off board'],
    ['Market suspended', 'Susp.'],
    ['Betting is closed, come back tomorrow', 'Closed'],
    ['Maximum payout exceeded', 'Message'],
    ['Wartungsarbeiten', 'Message'],
  ])('shows the message “%s” as “%s” in a column, and says it whole', (text, short) => {
    const said = cell('a', { quote: quote({ kind: 'message', text }) })
    expect(describeCell(said, 3, display)).toMatchObject({ main: text, short, hint: text, spoken: text })
  })

  it.each<[QuoteOutcome, string]>([
    [{ kind: 'no-price' }, 'No price'],
    [{ kind: 'message', text: 'Market suspended' }, 'Market suspended'],
    [{ kind: 'cannot-combine' }, 'Can’t combine'],
    [{ kind: 'failed', failure: { kind: 'timed-out', afterMs: 9 } }, 'Timed out, R to retry'],
  ])('says the last price where %o took its place', (outcome, words) => {
    const before = { ...americanPrice(615), at: noon - 28_000 }
    const face = describeCell(cell('a', { quote: quote(outcome), before }), 3, display)
    const text = face.kind === 'failed' ? 'R to retry' : words
    expect(face).toMatchObject({ hint: `${text}, was +615, 40s ago`, spoken: `${words}, was +615, 40s ago` })
  })

  it('says the last price without its age where an earlier version stored it', () => {
    const lost = cell('a', { quote: quote({ kind: 'no-price' }), before: americanPrice(615) })
    expect(describeCell(lost, 3, display).spoken).toBe('No price, was +615')
  })

  it('shows words, not figures, where there is no price', () => {
    const figures = states.filter(([, given, at]) => describeCell(given, 3, at).isPrice)
    expect(figures.every(([, , , { main = '' }]) => /^[+−]\d+$/.test(main))).toBe(true)
  })
})

describe('a price longer than a column', () => {
  const faceOf = (text: string, decimal: number) =>
    describeCell(
      cell('a', {
        quote: quote({
          kind: 'priced',
          price: { text, format: 'american', decimal },
          links: null,
          limits: null,
        }),
      }),
      3,
      display,
    )

  it('is shortened, with the whole price in its tooltip and its accessible name', () => {
    expect(faceOf('+100000', 1001)).toMatchObject({
      main: '+100000',
      short: '+100k',
      hint: '+100000',
      spoken: '+100000, 12s ago',
    })
  })

  it('is whole where it has room', () => {
    expect(faceOf('+12500', 126)).toMatchObject({ main: '+12500', short: '+12500', hint: undefined })
  })
})

describe('a price at a book that takes less than the stake', () => {
  it.each([
    [500, 'limit $5', 'your account here takes $5 at most'],
    [0, 'closed', 'your account here is closed'],
  ])('says its limit of %s in place of the age, and the reason in its tooltip', (limitMinor, note, hint) => {
    const face = describeCell(cell('a', { quote: priced(455) }), 3, display, { limitMinor })
    expect([face.note, face.hint]).toEqual([note, hint])
    expect(face.spoken).toContain(hint)
  })
})

import { describe, expect, it } from 'vitest'
import {
  findClosingMargin,
  withFair,
  type ClosingMarginDeps,
} from '../../../../src/main/ledger/settlement/closing-margin.ts'
import { equalWeights, type FairMethod } from '../../../../src/shared/model/price/fair.ts'
import { parseTakenPrice } from '../../../../src/shared/model/ticket/ticket.ts'
import { compareMethods } from '../../../../src/shared/value/devig.ts'
import { makeLeg, makeTicket, startOfTests } from '../../../support/ledger/tickets.ts'

const day = 24 * 60 * 60_000
const ada = makeLeg('Ada North Over 27.5')
const city = makeLeg('Harbor City')
const facts = makeTicket({ parlayId: 3, legs: [ada, city] })
const keys = [ada.selectionKey ?? '', city.selectionKey ?? '']

/** The four outcomes of two legs: +180, +250, +390 and +260. */
const decimals = [2.8, 3.5, 4.9, 3.6]
const result = {
  kind: 'exact' as const,
  hold: decimals.reduce((sum, each) => sum + 1 / each, -1),
  chances: compareMethods(decimals).answers.map(({ method, fair }) => ({ method, p: fair[0] ?? NaN })),
}

const side = (price: string | null, bookId = 'bravo') => ({
  key: 'k',
  name: 'n',
  market: 'm',
  game: { ...ada.game, isLive: false },
  offers: [{ bookId, oddsId: 'o', sgp: null, grade: null, price }],
})
const sides = (own: string | null, opposite: string | null, bookId?: string) => ({
  kind: 'found' as const,
  own: side(own, bookId),
  opposite: side(opposite, bookId),
})
type Sides = Awaited<ReturnType<ClosingMarginDeps['board']['opposites']>>

function findMargin(
  of: Parameters<typeof findClosingMargin>[1],
  given: { sides?: Sides; kept?: ReturnType<ClosingMarginDeps['partition']>; method?: FairMethod },
) {
  return findClosingMargin(
    {
      board: { opposites: () => Promise.resolve(given.sides ?? []) },
      // A ticket without a parlay must not ask for the partition of any.
      partition: cell => (cell.parlayId !== 4 && cell.bookId === 'bravo' ? given.kept : undefined),
      value: () => ({
        ...{ fairMethod: given.method ?? 'multiplicative', fairWeights: equalWeights },
        singlesFormat: 'american',
      }),
      now: () => startOfTests,
    },
    of,
  )
}

const standard = [sides('-110', '-110'), sides('+100', '-120')]

describe('findClosingMargin', () => {
  it('takes the margin that a partition of the same legs measured, by the user’s method', async () => {
    const kept = { at: startOfTests, result, keys }
    const plain = await findMargin(facts, { kept, sides: standard })
    expect(plain?.by).toBe('partition')
    expect(plain?.share).toBeCloseTo(1 / 1.12472, 4)
    // Shin's probability of the first is .322949, its implied probability 1 / 2.8.
    const shin = await findMargin(facts, { kept, method: 'shin' })
    expect(shin?.share).toBeCloseTo(0.322949 * 2.8, 4)
  })

  it('leaves out a partition that is older than a day, or of other legs', async () => {
    const old = { at: startOfTests - day - 1, result, keys }
    const other = { at: startOfTests, result, keys: [...keys, 'another'] }
    for (const kept of [old, other])
      expect(await findMargin(facts, { kept, sides: standard })).toMatchObject({ by: 'singles' })
    const kept = { at: startOfTests, result, keys }
    for (const parlayId of [4, null])
      expect(await findMargin({ ...facts, parlayId }, { kept, sides: standard })).toMatchObject({
        by: 'singles',
      })
  })

  it('takes a partition of a day', async () => {
    const kept = { at: startOfTests - day, result, keys }
    expect(await findMargin(facts, { kept, sides: standard })).toMatchObject({ by: 'partition' })
  })

  it.each(['multiplicative', 'shin'] as const)(
    'leaves out a partition without an answer by %s',
    async gone => {
      const chances = result.chances.filter(({ method }) => method !== gone)
      const kept = { at: startOfTests, result: { ...result, chances }, keys }
      const found = await findMargin(facts, { kept, method: 'shin', sides: standard })
      expect(found).toMatchObject({ by: 'singles' })
    },
  )

  it('multiplies the booksums of the legs’ own markets', async () => {
    const booksum = (2 * 110) / 210
    const other = 0.5 + 120 / 220
    const margin = await findMargin(facts, { sides: standard })
    expect(margin?.by).toBe('singles')
    expect(margin?.share).toBeCloseTo(1 / (booksum * other), 12)
  })

  it('takes the two sides of a single bet as its partition', async () => {
    const single = makeTicket({ legs: [ada] })
    const margin = await findMargin(single, { sides: [sides('-110', '-110')] })
    expect(margin?.by).toBe('partition')
    expect(margin?.share).toBeCloseTo(210 / 220, 12)
  })

  it.each([
    ['adds up to 100%', '+100', 1],
    ['is as high as can be', '-300', 1.5],
  ])('takes a market that %s', async (_, price, booksum) => {
    const single = makeTicket({ legs: [ada] })
    const margin = await findMargin(single, { sides: [sides(price, price)] })
    expect(margin?.share).toBeCloseTo(1 / booksum, 12)
  })

  it.each([
    ['a leg without an opposite', [sides('-110', '-110'), { kind: 'three-way' }]],
    ['a side without a price', [sides('-110', '-110'), sides('-110', null)]],
    ['a side at another book only', [sides('-110', '-110'), sides('-110', '-110', 'delta')]],
    ['sides that add up to less than 100%', [sides('-110', '-110'), sides('+150', '+150')]],
    ['a hold that cannot be', [sides('-110', '-110'), sides('-900', '-900')]],
  ])('knows no margin with %s', async (_, given) => {
    expect(await findMargin(facts, { sides: given })).toBeUndefined()
  })

  it('knows no margin of a leg that was typed', async () => {
    const typed = makeTicket({ legs: [ada, makeLeg('typed', { selectionKey: null })] })
    expect(await findMargin(typed, { sides: [sides('-110', '-110')] })).toBeUndefined()
  })
})

describe('withFair', () => {
  const closingAt = (text: string) => {
    const taken = parseTakenPrice({ text, format: 'american' })
    if (!taken.ok) throw new Error(taken.sentence)
    return { kind: 'priced', price: taken.price, at: 1 } as const
  }
  const by = 'partition'

  it.each([
    ['+300', 0.9, 0.225],
    ['+150', 0.9, 0.36],
    ['-400', 0.95, 0.76],
  ])('takes the margin out of the closing price: %s', (text, share, p) => {
    const closing = closingAt(text)
    const { fair, ...rest } = { fair: undefined, ...withFair(closing, { by, share }) }
    expect([rest, fair?.by]).toEqual([closing, by])
    expect(fair?.p).toBeCloseTo(p, 12)
  })

  it('leaves a closing without a price or a known margin as it is', () => {
    const none = { kind: 'unquotable', why: 'gone', at: 1 } as const
    expect(withFair(none, { by, share: 0.9 })).toBe(none)
    const closing = closingAt('+300')
    expect(withFair(closing, undefined)).toBe(closing)
  })

  it.each([0, 2, 2.5, NaN])('leaves a closing without a win probability where the share is %d', share => {
    const closing = closingAt('+100')
    expect(withFair(closing, { by, share })).toBe(closing)
  })
})

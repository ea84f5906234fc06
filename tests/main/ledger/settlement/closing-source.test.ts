import { describe, expect, it } from 'vitest'
import { closingSource } from '../../../../src/main/ledger/settlement/closing-source.ts'
import type { FoundLeg } from '../../../../src/main/board/worker/protocol.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { legNamed, startOfTests, ticketOf } from '../../../support/ledger/tickets.ts'

const minute = 60_000

interface OnBoard {
  readonly price?: string | null
  readonly sgp?: string | null
  readonly at?: number
}

/** What a bet at Bravo, each leg as it is on the board, gets its closing price from. */
async function sourceOf(legs: readonly (OnBoard | null)[], bookId = 'bravo') {
  const asked: (readonly string[])[] = []
  const facts = ticketOf({
    book: { id: bookId, name: 'A book' },
    legs: legs.map((_, place) => legNamed(`leg ${place}`)),
  })
  const source = await closingSource(
    {
      settings: {
        state: () => ({
          priceFormat: 'decimal',
          staleAfterMs: 30_000,
          value: defaultValueSettings,
          books: [{ id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true }],
        }),
      },
      board: {
        legs: keys => Promise.resolve(keys.map((key, place) => foundOf(key, legs[place] ?? null))),
      },
      askBook: (_, tokens) => {
        asked.push(tokens)
        return Promise.resolve({ kind: 'no-price' })
      },
      now: () => startOfTests,
    },
    facts,
  )
  if (typeof source !== 'function') return { source, asked }
  return { source: await source(new AbortController().signal), asked }
}

function foundOf(key: string, onBoard: OnBoard | null): FoundLeg {
  if (onBoard === null) return { leg: null, isGameKnown: true }
  const { price = null, sgp = null, at } = onBoard
  const { name, market, game } = legNamed('x')
  const offers = ['delta', 'bravo'].map(bookId => ({
    bookId,
    oddsId: `${bookId}#${key}`,
    sgp,
    grade: null,
    price,
  }))
  const asOf = new Map([['delta', startOfTests], ...(at === undefined ? [] : [['bravo', at] as const])])
  return { leg: { key, name, market, game: { ...game, isLive: false }, offers }, flags: [], asOf }
}

const whyOf = async (legs: readonly (OnBoard | null)[], bookId?: string) => {
  const { source, asked } = await sourceOf(legs, bookId)
  expect(asked).toEqual([])
  return source.kind === 'no-token' ? source.why : source
}

describe('the closing price of a single bet', () => {
  it('is the board’s, as of when the book offered it', async () => {
    const at = startOfTests - 4 * minute
    expect(await sourceOf([{ price: '+150', at }])).toEqual({
      source: { kind: 'offered', price: { text: '+150', format: 'american', decimal: 2.5 }, at },
      asked: [],
    })
  })

  it.each([
    [6 * minute, 'was 6 min old'],
    [3 * 60 * minute, 'was 3 h old'],
  ])('is none where the board’s is %i ms old', async (ageMs, words) => {
    const why = await whyOf([{ price: '+150', at: startOfTests - ageMs }])
    expect(why).toBe(
      `The board’s price ${words}. Load odds in the last minutes before a start to have a closing price.`,
    )
  })

  it('is none where nobody knows how old the board’s is, or the board has none', async () => {
    expect(await whyOf([{ price: '+150' }])).toMatch(/age of the board’s price was not known/)
    for (const onBoard of [null, { price: null }, { price: 'soon' }])
      expect(await whyOf([onBoard])).toBe('The board has no price of this bet at this book.')
  })
})

describe('the closing price of a parlay', () => {
  it('is asked of its book with all its tokens', async () => {
    const { source, asked } = await sourceOf([{ sgp: 'a' }, { sgp: 'b' }])
    expect(asked).toEqual([['a', 'b']])
    expect(source).toEqual({ kind: 'no-price' })
  })

  it('is not asked for with fewer legs, nor at a book that the profile does not have', async () => {
    expect(await whyOf([{ sgp: 'a' }, null])).toBe('The board has 1 of 2 legs at this book.')
    expect(await whyOf([{ sgp: 'a' }, { sgp: 'b' }], 'echo')).toBe('This profile has no such book.')
  })
})

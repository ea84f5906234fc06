import { describe, expect, it } from 'vitest'
import { findClosingSource } from '../../../../src/main/ledger/settlement/closing-source.ts'
import { priority } from '../../../../src/main/odds-service/permits.ts'
import type { AskBook } from '../../../../src/main/odds-service/pricing.ts'
import type { FoundLeg } from '../../../../src/main/board/query/legs.ts'
import { defaultValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { makeLeg, startOfTests, makeTicket } from '../../../support/ledger/tickets.ts'

const minute = 60_000
const { signal } = new AbortController()

interface OnBoard {
  readonly price?: string | null
  readonly sgp?: string | null
  readonly at?: number
  /** Bravo offers it, unless false. */
  readonly isOffered?: boolean
}

/** Finds the source for a bet at Bravo whose legs the board has like this; undefined for a first leg that was typed. */
async function findSource(legs: readonly (OnBoard | null | undefined)[], bookId = 'bravo') {
  const asked: (readonly string[])[] = []
  const calls: Parameters<AskBook>[2][] = []
  // The first leg was typed, so the board cannot have it.
  const typed = makeLeg('typed', { selectionKey: null })
  const named = legs.map((_, place) => makeLeg(`leg ${place}`))
  const facts = makeTicket({
    book: { id: bookId, name: 'A book' },
    legs: legs[0] === undefined ? [typed, ...named.slice(1)] : named,
  })
  const source = await findClosingSource(
    {
      settings: {
        state: () => ({
          theme: 'system',
          priceFormat: 'decimal',
          staleAfterMs: 30_000,
          value: defaultValueSettings,
          books: [{ id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true }],
        }),
      },
      board: {
        legs: keys =>
          Promise.resolve(
            keys.map(key => makeFound(key, legs[facts.legs.findIndex(leg => leg.selectionKey === key)])),
          ),
      },
      askBook: (_, tokens, call) => {
        asked.push(tokens)
        calls.push(call)
        return Promise.resolve({ kind: 'no-price' })
      },
      now: () => startOfTests,
    },
    facts,
  )
  if (typeof source !== 'function') return { source, asked, calls }
  return { source: await source(signal), asked, calls }
}

function makeFound(key: string, onBoard: OnBoard | null = null): FoundLeg {
  if (onBoard === null) return { leg: null, isGameKnown: true }
  const { price = null, sgp = null, at, isOffered = true } = onBoard
  const { name, market, game } = makeLeg('x')
  const bravo = { bookId: 'bravo', oddsId: `Bravo#${key}`, sgp, grade: null, price }
  const delta = { ...bravo, bookId: 'delta', sgp: 'of-delta', price: '+999' }
  const offers = isOffered ? [delta, bravo] : [delta]
  const asOf = new Map([['delta', startOfTests], ...(at === undefined ? [] : [['bravo', at] as const])])
  return { leg: { key, name, market, game: { ...game, isLive: false }, offers }, flags: [], asOf }
}

const findReason = async (legs: readonly (OnBoard | null | undefined)[], bookId?: string) => {
  const { source, asked } = await findSource(legs, bookId)
  expect(asked).toEqual([])
  return source.kind === 'no-token' ? source.why : source
}

describe('findClosingSource of a single bet', () => {
  it('takes the board’s price with the time of the book’s offer', async () => {
    for (const at of [startOfTests, startOfTests - 5 * minute])
      expect(await findSource([{ price: '+150', at }])).toEqual({
        source: { kind: 'offered', price: { text: '+150', format: 'american', decimal: 2.5 }, at },
        asked: [],
        calls: [],
      })
  })

  it.each([
    [6 * minute, 'were 6 min old'],
    [60 * minute, 'were 1h old'],
    [3 * 60 * minute, 'were 3h old'],
  ])('gives no price when the board’s is %i ms old', async (ageMs, text) => {
    const why = await findReason([{ price: '+150', at: startOfTests - ageMs }])
    expect(why).toBe(`The odds ${text}. Refresh odds just before the start to get closing odds.`)
  })

  it('gives no price when the age of the board’s is unknown, or the board has none', async () => {
    expect(await findReason([{ price: '+150' }])).toMatch(/age of the odds was unknown/)
    for (const onBoard of [
      null,
      undefined,
      { price: null },
      { price: 'soon' },
      { price: '+150', isOffered: false },
    ])
      expect(await findReason([onBoard])).toBe('The odds loaded have no price for this bet at this book.')
  })
})

describe('findClosingSource of a parlay', () => {
  it('asks the book with all tokens', async () => {
    const { source, asked, calls } = await findSource([{ sgp: 'a' }, { sgp: 'b' }])
    expect(asked).toEqual([['a', 'b']])
    expect(calls).toEqual([{ signal, priority: priority.closing }])
    expect(source).toEqual({ kind: 'no-price' })
  })

  it('asks neither with fewer legs, nor at a book that the profile does not have', async () => {
    for (const other of [null, {}, { sgp: 'b', isOffered: false }])
      expect(await findReason([{ sgp: 'a' }, other])).toBe('Your odds have 1 of 2 legs at this book.')
    expect(await findReason([undefined, { sgp: 'b' }])).toBe('Your odds have 1 of 2 legs at this book.')
    expect(await findReason([{ sgp: 'a' }, { sgp: 'b' }], 'echo')).toBe(
      'This profile doesn’t have this book.',
    )
  })
})

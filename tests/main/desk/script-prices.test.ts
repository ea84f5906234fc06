import { describe, expect, it } from 'vitest'
import { ScriptPrices, type ScriptPricesDeps } from '../../../src/main/desk/script-prices.ts'
import { Refusal, type CallFailure } from '../../../src/shared/failure.ts'
import type { Parlay } from '../../../src/shared/model/parlay/parlay.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { americanPrice, book, leg, noon, quote } from '../../support/shared/desk-rows.ts'

const books = [book('alpha', 'Alpha'), book('bravo', 'Bravo'), book('charlie', 'Charlie')]
const offers = ['alpha', 'bravo'].map(bookId => ({
  ...{ bookId, oddsId: `${bookId}#e#m#n`, sgp: `sgp-${bookId}`, grade: null, price: null, isMain: true },
}))
const parlay = {
  ...{ id: 1, addedAt: noon, note: noNote, fairPrice: null, group: null, stakeMinor: null },
  legs: [{ ...leg('North', 'Moneyline'), offers }],
}
const priced: QuoteOutcome = { kind: 'priced', price: americanPrice(300), links: null, limits: null }
const failed = (failure: CallFailure): QuoteOutcome => ({ kind: 'failed', failure })

function createPrices(given: Partial<ScriptPricesDeps> = {}) {
  const asked: [string | null, string][] = []
  const recorded: unknown[] = []
  const prices = new ScriptPrices({
    parlay: () => toParlay(parlay),
    books: () => books,
    lastQuotes: () => new Map(),
    record: cell => recorded.push(cell),
    ask: (script, { id }) => {
      asked.push([script, id])
      return Promise.resolve({ kind: 'asked', outcome: priced })
    },
    log: () => '4c7bd1d0',
    now: () => noon,
    ...given,
  })
  return { prices, asked, recorded }
}
function toParlay(value: unknown): Parlay
function toParlay(value: unknown): unknown {
  return value
}

const all = { parlayId: 1, books: null, maxAgeMs: 30_000 }

describe('ScriptPrices', () => {
  it('asks every book that offers all legs, records each answer, and names books that it could not ask', async () => {
    const { prices, asked, recorded } = createPrices()
    expect(await prices.price('s', all)).toMatchObject([
      { bookId: 'alpha', status: 'priced', retry: 'no', isNew: true, ageMs: 0 },
      { bookId: 'bravo', status: 'priced' },
    ])
    expect(asked).toEqual([
      ['s', 'alpha'],
      ['s', 'bravo'],
    ])
    expect(recorded).toEqual([
      { parlayId: 1, bookId: 'alpha' },
      { parlayId: 1, bookId: 'bravo' },
    ])
    expect(await prices.price('s', { ...all, books: ['charlie', 'zulu', 'zulu'] })).toMatchObject([
      { bookId: 'charlie', status: 'not-offered', retry: 'no', price: null },
      { bookId: 'zulu', status: 'unknown-book', retry: 'no' },
    ])
    expect(asked).toHaveLength(2)
  })

  it('answers with a price that is new enough without a call, and asks again once it is not', async () => {
    const known = new Map([['alpha', { ...quote(priced), at: noon - 30_000 }]])
    const { prices, asked } = createPrices({ lastQuotes: () => known })
    const only = { ...all, books: ['alpha'] }
    expect(await prices.price('s', only)).toMatchObject([{ status: 'priced', isNew: false, ageMs: 30_000 }])
    expect(asked).toEqual([])
    expect(await prices.price('s', { ...only, maxAgeMs: 29_999 })).toMatchObject([{ isNew: true }])
    known.set('alpha', { ...quote(priced), at: noon + 60_000 })
    expect(await prices.price('s', only)).toMatchObject([{ isNew: true }])
    known.set('alpha', quote(failed({ kind: 'timed-out', afterMs: 1 })))
    expect(await prices.price('s', only)).toMatchObject([{ isNew: true }])
  })

  it.each([
    ['an unexpected error', new RangeError('delay'), /reference 4c7bd1d0/],
    ['a full disk', new Refusal({ kind: 'storage', sentence: 'The disk is full.' }), /The disk is full/],
  ])('keeps the answers of the other books after %s at one', async (_what, error, sentence) => {
    const { prices, recorded } = createPrices({
      ask: (_script, { id }) =>
        id === 'alpha' ? Promise.reject(error) : Promise.resolve({ kind: 'asked', outcome: priced }),
    })
    const answers = await prices.price('s', all)
    expect(answers).toMatchObject([
      { bookId: 'alpha', status: 'failed', retry: 'no', price: null },
      { bookId: 'bravo', status: 'priced' },
    ])
    expect(answers[0]?.sentence).toMatch(sentence)
    expect(answers[0]?.next).toMatch(/^[A-Z].*[.]$/)
    expect(recorded).toEqual([{ parlayId: 1, bookId: 'bravo' }])
  })

  it('says when the share allows the next call', async () => {
    const { prices, recorded } = createPrices({
      ask: () => Promise.resolve({ kind: 'over', waitMs: 12_300 }),
    })
    const next = 'Ask again in 13s. For more calls, make a token with a larger share in Settings, Scripts.'
    expect(await prices.price('s', { ...all, books: ['alpha'] })).toMatchObject([
      { status: 'over-share', retry: 'later', retryAfterMs: 12_300, at: null, isNew: false, next },
    ])
    expect(recorded).toEqual([])
  })

  it.each<[string, QuoteOutcome, object]>([
    ['no price', { kind: 'no-price' }, { status: 'no-price', retry: 'later' }],
    ['legs that do not combine', { kind: 'cannot-combine' }, { status: 'cannot-combine', retry: 'no' }],
    ['a text', { kind: 'message', text: 'Ignore all' }, { status: 'message', serviceText: 'Ignore all' }],
    [
      'a rate limit',
      failed({ kind: 'limited', untilAt: noon + 5_000 }),
      { status: 'rate-limited', retry: 'later', retryAfterMs: 5_000 },
    ],
    [
      'a failing host',
      failed({ kind: 'host-failing', host: 'alpha', untilAt: noon - 5 }),
      { status: 'host-failing', retryAfterMs: 0 },
    ],
    ['no key', failed({ kind: 'key-missing' }), { status: 'no-key', retry: 'no' }],
    ['a refused key', failed({ kind: 'key-refused' }), { status: 'no-key', retry: 'no' }],
    ['silence', failed({ kind: 'timed-out', afterMs: 8_000 }), { status: 'failed', retry: 'now' }],
    ['a redirect', failed({ kind: 'redirected', status: 302 }), { status: 'failed', retry: 'no' }],
  ])(
    'describes %s by a status, whether to retry, a sentence, and the next step',
    async (_what, outcome, said) => {
      const { prices } = createPrices({ ask: () => Promise.resolve({ kind: 'asked', outcome }) })
      const [answer] = await prices.price('s', { ...all, books: ['alpha'] })
      expect(answer).toMatchObject(said)
      expect([answer?.sentence, answer?.next].join(' ')).toMatch(/^[A-Z].*[.] [A-Z].*[.]$/)
      expect(answer?.sentence).not.toContain('Ignore all')
    },
  )
})

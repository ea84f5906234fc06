import { describe, expect, it } from 'vitest'
import type { KeyedRequest } from '../../../src/main/odds-service/caller.ts'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import {
  createAskBook,
  createPricing,
  dedupeRequests,
  type AskPrice,
  type PriceRequest,
} from '../../../src/main/odds-service/pricing.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { priced } from '../../support/shared/desk-rows.ts'
import { freePermits } from '../../support/odds-service/free-permits.ts'

const base: PriceRequest = {
  profile: { id: 'mine', pricing: 'https://{book}.example/' },
  hostId: 'bravo',
  tokens: ['t1', 't2'],
  format: 'american',
}

function startAsks() {
  const asked: { request: PriceRequest; answer: (outcome: QuoteOutcome) => void }[] = []
  const ask: AskPrice = request =>
    new Promise(resolve => {
      const answer = (outcome: QuoteOutcome) => {
        request.onEnded?.()
        resolve(outcome)
      }
      asked.push({ request, answer })
    })
  return { asked, ask: dedupeRequests(ask) }
}

const outcome = priced(450).outcome

describe('dedupeRequests', () => {
  it('sends one of several equal requests, answers all, and gives the other permits back', async () => {
    const { asked, ask } = startAsks()
    const { acquirePermit, outcomes } = freePermits()
    const permits = await Promise.all(
      [1, 2, 3].map(() => acquirePermit({ profileId: 'mine', host: 'bravo', priority: 0 })),
    )
    const answers = permits.map(permit => ask({ ...base, permit }))
    asked[0]?.answer(outcome)
    expect(await Promise.all(answers)).toEqual([outcome, outcome, outcome])
    expect(asked).toHaveLength(1)
    expect(outcomes).toEqual([{ kind: 'unsent' }, { kind: 'unsent' }])
  })

  it('neither shares a cancelled request nor passes on its permit', async () => {
    const { asked, ask } = startAsks()
    const { acquirePermit } = freePermits()
    const permit = await acquirePermit({ profileId: 'mine', host: 'bravo', priority: 3 })
    void ask(base)
    const cancelled = { ...base, permit, signal: AbortSignal.abort() }
    void ask(cancelled)
    void ask(base)
    expect(asked).toHaveLength(2)
    expect(asked[1]?.request).toBe(cancelled)
    expect(asked[0]?.request.signal?.aborted).toBe(false)
  })

  it('sends a queued request with the permit of an equal one, and answers all', async () => {
    const { asked, ask } = startAsks()
    const { acquirePermit, outcomes } = freePermits()
    const permit = await acquirePermit({ profileId: 'mine', host: 'bravo', priority: 3 })
    const answers = [ask({ ...base, priority: 2 }), ask({ ...base, permit })]
    expect(asked.map(({ request }) => [request.permit, request.signal?.aborted])).toEqual([
      [undefined, true],
      [permit, false],
    ])
    asked[0]?.answer({ kind: 'no-price' })
    answers.push(ask(base))
    asked[1]?.answer(outcome)
    expect(await Promise.all(answers)).toEqual([outcome, outcome, outcome])
    expect([asked.length, outcomes]).toEqual([2, []])
  })

  it('shares a request already sent with an equal one that has a permit', async () => {
    const { asked, ask } = startAsks()
    const { acquirePermit, outcomes } = freePermits()
    const permit = await acquirePermit({ profileId: 'mine', host: 'bravo', priority: 3 })
    void ask({ ...base, priority: 2 })
    asked[0]?.request.onSending?.()
    void ask({ ...base, permit })
    expect([asked.length, outcomes]).toEqual([1, [{ kind: 'unsent' }]])
  })

  it('sends an equal request again once the first was answered', async () => {
    const { asked, ask } = startAsks()
    const first = ask(base)
    asked[0]?.answer(outcome)
    await first
    void ask(base)
    expect(asked).toHaveLength(2)
  })

  it('sends an equal request again once the first has ended without an answer', async () => {
    let calls = 0
    const read = async () => {
      calls += 1
      if (calls > 1) await Promise.resolve()
      throw new ServiceError({ kind: 'unreachable', host: 'bravo.example', detail: 'reset' })
    }
    const ask = dedupeRequests(createPricing({ read }))
    for (let time = 0; time < 3; time++) expect(await ask(base)).toMatchObject({ kind: 'failed' })
    expect(calls).toBe(3)
  })

  it('does not share a request with a bad address for ever', async () => {
    let calls = 0
    const pricing = createPricing({ read: () => Promise.reject(new Error('never sent')) })
    const ask = dedupeRequests(request => {
      calls += 1
      return pricing(request)
    })
    const bad = { ...base, profile: { ...base.profile, pricing: 'not an address' } }
    for (let time = 0; time < 2; time++) expect(await ask(bad)).toMatchObject({ kind: 'failed' })
    expect(calls).toBe(2)
  })

  it('sends a request again while one it replaced is still ending', async () => {
    const { asked, ask } = startAsks()
    const off = new AbortController()
    void ask({ ...base, signal: off.signal })
    off.abort()
    const later = ask(base)
    asked[0]?.answer({ kind: 'no-price' })
    const third = ask(base)
    asked[1]?.answer(outcome)
    expect(await Promise.all([later, third])).toEqual([outcome, outcome])
    expect(asked).toHaveLength(2)
  })

  it.each<[string, Partial<PriceRequest>]>([
    ['profile', { profile: { ...base.profile, id: 'other' } }],
    ['book', { hostId: 'delta' }],
    ['format', { format: 'decimal' }],
    ['token', { tokens: ['t1', 't3'] }],
    ['order of tokens', { tokens: ['t2', 't1'] }],
  ])('sends requests of another %s separately', (_what, change) => {
    const { asked, ask } = startAsks()
    void ask(base)
    void ask({ ...base, ...change })
    expect(asked).toHaveLength(2)
  })
})

describe('Shared request', () => {
  it('goes on while a caller waits, and is aborted when none does', () => {
    const { asked, ask } = startAsks()
    const [one, two] = [new AbortController(), new AbortController()]
    for (const { signal } of [one, two]) void ask({ ...base, signal })
    one.abort()
    expect(asked[0]?.request.signal?.aborted).toBe(false)
    two.abort()
    expect(asked[0]?.request.signal?.aborted).toBe(true)
  })

  it('is sent again for a later caller once it was aborted', () => {
    const { asked, ask } = startAsks()
    const off = new AbortController()
    void ask({ ...base, signal: off.signal })
    off.abort()
    void ask({ ...base, signal: new AbortController().signal })
    expect(asked).toHaveLength(2)
  })
})

describe('createAskBook', () => {
  const book = { id: 'bravo', hostId: 'bravo-host', name: 'Bravo', isOn: true }
  const profile = { ...base.profile, name: 'Mine', feed: '', grader: '', queue: '' }

  function startBook(findProfile: () => Promise<typeof profile>) {
    const requests: KeyedRequest[] = []
    const askBook = createAskBook({
      account: { profile: findProfile },
      settings: { priceFormat: 'decimal' },
      caller: {
        read: (request, use) => {
          requests.push(request)
          const body = Buffer.from('{"price":"5.5"}')
          return Promise.resolve().then(() => use({ status: 200, retryAfter: undefined, body }, 'k'))
        },
      },
    })
    return { requests, askBook }
  }

  it('asks under the profile in use, in the format the user reads, once for equal requests', async () => {
    const { requests, askBook } = startBook(() => Promise.resolve(profile))
    const ask = () => askBook(book, ['t1', 't2'], { priority: 2 })
    const answers = await Promise.all([ask(), ask()])
    const answer: unknown = expect.objectContaining({ kind: 'priced' })
    expect(answers).toEqual([answer, answer])
    expect(requests).toEqual([
      expect.objectContaining({
        profileId: 'mine',
        method: 'POST',
        address: new URL('https://bravo-host.example/'),
        query: { price: 'decimal' },
        body: '["t1","t2"]',
        emptyBody: '[]',
        host: 'bravo-host',
        priority: 2,
      }),
    ])
  })

  it('says that the demo did not start, without a call', async () => {
    const { requests, askBook } = startBook(() => Promise.reject(new Error('no demo')))
    expect(await askBook(book, ['t1'], {})).toEqual({
      kind: 'failed',
      failure: { kind: 'unreachable', host: 'The demo’s odds service', detail: 'it didn’t start' },
    })
    expect(requests).toEqual([])
  })
})

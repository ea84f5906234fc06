import { describe, expect, it } from 'vitest'
import { createFeed } from '../../../src/main/odds-service/feed.ts'
import { createGrader } from '../../../src/main/odds-service/grader.ts'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import { KeyCheck } from '../../../src/main/odds-service/key-check.ts'
import { createTrending } from '../../../src/main/odds-service/trending.ts'
import {
  answers,
  key,
  resets,
  startClient,
  startService,
  type Script,
  type TestClient,
  type TestService,
} from '../../support/odds-service/server.ts'

const price = answers({ price: '+450' })
const page = answers('<html>403 Forbidden</html>', 403)
const address = ({ port }: TestService) => `http://127.0.0.1:${port}/`
const ignored = () => {}
const toFailure = (error: unknown) => (error instanceof ServiceError ? error.failure : error)

/** One call of each interface. */
const calls: readonly [string, (client: TestClient, service: TestService) => Promise<unknown>][] = [
  ['pricing', (client, service) => client.price(service)],
  ['feed', ({ caller }, service) => createFeed(caller)({ profile: { id: 'mine', feed: address(service) } })],
  [
    'queue',
    ({ caller }, service) =>
      createTrending(caller)({
        profile: { id: 'mine', queue: address(service) },
        ids: ['a#b#c#d'],
        onSending: ignored,
      }),
  ],
  [
    'settlement of many bets',
    ({ caller }, service) =>
      createGrader(caller).settle(
        { profile: { id: 'mine', grader: address(service) }, tokens: ['one', 'two', 'three', 'four'] },
        ignored,
      ),
  ],
  [
    'settlement of one bet',
    ({ caller }, service) =>
      createGrader(caller).check({ profile: { id: 'mine', grader: address(service) }, token: 'one' }),
  ],
]

describe.each(calls)('A refused key, by %s', (_interface, call) => {
  async function callOnce(...scripts: [Script, ...Script[]]) {
    const service = await startService(...scripts)
    const client = startClient()
    await call(client, service).catch(ignored)
    return { client, service }
  }

  it.each([400, 403])('is read from plain text under HTTP %i, with one call', async status => {
    for (const text of ['Invalid key', 'INVALID KEY\n', 'invalid key.']) {
      const { client, service } = await callOnce(answers(text, status, { 'content-type': 'text/plain' }))
      expect([client.refused, service.seen.length]).toEqual([[['mine', key]], 1])
    }
  })

  it.each<[string, Script]>([
    ['an empty body', answers('', 403)],
    ['a web page', page],
    ['the status in words', answers({ message: 'Forbidden' }, 403)],
  ])('is read from HTTP 403 with %s, after one more call that asks for nothing', async (_what, forbidden) => {
    const { client, service } = await callOnce(forbidden)
    expect([client.refused, service.seen.length, client.sent()]).toEqual([[['mine', key]], 2, 2])
    const [first, second] = service.seen
    // A GET asks by its query, which begins with the key.
    const url = first?.method === 'GET' ? first.url.replace(/&.*/, '') : first?.url
    expect(second).toMatchObject({ method: first?.method, url })
    expect(['', '[]', '{"odds":[]}']).toContain(second?.body)
  })

  it.each<[string, Script]>([
    ['a price', price],
    ['words of another reason', answers({ message: 'Name at least one leg' }, 403)],
    ['HTTP 400', answers('', 400)],
    ['HTTP 429', answers('', 429)],
    ['a reset', resets],
    ['more than a small answer', answers(Buffer.alloc(2_000_000))],
  ])('is not read from HTTP 403 where that call gets %s', async (_what, second) => {
    const { client, service } = await callOnce(page, second)
    expect([client.refused, service.seen.length]).toEqual([[], 2])
  })

  it('is not read from HTTP 403 for a reason that is given', async () => {
    const { client, service } = await callOnce(answers({ message: 'Not in your plan' }, 403))
    expect([client.refused, service.seen.length]).toEqual([[], 1])
  })
})

describe('A 403 without a reason', () => {
  const forbidden = { kind: 'failed', failure: { kind: 'forbidden' } }

  it('is the failure of its own call where the key is accepted, and costs one more call a minute', async () => {
    const script: Script = (response, seen) => (seen.body === '[]' ? price : page)(response, seen)
    const service = await startService(script)
    const client = startClient()
    for (let call = 0; call < 5; call += 1) expect(await client.price(service)).toEqual(forbidden)
    expect(service.seen).toHaveLength(6)
    expect(client.refused).toEqual([])
  })

  it('for one book of the feed says nothing of the key', async () => {
    const isOfBravo = (url: string) => url.includes('sportsbook=bravo')
    const service = await startService((response, seen) =>
      (isOfBravo(seen.url) ? page : answers({ odds: [] }))(response, seen),
    )
    const client = startClient()
    const profile = { id: 'mine', feed: address(service) }
    const failure = await createFeed(client.caller)({ profile, hostId: 'bravo' }).catch(toFailure)
    expect(failure).toEqual({ kind: 'forbidden' })
    expect([client.refused, service.seen.length]).toEqual([[], 2])
  })

  it('costs one more call in all where thirty books answer it at once', async () => {
    const service = await startService(page)
    const client = startClient()
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, book) => client.price(service, { hostId: `book${book}` })),
    )
    expect(service.seen).toHaveLength(31)
    expect(outcomes).toEqual(Array(30).fill({ kind: 'failed', failure: { kind: 'key-refused' } }))
  })

  it('costs no more call where no permit is granted, and refuses no key', async () => {
    const service = await startService(page)
    let granted = 0
    const client = startClient({
      acquirePermit() {
        granted += 1
        const paused = new ServiceError({ kind: 'limited', untilAt: Date.now() + 60_000 })
        if (granted > 1) return Promise.reject(paused)
        return Promise.resolve({ left: () => true, release: ignored, renew: () => Promise.resolve(false) })
      },
    })
    expect(await client.price(service)).toEqual(forbidden)
    expect([service.seen.length, client.refused.length]).toEqual([1, 0])
  })

  it('for an empty request refuses the key without one more call', async () => {
    const service = await startService(page)
    const client = startClient()
    expect(await client.price(service, { tokens: [] })).toMatchObject({ failure: { kind: 'key-refused' } })
    expect([client.refused, service.seen.length]).toEqual([[['mine', key]], 1])
  })

  it('of an older key says nothing of the one in use', async () => {
    const service = await startService(page)
    const keysInUse = ['old-key', 'new-key']
    const refused: string[] = []
    const client = startClient({
      keys: {
        current: () => keysInUse.shift() ?? 'new-key',
        refuse: (_profileId, its) => refused.push(its),
      },
    })
    expect(await client.price(service)).toEqual(forbidden)
    expect(refused).toEqual([])
  })
})

describe('KeyCheck', () => {
  function startCheck() {
    let now = 0
    const check = new KeyCheck(() => now)
    let asked = 0
    const ask = (profileId: string, host: string, apiKey: string, isRefused = true) =>
      check.isRefused(profileId, host, apiKey, () => {
        asked += 1
        return Promise.resolve(isRefused)
      })
    return { ask, asked: () => asked, pass: (ms: number) => (now += ms) }
  }

  it('checks a host again after a minute, and takes the new result', async () => {
    const { ask, asked, pass } = startCheck()
    expect(await ask('a', 'host', 'k', false)).toBe(false)
    pass(59_999)
    expect([await ask('a', 'host', 'k'), asked()]).toEqual([false, 1])
    pass(1)
    expect([await ask('a', 'host', 'k'), asked()]).toEqual([true, 2])
  })

  it.each([
    ['profile', ['ab', 'c', 'k']],
    ['host', ['a', 'b', 'k']],
    ['key', ['a', 'bc', 'key']],
  ] as const)(
    'checks within the minute where the %s is another',
    async (_what, [profileId, host, apiKey]) => {
      const { ask, asked } = startCheck()
      await ask('a', 'bc', 'k')
      expect([await ask(profileId, host, apiKey), asked()]).toEqual([true, 2])
    },
  )
})

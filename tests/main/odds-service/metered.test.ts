/** Every request that reaches a service was counted: over all interfaces and whatever the service does. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFeed } from '../../../src/main/odds-service/feed.ts'
import { createGrader } from '../../../src/main/odds-service/grader.ts'
import { Http } from '../../../src/main/odds-service/http.ts'
import { createTrending } from '../../../src/main/odds-service/trending.ts'
import {
  answers,
  resets,
  startClient,
  startService,
  writes,
  type Script,
  type TestClient,
  type TestService,
} from '../../support/odds-service/server.ts'
import { fc } from '../../support/property.ts'

const noWait = { now: () => performance.now(), pause: () => Promise.resolve(), random: () => 0 }
const address = ({ port }: TestService) => `http://127.0.0.1:${port}/`
const ignored = () => {}

const faults: readonly Script[] = [
  answers({ price: '+450' }),
  answers({ price: '+450' }, 200, { connection: 'close' }),
  answers({ odds: [{ grade: 'one', result: 'Won' }] }),
  answers('', 400),
  answers('', 403),
  answers('', 413),
  answers('', 302, { location: '/elsewhere' }),
  answers('', 429, { 'retry-after': '0' }),
  answers('busy', 503),
  resets,
  writes('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'),
  writes('no HTTP'),
]
const calls: readonly ((client: TestClient, service: TestService) => Promise<unknown>)[] = [
  (client, service) => client.price(service),
  ({ caller }, service) => createFeed(caller)({ profile: { id: 'mine', feed: address(service) } }),
  ({ caller }, service) => {
    const profile = { id: 'mine', queue: address(service) }
    return createTrending(caller)({ profile, ids: ['a#b#c#d'], onSending: ignored })
  },
  ({ caller }, service) => {
    const request = {
      profile: { id: 'mine', grader: address(service) },
      tokens: ['one', 'two', 'three', 'four'],
    }
    return createGrader(caller).settle(request, ignored)
  },
]

describe('Caller', () => {
  it('sends no request without a permit, whatever a service answers', async () => {
    const [call, fault] = [fc.constantFrom(...calls), fc.constantFrom(...faults)]
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 12 }),
        fc.array(fault, { minLength: 1, maxLength: 12 }),
        async (made, scripts) => {
          let seen = 0
          const service = await startService((response, request) => {
            seen += 1
            scripts[seen % scripts.length]?.(response, request)
          })
          const client = startClient({ clock: noWait, timeLimitMs: 3_000 })
          await Promise.allSettled(made.map(one => one(client, service)))
          expect(seen).toBeGreaterThan(0)
          expect(seen).toBeLessThanOrEqual(client.sent())
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('Http', () => {
  it('reports that a request leaves once its connection is open', async () => {
    const service = await startService(answers({ price: '+450' }))
    const http = new Http()
    onTestFinished(() => http.close())
    const leavings: number[] = []
    const send = () =>
      http.send({
        method: 'GET',
        address: new URL(address(service)),
        query: {},
        key: 'k',
        timeoutMs: 3_000,
        maxBytes: 1_000,
        onLeaving: () => leavings.push(service.seen.length),
      })
    await send()
    await pause(20)
    await send()
    expect(leavings).toEqual([0, 1])
    const refused = http.send({
      method: 'GET',
      address: new URL('http://127.0.0.1:1/'),
      query: {},
      key: 'k',
      timeoutMs: 3_000,
      maxBytes: 1_000,
      onLeaving: () => leavings.push(-1),
    })
    await expect(refused).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
    expect(leavings).toEqual([0, 1])
  })
})

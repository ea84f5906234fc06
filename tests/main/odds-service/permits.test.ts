import { describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import { priority, type CallRequest, type Permit } from '../../../src/main/odds-service/permits.ts'
import { freePermits } from '../../support/odds-service/free-permits.ts'
import {
  answers,
  isSilent,
  resets,
  startClient,
  startService,
  type Script,
} from '../../support/odds-service/server.ts'

const price = answers({ price: '+450' })

describe('Permit of a call', () => {
  it('is acquired for every attempt', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const service = await startService(answers({}, 503), price)
    const client = startClient()
    await client.price(service)
    expect(client.outcomes).toEqual([{ kind: 'failed' }, { kind: 'answered' }])
    vi.restoreAllMocks()
  })

  it.each<[string, Script, string]>([
    ['a price', price, 'answered'],
    ['a documented outcome', answers({ message: 'Price not found' }, 404), 'answered'],
    ['an answer that cannot be read', answers('{'), 'answered'],
    ['a refused key', answers({ error: 'Invalid key' }, 401), 'answered'],
    ['HTTP 501', answers({}, 501), 'failed'],
    ['a reset', resets, 'failed'],
  ])('is released after %s with what that says of the host', async (_what, script, kind) => {
    const service = await startService(script)
    const client = startClient()
    await client.price(service)
    expect(client.outcomes.at(-1)?.kind).toBe(kind)
  })

  it('is released after HTTP 429 with the end of the pause', async () => {
    const service = await startService(answers({}, 429, { 'retry-after': '30' }))
    const client = startClient()
    const outcome = await client.price(service)
    expect(outcome).toEqual({ kind: 'failed', failure: client.outcomes[0] })
  })

  it('is returned without a key, and released as cancelled when the caller cancelled', async () => {
    const off = new AbortController()
    const service = await startService((...call) => {
      off.abort()
      isSilent(...call)
    })
    const withoutKey = startClient({
      keys: {
        current() {
          throw new ServiceError({ kind: 'key-missing' })
        },
        refuse: () => {},
      },
    })
    await withoutKey.price(service)
    expect(withoutKey.outcomes).toEqual([{ kind: 'unsent' }])
    const client = startClient()
    await client.price(service, { signal: off.signal })
    expect(client.outcomes).toEqual([{ kind: 'called-off' }])
  })

  it('leaves the first failure where none comes for another attempt', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const service = await startService(answers({}, 503))
    const permit: Permit = { left: () => true, release: () => {}, renew: () => Promise.resolve(false) }
    const outcome = await startClient().price(service, { permit })
    expect(outcome).toMatchObject({ failure: { kind: 'server-error', status: 503 } })
    expect(service.seen).toHaveLength(1)
    vi.restoreAllMocks()
  })

  it('is acquired with the call’s book and priority, unless one was given', async () => {
    const service = await startService(price)
    const sought: CallRequest[] = []
    const { acquirePermit } = freePermits()
    const client = startClient({
      acquirePermit(request) {
        sought.push(request)
        return acquirePermit(request)
      },
    })
    await client.price(service)
    await client.price(service, { priority: priority.user })
    await client.price(service, { permit: await acquirePermit({ profileId: '', host: '', priority: 0 }) })
    expect(sought).toEqual([
      { profileId: 'mine', host: 'bravo', priority: priority.background },
      { profileId: 'mine', host: 'bravo', priority: priority.user },
    ])
  })

  it('is acquired for the same book, before other calls, to check a 403', async () => {
    const service = await startService(answers('', 403))
    const client = startClient()
    await client.price(service)
    expect(client.requests).toMatchObject([
      { profileId: 'mine', host: 'bravo', priority: priority.background },
      { profileId: 'mine', host: 'bravo', priority: priority.recheck },
    ])
  })

  it('counts from the moment the call leaves', async () => {
    const service = await startService(price)
    const steps: string[] = []
    const permit: Permit = {
      left: () => steps.push(`left, ${service.seen.length} seen`) > 0,
      release: ({ kind }) => steps.push(kind),
      renew: () => Promise.resolve(false),
    }
    await startClient().price(service, { permit })
    expect(steps).toEqual(['left, 0 seen', 'answered'])
  })

  it('is the call’s failure when it is refused, and nothing is sent', async () => {
    const service = await startService(price)
    const failure = { kind: 'host-failing', host: 'bravo', untilAt: 1 } as const
    const client = startClient({ acquirePermit: () => Promise.reject(new ServiceError(failure)) })
    expect(await client.price(service)).toEqual({ kind: 'failed', failure })
    expect(service.seen).toEqual([])
  })
})

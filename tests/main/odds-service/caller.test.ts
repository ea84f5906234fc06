import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../../src/main/odds-service/failures.ts'
import {
  answers,
  isSilent,
  key,
  resets,
  startClient,
  startService,
  writes,
  type Script,
  type TestClient,
} from '../../support/odds-service/server.ts'

const price = answers({ price: '+450' })

describe('a read', () => {
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each<[string, Script]>([
    ['HTTP 408', answers({}, 408)],
    ['HTTP 425', answers({}, 425)],
    ['HTTP 500', answers('<html>', 500)],
    ['HTTP 503', answers({ message: 'busy' }, 503)],
    ['a reset', resets],
    ['half an answer', writes('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{')],
  ])('is asked twice again after %s, and no more', async (_what, fault) => {
    const service = await startService(fault)
    const client = startClient()
    expect(await client.price(service)).toMatchObject({ kind: 'failed' })
    expect([service.seen.length, client.sent()]).toEqual([3, 3])
  })

  it('is the answer that came at last', async () => {
    const service = await startService(answers({}, 500), resets, price)
    expect(await startClient().price(service)).toMatchObject({ kind: 'priced' })
    expect(new Set(service.seen.map(({ body, url }) => body + url)).size).toBe(1)
  })

  it('that was lost is asked again within its time limit', async () => {
    const service = await startService(isSilent, price)
    expect(await startClient({ timeLimitMs: 3_300 }).price(service)).toMatchObject({ kind: 'priced' })
  })

  it('without time left for another attempt fails as it is', async () => {
    const service = await startService(answers({}, 500))
    const outcome = await startClient({ timeLimitMs: 999 }).price(service)
    expect(outcome).toMatchObject({ failure: { kind: 'server-error' } })
    expect(service.seen).toHaveLength(1)
  })

  it.each<[string, Script]>([
    ['a price', price],
    ['a documented outcome', answers({ message: 'Price not found' }, 404)],
    ['HTTP 429', answers({}, 429)],
    ['a refused key', answers({ message: 'Invalid key' })],
    ['a redirect', answers('', 302, { location: '/' })],
    ['broken JSON', answers('{')],
    ['HTTP 400', answers('', 400)],
    ['a body too large', answers(Buffer.alloc(1_048_577))],
  ])('is not asked again after %s', async (_what, script) => {
    const service = await startService(script)
    await startClient().price(service)
    expect(service.seen).toHaveLength(1)
  })
})

describe('a read that is called off', () => {
  it('before it is sent is not sent', async () => {
    const service = await startService(price)
    const client = startClient()
    const outcome = await client.price(service, { signal: AbortSignal.abort() })
    expect(outcome.kind).toBe('failed')
    expect([service.seen.length, client.sent()]).toEqual([0, 0])
  })

  it('while it waits for an answer ends at once, and is not asked again', async () => {
    const off = new AbortController()
    const service = await startService(() => off.abort())
    const client = startClient({ timeLimitMs: 60_000 })
    expect(await client.price(service, { signal: off.signal })).toMatchObject({ kind: 'failed' })
    expect([service.seen.length, client.sent()]).toEqual([1, 1])
  })

  it('between two attempts is neither sent nor counted again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const off = new AbortController()
    const service = await startService(response => {
      response.on('finish', () => void pause(50).then(() => off.abort()))
      answers({}, 500)(response, { method: '', url: '', headers: {}, body: '' })
    })
    const client = startClient()
    expect(await client.price(service, { signal: off.signal })).toMatchObject({ kind: 'failed' })
    expect([service.seen.length, client.sent()]).toEqual([1, 1])
    vi.restoreAllMocks()
  })
})

describe('HTTP 429', () => {
  const untilOf = async (headers: Record<string, string>, body: unknown = {}) => {
    const service = await startService(answers(body, 429, headers))
    const before = Date.now()
    const outcome = await startClient().price(service)
    if (outcome.kind !== 'failed' || outcome.failure.kind !== 'limited') throw new Error(outcome.kind)
    return outcome.failure.untilAt - before
  }

  it('is a limit until the time that the service names', async () => {
    expect(await untilOf({ 'retry-after': '30' })).toBeGreaterThanOrEqual(30_000)
    expect(await untilOf({ 'retry-after': '30' })).toBeLessThan(40_000)
  })

  it('is a limit of a minute when it names none, whatever its body says', async () => {
    for (const body of ['<html>', '', { price: '+450' }, { message: 'Price not found' }])
      expect(await untilOf({}, body)).toBeGreaterThanOrEqual(60_000)
  })
})

describe('a key', () => {
  const withKeys = (current: (profileId: string) => string): TestClient => {
    const refused: [string, string][] = []
    const client = startClient({ keys: { current, refuse: (...told) => refused.push(told) } })
    return { ...client, refused }
  }

  it('that the service refuses is told once, with its profile', async () => {
    const service = await startService(answers({ error: 'Invalid key' }, 401))
    const client = startClient()
    await client.price(service)
    expect(client.refused).toEqual([['mine', key]])
  })

  it('is not told as refused for anything else', async () => {
    const service = await startService(answers({ message: 'Cannot be combined' }, 403))
    const client = startClient()
    await client.price(service)
    expect(client.refused).toEqual([])
  })

  it.each(['key-missing', 'key-refused'] as const)('that is %s sends nothing', async kind => {
    const service = await startService(price)
    const client = withKeys(() => {
      throw new Refused({ kind })
    })
    expect(await client.price(service)).toEqual({ kind: 'failed', failure: { kind } })
    expect([service.seen.length, client.refused.length]).toEqual([0, 0])
  })

  it('is fetched anew for every attempt, for the profile that asks', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const service = await startService(answers({}, 500), price)
    const asked: string[] = []
    const client = withKeys(profileId => `key-${String(asked.push(profileId))}`)
    await client.price(service)
    expect(asked).toEqual(['mine', 'mine'])
    expect(service.seen.map(({ url }) => url)).toEqual([
      '/?key=key-1&price=american',
      '/?key=key-2&price=american',
    ])
    vi.restoreAllMocks()
  })
})

import { describe, expect, it, vi } from 'vitest'
import { Caller, type KeyedRequest, type RetryClock } from '../../../src/main/odds-service/caller.ts'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import type { HttpAnswer, HttpRequest } from '../../../src/main/odds-service/http.ts'
import { priority, type Permit, type PermitOutcome } from '../../../src/main/odds-service/permits.ts'
import { freePermits } from '../../support/odds-service/free-permits.ts'
import {
  answers,
  key,
  resets,
  startClient,
  startService,
  writes,
  type Script,
  type TestClient,
} from '../../support/odds-service/server.ts'

const price = answers({ price: '+450' })

/** Retries at once. */
const noWait: RetryClock = { now: () => performance.now(), pause: () => Promise.resolve(), random: () => 0 }

const read: KeyedRequest = {
  profileId: 'mine',
  method: 'GET',
  address: new URL('https://book.example.com/'),
  query: {},
}

/** A caller over a scripted HTTP client, on a clock that moves by the script's times alone. */
function startScripted(
  send: (request: HttpRequest, pass: (ms: number) => void) => HttpAnswer,
  { timeLimitMs, random = 0 }: { timeLimitMs: number; random?: number },
) {
  const sent: HttpRequest[] = []
  const pauses: number[] = []
  let now = 0
  const pass = (ms: number) => {
    now += ms
  }
  const { acquirePermit, outcomes, requests } = freePermits()
  const caller = new Caller({
    http: {
      send(request) {
        sent.push(request)
        return new Promise(resolve => resolve(send(request, pass)))
      },
    },
    keys: { current: () => key, refuse: () => {} },
    acquirePermit,
    timeLimitMs,
    clock: {
      now: () => now,
      pause(ms) {
        pauses.push(ms)
        pass(ms)
        return Promise.resolve()
      },
      random: () => random,
    },
  })
  return { caller, sent, pauses, outcomes, requests }
}

const answer: HttpAnswer = { status: 200, retryAfter: undefined, body: Buffer.from('{}') }

describe('Caller.read', () => {
  it.each<[string, Script]>([
    ['HTTP 408', answers({}, 408)],
    ['HTTP 425', answers({}, 425)],
    ['HTTP 500', answers('<html>', 500)],
    ['HTTP 503', answers({ message: 'busy' }, 503)],
    ['a reset', resets],
    ['half an answer', writes('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{')],
  ])('sends twice again after %s, and no more', async (_what, fault) => {
    const service = await startService(fault)
    const client = startClient({ clock: noWait })
    expect(await client.price(service)).toMatchObject({ kind: 'failed' })
    expect([service.seen.length, client.sent()]).toEqual([3, 3])
  })

  it('answers with the first usable answer, and sends the same each time', async () => {
    const service = await startService(answers({}, 500), resets, price)
    expect(await startClient({ clock: noWait }).price(service)).toMatchObject({ kind: 'priced' })
    expect(new Set(service.seen.map(({ body, url }) => body + url)).size).toBe(1)
  })

  it('gives a first attempt two thirds of the time limit, and the next what is left of it', async () => {
    let attempt = 0
    const { caller, sent, outcomes } = startScripted(
      ({ timeoutMs }, pass) => {
        attempt += 1
        if (attempt > 1) return answer
        pass(timeoutMs)
        throw new ServiceError({ kind: 'timed-out', afterMs: timeoutMs })
      },
      { timeLimitMs: 3_300 },
    )
    expect(await caller.read(read, ({ status }) => status)).toBe(200)
    expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([2_200, 1_100])
    expect(outcomes).toEqual([{ kind: 'failed' }, { kind: 'answered' }])
  })

  it('waits before each retry: at most half a second, then at most a second', async () => {
    const { caller, pauses } = startScripted(
      () => {
        throw new ServiceError({ kind: 'timed-out', afterMs: 0 })
      },
      { timeLimitMs: 12_000, random: 1 },
    )
    await expect(caller.read(read, () => {})).rejects.toMatchObject({ failure: { kind: 'timed-out' } })
    expect(pauses).toEqual([500, 1_000])
  })

  it('sends once on the real clock where its time has no room for another attempt', async () => {
    const service = await startService(answers({}, 500))
    await startClient({ timeLimitMs: 900 }).price(service)
    expect(service.seen).toHaveLength(1)
  })

  it('waits up to half a second by chance on the real clock', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.4)
    const times: number[] = []
    const fails: Script = (...call) => {
      times.push(performance.now())
      answers({}, 500)(...call)
    }
    await startClient().price(await startService(fails, fails, price))
    vi.restoreAllMocks()
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(190)
  })

  it.each([
    [2_000, 0, 2],
    [2_001, 0, 1],
    [1_500, 1, 2],
    [1_501, 1, 1],
  ])(
    'with %i ms of 3,000 ms used up and a chance of %d sends %i time(s): an attempt needs a second',
    async (usedMs, random, count) => {
      let attempts = 0
      const { caller, sent } = startScripted(
        (_request, pass) => {
          attempts += 1
          pass(attempts === 1 ? usedMs : 1_000)
          throw new ServiceError({ kind: 'timed-out', afterMs: usedMs })
        },
        { timeLimitMs: 3_000, random },
      )
      await expect(caller.read(read, () => {})).rejects.toMatchObject({ failure: { kind: 'timed-out' } })
      expect(sent).toHaveLength(count)
    },
  )

  it.each<[string, Script]>([
    ['a price', price],
    ['a documented outcome', answers({ message: 'Price not found' }, 404)],
    ['HTTP 429', answers({}, 429)],
    ['a refused key', answers({ message: 'Invalid key' })],
    ['a redirect', answers('', 302, { location: '/' })],
    ['broken JSON', answers('{')],
    ['HTTP 400', answers('', 400)],
    ['a body too large', answers(Buffer.alloc(1_048_577))],
  ])('does not retry after %s', async (_what, script) => {
    const service = await startService(script)
    await startClient().price(service)
    expect(service.seen).toHaveLength(1)
  })
})

describe('Caller.read of a long answer', () => {
  const longRead = { idleMs: 5_000, totalMs: 60_000 }
  const reset = { kind: 'unreachable', host: 'book.example.com', detail: 'ECONNRESET' } as const
  const busy = { kind: 'server-error', status: 503, detail: 'busy' } as const

  it('may take all of its time, and be silent for its own limit', async () => {
    const { caller, sent } = startScripted(() => answer, { timeLimitMs: 3_000 })
    await caller.read({ ...read, longRead }, () => {})
    expect(sent).toMatchObject([{ timeoutMs: 60_000, idleMs: 5_000 }])
  })

  it.each([
    ['is not paid for again once it had begun', true, reset, 1],
    ['is asked for again when nothing of it came', false, reset, 3],
    ['is asked for again when what came was an error', true, busy, 3],
  ])('%s', async (_what, hasBegun, failure, count) => {
    const { caller, sent } = startScripted(
      ({ onBody }) => {
        if (hasBegun) onBody?.()
        throw new ServiceError(failure)
      },
      { timeLimitMs: 3_000 },
    )
    await expect(caller.read({ ...read, longRead }, () => {})).rejects.toMatchObject({ failure })
    expect(sent).toHaveLength(count)
  })
})

describe('Caller.read, cancelled', () => {
  it('is retried like any other call while it is not cancelled', async () => {
    const service = await startService(answers({}, 500), price)
    const { signal } = new AbortController()
    expect(await startClient({ clock: noWait }).price(service, { signal })).toMatchObject({ kind: 'priced' })
  })

  it('waits for no retry', async () => {
    const off = new AbortController()
    const { caller, pauses, outcomes } = startScripted(
      () => {
        off.abort()
        throw new ServiceError({ kind: 'unreachable', host: 'book.example.com', detail: 'aborted' })
      },
      { timeLimitMs: 3_000 },
    )
    await expect(caller.read({ ...read, signal: off.signal }, () => {})).rejects.toThrow('aborted')
    expect([pauses, outcomes]).toEqual([[], [{ kind: 'called-off' }]])
  })

  it('sends nothing when it had not been sent', async () => {
    const service = await startService(price)
    const client = startClient()
    const outcome = await client.price(service, { signal: AbortSignal.abort() })
    expect(outcome.kind).toBe('failed')
    expect([service.seen.length, client.sent()]).toEqual([0, 0])
  })

  it('ends at once while it waits for an answer, without a retry', async () => {
    const off = new AbortController()
    const service = await startService(() => off.abort())
    const client = startClient({ timeLimitMs: 60_000 })
    expect(await client.price(service, { signal: off.signal })).toMatchObject({ kind: 'failed' })
    expect([service.seen.length, client.sent()]).toEqual([1, 1])
  })

  it('sends and counts nothing more when it is cancelled between two attempts', async () => {
    const off = new AbortController()
    const service = await startService(answers({}, 500))
    const clock: RetryClock = {
      ...noWait,
      pause() {
        off.abort()
        return Promise.resolve()
      },
    }
    const client = startClient({ clock })
    expect(await client.price(service, { signal: off.signal })).toMatchObject({ kind: 'failed' })
    expect([service.seen.length, client.sent()]).toEqual([1, 1])
  })
})

describe('Caller and its permit', () => {
  it('asks in the background, by the host of the address, where nothing else is said', async () => {
    const { caller, requests } = startScripted(() => answer, { timeLimitMs: 3_000 })
    await caller.read(read, () => {})
    expect(requests).toEqual([
      { profileId: 'mine', host: 'book.example.com', priority: priority.background, signal: undefined },
    ])
  })

  it('asks with the priority, the host and the signal that the request has', async () => {
    const { caller, requests } = startScripted(() => answer, { timeLimitMs: 3_000 })
    const { signal } = new AbortController()
    await caller.send({ ...read, host: 'bravo', priority: priority.recheck, signal }, () => {})
    expect(requests).toEqual([{ profileId: 'mine', host: 'bravo', priority: priority.recheck, signal }])
  })

  it('uses the one it was given, and says when the request leaves', async () => {
    const steps: string[] = []
    const permit: Permit = {
      left: () => steps.push('left') > 0,
      release: ({ kind }) => void steps.push(kind),
      renew: () => Promise.resolve(false),
    }
    const { caller, requests } = startScripted(
      ({ onLeaving }) => {
        steps.push('connected')
        onLeaving?.()
        return answer
      },
      { timeLimitMs: 3_000 },
    )
    await caller.read({ ...read, permit }, () => {})
    expect([steps, requests]).toEqual([['connected', 'left', 'answered'], []])
  })

  it.each<[string, ServiceError, PermitOutcome]>([
    [
      'a limit is reported with its end',
      new ServiceError({ kind: 'limited', untilAt: 5 }),
      { kind: 'limited', untilAt: 5 },
    ],
    [
      'an answer that cannot be used is no failure of the host',
      new ServiceError({ kind: 'redirected', status: 302 }),
      { kind: 'answered' },
    ],
  ])('%s', async (_what, error, outcome) => {
    const { caller, outcomes } = startScripted(() => answer, { timeLimitMs: 3_000 })
    const reading = caller.read(read, () => {
      throw error
    })
    await expect(reading).rejects.toBe(error)
    expect(outcomes).toEqual([outcome])
  })
})

describe('Fault of the program', () => {
  it('while an answer is read is passed on, without a retry, and is no fault of the host', async () => {
    const { caller, sent, outcomes } = startScripted(() => answer, { timeLimitMs: 3_000 })
    const fault = new Error('a bug')
    const reading = caller.read(read, () => {
      throw fault
    })
    await expect(reading).rejects.toBe(fault)
    expect([sent.length, outcomes]).toEqual([1, [{ kind: 'answered' }]])
  })

  it('while a 403 is checked is passed on', async () => {
    const service = await startService(answers('', 403))
    const fault = new Error('a bug')
    let readings = 0
    const client = startClient({
      keys: {
        current() {
          readings += 1
          if (readings > 1) throw fault
          return key
        },
        refuse: () => {},
      },
    })
    await expect(client.price(service)).rejects.toBe(fault)
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

  it('limits until the time that the service names', async () => {
    expect(await untilOf({ 'retry-after': '30' })).toBeGreaterThanOrEqual(30_000)
    expect(await untilOf({ 'retry-after': '30' })).toBeLessThan(40_000)
  })

  it('limits for a minute when it names no time, whatever its body says', async () => {
    for (const body of ['<html>', '', { price: '+450' }, { message: 'Price not found' }])
      expect(await untilOf({}, body)).toBeGreaterThanOrEqual(60_000)
  })
})

describe('Caller and the key', () => {
  const withKeys = (current: (profileId: string) => string): TestClient => {
    const refused: [string, string][] = []
    const client = startClient({
      clock: noWait,
      keys: { current, refuse: (...pushed) => refused.push(pushed) },
    })
    return { ...client, refused }
  }

  it('reports a key that the service refuses once, with its profile', async () => {
    const service = await startService(answers({ error: 'Invalid key' }, 401))
    const client = startClient()
    await client.price(service)
    expect(client.refused).toEqual([['mine', key]])
  })

  it('reports no refused key for any other answer', async () => {
    const service = await startService(answers({ message: 'Cannot be combined' }, 403))
    const client = startClient()
    await client.price(service)
    expect(client.refused).toEqual([])
  })

  it.each(['key-missing', 'key-refused'] as const)('sends nothing for a key that is %s', async kind => {
    const service = await startService(price)
    const client = withKeys(() => {
      throw new ServiceError({ kind })
    })
    expect(await client.price(service)).toEqual({ kind: 'failed', failure: { kind } })
    expect([service.seen.length, client.refused.length]).toEqual([0, 0])
  })

  it('fetches the key for every attempt, for the profile of the request', async () => {
    const service = await startService(answers({}, 500), price)
    const profiles: string[] = []
    const client = withKeys(profileId => `key-${String(profiles.push(profileId))}`)
    await client.price(service)
    expect(profiles).toEqual(['mine', 'mine'])
    expect(service.seen.map(({ url }) => url)).toEqual([
      '/?key=key-1&price=american',
      '/?key=key-2&price=american',
    ])
  })
})

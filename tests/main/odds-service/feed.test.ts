import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { LongRead } from '../../../src/main/odds-service/caller.ts'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import { createFeed, type FeedRequest } from '../../../src/main/odds-service/feed.ts'
import {
  answers,
  isSilent,
  key,
  startClient,
  startService,
  writes,
  type Script,
} from '../../support/odds-service/server.ts'

async function fetchFrom(
  script: Script,
  request: (port: number) => FeedRequest,
  given: { readonly time?: LongRead; readonly timeLimitMs?: number } = {},
) {
  const service = await startService(script)
  const client = startClient(given)
  const fetching = createFeed(client.caller, given.time)(request(service.port))
  const result = await fetching.catch((error: unknown) => {
    if (error instanceof ServiceError) return error.failure
    throw error
  })
  return { result, client, seen: service.seen }
}
const plain = (port: number): FeedRequest => ({
  profile: { id: 'mine', feed: `http://feed.localhost:${port}/` },
})
/** Writes a piece of JSON white space `times` times, and then the end. */
const drips =
  (everyMs: number, times: number): Script =>
  response => {
    let left = times
    const timer = setInterval(() => {
      response.write(' ')
      left -= 1
      if (left === 0) response.end('[]')
      if (response.writableEnded) clearInterval(timer)
    }, everyMs)
    response.on('close', () => clearInterval(timer))
  }

describe('Feed', () => {
  it('is read with a GET and the key, byte for byte', async () => {
    const body = Buffer.from('{"games": [\n]}')
    const { result, seen } = await fetchFrom(answers(body), plain)
    expect(result).toEqual(body)
    expect(seen[0]).toMatchObject({
      method: 'GET',
      url: `/?${new URLSearchParams({ key }).toString()}`,
      body: '',
    })
    expect(seen[0]?.headers['content-type']).toBeUndefined()
  })

  it('names its book in the query', async () => {
    const { seen } = await fetchFrom(answers('{}'), port => ({ ...plain(port), hostId: 'hard_rock_bet' }))
    expect(seen[0]?.url).toMatch(/&sportsbook=hard_rock_bet$/)
  })

  it('names its league, live and main lines only, in the query', async () => {
    const { seen } = await fetchFrom(answers('{}'), port => ({
      ...plain(port),
      league: 'a&b',
      isLiveOnly: true,
      isMainOnly: true,
    }))
    expect(seen[0]?.url).toMatch(/&league=a%26b&live=true&main=true$/)
  })

  it('asks for everything where live and main lines are not all that is wanted', async () => {
    const { seen } = await fetchFrom(answers('{}'), port => ({
      ...plain(port),
      isLiveOnly: false,
      isMainOnly: false,
    }))
    expect(seen[0]?.url).toBe(`/?${new URLSearchParams({ key }).toString()}`)
  })

  it('names its league in the path alone where the address has a place for it', async () => {
    const { seen } = await fetchFrom(answers('{}'), port => ({
      profile: { id: 'mine', feed: `http://{book}.localhost:${port}/{league}/odds` },
      hostId: 'bravo',
      league: '../x',
    }))
    expect(seen[0]?.url).toMatch(/^\/\.\.%2Fx\/odds\?/)
    expect(seen[0]?.url).not.toContain('league=')
    expect(seen[0]?.headers.host).toMatch(/^bravo\.localhost:/)
  })

  it('is not read when its address needs a league and none is given', async () => {
    const { result, seen } = await fetchFrom(answers('{}'), port => ({
      profile: { id: 'mine', feed: `http://feed.localhost:${port}/{league}` },
    }))
    expect(result).toEqual({
      kind: 'bad-address',
      detail: 'it has {league}. Set at least one league in the feed’s schedule.',
    })
    expect(seen).toEqual([])
  })

  it('ends when it is cancelled', async () => {
    const { result } = await fetchFrom(answers('{}'), port => ({
      ...plain(port),
      signal: AbortSignal.abort(),
    }))
    expect(result).toMatchObject({ kind: 'unreachable', detail: 'aborted' })
  })

  it('is read from a host per book where the address has a place for it', async () => {
    const { seen } = await fetchFrom(answers('{}'), port => ({
      profile: { id: 'mine', feed: `http://{book}.localhost:${port}/odds` },
      hostId: 'bravo',
    }))
    expect(seen[0]?.headers.host).toMatch(/^bravo\.localhost:/)
  })

  it('is inflated, and far larger than other answers may be', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024, 0x20)
    const { result } = await fetchFrom(answers(gzipSync(body), 200, { 'content-encoding': 'gzip' }), plain)
    expect(Buffer.isBuffer(result) && result.equals(body)).toBe(true)
  })

  it('is refused over 64 MiB when inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1, 0x20), { level: 1 })
    const { result } = await fetchFrom(answers(bomb, 200, { 'content-encoding': 'gzip' }), plain)
    expect(result).toEqual({ kind: 'too-large', limitBytes: 64 * 1024 * 1024 })
  })

  it.each([
    [404, { message: 'No feed here' }, { kind: 'unreadable', status: 404, detail: 'No feed here' }],
    [404, {}, { kind: 'unreadable', status: 404, detail: 'it isn’t an odds feed' }],
    [404, '<html>', { kind: 'unreadable', status: 404, detail: 'a web page instead of JSON' }],
    [204, '', { kind: 'unreadable', status: 204, detail: 'an empty response' }],
    [401, '', { kind: 'key-refused' }],
    [403, { error: 'Invalid key' }, { kind: 'key-refused' }],
    [302, '', { kind: 'redirected', status: 302 }],
  ])('is refused under HTTP %d', async (status, body, failure) => {
    const { result, client } = await fetchFrom(answers(body, status), plain)
    expect(result).toEqual(failure)
    expect(client.refused).toHaveLength(failure.kind === 'key-refused' ? 1 : 0)
  })

  it('reports a refused key under HTTP 200 too', async () => {
    const { result, client } = await fetchFrom(answers({ message: 'Invalid key' }), plain)
    expect(result).toEqual({ kind: 'key-refused' })
    expect(client.refused).toEqual([['mine', key]])
  })
})

describe('A feed that is longer than an error', () => {
  it('is taken though it says what a refused key would', async () => {
    const body = JSON.stringify({ message: 'Invalid key', more: '' }).padEnd(1_000)
    const { result, client } = await fetchFrom(answers(body), plain)
    expect([result, client.refused]).toEqual([Buffer.from(body), []])
  })
})

describe('Feed time limit', () => {
  it('is longer than a price’s, as long as data keeps coming', async () => {
    const { result, seen } = await fetchFrom(drips(50, 16), plain, { timeLimitMs: 300 })
    expect(result).toEqual(Buffer.from(`${' '.repeat(16)}[]`))
    expect(seen).toHaveLength(1)
  })

  it('ends the read when nothing more comes, without a retry', async () => {
    const stalls: Script = response => void response.writeHead(200).write('[')
    const { result, client, seen } = await fetchFrom(stalls, plain, {
      time: { idleMs: 300, totalMs: 60_000 },
    })
    expect(result).toEqual({ kind: 'timed-out', afterMs: 300 })
    expect([seen.length, client.outcomes]).toEqual([1, [{ kind: 'failed' }]])
  })

  it('ends the read at last even when data keeps coming', async () => {
    const { result, seen } = await fetchFrom(drips(20, 10_000), plain, {
      time: { idleMs: 10_000, totalMs: 2_000 },
    })
    expect(result).toEqual({ kind: 'timed-out', afterMs: 2_000 })
    expect(seen).toHaveLength(1)
  })

  it('allows a retry when nothing of it came', async () => {
    const { result, seen } = await fetchFrom(isSilent, plain, { time: { idleMs: 300, totalMs: 60_000 } })
    expect(result).toEqual({ kind: 'timed-out', afterMs: 300 })
    expect(seen).toHaveLength(3)
  })

  it.each<[string, Script, number]>([
    ['a body that breaks off', writes('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n['), 1],
    ['a whole answer of HTTP 503', answers({ message: 'busy' }, 503), 3],
  ])('allows a retry after %s only where that was complete', async (_what, script, calls) => {
    const { seen } = await fetchFrom(script, plain)
    expect(seen).toHaveLength(calls)
  })
})

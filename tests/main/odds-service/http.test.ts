import { getEventListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'
import type { CallFailure } from '../../../src/shared/failure.ts'
import { priceFormats } from '../../../src/shared/odds/price.ts'
import {
  answers,
  isSilent,
  key,
  resets,
  startClient,
  startService,
  writes,
  type Script,
} from '../../support/odds-service/server.ts'

const price = { price: '+450' }

const aSentence: unknown = expect.stringMatching(/\.$/)

describe('Pricing request', () => {
  it('is a POST of the tokens to the book’s own host, with key and price in the query', async () => {
    const service = await startService(answers(price))
    await startClient().price(service, { tokens: ['one', 'two', 'three'] })
    const query = new URLSearchParams({ key, price: 'american' }).toString()
    expect(service.seen).toHaveLength(1)
    expect(service.seen[0]).toMatchObject({
      method: 'POST',
      url: `/?${query}`,
      headers: { host: `bravo.localhost:${service.port}`, 'content-type': 'application/json' },
      body: '["one","two","three"]',
    })
  })

  it('carries a key that reads back exactly, whatever reserved characters it has', async () => {
    const service = await startService(answers(price))
    await startClient().price(service)
    const url = new URL(service.seen[0]?.url ?? '', 'http://host')
    expect([...url.searchParams]).toEqual([
      ['key', key],
      ['price', 'american'],
    ])
  })

  it('keeps each token verbatim, percent-encoded ones too, and their order', async () => {
    const service = await startService(answers(price))
    const tokens = ['b%3D%3D', 'a+/=', 'ü', '%', '"\\', 'b%3D%3D']
    await startClient().price(service, { tokens })
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual(tokens)
    expect(service.seen[0]?.body).toContain('b%3D%3D')
  })

  it('keeps the path of the pricing address', async () => {
    const service = await startService(answers(price))
    const profile = { id: 'mine', pricing: `${service.pricing}sgp/v2/` }
    await startClient().price(service, { profile })
    expect(service.seen[0]?.url).toMatch(/^\/sgp\/v2\/\?key=/)
  })

  it.each(priceFormats)('asks for %s prices by name', async format => {
    const service = await startService(answers({ message: 'Price not found' }))
    await startClient().price(service, { format })
    expect(service.seen[0]?.url).toMatch(new RegExp(`&price=${format}$`))
  })

  it('carries no cookie, no referrer and no name of the program', async () => {
    const service = await startService(answers(price, 200, { 'set-cookie': 'id=1' }))
    const client = startClient()
    await client.price(service)
    await client.price(service)
    for (const { headers } of service.seen) {
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'content-length',
        'content-type',
        'host',
      ])
    }
  })

  it('is not sent for an invalid host id, with the reason', async () => {
    const service = await startService(answers(price))
    const client = startClient()
    const outcome = await client.price(service, { hostId: 'evil.com/' })
    expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'bad-address', detail: aSentence } })
    expect([service.seen.length, client.sent()]).toEqual([0, 0])
  })

  it('is not sent over plain http to any other machine', async () => {
    const profile = { id: 'mine', pricing: 'http://{book}.example.com/' }
    const client = startClient()
    const service = await startService(isSilent)
    expect(await client.price(service, { profile })).toMatchObject({
      failure: { kind: 'bad-address', detail: aSentence },
    })
    expect(client.sent()).toBe(0)
  })

  it('leaves no timer and no abort listener behind where it was refused', async () => {
    const { signal } = new AbortController()
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
    const before = timers()
    const address = new URL('http://book.example.com/')
    const limits = { timeoutMs: 60_000, maxBytes: 1_000, signal }
    const sent = new Http().send({ method: 'GET', address, query: {}, key, ...limits })
    await expect(sent).rejects.toMatchObject({ failure: { kind: 'bad-address' } })
    expect([timers(), getEventListeners(signal, 'abort')]).toEqual([before, []])
  })
})

describe('Http connections', () => {
  it('are kept: twenty calls, one after the other, open no more than two', async () => {
    const service = await startService(answers(price))
    const client = startClient()
    for (let call = 0; call < 20; call += 1) await client.price(service)
    expect(service.seen.length).toBe(20)
    expect(service.sockets()).toBeLessThanOrEqual(2)
  })

  it('are at most six per host, however many calls are made at once', async () => {
    const service = await startService(answers(price))
    const client = startClient()
    await Promise.all(Array.from({ length: 20 }, () => client.price(service)))
    expect([service.seen.length, service.sockets()]).toEqual([20, 6])
  })
})

const mebibyte = 1024 * 1024

/** The failure a fault ends in. The waits between attempts are none. */
async function failureOf(script: Script, timeLimitMs = 5_000): Promise<CallFailure | undefined> {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const service = await startService(script)
  const outcome = await startClient({ timeLimitMs }).price(service)
  vi.restoreAllMocks()
  return outcome.kind === 'failed' ? outcome.failure : undefined
}

describe('Body that is no answer', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'an empty response'],
    ['a web page', '<!doctype html><p>Hello</p>', 'a web page instead of JSON'],
    ['cut JSON', '{"price":', 'broken JSON'],
    ['more after JSON', '{"price":"+450"} trailing', 'broken JSON'],
    ['other quotes', "{'price':'+450'}", 'broken JSON'],
    ['NaN', '{"price":NaN}', 'broken JSON'],
    ['a comment', '// c\n{"price":"+450"}', 'broken JSON'],
    ['a text', '"Price not found"', 'JSON, but not an object'],
    ['an array', '[{"price":"+450"}]', 'JSON, but not an object'],
    ['null', 'null', 'JSON, but not an object'],
    ['a number', '7', 'JSON, but not an object'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'not UTF-8 text'],
    ['UTF-16', Buffer.from('{"price":"+450"}', 'utf16le'), 'broken JSON'],
    ['a price twice', '{"price":"+450","price":"+900"}', 'the same key twice'],
    ['a price twice, escaped', '{"price":"+450","pric\\u0065":"+900"}', 'the same key twice'],
    ['a key twice further down', '{"price":"+450","a":[{"b":1,"b":2}]}', 'the same key twice'],
    ['__proto__', '{"price":"+450","__proto__":{"x":1}}', 'a forbidden key'],
    ['__proto__, escaped', '{"price":"+450","\\u005f_proto__":1}', 'a forbidden key'],
    ['constructor.prototype', '{"a":{"constructor":{"prototype":{}}}}', 'a forbidden key'],
    ['33 objects deep', deep(33), 'nested deeper than 32 levels'],
    ['33 arrays deep', '['.repeat(33) + ']'.repeat(33), 'nested deeper than 32 levels'],
    ['400,000 arrays deep', '['.repeat(400_000) + ']'.repeat(400_000), 'nested deeper than 32 levels'],
    ['100,000 objects deep', deep(100_000), 'nested deeper than 32 levels'],
  ])('is unreadable: %s', async (_what, body, detail) => {
    expect(await failureOf(answers(body))).toEqual({ kind: 'unreadable', status: 200, detail })
  })

  it('is an answer at a depth of 32, and with plain uses of careful names', async () => {
    expect(await failureOf(answers(`{"price":"+450","a":${deep(31)}}`))).toBeUndefined()
    expect(await failureOf(answers('{"price":"+450","constructor":1,"prototype":2}'))).toBeUndefined()
  })

  it('is an answer with a byte order mark', async () => {
    expect(await failureOf(answers('\uFEFF{"price":"+450"}'))).toBeUndefined()
  })

  it.each([500, 502, 503, 599])('is the server’s error under HTTP %d', async status => {
    for (const body of ['<html>', '', '{"message":5}'])
      expect(await failureOf(answers(body, status))).toEqual({
        kind: 'server-error',
        status,
        detail: 'it gave no reason',
      })
  })

  it('leaves the words of a server error readable', async () => {
    const failure = await failureOf(answers({ error: 'database\n down' }, 500))
    expect(failure).toEqual({ kind: 'server-error', status: 500, detail: 'database down' })
  })
})

describe('Connection', () => {
  it.each<[string, Script]>([
    ['reset', resets],
    ['closed without a word', writes('')],
    ['that speaks no HTTP', writes('SSH-2.0-OpenSSH\r\n')],
    ['cut within the head', writes('HTTP/1.1 200 OK\r\ncontent-le')],
    ['cut within the body', writes('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"price":"+4')],
    ['cut within a chunk', writes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"pr')],
    ['with two lengths', writes('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}')],
    ['with an endless head', writes(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(80_000)}\r\n\r\n`)],
  ])('that %s is reported unreachable, with the host’s name and a code', async (_what, script) => {
    const failure = await failureOf(script)
    expect(failure).toMatchObject({ kind: 'unreachable', host: 'bravo.localhost' })
    expect(failure).toHaveProperty('detail', expect.stringMatching(/^[A-Z_]+$|^cut off$/))
  })

  it('to a port where nothing listens is reported unreachable', async () => {
    const client = startClient({ timeLimitMs: 900 })
    const profile = { id: 'mine', pricing: 'http://{book}.localhost:1/' }
    const service = await startService(isSilent)
    expect(await client.price(service, { profile })).toEqual({
      kind: 'failed',
      failure: { kind: 'unreachable', host: 'bravo.localhost', detail: 'ECONNREFUSED' },
    })
  })
})

describe('Answer that does not end', () => {
  it.each<[string, Script]>([
    ['never begins', isSilent],
    ['stops within its body', response => response.writeHead(200).write('{"price":')],
    [
      'trickles',
      response => {
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('is timed out when it %s', async (_how, script) => {
    const isLate = wait(1_500, 'late')
    expect(await Promise.race([failureOf(script, 300), isLate])).toEqual({ kind: 'timed-out', afterMs: 200 })
  })
})

describe('Redirect', () => {
  it.each([300, 301, 302, 303, 304, 307, 308])('of HTTP %d is never followed', async status => {
    const other = await startService(answers({ price: '+450' }))
    const location = `http://bravo.localhost:${other.port}/`
    expect(await failureOf(answers({ price: '+450' }, status, { location }))).toEqual({
      kind: 'redirected',
      status,
    })
    expect([other.seen.length, other.sockets()]).toEqual([0, 0])
  })
})

describe('Answer too large', () => {
  const tooLarge: CallFailure = { kind: 'too-large', limitBytes: mebibyte }

  it('is refused when its length says so', async () => {
    expect(await failureOf(answers(Buffer.alloc(mebibyte + 1, 0x20)))).toEqual(tooLarge)
  })

  it('is refused while it arrives, without a length and without an end', async () => {
    const endless: Script = response => {
      const more = () => {
        while (response.writable && response.write(Buffer.alloc(65_536, 0x20)));
      }
      response.on('drain', more)
      more()
    }
    expect(await failureOf(endless)).toEqual(tooLarge)
  })

  it('is refused when it is small on the wire and endless when inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * mebibyte, 0x20))
    expect(bomb.length).toBeLessThan(mebibyte / 8)
    expect(await failureOf(answers(bomb, 200, { 'content-encoding': 'gzip' }))).toEqual(tooLarge)
  })

  it('is read to the last byte of the cap', async () => {
    const answer = '{"price":"+450"}'
    expect(await failureOf(answers(answer.padEnd(mebibyte, ' ')))).toBeUndefined()
    const inflated = gzipSync(answer.padEnd(mebibyte, ' '))
    expect(await failureOf(answers(inflated, 200, { 'content-encoding': 'gzip' }))).toBeUndefined()
  })
})

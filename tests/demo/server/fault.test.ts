import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readFaults } from '../../../src/demo/server/fault.ts'
import type { Fault } from '../../../src/demo/server/fault.ts'
import { parseJson, KEY, oddsAt, startTestDemo } from '../../support/demo/demo-client.ts'
import type { Reply, TestDemo } from '../../support/demo/demo-client.ts'

const PATH = `/?key=${KEY}`
const BODY = '["rubbish"]'
const RIGHT = { message: 'Price not found' }

function callBravo(demo: TestDemo): Promise<Reply> {
  return demo.ask({ host: 'bravo', path: PATH, body: BODY })
}

async function struckBy(fault: Omit<Fault, 'route'>): Promise<Reply> {
  return callBravo(await startTestDemo({ faults: [{ route: 'pricing', ...fault }] }))
}

describe('a fault', () => {
  it('delays the right answer', async () => {
    expect(parseJson(await struckBy({ kind: 'delay', ms: 5 }))).toEqual(RIGHT)
  })

  it('leaves the call without an answer until the service ends', async () => {
    const demo = await startTestDemo({ faults: [{ route: 'pricing', kind: 'no-answer' }] })
    const hanging = callBravo(demo)
    const ended = expect(hanging).rejects.toThrow('socket hang up')
    expect(await Promise.race([hanging, demo.feed('&league=csl&main=true').then(() => 'nothing yet')])).toBe(
      'nothing yet',
    )
    await demo.close()
    await ended
  })

  it('resets the connection', async () => {
    await expect(struckBy({ kind: 'reset' })).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('breaks the answer off', async () => {
    await expect(struckBy({ kind: 'truncated' })).rejects.toThrow('aborted')
    const demo = await startTestDemo({ faults: [{ route: 'feed', kind: 'truncated' }] })
    await expect(demo.feed('&league=csl')).rejects.toThrow('aborted')
  })

  it('answers a web page', async () => {
    const reply = await struckBy({ kind: 'html' })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html'])
    expect(reply.text).toMatch(/^<!doctype html>/)
  })

  it('answers far too much', async () => {
    expect((await struckBy({ kind: 'oversize' })).bytes.length).toBeGreaterThan(2 * 2 ** 20)
    expect((await struckBy({ kind: 'oversize', bytes: 10 })).bytes.length).toBeLessThan(100)
  })

  it('answers a gzip bomb', async () => {
    const reply = await struckBy({ kind: 'gzip-bomb', bytes: 30 * 2 ** 20 })
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(reply.bytes.length).toBeLessThan(100_000)
    expect(gunzipSync(reply.bytes).length).toBe(30 * 2 ** 20)
  })

  it('redirects', async () => {
    const reply = await struckBy({ kind: 'redirect', location: 'http://evil.example/' })
    expect([reply.status, reply.headers.location]).toEqual([302, 'http://evil.example/'])
  })

  it('answers any status', async () => {
    expect((await struckBy({ kind: 'status' })).status).toBe(503)
    const reply = await struckBy({ kind: 'status', status: 404, body: '{"message":"Price not found"}' })
    expect([reply.status, parseJson(reply)]).toEqual([404, RIGHT])
  })

  it('limits the rate, with any Retry-After or none', async () => {
    const reply = await struckBy({ kind: 'rate-limit', retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' })
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, 'Wed, 21 Oct 2026 07:28:00 GMT'])
    expect((await struckBy({ kind: 'rate-limit' })).headers).not.toHaveProperty('retry-after')
  })

  it('labels the right answer wrongly', async () => {
    const reply = await struckBy({ kind: 'content-type' })
    expect([reply.headers['content-type'], parseJson(reply)]).toEqual(['text/plain', RIGHT])
  })

  it('refuses the key', async () => {
    const reply = await struckBy({ kind: 'invalid-key' })
    expect([reply.status, parseJson(reply)]).toEqual([401, { error: 'Invalid key' }])
  })

  it.each([
    [{ kind: 'malformed' }, '{"price": "+100",'],
    [{ kind: 'null' }, 'null'],
    [{ kind: 'empty' }, ''],
    [{ kind: 'wrong-types' }, '{"price":250,"links":"none"}'],
    [{ kind: 'error-body', message: 'Down for maintenance' }, '{"error":"Down for maintenance"}'],
    [{ kind: 'deep-nesting', depth: 3 }, '[[[]]]'],
    [{ kind: 'duplicate-keys' }, '{"price":"+100","price":"+900"}'],
    [
      { kind: 'proto' },
      '{"price":"+100","__proto__":{"price":"+900"},"constructor":{"prototype":{"price":"+900"}}}',
    ],
  ] as const)('answers a body that cannot be trusted: %o', async (fault, text) => {
    const reply = await struckBy(fault)
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([200, 'application/json', text])
  })

  it.each(['queue', 'grader', 'feed'] as const)('strikes the %s too', async route => {
    const demo = await startTestDemo({ faults: [{ route, kind: 'wrong-types' }] })
    const path = route === 'grader' ? `/v1/grader?key=${KEY}&grade=x` : PATH
    const reply = await demo.ask({ host: route, path, ...(route === 'queue' ? { body: BODY } : {}) })
    expect(reply.status).toBe(200)
    expect(demo.calls).toMatchObject([{ route, fault: 'wrong-types' }])
  })

  it('strikes one book and leaves the others alone', async () => {
    const demo = await startTestDemo({ faults: [{ route: 'pricing', book: 'bravo', kind: 'status' }] })
    expect((await callBravo(demo)).status).toBe(503)
    expect((await demo.ask({ host: 'delta', path: PATH, body: BODY })).status).toBe(200)
    expect(oddsAt(await demo.feed('&sportsbook=bravo&league=csl'), 'bravo')).not.toEqual([])
  })

  it('lets `after` calls pass and strikes `count` times', async () => {
    const demo = await startTestDemo({
      faults: [
        { route: 'pricing', kind: 'status', after: 1, count: 2 },
        { route: 'pricing', kind: 'html', after: 4 },
      ],
    })
    const statuses: unknown[] = []
    for (let i = 0; i < 5; i++) statuses.push((await callBravo(demo)).status)
    expect(statuses).toEqual([200, 503, 503, 200, 200])
    expect(demo.calls.map(call => call.fault)).toEqual([null, 'status', 'status', null, 'html'])
  })

  it('can be set and lifted while the service runs', async () => {
    const demo = await startTestDemo()
    demo.setFaults([{ route: 'pricing', kind: 'empty' }])
    expect((await callBravo(demo)).text).toBe('')
    demo.setFaults([])
    expect(parseJson(await callBravo(demo))).toEqual(RIGHT)
  })
})

describe('readFaults', () => {
  it('is read as it is written', () => {
    const faults = [{ route: 'feed', kind: 'delay', ms: 10, count: 1, after: 2, book: 'bravo' }]
    expect(readFaults(faults)).toEqual(faults)
  })

  it.each([
    [{}, 'Faults must be a JSON list of objects.'],
    [[7], 'Fault 1: it must be an object.'],
    [
      [{ route: 'home', kind: 'html' }],
      'Fault 1: "route" must be one of pricing, queue, grader, feed, betslip.',
    ],
    [[{ route: 'feed', kind: 'toString' }], /^Fault 1: "kind" must be one of delay, /],
    [[{ route: 'feed', kind: 'html', ms: 1 }], 'Fault 1: "ms" is not a parameter of html.'],
    [[{ route: 'feed', kind: 'delay', ms: '1' }], 'Fault 1: "ms" must be a number.'],
    [[{ route: 'feed', kind: 'delay', ms: -1 }], 'Fault 1: "ms" must be a whole number, 0 or more.'],
    [[{ route: 'feed', kind: 'status', status: 99 }], 'Fault 1: "status" must be from 200 to 599.'],
  ])('is refused in one sentence: %j', (value, sentence) => {
    expect(() => readFaults(value)).toThrow(sentence)
  })
})

/** Whatever goes wrong, no form of the key is in what comes out of the odds service's client: one loop over all faults. */
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../../src/main/odds-service/failures.ts'
import { echoOf, formsOf } from '../../support/odds-service/key-forms.ts'
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

const encoded = encodeURIComponent(key)
const forms = formsOf(key)
const echoed = `bad request: POST /?key=${encoded} ${echoOf(key)}`
const big = Buffer.from(echoed.repeat(4_000))

const faults: Readonly<Record<string, Script>> = {
  'an error page that echoes our address': answers(`<html>${echoed}</html>`, 500),
  'a JSON error that echoes our address': answers({ error: echoed }, 500),
  'a message that echoes our address': answers({ message: echoed }),
  'an error that echoes our address': answers({ error: { message: echoed } }, 400),
  'a price that is our key': answers({ price: key }),
  'links and limits that echo our key': answers({
    price: '+450',
    links: { desktop: `https://x.example/?${echoed}`, mobile: `app://${encoded}` },
    limits: { min: key, max: encoded },
  }),
  'broken JSON that holds our key': answers(`{"message":"${echoed}`),
  'a forbidden key that holds ours': answers(`{"__proto__":{"${encoded}":1}}`),
  'a key twice that is ours': answers(`{"${encoded}":1,"${encoded}":2}`),
  'a text that is our key': answers(key),
  'our key refused': answers({ message: `Invalid key: ${key}` }, 401),
  'a limit that echoes our key': answers({ message: echoed }, 429, { 'retry-after': encoded }),
  'a redirect to our address': answers('', 302, { location: `https://elsewhere.example/?key=${encoded}` }),
  'bytes that are no HTTP and hold our key': writes(`${echoed}\r\n\r\n`),
  'a header line that is broken and holds our key': writes(`HTTP/1.1 200 OK\r\n${echoed}\r\n\r\n`),
  'a length that is our key': writes(`HTTP/1.1 200 OK\r\ncontent-length: ${encoded}\r\n\r\n`),
  'half an answer that holds our key': writes(`HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n${echoed}`),
  'an encoding that is our key': answers('{}', 200, { 'content-encoding': encoded }),
  'gzip that breaks on our key': answers(
    Buffer.concat([gzipSync('{}').subarray(0, 12), big.subarray(0, 99)]),
    200,
    {
      'content-encoding': 'gzip',
    },
  ),
  'an answer too large that holds our key': answers(big),
  'a bomb that holds our key': answers(gzipSync(big), 200, { 'content-encoding': 'gzip' }),
  'bytes that are no text and hold our key': answers(
    Buffer.concat([Buffer.from([0xff]), Buffer.from(echoed)]),
  ),
  'a reset': resets,
  'no answer': isSilent,
}

/** Everything that a log, a screen or a debugger could show of what came out. */
function shownOf(result: unknown): string {
  const stack = result instanceof Error ? result.stack : ''
  return [
    inspect(result, { depth: 9, showHidden: true }),
    JSON.stringify(result),
    String(result),
    stack,
  ].join('\n')
}
const formsIn = (text: string) => forms.filter(form => text.includes(form))

describe('Output of a call', () => {
  beforeAll(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })

  it.each(Object.entries(faults))('holds no form of the key: %s', async (_what, fault) => {
    const service = await startService(fault)
    const client = startClient({ timeLimitMs: 600 })
    const outcome = await client.price(service)
    const address = new URL(`http://bravo.localhost:${service.port}/`)
    const thrown = await client.caller
      .read({ profileId: 'mine', method: 'GET', address, query: {} }, ({ status }) => status)
      .catch((error: unknown) => error)
    expect(formsIn(shownOf(outcome))).toEqual([])
    expect(formsIn(shownOf(thrown))).toEqual([])
    expect(service.seen.length).toBeGreaterThan(1)
  })

  it('is searched for every form of the key by this test', () => {
    expect(forms.map(form => formsIn(shownOf(new Error(`x ${form}`))).includes(form))).not.toContain(false)
  })

  it('is an error of our own, without a cause', async () => {
    const service = await startService(writes(`${echoed}\r\n\r\n`))
    const address = new URL(`http://bravo.localhost:${service.port}/`)
    const reading = startClient({ timeLimitMs: 600 }).caller.read(
      { profileId: 'mine', method: 'GET', address, query: {} },
      () => undefined,
    )
    const error = await reading.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).not.toHaveProperty('cause')
  })
})

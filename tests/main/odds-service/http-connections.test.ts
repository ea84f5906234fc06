/** Connections of the odds service's client, and what a request leaves on them. */
import { getEventListeners, once } from 'node:events'
import { createSecureServer } from 'node:http2'
import {
  createServer,
  getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
  type Server,
  type Socket,
} from 'node:net'
import type { TLSSocket } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Http, smallBytes, type HttpRequest } from '../../../src/main/odds-service/http.ts'
import { makeCertificate, trust } from '../../support/odds-service/certificate.ts'
import { answers, isSilent, resets, startService, type Script } from '../../support/odds-service/server.ts'

/** A client, and a function that sends it a GET to a port of this machine. */
function startHttp() {
  const http = new Http({})
  onTestFinished(() => http.close())
  const send = ({ port }: { port: number }, request: Partial<HttpRequest> = {}) =>
    http.send({
      method: 'GET',
      address: new URL(`http://localhost:${port}/`),
      query: {},
      key: 'k',
      timeoutMs: 5_000,
      maxBytes: 1_000,
      ...request,
    })
  return { http, send }
}

/** Listens on the loopback address until the test ends. `sockets` are the connections of clients. */
async function listen(server: Server) {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, sockets }
}

describe('Http request', () => {
  it('asks for JSON that may be compressed, and names the type of a body', async () => {
    const service = await startService(answers({}))
    const { send } = startHttp()
    await send(service)
    await send(service, { method: 'POST', body: '[]' })
    const asks = { accept: 'application/json', 'accept-encoding': 'gzip' }
    expect(service.seen.map(({ method, headers }) => [method, headers])).toEqual([
      ['GET', expect.objectContaining(asks)],
      ['POST', expect.objectContaining({ ...asks, 'content-type': 'application/json' })],
    ])
    expect(service.seen[0]?.headers).not.toHaveProperty('content-type')
  })

  it('may have headers of its own beside these', async () => {
    const service = await startService(answers({}))
    await startHttp().send(service, { headers: { authorization: 'Bearer x' } })
    expect(service.seen[0]?.headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer x' })
  })

  it('is refused over plain http to any other machine, whoever asks', async () => {
    const call = startHttp().send({ port: 80 }, { address: new URL('http://book.example.com/') })
    await expect(call).rejects.toMatchObject({
      failure: { kind: 'bad-address', detail: 'it must start with https:// to protect your key.' },
    })
  })

  it('without a key keeps its address as it is', async () => {
    const service = await startService(answers({}))
    const address = new URL(`http://localhost:${service.port}/a/b?c=d%20e`)
    await startHttp().send(service, { address, key: null })
    expect(service.seen[0]?.url).toBe('/a/b?c=d%20e')
  })

  it('leaves no timer and no abort listener behind once it was answered', async () => {
    const service = await startService(answers({}))
    const { send } = startHttp()
    const { signal } = new AbortController()
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
    const before = timers()
    await send(service, { signal, timeoutMs: 60_000 })
    // Others may end meanwhile.
    expect(timers()).toBeLessThanOrEqual(before)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('leaves no abort listener behind once its connection broke', async () => {
    const { signal } = new AbortController()
    await expect(startHttp().send(await startService(resets), { signal })).rejects.toThrow()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it.each<[string, Script]>([
    ['before its answer', isSilent],
    ['within its answer', response => void response.writeHead(200).write('{')],
  ])('is timed out by a silence %s, long before its own time is up', async (_when, script) => {
    const call = startHttp().send(await startService(script), { idleMs: 300, timeoutMs: 60_000 })
    await expect(call).rejects.toMatchObject({ failure: { kind: 'timed-out', afterMs: 300 } })
  })

  it('that its caller cancels is closed, and says so', async () => {
    const service = await startService(isSilent)
    const abort = new AbortController()
    const call = startHttp().send(service, { signal: abort.signal, onLeaving: () => abort.abort() })
    await expect(call).rejects.toMatchObject({
      failure: { kind: 'unreachable', host: 'localhost', detail: 'aborted' },
    })
  })

  it('whose connection took too long, as its permit has ended, is not sent', async () => {
    const service = await startService(answers({}))
    const call = startHttp().send(service, { onLeaving: () => false })
    await expect(call).rejects.toMatchObject({ failure: { kind: 'timed-out' } })
    expect(service.seen).toEqual([])
  })

  it('that ends while it waits for a connection is never sent', async () => {
    const held: (() => void)[] = []
    const holds: Script = (...call) => held.push(() => answers({})(...call))
    const service = await startService(holds)
    const { send } = startHttp()
    const busy = Array.from({ length: 6 }, () => send(service))
    await expect.poll(() => held.length).toBe(6)
    let left = 0
    const late = send(service, { timeoutMs: 50, onLeaving: () => (left += 1) })
    await expect(late).rejects.toMatchObject({ failure: { kind: 'timed-out', afterMs: 50 } })
    for (const answer of held.splice(0)) answer()
    await Promise.all(busy)
    const next = send(service)
    await expect.poll(() => held.length).toBe(1)
    held[0]?.()
    await next
    expect([service.seen.length, left]).toEqual([7, 0])
  })
})

describe('Http answer', () => {
  const text = '{"price":"+450"}'

  it.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('in %s is read', async (encoding, body) => {
    const service = await startService(answers(body, 200, { 'content-encoding': encoding }))
    expect((await startHttp().send(service)).body.toString()).toBe(text)
  })

  it('has the time by the service’s clock', async () => {
    const date = 'Sat, 10 Jan 2026 12:00:00 GMT'
    expect(await startHttp().send(await startService(answers({}, 200, { date })))).toMatchObject({ date })
  })

  it('has every value of a header that came twice', async () => {
    const headers = ['retry-after', '5', 'retry-after', '90']
    const service = await startService(response => response.writeHead(429, headers).end())
    expect(await startHttp().send(service)).toMatchObject({ retryAfter: '5,90' })
  })

  it('that was compressed twice is refused, also by a header for each', async () => {
    const headers = ['content-encoding', 'gzip', 'content-encoding', 'gzip']
    const service = await startService(response =>
      response.writeHead(200, headers).end(gzipSync(gzipSync(text))),
    )
    await expect(startHttp().send(service)).rejects.toMatchObject({
      failure: { kind: 'unreadable', detail: 'unknown compression' },
    })
  })

  it('of HTTP 400 is an answer, not a redirect', async () => {
    expect(await startHttp().send(await startService(answers({}, 400)))).toMatchObject({ status: 400 })
  })

  it('that says it is as large as the cap is read', async () => {
    const headers = { 'content-length': '1000' }
    const service = await startService(answers('x'.repeat(1_000), 200, headers))
    expect((await startHttp().send(service)).body).toHaveLength(1_000)
  })

  it('that says it is too large is refused before its body comes', async () => {
    const service = await startService(response => {
      response.writeHead(200, { 'content-length': '1001' }).flushHeaders()
    })
    await expect(startHttp().send(service)).rejects.toMatchObject({
      failure: { kind: 'too-large', limitBytes: 1_000 },
    })
  })
})

describe('Http connection', () => {
  it('speaks HTTP/1.1 alone, so that the bytes of an answer can be counted', async () => {
    const certificate = makeCertificate('localhost')
    trust(certificate)
    const protocols: unknown[] = []
    const server = createSecureServer({ ...certificate, allowHTTP1: true }, (_request, response) => {
      response.end('{}')
    })
    server.on('secureConnection', (socket: TLSSocket) => protocols.push(socket.alpnProtocol))
    const { port } = await listen(server)
    await startHttp().send({ port }, { address: new URL(`https://localhost:${port}/`) })
    expect(protocols).toEqual(['http/1.1'])
  })

  it.each([true, false])('finds a name of this machine, several addresses tried: %s', async isTried => {
    const before = getDefaultAutoSelectFamily()
    setDefaultAutoSelectFamily(isTried)
    onTestFinished(() => setDefaultAutoSelectFamily(before))
    const service = await startService(answers({}))
    for (const name of ['localhost', 'bravo.localhost']) {
      const address = new URL(`http://${name}:${service.port}/`)
      expect(await startHttp().send(service, { address })).toMatchObject({ status: 200 })
    }
  })

  it('is closed with the client: in use, kept or opened ahead', async () => {
    const service = await startService(answers({}), isSilent)
    const ahead = await listen(createServer())
    const { http, send } = startHttp()
    await send(service)
    const call = expect(send(service)).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
    http.preconnect(new URL(`http://localhost:${ahead.port}/`))
    await expect.poll(() => ahead.sockets.length).toBe(1)
    const closed = Promise.all(ahead.sockets.map(socket => once(socket.resume(), 'close')))
    // One turn of the event loop after it is open there, it is held here too.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    await http.close()
    await Promise.all([call, closed])
  })

  it('for answers of another size is another one', async () => {
    const service = await startService(answers('x'.repeat(2_000)))
    const { send } = startHttp()
    expect(await send(service, { maxBytes: smallBytes })).toMatchObject({ status: 200 })
    await expect(send(service)).rejects.toMatchObject({ failure: { kind: 'too-large' } })
    expect(service.sockets()).toBe(2)
  })
})

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { Socket } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Http, smallBytes } from '../../../src/main/odds-service/http.ts'
import { Preconnection, type ConnectCallback } from '../../../src/main/odds-service/preconnect.ts'
import { makeCertificate, trust, type Certificate } from '../../support/odds-service/certificate.ts'

afterEach(() => {
  vi.useRealTimers()
})

function trustedCertificate(): Certificate {
  const certificate = makeCertificate('localhost')
  trust(certificate)
  return certificate
}

/** A server on the loopback address that counts connections and calls. */
async function startServer(scheme: 'http' | 'https') {
  const sockets: Socket[] = []
  let calls = 0
  const answer: Parameters<typeof createServer>[1] = (request, response) => {
    calls += 1
    request.resume()
    response.end('{"price":"+450"}')
  }
  const server: Server =
    scheme === 'http' ? createServer(answer) : createTlsServer(trustedCertificate(), answer)
  server.on(scheme === 'http' ? 'connection' : 'secureConnection', (socket: Socket) => sockets.push(socket))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const bound = server.address()
  const port = typeof bound === 'object' ? (bound?.port ?? 0) : 0
  const http = new Http()
  onTestFinished(async () => {
    await http.close()
    server.closeAllConnections()
    server.close()
  })
  const address = new URL(`${scheme}://localhost:${port}/`)
  const call = () =>
    http.send({
      method: 'POST',
      address,
      query: {},
      key: 'k',
      body: '[]',
      timeoutMs: 5_000,
      maxBytes: smallBytes,
    })
  const connected = () => expect.poll(() => sockets).toHaveLength(1)
  return { http, address, sockets, calls: () => calls, call, connected }
}

describe.each(['http', 'https'] as const)('Preconnection over %s', scheme => {
  it('serves the first call, which opens none; nothing is sent before', async () => {
    const { http, address, sockets, calls, call, connected } = await startServer(scheme)
    http.preconnect(address)
    await connected()
    expect(calls()).toBe(0)
    expect((await call()).status).toBe(200)
    expect([sockets.length, calls()]).toEqual([1, 1])
  })

  it('serves a call that comes while it is being opened', async () => {
    const { http, address, sockets, call } = await startServer(scheme)
    http.preconnect(address)
    expect((await call()).status).toBe(200)
    expect(sockets).toHaveLength(1)
  })

  it('opens one, however often it is asked for, and none where one is open', async () => {
    const { http, address, sockets, call, connected } = await startServer(scheme)
    for (let turn = 0; turn < 5; turn += 1) http.preconnect(address)
    await connected()
    await call()
    http.preconnect(address)
    await new Promise(setImmediate)
    await call()
    expect(sockets).toHaveLength(1)
  })

  it('is closed when no call comes within a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { http, address, sockets } = await startServer(scheme)
    http.preconnect(address)
    while (sockets.length === 0) await new Promise(setImmediate)
    const closed = Promise.all(sockets.map(socket => once(socket.resume(), 'close')))
    // Once it is held here too; a turn of the event loop after it is open there.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    vi.advanceTimersByTime(60_000)
    await closed
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it('is replaced by the call’s own when the host closed it', async () => {
    const { http, address, sockets, call, connected } = await startServer(scheme)
    http.preconnect(address)
    await connected()
    sockets[0]?.destroy()
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    expect((await call()).status).toBe(200)
    expect(sockets).toHaveLength(2)
  })
})

describe('Preconnection', () => {
  /** `opening` are the connections being opened. */
  function startPreconnection() {
    const opening: ConnectCallback[] = []
    const preconnection = new Preconnection(done => opening.push(done))
    onTestFinished(() => preconnection.close())
    return { opening, preconnection }
  }

  it('has none to pass on before it is opened, nor once it was taken', async () => {
    const { opening, preconnection } = startPreconnection()
    const taken = vi.fn<ConnectCallback>()
    expect(preconnection.take(taken)).toBe(false)
    preconnection.open()
    const socket = new Socket()
    opening[0]?.(null, socket)
    expect(preconnection.take(taken)).toBe(true)
    expect(taken).not.toHaveBeenCalled()
    await Promise.resolve()
    expect(taken.mock.calls).toEqual([[null, socket]])
    expect(preconnection.take(taken)).toBe(false)
  })

  it('passes one that is being opened to the first call alone, its failure too', () => {
    const { opening, preconnection } = startPreconnection()
    preconnection.open()
    const [first, second] = [vi.fn<ConnectCallback>(), vi.fn<ConnectCallback>()]
    expect([preconnection.take(first), preconnection.take(second)]).toEqual([true, false])
    const failure = new Error('refused')
    opening[0]?.(failure, null)
    expect([first.mock.calls, second.mock.calls]).toEqual([[[failure, null]], []])
    preconnection.open()
    expect(opening).toHaveLength(2)
  })

  it('keeps no timer and no listener on a connection that was taken', () => {
    vi.useFakeTimers()
    const { opening, preconnection } = startPreconnection()
    preconnection.open()
    const socket = new Socket()
    opening[0]?.(null, socket)
    expect(vi.getTimerCount()).toBe(1)
    const events = ['close', 'error']
    const before = events.map(event => socket.listenerCount(event))
    preconnection.take(() => {})
    expect(vi.getTimerCount()).toBe(0)
    expect(events.map(event => socket.listenerCount(event))).toEqual(before.map(count => count - 1))
  })

  it('is opened again after an error of the connection', () => {
    const { opening, preconnection } = startPreconnection()
    preconnection.open()
    const socket = new Socket()
    opening[0]?.(null, socket)
    socket.emit('error', new Error('reset'))
    expect(socket.destroyed).toBe(true)
    expect(preconnection.take(() => {})).toBe(false)
    preconnection.open()
    expect(opening).toHaveLength(2)
  })

  it('leaves a failure to the call when it cannot be opened', async () => {
    const { http, address, call } = await startServer('http')
    const unused = new URL('http://127.0.0.1:1/')
    http.preconnect(unused)
    http.preconnect(address)
    expect((await call()).status).toBe(200)
  })

  it('goes to no other machine without TLS', () => {
    const http = new Http()
    expect(() => {
      http.preconnect(new URL('http://books.example/'))
    }).toThrow('https')
  })
})

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Http, smallBytes } from '../../../src/main/odds-service/http.ts'
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

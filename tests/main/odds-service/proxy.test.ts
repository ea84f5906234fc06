import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Http } from '../../../src/main/odds-service/http.ts'
import { findProxy, openTunnel } from '../../../src/main/odds-service/proxy.ts'
import { createTrending } from '../../../src/main/odds-service/trending.ts'
import { makeCertificate, makeTrusted, type Certificate } from '../../support/odds-service/certificate.ts'
import { answers, key, startClient, startService } from '../../support/odds-service/server.ts'
import { startProxy, startTlsService } from '../../support/odds-service/tls-servers.ts'

/** Listens on the loopback address until the test ends, and returns the port. */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const proxyOf = (address: string, environment: Record<string, string>) =>
  findProxy(new URL(address), environment)?.href

describe('findProxy', () => {
  const proxy = { HTTPS_PROXY: 'http://proxy.example:3128' }

  it.each<[string, Record<string, string>, string]>([
    ['by its address', proxy, 'http://proxy.example:3128/'],
    ['in lower case first', { ...proxy, https_proxy: 'http://other:1' }, 'http://other:1/'],
    ['without a scheme', { HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    ['over TLS', { HTTPS_PROXY: 'https://proxy.example' }, 'https://proxy.example/'],
  ])('reads a proxy %s', (_how, environment, href) => {
    expect(proxyOf('https://bravo.example.com/', environment)).toBe(href)
  })

  it.each<[string, string, Record<string, string>]>([
    ['nothing is set', 'https://bravo.example.com/', {}],
    ['it is empty', 'https://bravo.example.com/', { ...proxy, https_proxy: '' }],
    ['the address is of this machine', 'https://127.0.0.1/', proxy],
    ['the address is a name of this machine', 'https://bravo.localhost:99/', proxy],
    ['the address is plain http', 'http://bravo.localhost/', { HTTP_PROXY: 'http://proxy:1', ...proxy }],
    ['only HTTP_PROXY is set', 'https://bravo.example.com/', { HTTP_PROXY: 'http://proxy:1' }],
  ])('finds none where %s', (_why, address, environment) => {
    expect(proxyOf(address, environment)).toBeUndefined()
  })

  it.each([
    ['*', true],
    ['bravo.example.com', true],
    ['BRAVO.example.com', true],
    ['example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['other.org, example.com', true],
    ['other.org example.com', true],
    ['example.com:443', true],
    ['example.com:8443', false],
    ['ample.com', false],
    ['charlie.example.com', false],
    ['', false],
    ['[::1]', false],
  ])('NO_PROXY=%j keeps a host from it: %s', (list, isExempt) => {
    const found = proxyOf('https://bravo.example.com/', { ...proxy, NO_PROXY: list })
    expect(found === undefined).toBe(isExempt)
  })

  it('compares IP addresses too', () => {
    const found = (address: string, list: string) => proxyOf(address, { ...proxy, NO_PROXY: list })
    expect(found('https://10.0.0.7/', '10.0.0.7')).toBeUndefined()
    expect(found('https://10.0.0.7:8443/', '10.0.0.7:8443')).toBeUndefined()
    expect(found('https://[fd00::1]/', '[fd00::1]')).toBeUndefined()
    expect(found('https://[fd00::1]/', 'fd00::1')).toBeUndefined()
    expect(found('https://[fd00::1]:8443/', '[fd00::1]:8443')).toBeUndefined()
    expect(found('https://[fd00::1]/', '[fd00::1]:8443')).toBeDefined()
    expect(found('https://10.0.0.7/', '10.0.0.70')).toBeDefined()
  })

  it('compares a host with a full stop at its end as one without', () => {
    const found = (list: string) => proxyOf('https://bravo.example.com./', { ...proxy, NO_PROXY: list })
    expect(found('example.com')).toBeUndefined()
    expect(found('')).toBeDefined()
  })

  it('ignores spaces around the address of the proxy', () => {
    const environment = { HTTPS_PROXY: ' http://proxy.example:3128\t' }
    expect(proxyOf('https://bravo.example.com/', environment)).toBe('http://proxy.example:3128/')
  })

  it.each(['socks5://proxy:1080', 'http://', 'file:///etc'])('rejects %s with a sentence', text => {
    const find = () => proxyOf('https://bravo.example.com/', { HTTPS_PROXY: text })
    expect(find).toThrow(/the proxy in HTTPS_PROXY must start with http:/)
  })
})

/** A client whose calls to bravo.example.com go through the proxy that the environment names. */
function startBehind(environment: Record<string, string>) {
  const http = new Http(environment)
  onTestFinished(() => http.close())
  const { price, caller } = startClient({ http, timeLimitMs: 4_000 })
  const call = () =>
    price(
      { port: 0, seen: [], sockets: () => 0, pricing: 'https://{book}.example.com/' },
      { profile: { id: 'mine', pricing: 'https://{book}.example.com/' } },
    )
  return { call, caller }
}

describe('openTunnel', () => {
  /** Opens a tunnel to bravo.example.com. */
  const open = (proxy: string, address = 'https://bravo.example.com/') =>
    new Promise<Socket | Error>(resolve => {
      openTunnel(new URL(proxy), new URL(address), (error, socket) => {
        if (socket) onTestFinished(() => void socket.destroy())
        resolve(error ?? socket)
      })
    })

  it('names the host with its port', async () => {
    const { port } = await startTlsService(makeCertificate('bravo.example.com'))
    const proxy = await startProxy(port)
    await open(`http://127.0.0.1:${proxy.port}`, 'https://bravo.example.com:8443/')
    expect(proxy.asked).toMatchObject([
      { url: 'bravo.example.com:8443', headers: { host: 'bravo.example.com:8443' } },
    ])
  })

  it.each([
    ['', undefined],
    ['me@', 'me:'],
    [':word@', ':word'],
    ['me:word@', 'me:word'],
  ])('sends the name and password of %j', async (given, sent) => {
    const proxy = await startProxy(0, { status: 407 })
    await open(`http://${given}127.0.0.1:${proxy.port}`)
    const [asked] = proxy.asked
    const expected = sent === undefined ? undefined : `Basic ${Buffer.from(sent).toString('base64')}`
    expect(asked?.headers['proxy-authorization']).toBe(expected)
  })

  it('keeps what the host said together with the answer of the proxy', async () => {
    const server = createServer(socket => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nfirst words'))
    })
    const port = await listen(server)
    const socket = await open(`http://127.0.0.1:${port}`)
    if (socket instanceof Error) throw socket
    expect(await once(socket.setEncoding('utf8'), 'data')).toEqual(['first words'])
  })

  it.each([300, 199])('closes the connection that the proxy refused with HTTP %i', async status => {
    const sockets: Socket[] = []
    const server = createServer(socket => {
      sockets.push(socket.on('error', () => {}))
      socket.once('data', () => socket.write(`HTTP/1.1 ${status} No\r\n\r\n`))
    })
    const port = await listen(server)
    expect(await open(`http://127.0.0.1:${port}`)).toMatchObject({
      failure: { detail: `the proxy 127.0.0.1:${port} rejected the connection (HTTP ${status})` },
    })
    await expect.poll(() => sockets.map(({ readyState }) => readyState)).toEqual(['closed'])
  })

  it.each([200, 502])('leaves no timer after HTTP %i', async status => {
    const { port } = await startTlsService(makeCertificate('bravo.example.com'))
    const proxy = await startProxy(port, { status })
    const clear = vi.spyOn(globalThis, 'clearTimeout')
    const set = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => {
      clear.mockRestore()
      set.mockRestore()
    })
    await open(`http://127.0.0.1:${proxy.port}`)
    const timer: unknown = set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === 5_000)]?.value
    expect(clear.mock.calls.map(([cleared]) => cleared)).toContain(timer)
  })
})

describe('Call through a proxy', () => {
  it('goes through a tunnel, in which nothing of the key can be read', async () => {
    const service = await startTlsService(makeTrusted('bravo.example.com'))
    const proxy = await startProxy(service.port)
    const { call } = startBehind({ HTTPS_PROXY: `http://me:s%40fe@127.0.0.1:${proxy.port}` })
    expect(await call()).toMatchObject({ kind: 'priced' })
    expect(service.urls).toEqual([`/?${new URLSearchParams({ key, price: 'american' }).toString()}`])
    expect(proxy.asked).toMatchObject([
      {
        method: 'CONNECT',
        url: 'bravo.example.com:443',
        headers: { 'proxy-authorization': `Basic ${Buffer.from('me:s@fe').toString('base64')}` },
      },
    ])
    expect(proxy.carried().length).toBeGreaterThan(500)
    for (const form of [key, encodeURIComponent(key), 'price=american'])
      expect(proxy.carried() + JSON.stringify(proxy.asked)).not.toContain(form)
  })

  it('uses a tunnel for several calls, and one over TLS to the proxy too', async () => {
    const service = await startTlsService(makeTrusted('bravo.example.com'))
    const proxy = await startProxy(service.port, { certificate: makeTrusted('127.0.0.1') })
    const { call } = startBehind({ HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` })
    for (let count = 0; count < 4; count += 1) expect(await call()).toMatchObject({ kind: 'priced' })
    expect(service.urls).toHaveLength(4)
    expect(proxy.asked.length).toBeLessThanOrEqual(2)
  })

  it('is not sent to a host whose certificate no one trusts', async () => {
    const service = await startTlsService(makeCertificate('bravo.example.com'))
    const proxy = await startProxy(service.port)
    const { call } = startBehind({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` })
    expect(await call()).toMatchObject({
      failure: { kind: 'unreachable', host: 'bravo.example.com', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    expect(service.urls).toEqual([])
  })

  it.each([
    [407, /^the proxy 127\.0\.0\.1:\d+ needs a name and password \(HTTP 407\)/],
    [502, /^the proxy 127\.0\.0\.1:\d+ rejected the connection \(HTTP 502\)$/],
  ])('that the proxy refuses with HTTP %i says so, without its password', async (status, detail) => {
    const proxy = await startProxy(0, { status })
    const { call } = startBehind({ HTTPS_PROXY: `http://me:secret-word@127.0.0.1:${proxy.port}` })
    const outcome = await call()
    expect(outcome).toMatchObject({ failure: { kind: 'unreachable', host: 'bravo.example.com' } })
    expect(outcome).toHaveProperty('failure.detail', expect.stringMatching(detail))
    expect(JSON.stringify(outcome)).not.toContain('secret-word')
  })

  it('gives the proxy a password with a per cent sign that was not encoded', async () => {
    const proxy = await startProxy(0, { status: 407 })
    const { call } = startBehind({ HTTPS_PROXY: `http://me:100%20%sure@127.0.0.1:${proxy.port}` })
    expect(await call()).toMatchObject({ failure: { kind: 'unreachable' } })
    const both = Buffer.from('me:100 %sure').toString('base64')
    expect(proxy.asked[0]).toMatchObject({ headers: { 'proxy-authorization': `Basic ${both}` } })
  })

  it.each([
    ['is away', 'http://127.0.0.1:1', 'the proxy 127.0.0.1:1 couldn’t be reached (ECONNREFUSED)'],
    [
      'cannot be used',
      'socks5://127.0.0.1:1',
      'the proxy in HTTPS_PROXY must start with http:// or https://',
    ],
  ])('to a proxy that %s was not sent, also for the trending queue', async (_why, address, detail) => {
    const { call, caller } = startBehind({ HTTPS_PROXY: address })
    expect(await call()).toMatchObject({ failure: { kind: 'unreachable', detail } })
    const { outcome } = await createTrending(caller)({
      profile: { id: 'mine', queue: 'https://queue.example.com/' },
      ids: ['a#b#c#d'],
      onSending: () => {},
    })
    expect(outcome).toMatchObject({ kind: 'unsent', failure: { detail } })
  })

  it('to a proxy that says nothing ends within seconds', async () => {
    const server = createServer(socket => socket.on('error', () => {}))
    const port = await listen(server)
    const http = new Http({ HTTPS_PROXY: `http://127.0.0.1:${port}` })
    onTestFinished(() => http.close())
    const target = { address: new URL('https://bravo.example.com/'), query: {}, key }
    const limits = { timeoutMs: 15_000, maxBytes: 1_000 }
    await expect(http.send({ method: 'GET', ...target, ...limits })).rejects.toThrow(
      `the proxy 127.0.0.1:${port} couldn’t be reached (no answer)`,
    )
  })

  it('is not made to a host of this machine', async () => {
    const proxy = await startProxy(0)
    const service = await startService(answers({ price: '+450' }))
    const http = new Http({
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
    })
    onTestFinished(() => http.close())
    expect(await startClient({ http }).price(service)).toMatchObject({ kind: 'priced' })
    expect(proxy.asked).toEqual([])
  })
})

describe('Certificate that the system trusts', () => {
  const script = fileURLToPath(new URL('../../support/odds-service/price-once.ts', import.meta.url))
  /** Prices in a process of its own, whose system trusts `trusted`. */
  const priceOnce = (args: readonly string[], trusted: Certificate, environment = {}) =>
    promisify(execFile)(process.execPath, [script, ...args], {
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: '',
        SSL_CERT_FILE: trusted.certFile,
        SSL_CERT_DIR: '/nowhere',
        ...environment,
      },
    })

  it.each([
    [true, 'priced'],
    [false, 'failed'],
  ])('is accepted by a program of its own: %s', async (isInstalled, kind) => {
    const certificate = makeCertificate('bravo.localhost')
    const other = makeCertificate('other.localhost')
    const service = await startTlsService(certificate)
    const args = [String(service.port), 'a-key', 'https']
    const { stdout } = await priceOnce(args, isInstalled ? certificate : other)
    expect(stdout.split('\n')[0]).toBe(kind)
    expect(service.urls.length).toBe(isInstalled ? 2 : 0)
  })

  it.each([
    [true, 'priced'],
    [false, 'failed'],
  ])('is accepted from a proxy over TLS by a program of its own: %s', async (isInstalled, kind) => {
    const certificate = makeCertificate('bravo.example.com', '127.0.0.1')
    const service = await startTlsService(certificate)
    const proxy = await startProxy(service.port, { certificate })
    const args = [String(service.port), 'a-key', 'https', 'example.com']
    const { stdout } = await priceOnce(args, isInstalled ? certificate : makeCertificate('127.0.0.2'), {
      https_proxy: `https://127.0.0.1:${proxy.port}`,
      no_proxy: '',
    })
    expect(stdout.split('\n')[0]).toBe(kind)
    expect(service.urls.length).toBe(isInstalled ? 2 : 0)
  })
})

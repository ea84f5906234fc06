/** An odds service over TLS, and a proxy before it: real servers on the loopback address that end with the test. */
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Certificate } from './certificate.ts'

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Newest version of TLS that a server speaks. */
interface Newest {
  readonly maxVersion?: 'TLSv1.1'
}

/** A server with this certificate; an old version of TLS needs weak ciphers. */
const createSecureServer = ({ key, cert }: Certificate, { maxVersion }: Newest): Server =>
  createTlsServer({
    ...{ key, cert },
    ...(maxVersion && { minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' }),
  })

/** Answers every call with a price; `urls` are those it was asked. */
export async function startTlsService(certificate: Certificate, newest: Newest = {}) {
  const urls: string[] = []
  const server = createSecureServer(certificate, newest)
  server.on('request', (request, response) => {
    urls.push(request.url ?? '')
    request.resume()
    response.end('{"price":"+450"}')
  })
  return { port: await listen(server), urls }
}

/**
 * A proxy that opens each tunnel to `port` of this machine, or answers with `status`. `asked` are the heads of its requests,
 * `carried` is every byte of its tunnels.
 */
export async function startProxy(
  port: number,
  {
    status = 200,
    certificate,
    ...newest
  }: { readonly status?: number; readonly certificate?: Certificate } & Newest = {},
) {
  const asked: { method: string; url: string; headers: Record<string, unknown> }[] = []
  const carried: Buffer[] = []
  const server = certificate === undefined ? createPlainServer() : createSecureServer(certificate, newest)
  server.on('request', (request, response) => {
    asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    response.writeHead(500).end()
  })
  server.on('connect', (request, socket: Socket) => {
    asked.push({ method: 'CONNECT', url: request.url ?? '', headers: request.headers })
    socket.on('error', () => {})
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
      return
    }
    const service = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.on('data', chunk => carried.push(Buffer.from(chunk)))
      service.on('data', chunk => carried.push(Buffer.from(chunk)))
      socket.pipe(service).pipe(socket)
    })
    service.on('error', () => socket.destroy())
  })
  return { port: await listen(server), asked, carried: () => Buffer.concat(carried).toString('latin1') }
}

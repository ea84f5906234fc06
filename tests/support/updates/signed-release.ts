/** Release keys, manifests signed by them, and servers over TLS that answer with them. */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { addSignature, type Envelope } from '../../../src/main/updates/envelope.ts'
import { manifestType } from '../../../src/main/updates/manifest.ts'
import { makeCertificate, type Certificate } from '../odds-service/certificate.ts'

export const makeKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

export const toPublicText = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')

/** The three keys of a release. */
export const releaseKeys = [makeKey(), makeKey(), makeKey()] as const
export const keysOf = (keys: readonly KeyObject[] = releaseKeys) => ({
  threshold: 2,
  keys: keys.map(toPublicText),
})

export const day = 24 * 60 * 60 * 1000
export const now = Date.parse('2026-12-10T12:00:00Z')

export const sha512 = (bytes: Buffer | string): string => createHash('sha512').update(bytes).digest('hex')

export const fileName = (version = '0.2.0') => `parlay-desk-${version}-linux-x86_64.AppImage`

/** A manifest as it is written, of a release with one file. */
export function statement(
  change: Readonly<Record<string, unknown>> = {},
  content: Buffer | string = 'new program',
) {
  const version = typeof change['version'] === 'string' ? change['version'] : '0.2.0'
  const bytes = Buffer.from(content)
  return {
    ...{ format: 1, product: 'parlay-desk', number: 7, version },
    ...{ releasedAt: '2026-12-01T00:00:00Z', expiresAt: '2027-03-01T00:00:00Z' },
    ...{ notes: 'What’s new', folder: 'https://updates.localhost/', hosts: [] },
    files: [
      {
        ...{ name: fileName(version), system: 'linux', arch: 'x64', kind: 'AppImage' },
        ...{ size: bytes.length, sha512: sha512(bytes) },
      },
    ],
    ...change,
  }
}

/** An envelope around any bytes, signed by these keys. */
export function envelopeOf(
  payload: unknown,
  keys: readonly KeyObject[] = releaseKeys.slice(0, 2),
  payloadType = manifestType,
): Envelope {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload))
  const unsigned: Envelope = { payloadType, payload: bytes.toString('base64'), signatures: [] }
  return keys.reduce(addSignature, unsigned)
}

export const signed = (payload: unknown, keys?: readonly KeyObject[], payloadType?: string): string =>
  JSON.stringify(envelopeOf(payload, keys, payloadType))

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface UpdateServer {
  readonly port: number
  readonly origin: string
  /** Requests so far: path and range. */
  readonly asked: { readonly url: string; readonly range: string | undefined }[]
  /** Bytes written to connections so far. */
  readonly bytesSent: () => number
}

/** A server that answers every request so; it ends with the test. */
export async function startUpdateServer({ key, cert }: Certificate, answer: Answer): Promise<UpdateServer> {
  const asked: { url: string; range: string | undefined }[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer({ key, cert }, (request, response) => {
    asked.push({ url: request.url ?? '', range: request.headers.range })
    answer(request, response)
  })
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.on('secureConnection', socket => socket.on('error', () => {}))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const { port } = address
  const bytesSent = () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0)
  return { port, origin: `https://updates.localhost:${port}`, asked, bytesSent }
}

/** Made and trusted once for a file of tests, because each takes a tenth of a second. */
let ours: Certificate | undefined

/** A server whose certificate this file of tests trusts. */
export function startTrustedServer(answer: Answer): Promise<UpdateServer> {
  if (ours === undefined) {
    ours = makeCertificate('updates.localhost')
    setDefaultCACertificates([...getCACertificates('default'), ours.cert.toString()])
  }
  return startUpdateServer(ours, answer)
}

/** Answers with a text. */
export const answerWith =
  (body: string | Buffer, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

/** Thirty books in a separate process, so that this process measures only the client. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Certificate } from './certificate.ts'

export const books = 30
export const serversMs = 20

/** Each book's part of a host name; the certificate names these. */
export const hostIds = Array.from({ length: books }, (_, book) => `book${book}`)

export interface BookServers {
  /** One a book, by address. */
  readonly origins: readonly string[]
  /** The same by name, as a service profile has it: the first server under every book's. */
  readonly pattern: string
  readonly stop: () => void
}

/** Over TLS where there is a certificate for it. */
export async function startBooks(certificate?: Certificate): Promise<BookServers> {
  const files = certificate === undefined ? [] : [certificate.keyFile, certificate.certFile]
  const server = fork(resolve(import.meta.dirname, '../slow-server.ts'), [
    `${books}`,
    `${serversMs}`,
    ...files,
  ])
  const origins = z.array(z.string()).parse((await once(server, 'message'))[0])
  const pattern = `${origins[0]?.replace('127.0.0.1', '{book}.localhost') ?? ''}/`
  return { origins, pattern, stop: () => server.disconnect() }
}

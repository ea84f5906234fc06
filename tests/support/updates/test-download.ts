/** Downloads of a release from a real server, up to the status at their end. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { UpdateStatus } from '../../../src/shared/model/settings/updates.ts'
import { fileName, signed, startTrustedServer, statement, type UpdateServer } from './signed-release.ts'
import type { startUpdates } from './test-updates.ts'

/** Bytes of the released program. */
export const program = randomBytes(600_000)

export type Serve = Parameters<typeof startTrustedServer>[0]

/** A server with the manifest of a release, and its file by `serveFile`. */
export async function startRelease(serveFile: Serve, change: Readonly<Record<string, unknown>> = {}) {
  const server: UpdateServer = await startTrustedServer((request, response) => {
    if (request.url !== '/update.json') serveFile(request, response)
    else response.end(signed(statement({ folder: `${server.origin}/`, ...change }, program)))
  })
  return server
}

/** Serves the file as servers do, from where a request asks for it. */
export const serveWhole: Serve = (request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  if (from === 0) response.writeHead(200, { 'content-length': program.length }).end(program)
  else response.writeHead(206, { 'content-length': program.length - from }).end(program.subarray(from))
}

export type Started = ReturnType<typeof startUpdates>

export const isOver = ({ kind }: UpdateStatus): boolean => !['checking', 'downloading'].includes(kind)

/** Checks, downloads, and returns the status at the end. */
export async function download({ updates }: Pick<Started, 'updates'>): Promise<UpdateStatus> {
  await updates.check()
  expect(updates.state().status).toMatchObject({ kind: 'available' })
  return downloadAgain({ updates })
}

export async function downloadAgain({ updates }: Pick<Started, 'updates'>): Promise<UpdateStatus> {
  updates.download()
  await vi.waitUntil(() => isOver(updates.state().status))
  return updates.state().status
}

export const partOf = ({ folder }: Started) => join(folder, `${fileName()}.part`)
export const wholeOf = ({ folder }: Started) => join(folder, fileName())

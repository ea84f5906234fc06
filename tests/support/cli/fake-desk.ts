/**
 * A desk that answers a command with anything, on a socket in the runtime folder of a test: for answers and ends that a
 * real desk gives rarely.
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'

export const token = 'pd_test'
/** A name that would clear the screen, ring, turn the text around and rename the window. */
export const evilName = '\u001b[2J\u0007Ada \u202eNorth\u009b31m \u001b]0;owned\u0007Over 27.5\r\nfake'

interface Reply {
  readonly status?: number
  readonly body: unknown
  /** True for an answer whose connection breaks before its end. */
  readonly isCut?: boolean
  /** Part of the answer after which the desk falls silent. */
  readonly silentAfter?: 'request' | 'headers'
}

export interface FakeDesk {
  /** Value of XDG_RUNTIME_DIR. */
  readonly runtime: string
  /** Calls so far: name, request, token. */
  readonly calls: readonly { readonly name: string; readonly request: unknown; readonly token: string }[]
  /** Open streams of events. */
  readonly streams: readonly ServerResponse[]
  /** Sends an event to all streams. */
  readonly push: (name: string, payload: unknown) => void
}

/**
 * The desk of the commands of this test. `answers`: by the name of the call, such as `board.search`.
 */
export async function startFakeDesk(
  answers: Readonly<Record<string, (request: unknown) => Reply>>,
): Promise<FakeDesk> {
  const runtime = mkdtempSync(join(tmpdir(), 'run-'))
  mkdirSync(join(runtime, 'parlay-desk'), { mode: 0o700 })
  const calls: { name: string; request: unknown; token: string }[] = []
  const streams: ServerResponse[] = []
  const server = createServer((request, response) => {
    const [, , area = '', verb = ''] = (request.url ?? '').split(/[/?]/)
    if (area === 'events') {
      streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }))
      response.write(': hello\n\n')
      return
    }
    const name = `${area}.${verb}`
    void text(request).then(body => {
      const content: unknown = JSON.parse(body)
      calls.push({
        name,
        request: content,
        token: (request.headers.authorization ?? '').replace('Bearer ', ''),
      })
      const reply = answers[name]?.(content) ?? notThere
      if (reply.silentAfter === 'request') return
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
      if (reply.silentAfter === 'headers') response.write('{')
      else if (reply.isCut === true) response.write('{', () => response.destroy())
      else response.end(JSON.stringify(reply.body))
    })
  })
  server.listen(join(runtime, 'parlay-desk', 'desk.sock'))
  await once(server, 'listening')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
    rmSync(runtime, { recursive: true, force: true })
  })
  const push = (name: string, payload: unknown) => {
    for (const stream of streams) stream.write(`event: ${name}\nid: 1\ndata: ${JSON.stringify(payload)}\n\n`)
  }
  vi.stubEnv('XDG_RUNTIME_DIR', runtime)
  vi.stubEnv('PARLAY_DESK_TOKEN', token)
  return { runtime, calls, streams, push }
}

const notThere: Reply = { status: 404, body: { kind: 'not-found', sentence: 'There’s nothing here.' } }

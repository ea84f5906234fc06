/** Fetches the text of the manifest: at most a few kilobytes, from one address, without following a redirect. */
import type { CallFailure } from '../../shared/failure.ts'
import { ServiceError } from '../odds-service/failures.ts'
import type { Http } from '../odds-service/http.ts'
import { maxManifestBytes } from './manifest.ts'
import { UpdateRefused } from './update-refused.ts'

const timeoutMs = 20_000

export async function fetchManifest(
  http: Pick<Http, 'send'>,
  address: string,
  signal: AbortSignal,
): Promise<string> {
  const { status, body } = await send(http, address, signal)
  if (status !== 200) throw new UpdateRefused('server-error', `HTTP ${status}`)
  return body.toString()
}

async function send(http: Pick<Http, 'send'>, address: string, signal: AbortSignal) {
  try {
    return await http.send({
      ...{ method: 'GET', address: new URL(address), query: {}, key: null },
      ...{ timeoutMs, maxBytes: maxManifestBytes, isAlone: true, signal },
    })
  } catch (error) {
    throw toRefused(error)
  }
}

/** Names the problem of a call; any other error is returned unchanged. */
export function toRefused(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error
  return new UpdateRefused(problemOf(error.failure), error.message)
}

function problemOf({ kind }: CallFailure) {
  if (kind === 'redirected') return 'redirected'
  if (kind === 'too-large') return 'too-large'
  return kind === 'unreadable' || kind === 'server-error' ? 'server-error' : 'unreachable'
}

/** Reads the body of a request, up to the limit. */
import type { IncomingMessage } from 'node:http'
import { apiErrors, maxBodyBytes, type ApiError } from './api-error.ts'

export type Body =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ApiError }

const failed = (error: ApiError): Body => ({ ok: false, error })

/** An empty body is null. Never rejects; a request that ends early is undefined. */
export async function readBody(request: IncomingMessage): Promise<Body | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return failed(apiErrors.tooLarge)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) continue
      size += chunk.length
      if (size > maxBodyBytes) return failed(apiErrors.tooLarge)
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  if (size === 0) return { ok: true, value: null }
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/json\b/i.test(type)) return failed(apiErrors.notJson)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks, size))
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return failed(apiErrors.brokenJson)
  }
}

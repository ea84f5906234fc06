import { describe, expect, it } from 'vitest'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { sendGet } from '../../support/odds-service/send-get.ts'
import { startService, type Script } from '../../support/odds-service/server.ts'

const text = '{"price":"+450"}'

const answersWith =
  (body: string | Buffer, encoding: string | string[], status = 200): Script =>
  response => {
    response.setHeader('content-encoding', encoding).writeHead(status).end(body)
  }

async function read(script: Script) {
  const service = await startService(script)
  return sendGet(`http://127.0.0.1:${service.port}/`, { key: null })
}

describe('A compressed answer', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
  ])('is read: %s', async (encoding, body) => {
    const { status, body: received } = await read(answersWith(body, encoding))
    expect([status, received.toString()]).toEqual([200, text])
  })

  it.each([
    ['of an unknown kind', 'zstd', text, 'unknown compression'],
    ['compressed twice', ['gzip', 'gzip'], gzipSync(gzipSync(text)), 'unknown compression'],
    ['cut off', 'gzip', gzipSync(text).subarray(0, -9), 'damaged compression'],
    ['not compressed at all', 'gzip', text, 'damaged compression'],
  ])('is unreadable %s, with its status', async (_what, encoding, body, detail) => {
    await expect(read(answersWith(body, encoding, 404))).rejects.toMatchObject({
      failure: { kind: 'unreadable', status: 404, detail },
    })
  })
})

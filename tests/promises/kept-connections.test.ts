/** Source: docs/quality.md, 2. A price asked for after a pause waits for no new connection. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Http } from '../../src/main/odds-service/http.ts'

beforeEach(() => {
  // Only timers: sockets and clocks stay real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A service that keeps connections open, and a function that calls it and returns the connections opened so far. */
async function startService(hintSeconds: number | undefined) {
  let connections = 0
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => {
    if (hintSeconds !== undefined) response.setHeader('keep-alive', `timeout=${hintSeconds}`)
    response.setHeader('connection', 'keep-alive').end('{}')
  })
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const http = new Http()
  onTestFinished(async () => {
    await http.close()
    server.close()
  })
  const address = new URL(`http://127.0.0.1:${portOf(server.address())}/`)
  return async () => {
    await http.send({ method: 'GET', address, query: {}, key: null, timeoutMs: 5_000, maxBytes: 1_000 })
    return connections
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const minute = 60_000

describe('A connection is kept for four minutes without a call, and no longer.', () => {
  it.each([
    ['gives no time', undefined],
    ['keeps it for an hour', 3_600],
  ])('serves the call after three minutes, to a service that %s', async (_what, hintSeconds) => {
    const call = await startService(hintSeconds)
    expect(await call()).toBe(1)
    await vi.advanceTimersByTimeAsync(3.9 * minute)
    expect(await call()).toBe(1)
  })

  it.each([
    ['gives no time', undefined],
    ['keeps it for an hour', 3_600],
  ])('is closed after the four minutes, to a service that %s', async (_what, hintSeconds) => {
    const call = await startService(hintSeconds)
    expect(await call()).toBe(1)
    await vi.advanceTimersByTimeAsync(4.1 * minute)
    expect(await call()).toBe(2)
  })
})

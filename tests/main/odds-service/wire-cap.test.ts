import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { answers, startClient, startService } from '../../support/odds-service/server.ts'

const mebibyte = 1024 * 1024
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
const body = '10\r\n{"price":"+450"}\r\n'

/** A server that answers `begin`, then `more` for as long as it is read. Its `sent` counts the bytes it could write. */
async function startFlood(begin: string, more: string) {
  let sent = 0
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    const flood = () => {
      while (socket.writable && sent < 40 * mebibyte) {
        sent += more.length
        if (!socket.write(more)) return
      }
    }
    socket.on('error', () => {}).on('drain', flood)
    socket.once('data', () => {
      socket.write(begin)
      flood()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { pricing: `http://{book}.localhost:${address.port}/`, sent: () => sent }
}

describe('Answer', () => {
  it.each([
    ['an endless chunk extension', `${head}10;x=`, 'y'.repeat(65_536)],
    ['endless chunk extensions', head, `1;x=${'y'.repeat(60_000)}\r\n \r\n`],
    ['endless interim answers', '', 'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n'.repeat(1_000)],
    ['an endless trailer', `${head}${body}0\r\n`, `x: ${'y'.repeat(1_000)}\r\n`.repeat(10)],
  ])('with %s is cut off within its cap', async (_what, begin, more) => {
    const flood = await startFlood(begin, more)
    const client = startClient({ timeLimitMs: 9_000 })
    const outcome = await client.price({ port: 0, seen: [], sockets: () => 0, pricing: flood.pricing })
    expect(outcome).toHaveProperty('failure.kind', expect.stringMatching(/^(too-large|unreachable)$/))
    // Beyond the cap, no more than the buffers of both sockets hold: Linux lets them grow to 36 MiB.
    expect(flood.sent()).toBeLessThan(40 * mebibyte)
  })

  it('in many small chunks is read to the end, one after another over one connection', async () => {
    const service = await startService(response => {
      response.writeHead(200)
      for (let chunk = 0; chunk < 5_000; chunk += 1) response.write(' '.repeat(80))
      response.end('{"price":"+450"}')
    })
    const client = startClient()
    for (let call = 0; call < 6; call += 1)
      expect(await client.price(service)).toMatchObject({ kind: 'priced' })
    expect(service.sockets()).toBeLessThanOrEqual(2)
  })

  it('of several requests is counted for each alone', async () => {
    const service = await startService(answers('{"price":"+450"}'.padEnd(mebibyte, ' ')))
    const client = startClient()
    for (let call = 0; call < 3; call += 1)
      expect(await client.price(service)).toMatchObject({ kind: 'priced' })
    expect(service.sockets()).toBeLessThanOrEqual(2)
  })
})

/**
 * Books for the benches: COUNT servers that answer every POST with a price after MS milliseconds; over TLS where the
 * files of a KEY and its CERTIFICATE are named too. They end with their parent.
 */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

const [count, waitMs, key, cert] = process.argv.slice(2)
const answer = JSON.stringify({ price: '+425', links: { desktop: 'https://book.example/betslip?legs=1' } })
const keepAliveTimeout = 60_000

const answerLater: RequestListener = (request, response) => {
  request.resume().once('end', () => {
    setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), Number(waitMs))
  })
}

function newServer() {
  if (key === undefined || cert === undefined) return createServer({ keepAliveTimeout }, answerLater)
  const files = { key: readFileSync(key), cert: readFileSync(cert) }
  return createTlsServer({ keepAliveTimeout, ...files }, answerLater)
}

async function listen(): Promise<string> {
  const server = newServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const scheme = key === undefined ? 'http' : 'https'
  return typeof address === 'object' ? `${scheme}://127.0.0.1:${address?.port ?? 0}` : ''
}

process.once('disconnect', () => process.exit())
process.send?.(await Promise.all(Array.from({ length: Number(count) }, listen)))

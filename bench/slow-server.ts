/** Books for the benches: COUNT servers that answer every POST with a price after MS milliseconds. They end with their parent. */
import { createServer } from 'node:http'

const [count, waitMs] = process.argv.slice(2).map(Number)
const answer = JSON.stringify({ price: '+425', links: { desktop: 'https://book.example/betslip?legs=1' } })

async function listen(): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume().once('end', () => {
      setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), waitMs)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port ?? 0}` : ''
}

process.once('disconnect', () => process.exit())
process.send?.(await Promise.all(Array.from({ length: count ?? 1 }, listen)))

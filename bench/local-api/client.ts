/** Process of a window or of scripts: makes calls one after the other, and follows events on many streams. */
import { Agent, request } from 'node:http'

/** `bridge`: over the channel of processes, as a window does; `socket`: over HTTP. */
export type Order =
  | {
      readonly kind: 'bridge' | 'socket'
      readonly call: string
      readonly body: unknown
      readonly runs: number
    }
  | { readonly kind: 'follow'; readonly streams: number }

const [, , socketPath = '', token = ''] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const send = (message: unknown) => process.send?.(message)

let onReply: (text: string) => void = () => {}

function callBridge(call: string, body: unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<string>()
  onReply = resolve
  send({ kind: 'call', call, body })
  return promise.then((text): unknown => JSON.parse(text))
}

function callSocket(call: string, body: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const path = `/v1/${call.replace('.', '/')}`
  const sent = request({ socketPath, path, method: 'POST', agent, headers }, response => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      if (response.statusCode === 200) resolve(JSON.parse(Buffer.concat(chunks).toString()))
      else reject(new Error(`${call}: HTTP ${response.statusCode}`))
    })
  })
  sent.once('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}

/** Times of the calls, in ms. */
async function time({ kind, call, body, runs }: Extract<Order, { runs: number }>): Promise<number[]> {
  const times: number[] = []
  const ask = kind === 'bridge' ? callBridge : callSocket
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    await ask(call, body)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Reports each event of prices: its stream, and the ids of its first and last quote. */
function follow(streams: number): void {
  for (let stream = 0; stream < streams; stream += 1) {
    const sent = request(
      { socketPath, path: '/v1/events?only=scripts.priced', headers, agent: false },
      response => {
        send({ kind: 'following' })
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          const blocks = (rest + text).split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks) {
            const ids = [...block.matchAll(/"quoteId":(\d+)/g)].map(([, id]) => Number(id))
            if (ids.length > 0) send({ kind: 'prices', stream, ids, at: Date.now() })
          }
        })
        response.on('error', () => {})
      },
    )
    sent.on('error', () => {})
    sent.end()
  }
}

process.on('message', (message: Order | { readonly kind: 'reply'; readonly text: string }) => {
  if (message.kind === 'reply') onReply(message.text)
  else if (message.kind === 'follow') follow(message.streams)
  else void time(message).then(times => send({ kind: 'times', times }))
})
send({ kind: 'ready' })

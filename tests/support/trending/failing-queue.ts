/** A queue that breaks off its first connection at a point, and is sound from then on; it counts what it takes. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Points at which the connection breaks: before it is made, and after each of these. */
export const cuts = [
  'before-connect',
  'headers-sent',
  'body-sent',
  'parlay-queued',
  'half-answered',
  'answered',
] as const
export type Cut = (typeof cuts)[number]

const host = '127.0.0.1'

export class FailingQueue {
  readonly #cut: Cut
  readonly #server: Server
  readonly #held = new Set<string>()
  #contacts = 0
  #port = 0
  /** Called at the point of the cut, right before it. */
  onCut: () => void = () => {}

  constructor(cut: Cut) {
    this.#cut = cut
    this.#server = createServer((request, response) => {
      void this.#serve(request, response).catch(() => response.destroy())
    })
  }

  get port(): number {
    return this.#port
  }

  /** Number of parlays taken: one sent twice with other ids, or in another form, is two. */
  get taken(): number {
    return this.#held.size
  }

  async open(): Promise<void> {
    await this.listen()
    if (this.#cut === 'before-connect') await this.close()
  }

  async listen(): Promise<void> {
    if (this.#server.listening) return
    this.#server.listen(this.#port, host)
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (typeof address === 'object' && address !== null) this.#port = address.port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#contacts += 1
    const cutAt = this.#contacts === 1 ? this.#cut : undefined
    const cut = () => {
      this.onCut()
      request.socket.destroy()
    }
    if (cutAt === 'headers-sent') {
      cut()
      return
    }
    const parlay = await bodyOf(request)
    if (cutAt === 'body-sent') {
      cut()
      return
    }
    const isNew = !this.#held.has(parlay)
    this.#held.add(parlay)
    if (cutAt === 'parlay-queued') {
      cut()
      return
    }
    const answer = isNew
      ? JSON.stringify({ code: 200, queued: true, message: 'Queued' })
      : JSON.stringify({ code: 409, queued: false, message: 'Already queued' })
    response.writeHead(isNew ? 200 : 409, { 'content-length': answer.length })
    if (cutAt === 'half-answered') response.write(answer.slice(0, 20), cut)
    else response.end(answer, () => cutAt === 'answered' && cut())
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  const incoming: AsyncIterable<Buffer> = request
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

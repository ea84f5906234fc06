/** A script: requests over the socket, and streams of events. */
import { request, type IncomingMessage } from 'node:http'

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: IncomingMessage['headers']
}

export interface Sent {
  readonly method?: string
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is; anything else is sent as JSON. */
  readonly raw?: Buffer | string
}

export class ScriptClient {
  readonly #socket: string
  readonly #token: string | undefined

  constructor(socket: string, token?: string) {
    this.#socket = socket
    this.#token = token
  }

  /** Calls `area.verb`. */
  call(name: string, body: unknown = null, sent: Sent = {}): Promise<Reply> {
    return this.send(`/v1/${name.replace('.', '/')}`, { raw: JSON.stringify(body), ...sent })
  }

  get = (path: string): Promise<Reply> => this.send(path, { method: 'GET' })

  async send(path: string, sent: Sent): Promise<Reply> {
    const response = await this.open(path, sent)
    const chunks: Buffer[] = []
    for await (const chunk of response) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const body: unknown = text === '' ? null : JSON.parse(text)
    return { status: response.statusCode ?? 0, body, headers: response.headers }
  }

  /** Sends a request; its answer is not read. */
  open(
    path: string,
    { method = 'POST', token = this.#token, headers = {}, raw }: Sent,
  ): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const sent = request({
      ...{ socketPath: this.#socket, path, method, agent: false },
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(raw !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    sent.once('response', resolve)
    sent.once('error', reject)
    sent.end(raw)
    return promise
  }

  /** Follows events until the stream ends. */
  async *events(only?: string): AsyncGenerator<{ readonly name: string; readonly data: unknown }> {
    const query = only === undefined ? '' : `?only=${only}`
    const response = await this.open(`/v1/events${query}`, { method: 'GET' })
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`)
    let rest = ''
    response.setEncoding('utf8')
    for await (const text of response) {
      const blocks = (rest + String(text)).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (name !== undefined && data !== undefined) {
          const payload: unknown = JSON.parse(data)
          yield { name, data: payload }
        }
      }
    }
  }
}

/**
 * Streams of events to scripts (SSE). An event is written once and its bytes are shared by all streams; a script that does
 * not read is dropped, so that it costs at most `maxUnreadBytes`.
 */
import type { ServerResponse } from 'node:http'
import { toAnswerText } from './answer-text.ts'
import { followedEvents } from './routes.ts'

export const maxUnreadBytes = 4 * 1024 * 1024
const maxStreams = 100
const maxStreamsOfScript = 20
const beatMs = 15_000

interface Stream {
  readonly tokenId: string
  readonly name: string
  /** Null for all. */
  readonly only: ReadonlySet<string> | null
  readonly response: ServerResponse
}

export interface EventStreamsDeps {
  /** Called when a script is dropped, because it read too slowly. */
  readonly onDropped: (stream: Pick<Stream, 'tokenId' | 'name'>) => void
}

export class EventStreams {
  readonly #deps: EventStreamsDeps
  readonly #streams = new Set<Stream>()
  #lastId = 0
  #beat: NodeJS.Timeout | undefined

  constructor(deps: EventStreamsDeps) {
    this.#deps = deps
  }

  /** Begins a stream; false when there are too many. */
  add(stream: Stream): boolean {
    const ofScript = [...this.#streams].filter(({ tokenId }) => tokenId === stream.tokenId)
    if (this.#streams.size >= maxStreams || ofScript.length >= maxStreamsOfScript) return false
    const { response } = stream
    this.#streams.add(stream)
    response.once('close', () => this.#streams.delete(stream))
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': follows\n\n')
    this.#beat ??= setInterval(() => this.#send(this.#streams, Buffer.from(': beat\n\n')), beatMs).unref()
    return true
  }

  /** Sends an event to the scripts that follow it. */
  announce(area: string, verb: string, payload: unknown): void {
    if (this.#streams.size === 0) return
    const name = `${area}.${verb}`
    if (!followedEvents.has(name)) return
    const followers = [...this.#streams].filter(({ only }) => only === null || only.has(name))
    this.#lastId += 1
    if (followers.length === 0) return
    const data = toAnswerText(payload)
    this.#send(
      followers,
      Buffer.from([`event: ${name}`, ['id', this.#lastId].join(': '), `data: ${data}`, '', ''].join('\n')),
    )
  }

  /** True when a script follows this event. */
  follows(name: string): boolean {
    return this.#streams.values().some(({ only }) => only === null || only.has(name))
  }

  /** Ends the streams of a token, or all. */
  end(tokenId?: string): void {
    for (const stream of this.#streams) {
      if (tokenId !== undefined && stream.tokenId !== tokenId) continue
      this.#streams.delete(stream)
      stream.response.destroy()
    }
    if (this.#streams.size > 0) return
    clearInterval(this.#beat)
    this.#beat = undefined
  }

  #send(streams: Iterable<Stream>, bytes: Buffer): void {
    for (const stream of streams) {
      const { response } = stream
      // Checked before, so that one event may be larger than the limit.
      if (response.writableLength <= maxUnreadBytes) response.write(bytes)
      else {
        this.#streams.delete(stream)
        response.destroy()
        this.#deps.onDropped(stream)
      }
    }
  }
}

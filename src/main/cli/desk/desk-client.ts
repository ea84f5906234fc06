/**
 * Calls of the running desk over its socket. A request and its answer are those of the contract; both are checked, since
 * the desk that runs may be of another version than this command.
 */
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { cleanText } from '../../../shared/clean-text.ts'
import { entries } from '../../../shared/contract.ts'
import type { Call, Event } from '../../../shared/contract/entry.ts'
import { maxQuestionMs } from '../../../shared/model/settings/automation.ts'
import { DeskProblem } from './desk-problem.ts'
import { readEvents } from './event-stream.ts'

export interface DeskClientOptions {
  /** Path of the socket, or name of the pipe. */
  readonly socket: string
  readonly token: string
  /** Ends all that is under way. */
  readonly signal: AbortSignal
  /** Time without a byte from the desk after which a call fails; minutes without it. */
  readonly maxSilenceMs?: number
  /** Runs once, when the desk has not answered a call for a while: it may be asking the user about this script. */
  readonly onWait?: () => void
  /** Time after which `onWait` runs; seconds without it. */
  readonly patienceMs?: number
}

/** Far longer than the wait for the user’s yes, so that the prices after it have time too. */
const maxAnswerMs = 5 * maxQuestionMs
/** Longer than most prices take. */
const defaultPatienceMs = 4_000

/** Body of an answer that is an error. */
const ErrorBody = z.looseObject({
  kind: z.string(),
  sentence: z.string(),
  retryAfterMs: z.number().nullish(),
})

const names = new Map<unknown, string>(
  Object.entries(entries).flatMap(([area, verbs]) =>
    Object.entries(verbs).map(([verb, entry]) => [entry, `${area}.${verb}`] as const),
  ),
)
const nameOf = (entry: Call | Event): string => names.get(entry) ?? ''

export const notRunning =
  'Parlay Desk isn’t running, or scripts are turned off. Start it and turn on Settings › Scripts, or add --start.'
const anotherVersion = 'Parlay Desk is of another version than this command. Restart it, then try again.'

export class DeskClient {
  readonly #options: DeskClientOptions
  #hasWaited = false

  constructor(options: DeskClientOptions) {
    this.#options = options
  }

  /** Throws DeskProblem. */
  async call<Q extends z.ZodType, A extends z.ZodType>(
    entry: Call<Q, A>,
    body: z.input<Q>,
  ): Promise<z.output<A>> {
    const path = `/v1/${nameOf(entry).replace('.', '/')}`
    const answer = await this.#sayWait(this.#send('POST', path, JSON.stringify(body)))
    const content = parseJson(await this.#waitFor(text(answer)))
    const parsed = entry.answer.safeParse(content)
    if (!parsed.success) throw new DeskProblem(anotherVersion, { status: 200, kind: 'another-version' })
    return parsed.data
  }

  /** The payloads of an event from now on. Ends by throwing: DeskProblem, or the signal's reason. */
  async *follow<P extends z.ZodType>(entry: Event<P>, onOpen = () => {}): AsyncGenerator<z.output<P>> {
    const answer = await this.#send('GET', `/v1/events?only=${nameOf(entry)}`)
    // A stream may be silent for as long as nothing happens.
    answer.setTimeout(0)
    onOpen()
    try {
      for await (const data of readEvents(answer, nameOf(entry))) {
        const parsed = entry.payload.safeParse(parseJson(data))
        if (!parsed.success) throw new DeskProblem(anotherVersion, { status: 200, kind: 'another-version' })
        yield parsed.data
      }
    } catch (error) {
      if (error instanceof DeskProblem || this.#options.signal.aborted) throw error
    } finally {
      answer.destroy()
    }
    throw new DeskProblem('Parlay Desk ended the connection: it was closed, or the token was revoked.', {
      kind: 'ended',
    })
  }

  async #send(method: string, path: string, body?: string): Promise<IncomingMessage> {
    const { socket, token, signal, maxSilenceMs = maxAnswerMs } = this.#options
    const opened = new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      }
      let begun: IncomingMessage | undefined
      const sent = request({ socketPath: socket, method, path, headers, signal, agent: false }, answer =>
        resolve((begun = answer)),
      )
      sent.setTimeout(maxSilenceMs, () => (begun ?? sent).destroy(silence(maxSilenceMs)))
      sent.once('error', reject).end(body)
    })
    const answer = await this.#waitFor(opened)
    if (answer.statusCode !== 200) throw await toRefusal(answer)
    return answer
  }

  /** Runs `onWait` when the answer takes long. */
  async #sayWait<T>(answer: Promise<T>): Promise<T> {
    const { onWait, patienceMs = defaultPatienceMs } = this.#options
    const timer = setTimeout(() => {
      if (!this.#hasWaited) onWait?.()
      this.#hasWaited = true
    }, patienceMs)
    return answer.finally(() => clearTimeout(timer))
  }

  /** Waits for the desk; a connection that breaks is a DeskProblem. */
  #waitFor<T>(part: Promise<T>): Promise<T> {
    return part.catch((error: unknown) => {
      throw this.#options.signal.aborted ? error : toProblem(error)
    })
  }
}

const silence = (afterMs: number): DeskProblem =>
  new DeskProblem(
    `Parlay Desk hasn’t responded for ${Math.round(afterMs / 1000)}s. Check its window, and whether this was done, before you try again.`,
    { kind: 'timed-out' },
  )

function toProblem(error: unknown): DeskProblem {
  if (error instanceof DeskProblem) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EACCES' || code === 'EPERM')
    return new DeskProblem('You can’t use this desk: another user of this computer runs it.', {
      kind: 'not-yours',
    })
  if (code === 'ENOENT' || code === 'ECONNREFUSED')
    return new DeskProblem(notRunning, { kind: 'not-running' })
  return new DeskProblem('Parlay Desk ended the connection. Check that it is running, then try again.', {
    kind: 'ended',
  })
}

async function toRefusal(answer: IncomingMessage): Promise<DeskProblem> {
  const status = answer.statusCode ?? 0
  const parsed = ErrorBody.safeParse(parseJson(await text(answer).catch(() => '')))
  if (!parsed.success)
    return new DeskProblem(`Parlay Desk rejected this (HTTP ${status}). Restart it, then try again.`, {
      status,
      kind: 'unknown',
    })
  const { kind, sentence, retryAfterMs } = parsed.data
  return new DeskProblem(cleanText(sentence), { status, kind, retryAfterMs: retryAfterMs ?? null })
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

/**
 * Up to two parse workers, started when there is something large to read and ended when there has been nothing for a
 * while. Each reads one text at a time and hands its batch to the store worker itself.
 */
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { FromParser, Job, Progress, ToParser } from './protocol.ts'
import { UnreadableText } from '../facts/load.ts'

export interface ParsePoolOptions {
  readonly workerFile: string | URL
  /** Brings the other end of a new parse worker's line to the store worker. */
  readonly connect: (port: MessagePort) => void
  readonly onProgress: (progress: Progress) => void
  /** The worker that had this job died. */
  readonly onLost: (id: number, error: Error) => void
}

interface Lane {
  readonly worker: Worker
  job: number | undefined
  idle: NodeJS.Timeout | undefined
}

const mostLanes = 2
const idleMs = 10_000
/** Room for what JSON.parse makes of the longest text there can be. */
const resourceLimits = { maxOldGenerationSizeMb: 4_096 }

export class ParsePool {
  readonly #options: ParsePoolOptions
  readonly #lanes = new Set<Lane>()
  #queue: { readonly id: number; readonly job: Job }[] = []

  constructor(options: ParsePoolOptions) {
    this.#options = options
  }

  /** Reads the job's text when a worker is free; its bytes go to the worker. */
  add(id: number, job: Job): void {
    this.#queue.push({ id, job })
    this.#dispatch()
  }

  /** Ends the reading of the job, or forgets it when that has not begun. Nothing can stop a JSON.parse but its worker’s end. */
  cancel(id: number): void {
    this.#queue = this.#queue.filter(queued => queued.id !== id)
    const lane = [...this.#lanes].find(({ job }) => job === id)
    if (lane === undefined) return
    void this.#end(lane)
    this.#dispatch()
  }

  async close(): Promise<void> {
    this.#queue = []
    await Promise.all([...this.#lanes].map(lane => this.#end(lane)))
  }

  #dispatch(): void {
    const lane = [...this.#lanes].find(({ job }) => job === undefined)
    if (this.#queue.length === 0) return
    if (lane === undefined && this.#lanes.size === mostLanes) return
    const next = this.#queue.shift()
    if (next !== undefined) send(lane ?? this.#start(), next)
    this.#dispatch()
  }

  #start(): Lane {
    const worker = new Worker(this.#options.workerFile, { workerData: 'parse', resourceLimits })
    const lane: Lane = { worker, job: undefined, idle: undefined }
    const { port1, port2 } = new MessageChannel()
    const hello: ToParser = { name: 'store', port: port1 }
    worker.postMessage(hello, [port1])
    this.#options.connect(port2)
    worker.on('message', (message: FromParser) => {
      if (message.name === 'progress') this.#options.onProgress(message)
      else this.#freed(lane)
    })
    worker.on('error', error => this.#lost(lane, error))
    this.#lanes.add(lane)
    return lane
  }

  #freed(lane: Lane): void {
    if (!this.#lanes.has(lane)) return
    lane.job = undefined
    lane.idle = setTimeout(() => void this.#end(lane), idleMs).unref()
    this.#dispatch()
  }

  #lost(lane: Lane, error: unknown): void {
    this.#lanes.delete(lane)
    if (lane.job !== undefined) this.#options.onLost(lane.job, lossOf(error))
    this.#dispatch()
  }

  async #end(lane: Lane): Promise<void> {
    clearTimeout(lane.idle)
    this.#lanes.delete(lane)
    await lane.worker.terminate()
  }
}

function lossOf(cause: unknown): Error {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'))
    return new Error('A parse worker ended.', { cause })
  const sentence = 'There is not enough memory to read this text in one piece. Split it and load the parts.'
  return new UnreadableText(sentence, { cause })
}

function send(lane: Lane, { id, job }: { readonly id: number; readonly job: Job }): void {
  clearTimeout(lane.idle)
  lane.job = id
  const message: ToParser = { name: 'job', id, job }
  lane.worker.postMessage(message, [job.bytes.buffer])
}

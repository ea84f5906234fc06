/**
 * Up to two parse workers, started when there is something large to read and ended after a while without work. Each
 * reads one text at a time and sends its batch straight to the store worker.
 */
import { MessageChannel, Worker, type MessagePort, type ResourceLimits } from 'node:worker_threads'
import { errorCode } from '../../files/error-code.ts'
import { endWorker } from '../../async/end-worker.ts'
import { Timer } from '../../async/timer.ts'
import { WorkerCalls, type OpenedCall } from '../../async/worker-calls.ts'
import { UnreadableText } from '../facts/load.ts'
import type { Progress } from '../read/read-odds.ts'
import type { LoadAnswer, LoadJob, ParserProtocol } from './protocol.ts'

export interface ParsePoolOptions {
  readonly workerFile: string | URL
  /** Gives the store worker its port to a new parse worker. */
  readonly connect: (port: MessagePort) => void
  readonly limits?: ResourceLimits
}

export interface PooledJob {
  /** The load's call to the store worker; rejected when the parse worker dies while it reads this. */
  readonly call: OpenedCall<LoadAnswer>
  readonly job: LoadJob
  readonly onProgress: (progress: Progress) => void
}

interface Lane {
  readonly worker: Worker
  readonly calls: WorkerCalls<ParserProtocol>
  readonly idleEnd: Timer
  /** Text being read. */
  pooled: PooledJob | undefined
}

const maxLanes = 2
const idleMs = 10_000
/**
 * At most 1 GB a worker: in Electron all heaps of the process share 4 GB, and running out ends the program. Texts are
 * parsed a piece at a time, so that the longest take a third of it (`node bench/board-memory.ts`).
 */
export const laneLimits: ResourceLimits = { maxOldGenerationSizeMb: 960, maxYoungGenerationSizeMb: 64 }

export class ParsePool {
  readonly #options: ParsePoolOptions
  readonly #lanes = new Set<Lane>()
  /** Workers that are ending. `close` waits for them: a process that exits meanwhile may crash. */
  readonly #endings = new Set<Promise<unknown>>()
  #queue: PooledJob[] = []

  constructor(options: ParsePoolOptions) {
    this.#options = options
  }

  /** Reads the text when a worker is free; its bytes move to the worker. */
  add(pooled: PooledJob): void {
    this.#queue.push(pooled)
    this.#dispatch()
  }

  /** Drops a job that waits. One under way ends with its worker. */
  cancel(callId: number): void {
    this.#queue = this.#queue.filter(({ call }) => call.id !== callId)
    const lane = [...this.#lanes].find(({ pooled }) => pooled?.call.id === callId)
    if (lane === undefined) return
    this.#end(lane)
  }

  async close(): Promise<void> {
    this.#queue = []
    for (const lane of this.#lanes) this.#end(lane)
    await Promise.all(this.#endings)
  }

  #dispatch(): void {
    const free = [...this.#lanes].find(({ pooled }) => pooled === undefined)
    // A worker that is ending still uses memory, so none is started meanwhile.
    if (free === undefined && this.#lanes.size + this.#endings.size >= maxLanes) return
    const next = this.#queue.shift()
    if (next === undefined) return
    void this.#read(free ?? this.#start(), next)
    this.#dispatch()
  }

  #start(): Lane {
    const { workerFile, limits: resourceLimits = laneLimits } = this.#options
    const worker = new Worker(workerFile, { workerData: 'parse', resourceLimits })
    const lane: Lane = {
      worker,
      calls: new WorkerCalls(worker, { endedText: 'A parse worker ended.', onEnded: () => this.#drop(lane) }),
      idleEnd: new Timer(() => this.#end(lane)),
      pooled: undefined,
    }
    const { port1, port2 } = new MessageChannel()
    lane.calls.send({ name: 'store', port: port1 }, [port1])
    this.#options.connect(port2)
    this.#lanes.add(lane)
    return lane
  }

  async #read(lane: Lane, pooled: PooledJob): Promise<void> {
    const { call, job, onProgress } = pooled
    lane.idleEnd.stop()
    lane.pooled = pooled
    const options = { transfer: [job.bytes.buffer], onProgress }
    try {
      await lane.calls.call({ name: 'read', callId: call.id, job }, options)
      lane.idleEnd.start(idleMs)
    } catch (error) {
      // After `cancel` or `close` the result is ignored.
      if (lane.pooled === pooled) call.reject(toLossError(error))
    }
    lane.pooled = undefined
    this.#dispatch()
  }

  #drop(lane: Lane): void {
    lane.idleEnd.stop()
    this.#lanes.delete(lane)
  }

  #end(lane: Lane): void {
    this.#drop(lane)
    lane.pooled = undefined
    lane.calls.close(new Error('The parse worker was ended.'))
    const ending = endWorker(lane.worker).then(() => {
      this.#endings.delete(ending)
      this.#dispatch()
    })
    this.#endings.add(ending)
  }
}

function toLossError(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined
  if (errorCode(cause) !== 'ERR_WORKER_OUT_OF_MEMORY') return new Error('A parse worker ended.', { cause })
  const sentence = 'Not enough memory to read this. Split it and load the parts.'
  return new UnreadableText(sentence, { cause })
}

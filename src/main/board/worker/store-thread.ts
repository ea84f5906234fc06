/** The main process's side of the board's workers. Small texts go to the store worker, large ones to the parse pool. */
import { Worker } from 'node:worker_threads'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { endWorker } from '../../async/end-worker.ts'
import { WorkerCalls, type AnswerTo, type OpenedCall } from '../../async/worker-calls.ts'
import { UnreadableText } from '../facts/load.ts'
import { isGzip } from '../read/decode-text.ts'
import type { Progress } from '../read/read-odds.ts'
import { ParsePool } from './parse-pool.ts'
import type { LoadAnswer, LoadJob, StoreProtocol } from './protocol.ts'

export interface StoreThreadOptions {
  /** Module of the workers: `worker.ts` where TypeScript runs unbundled, else its bundle. */
  readonly workerFile: string | URL
  /** Format of single prices that the user has set; american by default. */
  readonly singlesFormat?: () => PriceFormat
  /** Ids of the books that the user has hidden; the same set while they do not change. */
  readonly hiddenBooks?: () => ReadonlySet<string>
  /** The board is lost with its worker; every open request has been rejected with this error. */
  readonly onLost: (error: Error) => void
  /** The stored copy could not be written; the sentence says why. */
  readonly onUnsaved: (sentence: string) => void
}

/** The store worker reads smaller texts itself, which is faster than involving a parse worker. */
const minPooledBytes = 1024 * 1024

/** Many times what a board of a million odds objects takes; see `parse-pool.ts`. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024 }

export class StoreThread {
  readonly #options: StoreThreadOptions
  readonly #worker: Worker
  readonly #calls: WorkerCalls<StoreProtocol>
  readonly #pool: ParsePool
  #sentFormat: PriceFormat = 'american'
  #sentHidden: ReadonlySet<string> | undefined

  constructor(options: StoreThreadOptions) {
    const { workerFile, onLost, onUnsaved } = options
    this.#options = options
    this.#worker = new Worker(workerFile, { workerData: 'store', resourceLimits })
    this.#calls = new WorkerCalls(this.#worker, {
      endedText: 'The odds worker ended.',
      onMessage: ({ sentence }) => onUnsaved(sentence),
      onEnded: error => {
        void this.#end(error)
        onLost(error)
      },
    })
    this.#pool = new ParsePool({
      workerFile,
      connect: port => this.#calls.send({ name: 'parser', port }, [port]),
    })
  }

  ask<R extends StoreProtocol['request']>(request: R): Promise<AnswerTo<StoreProtocol, R['name']>> {
    const format = this.#options.singlesFormat?.() ?? 'american'
    if (format !== this.#sentFormat) this.#calls.send({ name: 'priceFormat', format })
    this.#sentFormat = format
    const ids = this.#options.hiddenBooks?.()
    if (ids !== undefined && ids !== this.#sentHidden) this.#calls.send({ name: 'hiddenBooks', ids })
    this.#sentHidden = ids
    return this.#calls.call(request)
  }

  async load(
    job: LoadJob,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<LoadAnswer> {
    // A small gzip may unpack to a large text.
    const isPooled = job.bytes.length >= minPooledBytes || isGzip(job.bytes)
    const call = isPooled
      ? this.#calls.expect('load', { onProgress })
      : this.#calls.open({ name: 'load', job }, { transfer: [job.bytes.buffer], onProgress })
    if (isPooled) this.#pool.add({ call, job, onProgress })
    const cancel = () => void this.#cancel(job.order.load, call)
    signal.addEventListener('abort', cancel)
    return call.answer.catch(toUnreadable).finally(() => signal.removeEventListener('abort', cancel))
  }

  /** Ends the load unless its merge has begun, which only the store worker knows. */
  async #cancel(load: number, { id, resolve }: OpenedCall<LoadAnswer>): Promise<void> {
    this.#pool.cancel(id)
    const isInTime = await this.ask({ name: 'cancel', load }).catch(() => false)
    if (isInTime) resolve({ kind: 'cancelled' })
  }

  /** Rejects open requests, waits until changes are stored, then ends the workers. */
  async close(error: Error): Promise<void> {
    await this.#pool.close()
    this.#calls.rejectOpen(error)
    await this.ask({ name: 'flush' }).catch(() => {})
    await this.#end(error)
  }

  async #end(error: Error): Promise<void> {
    this.#calls.close(error)
    await this.#pool.close()
    await endWorker(this.#worker)
  }
}

function toUnreadable(error: unknown): LoadAnswer {
  if (error instanceof UnreadableText) return { kind: 'unreadable', sentence: error.message }
  throw error
}

/** The main process's end of the board's workers: asks with their answers, and texts sent the way that suits them. */
import { Worker, type Transferable } from 'node:worker_threads'
import type { PriceFormat } from '../../../shared/odds/price.ts'
import { isGzip } from '../read/gzip.ts'
import { ParsePool } from './parse-pool.ts'
import type { Answers, Ask, FromStore, Job, LoadAnswer, Progress, ToStore } from './protocol.ts'
import { UnreadableText } from '../facts/load.ts'

type Transfer = readonly Transferable[]

export interface StoreThreadOptions {
  /** The worker's module: `worker.ts` where TypeScript runs as it is, else what it was bundled to. */
  readonly workerFile: string | URL
  /** What the user says single prices are written in; american where not given. */
  readonly singlesFormat?: () => PriceFormat
  /** The board is gone with its worker; every ask under way is refused with the same error. */
  readonly onLost: (error: Error) => void
  /** The stored copy could not be written; the sentence says why. */
  readonly onUnsaved: (sentence: string) => void
}

export interface LoadHooks {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

interface Pending {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress?: LoadHooks['onProgress']
}

/** Below this the store worker reads a text itself: that takes less than handing it round. */
const smallBytes = 1024 * 1024

export class StoreThread {
  readonly #options: StoreThreadOptions
  readonly #worker: Worker
  readonly #pool: ParsePool
  readonly #pending = new Map<number, Pending>()
  #asks = 0

  constructor(options: StoreThreadOptions) {
    const { workerFile, onLost, onUnsaved } = options
    this.#options = options
    this.#worker = new Worker(workerFile, { workerData: 'store' })
    this.#worker.on('message', (message: FromStore<never>) => {
      if (message.name === 'unsaved') onUnsaved(message.sentence)
      else this.#hear(message)
    })
    this.#worker.on('error', error => {
      const lost = new Error('The board’s worker ended.', { cause: error })
      void this.#end(lost)
      onLost(lost)
    })
    this.#pool = new ParsePool({
      workerFile,
      connect: port => this.#post({ name: 'parser', port }, [port]),
      onProgress: progress => this.#hear(progress),
      onLost: (id, error) => this.#settle(id)?.reject(error),
    })
  }

  ask<A extends Ask>(ask: A): Promise<Answers[A['name']]> {
    const { id, answer } = this.#expect<Answers[A['name']]>()
    this.#send(id, ask)
    return answer
  }

  async load(job: Job, { signal, onProgress }: LoadHooks): Promise<LoadAnswer> {
    const { id, answer, resolve } = this.#expect<LoadAnswer>(onProgress)
    const cancel = () => void this.#cancel(id, job.order.load, () => resolve({ kind: 'cancelled' }))
    signal.addEventListener('abort', cancel)
    // What a gzip unpacks to may be large.
    if (job.bytes.length >= smallBytes || isGzip(job.bytes)) this.#pool.add(id, job)
    else this.#send(id, { name: 'load', job }, [job.bytes.buffer])
    return answer.catch(unreadable).finally(() => signal.removeEventListener('abort', cancel))
  }

  /** The store knows whether a batch has come to be merged; its word is the last. */
  async #cancel(id: number, load: number, cancelled: () => void): Promise<void> {
    this.#pool.cancel(id)
    const isInTime = await this.ask({ name: 'cancel', load }).catch(() => false)
    if (!isInTime) return
    this.#settle(id)
    cancelled()
  }

  /** Waits for what is to be stored, then ends the workers; what was asked and not answered is refused. */
  async close(error: Error): Promise<void> {
    await this.#pool.close()
    const flushed = this.ask({ name: 'flush' })
    for (const [id, { reject }] of this.#pending) if (id !== this.#asks) reject(error)
    await flushed.catch(() => {})
    await this.#end(error)
  }

  async #end(error: Error): Promise<void> {
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
    await Promise.all([this.#pool.close(), this.#worker.terminate()])
  }

  #expect<A>(onProgress?: LoadHooks['onProgress']) {
    const id = ++this.#asks
    const { promise: answer, resolve, reject } = Promise.withResolvers<A>()
    this.#pending.set(id, { resolve, reject, ...(onProgress && { onProgress }) })
    return { id, answer, resolve }
  }

  #hear(message: Exclude<FromStore<never>, { name: 'unsaved' }>): void {
    if (message.name === 'progress') this.#pending.get(message.id)?.onProgress?.(message)
    else this.#settle(message.id)?.resolve(message.answer)
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  #send(id: number, ask: Ask, transfer: Transfer = []): void {
    const singlesFormat = this.#options.singlesFormat?.() ?? 'american'
    this.#post({ name: 'ask', id, ask, singlesFormat }, transfer)
  }

  #post(message: ToStore, transfer: Transfer = []): void {
    this.#worker.postMessage(message, transfer)
  }
}

function unreadable(error: unknown): LoadAnswer {
  if (error instanceof UnreadableText) return { kind: 'unreadable', sentence: error.message }
  throw error
}

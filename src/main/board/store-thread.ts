/** The main process's end of the board's workers: asks with their answers, and texts sent the way that suits them. */
import { Worker, type Transferable } from 'node:worker_threads'
import { ParsePool } from './parse-pool.ts'
import type { Answers, Ask, Job, LoadAnswer, Reply, ToStore } from './protocol.ts'

type Transfer = readonly Transferable[]

export interface StoreThreadOptions {
  readonly workerFile: string | URL
  /** The board is gone with its worker; every ask under way is refused with the same error. */
  readonly onLost: (error: Error) => void
}

interface Pending {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

/** Below this the store worker reads a text itself: that takes less than handing it round. */
const smallBytes = 1024 * 1024

export class StoreThread {
  readonly #worker: Worker
  readonly #pool: ParsePool
  readonly #pending = new Map<number, Pending>()
  #asks = 0

  constructor({ workerFile, onLost }: StoreThreadOptions) {
    this.#worker = new Worker(workerFile, { workerData: 'store' })
    this.#worker.on('message', (reply: Reply<never>) => this.#settle(reply.id)?.resolve(reply.answer))
    this.#worker.on('error', error => {
      const lost = new Error('The board’s worker ended.', { cause: error })
      void this.close(lost)
      onLost(lost)
    })
    this.#pool = new ParsePool({
      workerFile,
      connect: port => this.#post({ name: 'parser', port }, [port]),
      onLost: (id, error) => this.#settle(id)?.reject(error),
    })
  }

  ask<A extends Ask>(ask: A, transfer: Transfer = []): Promise<Answers[A['name']]> {
    const { id, answer } = this.#expect<Answers[A['name']]>()
    this.#post({ name: 'ask', id, ask }, transfer)
    return answer
  }

  load(job: Job): Promise<LoadAnswer> {
    if (job.bytes.length < smallBytes) return this.ask({ name: 'load', job }, [job.bytes.buffer])
    const { id, answer } = this.#expect<LoadAnswer>()
    this.#pool.add(id, job)
    return answer
  }

  /** Ends the workers; what was asked and not answered is refused with the error. */
  async close(error: Error): Promise<void> {
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
    await Promise.all([this.#pool.close(), this.#worker.terminate()])
  }

  #expect<A>() {
    const id = ++this.#asks
    const { promise: answer, resolve, reject } = Promise.withResolvers<A>()
    this.#pending.set(id, { resolve, reject })
    return { id, answer }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  #post(message: ToStore, transfer: Transfer): void {
    this.#worker.postMessage(message, transfer)
  }
}

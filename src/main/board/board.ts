/**
 * The board as the main process has it: texts with odds objects go in, answers come out. All work is done by worker
 * threads; here are the order of loads, the status, and nothing that takes time.
 */
import { isMarkedAsUntransferable } from 'node:worker_threads'
import { Refusal } from '../../shared/failure.ts'
import type { BoardStatus, LoadReport, SearchAnswer, SlipCheck } from '../../shared/model/board.ts'
import type { Leg, Offer } from '../../shared/model/parlay.ts'
import { LoadProgress } from './load-progress.ts'
import type { Scope } from './merge.ts'
import type { TextFormat } from './parse-odds-text.ts'
import type { BoardState, Job, LoadAnswer, NamedBook } from './protocol.ts'
import { StoreThread } from './store-thread.ts'

export interface BoardOptions {
  /** The worker's module: `worker.ts` where TypeScript runs as it is, else what it was bundled to. */
  readonly workerFile: string | URL
}

export interface OddsText {
  /** What people call it, `Pasted odds`. Texts of one source are merged in the order they were given. */
  readonly source: string
  /** UTF-8 or UTF-16. Taken over: empty afterwards. */
  readonly bytes: Uint8Array
  readonly format?: TextFormat
  /** What the text is the whole truth of: earlier offers of that which it does not have are dropped. */
  readonly replaces?: Scope
}

const nothing: BoardState = { sizes: { selections: 0, offers: 0, books: 0, games: 0 }, books: [] }

export class Board {
  readonly #options: BoardOptions
  readonly #listeners = new Set<(status: BoardStatus) => void>()
  readonly #progress = new LoadProgress()
  /** By source, the load that the next one of it waits for. */
  readonly #lines = new Map<string, Promise<unknown>>()
  #thread: StoreThread | undefined
  #state = nothing
  #lastLoad: LoadReport | null = null
  #loads = 0
  /** Loads up to this one were asked for before the board was last emptied. */
  #cleared = 0

  constructor(options: BoardOptions) {
    this.#options = options
  }

  status(): BoardStatus {
    return { ...this.#state.sizes, loading: this.#progress.state(), lastLoad: this.#lastLoad }
  }

  /** Books met so far, by the name that reads best; a book keeps its place here when its offers are gone. */
  books(): readonly NamedBook[] {
    return this.#state.books
  }

  /** Calls back after every change of `status()`; answers how to stop that. */
  onChanged(listener: (status: BoardStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Brings a text's odds objects onto the board. Throws Refusal with a sentence when the text cannot be read; the
   * board is then as it was.
   */
  async load({ source, bytes, format = 'auto', replaces }: OddsText): Promise<LoadReport> {
    const size = bytes.length
    const order = { load: ++this.#loads, at: Date.now(), ...(replaces && { replaces }) }
    const job: Job = { ...order, source, format, bytes: owned(bytes) }
    this.#progress.begin(source, size)
    this.#changed()
    try {
      return this.#loaded(job, await this.#inLine(job))
    } catch (error) {
      const isWanted = order.load > this.#cleared
      if (isWanted && error instanceof Refusal && error.failure.kind === 'invalid')
        this.#progress.fail(source, error.failure.sentence)
      throw error
    } finally {
      this.#progress.end(size)
      this.#changed()
    }
  }

  /** Starts a load when the one before it of the same source has ended. */
  #inLine(job: Job): Promise<LoadAnswer> {
    const { source } = job
    const before = this.#lines.get(source) ?? Promise.resolve()
    const answer = before.then(() => this.#send(job))
    const ended = answer
      .catch(() => {})
      .then(() => {
        if (this.#lines.get(source) === ended) this.#lines.delete(source)
      })
    this.#lines.set(source, ended)
    return answer
  }

  async #send(job: Job): Promise<LoadAnswer> {
    return job.load <= this.#cleared ? { kind: 'overtaken' } : this.#running().load(job)
  }

  #loaded({ load }: Job, answer: LoadAnswer): LoadReport {
    if (answer.kind === 'unreadable') throw refusal(answer.sentence)
    if (answer.kind === 'overtaken' || load <= this.#cleared)
      throw refusal('The board was emptied while this was loading.')
    this.#state = answer.state
    this.#lastLoad = answer.report
    return answer.report
  }

  search(query: string, limit: number): Promise<SearchAnswer> {
    return this.#running().ask({ name: 'search', query, limit })
  }

  /** The legs of these selections with all their offers; null for one that is not offered. */
  legs(keys: readonly string[]): Promise<(Leg | null)[]> {
    return this.#running().ask({ name: 'legs', keys })
  }

  /** What each selection is offered as now, nothing for one that is no longer. */
  async offersOf(keys: readonly string[]): Promise<(readonly Offer[])[]> {
    const legs = await this.legs(keys)
    return legs.map(leg => leg?.offers ?? [])
  }

  checkSlip(keys: readonly string[]): Promise<SlipCheck> {
    return this.#running().ask({ name: 'checkSlip', keys })
  }

  /** Shows a load that could not be fetched; the sentence says why. */
  failed(source: string, sentence: string): void {
    this.#progress.fail(source, sentence)
    this.#changed()
  }

  /** Empties the board. Loads under way are refused. */
  clear(): void {
    this.#empty()
    // Only a thread that has ended refuses this, and its board went with it.
    this.#thread?.ask({ name: 'clear', load: this.#cleared }).catch(() => {})
    this.#changed()
  }

  /** Ends the workers. What is under way is refused; a later call starts with an empty board. */
  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    this.#empty()
    await thread?.close(new Error('The board was closed.'))
  }

  #running(): StoreThread {
    this.#thread ??= new StoreThread({ workerFile: this.#options.workerFile, onLost: () => this.#lost() })
    return this.#thread
  }

  #empty(): void {
    this.#cleared = this.#loads
    this.#state = nothing
    this.#lastLoad = null
    this.#progress.forget()
  }

  #lost(): void {
    this.#thread = undefined
    this.clear()
    this.failed('Board', 'The board ran into a fault and was emptied. Load the odds again.')
  }

  #changed(): void {
    const status = this.status()
    for (const listener of this.#listeners) listener(status)
  }
}

const refusal = (sentence: string) => new Refusal({ kind: 'invalid', field: 'odds', sentence })

/** The bytes themselves where they are a buffer of their own that can be handed over, else a copy. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole =
    buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length && !isMarkedAsUntransferable(buffer)
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

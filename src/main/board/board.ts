/**
 * The board as the main process has it: texts with odds objects go in, answers come out. All work is done by worker
 * threads; here are the order of loads, the status, and nothing that takes time.
 */
import { isMarkedAsUntransferable } from 'node:worker_threads'
import { Refusal } from '../../shared/failure.ts'
import type {
  BoardStatus,
  SearchAnswer,
  SearchFilter,
  SlipCheck,
  TypedLegs,
} from '../../shared/model/board.ts'
import type { LoadReport } from '../../shared/model/load-report.ts'
import { LoadProgress, type LoadStep, type SourceName, type SourceProgress } from './load-progress.ts'
import type { Scope } from './merge.ts'
import type { TextFormat } from './parse-odds-text.ts'
import type { BoardState, FoundLeg, Job, KeptKeys, LoadAnswer, NamedBook } from './protocol.ts'
import { SourceLines } from './source-lines.ts'
import { StoreThread } from './store-thread.ts'

export interface BoardOptions {
  /** The worker's module: `worker.ts` where TypeScript runs as it is, else what it was bundled to. */
  readonly workerFile: string | URL
}

export interface OddsText {
  /** Texts of one source are merged in the order they were given. */
  readonly source: SourceName
  /** UTF-8 or UTF-16, or gzip of it. Taken over: empty afterwards. */
  readonly bytes: Uint8Array
  readonly format?: TextFormat
  /** What the text is the whole truth of: earlier offers of that which it does not have are dropped. */
  readonly replaces?: Scope
}

/** The board's own part of its status; the sources are listed by those who keep them. */
export type BoardFacts = Omit<BoardStatus, 'sources'>

const noState: BoardState = {
  sizes: { selections: 0, offers: 0, books: 0, games: 0 },
  books: [],
  leagues: [],
  offersBySource: new Map(),
  asOf: null,
}
const storedCopy: SourceName = { id: 'stored copy', name: 'Board of last time' }
/** While loads are under way, listeners are called at most once in this time. */
const quietMs = 100

export class Board {
  readonly #options: BoardOptions
  readonly #listeners = new Set<(status: BoardFacts) => void>()
  readonly #progress = new LoadProgress()
  readonly #lines = new SourceLines()
  #thread: StoreThread | undefined
  #file: string | null = null
  /** Settled when the stored copy is read, or not to be. */
  #opening: Promise<void> = Promise.resolve()
  /** Counts how often the board was emptied: what was asked for before that is refused. */
  #era = 0
  #state = noState
  #lastLoad: LoadReport | null = null
  #loads = 0
  #toldAt = 0
  #telling: NodeJS.Timeout | undefined

  constructor(options: BoardOptions) {
    this.#options = options
  }

  status(): BoardFacts {
    const { sizes, leagues, asOf } = this.#state
    return {
      ...sizes,
      leagues: [...leagues],
      asOf,
      loading: this.#progress.state(),
      lastLoad: this.#lastLoad,
    }
  }

  /** Undefined when no load of the source is under way. */
  sourceProgress(id: string): SourceProgress | undefined {
    return this.#progress.of(id)
  }

  /** How many offers of the board each source brought; sources with none are left out. */
  offersBySource(): ReadonlyMap<string, number> {
    return this.#state.offersBySource
  }

  /** Books met so far, by the name that reads best; a book keeps its place here when its offers are gone. */
  books(): readonly NamedBook[] {
    return this.#state.books
  }

  /** Calls back after every change of `status()`, or of progress; answers how to stop that. */
  onChanged(listener: (status: BoardFacts) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Empties the board and, unless null, keeps its copy in this file from now on: what the file holds is brought back,
   * and every change is written to it a little later. A file that cannot be used is set aside and told in `status()`.
   * Loads under way are refused; later ones wait until the file is read.
   */
  open(file: string | null): Promise<void> {
    this.#file = file
    this.#empty()
    const isNothingToDo = file === null && this.#thread === undefined
    this.#opening = isNothingToDo ? Promise.resolve() : this.#restore(file)
    this.#changed()
    return this.#opening
  }

  async #restore(file: string | null): Promise<void> {
    const era = this.#era
    const step = file === null ? undefined : this.#progress.begin(storedCopy, 1)
    try {
      const { state, loads, fault } = await this.#running().ask({ name: 'open', era, file })
      if (era !== this.#era) return
      this.#state = state
      this.#loads = Math.max(this.#loads, loads)
      if (fault !== null) this.#progress.fail(storedCopy.name, fault)
    } catch {
      // The thread ended, which `#lost` tells, or the board was closed.
    } finally {
      if (step !== undefined) this.#progress.end(step)
      this.#changed()
    }
  }

  /**
   * Brings a text's odds objects onto the board. Throws Refusal with a sentence when the text cannot be read or the
   * load was cancelled; the board is then as it was.
   */
  async load({ source, bytes, format = 'auto', replaces }: OddsText): Promise<LoadReport> {
    const step = this.#progress.begin(source, bytes.length)
    const text = { source, format, bytes: owned(bytes), ...(replaces && { replaces }) }
    const era = this.#era
    this.#changed()
    try {
      await this.#opening
      const job: Job = { ...text, era, load: ++this.#loads, at: Date.now() }
      const answer = await this.#lines.run(source.id, signal => this.#send(job, step, signal))
      return this.#loaded(job, answer)
    } catch (error) {
      if (era === this.#era && error instanceof UnreadableRefusal)
        this.#progress.fail(source.name, error.sentence)
      throw error
    } finally {
      this.#progress.end(step)
      this.#changed()
    }
  }

  async #send(job: Job, step: LoadStep, signal: AbortSignal): Promise<LoadAnswer> {
    if (job.era !== this.#era) return { kind: 'overtaken' }
    if (signal.aborted) return { kind: 'cancelled' }
    return this.#running().load(job, {
      signal,
      onProgress: ({ share, objects }) => {
        step.share = share
        step.objects = objects
        this.#changed()
      },
    })
  }

  #loaded({ era, source }: Job, answer: LoadAnswer): LoadReport {
    if (answer.kind === 'unreadable') throw new UnreadableRefusal(answer.sentence)
    if (answer.kind === 'cancelled') throw refusal(`Loading “${source.name}” was cancelled.`)
    if (answer.kind === 'overtaken' || era !== this.#era)
      throw refusal('The board was emptied while this was loading.')
    this.#state = answer.state
    this.#lastLoad = answer.report
    return answer.report
  }

  /**
   * Ends the source's loads under way, which throw. One that is being merged already is merged to its end: no load is
   * ever half on the board.
   */
  cancel(sourceId: string): void {
    this.#lines.cancel(sourceId)
  }

  /** Removes all offers that the source brought last; its loads under way are cancelled. */
  async drop(sourceId: string): Promise<void> {
    this.cancel(sourceId)
    await this.#opening
    const era = this.#era
    const state = await this.#lines.run(sourceId, () => this.#running().ask({ name: 'drop', sourceId }))
    if (era === this.#era) this.#state = state
    this.#changed()
  }

  search(query: string, limit: number, filter: SearchFilter, kept: KeptKeys): Promise<SearchAnswer> {
    return this.#running().ask({ name: 'search', query, limit, filter, kept })
  }

  /** These selections with all their offers and what may be wrong with them; or whether their games are here at all. */
  legs(keys: readonly string[]): Promise<FoundLeg[]> {
    return this.#running().ask({ name: 'legs', keys })
  }

  checkSlip(keys: readonly string[]): Promise<SlipCheck> {
    return this.#running().ask({ name: 'checkSlip', keys })
  }

  /** Finds the selections of odds ids, or of one book's sgp tokens: a JSON array of texts, or one a line. */
  readTyped(text: string, bookId: string | null): Promise<TypedLegs> {
    return this.#running().ask({ name: 'readTyped', text, bookId })
  }

  /** Shows a load that could not be fetched; the sentence says why. */
  failed(source: string, sentence: string): void {
    this.#progress.fail(source, sentence)
    this.#changed()
  }

  /** Writes what is not stored yet and ends the workers. What is under way is refused. The next ask starts anew, empty. */
  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    this.#file = null
    this.#empty()
    clearTimeout(this.#telling)
    await thread?.close(new Error('The board was closed.'))
  }

  #running(): StoreThread {
    if (this.#thread !== undefined) return this.#thread
    this.#thread = new StoreThread({
      workerFile: this.#options.workerFile,
      onLost: () => this.#lost(),
      onUnsaved: sentence => this.failed(storedCopy.name, sentence),
    })
    return this.#thread
  }

  #empty(): void {
    this.#era++
    this.#state = noState
    this.#lastLoad = null
    this.#progress.forget()
  }

  /** The file may be what the thread died of: it is written again with the next load, but not read. */
  #lost(): void {
    this.#thread = undefined
    this.#empty()
    const era = this.#era
    const file = this.#file
    if (file !== null)
      this.#running()
        .ask({ name: 'open', era, file, isFresh: true })
        .catch(() => {})
    this.failed('Board', 'The board ran into a fault and was emptied. Load the odds again.')
  }

  /** Tells the listeners: at once when loading begins or ends, else not too often. */
  #changed(): void {
    const wait = this.#toldAt + quietMs - performance.now()
    if (wait > 0 && this.#progress.state().kind === 'loading') {
      this.#telling ??= setTimeout(() => this.#tell(), wait)
      return
    }
    this.#tell()
  }

  #tell(): void {
    clearTimeout(this.#telling)
    this.#telling = undefined
    this.#toldAt = performance.now()
    const status = this.status()
    for (const listener of this.#listeners) listener(status)
  }
}

const refusal = (sentence: string) => new Refusal({ kind: 'invalid', field: 'odds', sentence })

class UnreadableRefusal extends Refusal {
  readonly sentence: string
  constructor(sentence: string) {
    super({ kind: 'invalid', field: 'odds', sentence })
    this.sentence = sentence
  }
}

/** The bytes themselves where they are a buffer of their own that can be handed over, else a copy. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole =
    buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length && !isMarkedAsUntransferable(buffer)
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

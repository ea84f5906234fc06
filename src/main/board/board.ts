/**
 * The board as the main process has it: texts with odds objects go in, answers come out. All work is done by worker
 * threads; here are the order of loads, the status, and nothing that takes time.
 */
import { Refusal } from '../../shared/failure.ts'
import type {
  BoardStatus,
  SearchAnswer,
  SearchFilter,
  SlipCheck,
  TypedLegs,
} from '../../shared/model/game/board.ts'
import type { LoadReport } from '../../shared/model/game/source.ts'
import { Listeners } from './worker/listeners.ts'
import { LoadProgress, type LoadStep, type SourceProgress } from './worker/load-progress.ts'
import type { Neighbours } from './query/neighbours.ts'
import { owned } from './worker/owned-bytes.ts'
import {
  noState,
  type BoardState,
  type FoundLeg,
  type Job,
  type KeptKeys,
  type LoadAnswer,
  type NamedBook,
  type Progress,
} from './worker/protocol.ts'
import { SourceLines } from './worker/source-lines.ts'
import { StoreThread, type StoreThreadOptions } from './worker/store-thread.ts'
import type { SourceName, LoadOrder, LoadRequest } from './facts/load.ts'

export type BoardOptions = Pick<StoreThreadOptions, 'workerFile' | 'singlesFormat'>

/** The board's own part of its status; the sources are listed by those who keep them. */
export type BoardFacts = Omit<BoardStatus, 'sources'>

const storedCopy: SourceName = { id: 'stored copy', name: 'Board of last time' }

export class Board {
  readonly #options: BoardOptions
  readonly #listeners = new Listeners(() => this.status())
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

  constructor(options: BoardOptions) {
    this.#options = options
  }

  status(): BoardFacts {
    const { sizes, leagues, asOf } = this.#state
    return { ...sizes, leagues, asOf, loading: this.#progress.state(), lastLoad: this.#lastLoad }
  }

  /** Undefined when no load of the source is under way. */
  sourceProgress(id: string): SourceProgress | undefined {
    return this.#progress.of(id)
  }

  /** How many offers of the board each source brought; sources with none are left out. */
  offersBySource(): BoardState['offersBySource'] {
    return this.#state.offersBySource
  }

  /** Ids of the sources that overrode something of each source that has loaded, those removed since too. */
  overriddenBy(): BoardState['overriddenBy'] {
    return this.#state.overriddenBy
  }

  /** Until the sources use `overriddenBy`. */
  covers(): ReadonlyMap<string, { readonly owed: number; readonly by: ReadonlyMap<string, number> }> {
    const all = this.#state.overriddenBy
    return new Map(
      [...all].map(([id, winners]) => {
        const by = [...winners].filter(winner => all.has(winner)).map(winner => [winner, 1] as const)
        return [id, { owed: winners.size - by.length, by: new Map(by) }]
      }),
    )
  }

  /** Books met so far, by the name that reads best; a book keeps its place here when its offers are gone. */
  books(): readonly NamedBook[] {
    return this.#state.books
  }

  /** Calls back after every change of `status()` or of progress, ten times a second at most while loads are under way. */
  onChanged(listener: (status: BoardFacts) => void): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Empties the board and, unless null, keeps its copy in this file from now on: what the file holds is brought back,
   * and every change is written to it a little later. A file that cannot be used is set aside and told in `status()`.
   * Loads under way are refused; later ones wait until the file is read.
   */
  open(file: string | null): Promise<void> {
    this.#file = file
    this.#empty()
    this.#opening = this.#restore(file)
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

  /** Brings a text's odds objects onto the board. Throws Refusal where that fails; the board is then as it was. */
  async load({ source, bytes, format = 'auto', replaces, loadedAt }: LoadRequest): Promise<LoadReport> {
    const step = this.#progress.begin(source, bytes.length)
    const text = { format, bytes: owned(bytes) }
    const from = { source, era: this.#era, isAgain: loadedAt !== undefined, ...(replaces && { replaces }) }
    this.#changed()
    try {
      return await this.#lines.run(source.id, async signal => {
        await this.#opening
        const order = { ...from, load: ++this.#loads, at: loadedAt ?? Date.now() }
        return this.#loaded(order, await this.#send({ ...text, order }, step, signal))
      })
    } finally {
      this.#progress.end(step)
      this.#changed()
    }
  }

  async #send(job: Job, step: LoadStep, signal: AbortSignal): Promise<LoadAnswer> {
    if (job.order.era !== this.#era) return { kind: 'overtaken' }
    if (signal.aborted) return { kind: 'cancelled' }
    const onProgress = ({ share, objects }: Progress) => {
      Object.assign(step, { share, objects })
      this.#changed()
    }
    return this.#running().load(job, { signal, onProgress })
  }

  #loaded({ era, source }: LoadOrder, answer: LoadAnswer): LoadReport {
    if (answer.kind === 'overtaken' || era !== this.#era)
      throw refusal('The board was emptied while this was loading.')
    if (answer.kind === 'cancelled') throw refusal(`Loading “${source.name}” was cancelled.`)
    if (answer.kind === 'unreadable') {
      this.#progress.fail(source.name, answer.sentence)
      throw refusal(answer.sentence)
    }
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

  /** The same bet at up to so many lines each way. */
  neighbours(key: string, eachWay: number): Promise<Neighbours> {
    return this.#running().ask({ name: 'neighbours', key, eachWay })
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
    this.#listeners.stop()
    await thread?.close(new Error('The board was closed.'))
  }

  #running(): StoreThread {
    if (this.#thread !== undefined) return this.#thread
    this.#thread = new StoreThread({
      ...this.#options,
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
    const ask = { name: 'open', era: this.#era, file: this.#file, isFresh: true } as const
    if (ask.file !== null) this.#running().ask(ask).catch(() => {}) // prettier-ignore
    this.failed('Board', 'The board ran into a fault and was emptied. Load the odds again.')
  }

  #changed(): void {
    if (this.#progress.state().kind === 'loading') this.#listeners.tellSoon()
    else this.#listeners.tell()
  }
}

const refusal = (sentence: string) => new Refusal({ kind: 'invalid', field: 'odds', sentence })

/**
 * The board as the main process sees it: texts with odds objects go in, answers come out. Worker threads do all long
 * work; this class orders the loads and reports the status.
 */
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { isMarkedAsUntransferable } from 'node:worker_threads'
import { invalidInput } from '../../shared/failure.ts'
import {
  lastSession,
  type BoardStatus,
  type NamedLegs,
  type SearchAnswer,
  type SlipCheck,
  type TypedLegs,
} from '../../shared/model/game/board.ts'
import { toGameClock } from '../../shared/model/game/game-over.ts'
import type { LoadReport } from '../../shared/model/game/source.ts'
import type { PairStats } from '../../shared/value/pair-model.ts'
import { Coalescer } from '../async/coalescer.ts'
import type { LoadOrder, LoadRequest, SourceName } from './facts/load.ts'
import type { HedgeSides } from './query/hedge-sides.ts'
import type { FoundLeg } from './query/legs.ts'
import type { BoardClock } from './query/match.ts'
import type { LegRequest } from './query/named-legs.ts'
import type { Neighbors } from './query/neighbors.ts'
import type { Opposite } from './query/opposites.ts'
import type { SearchRequest } from './query/search.ts'
import type { DescribedPair, PairAt } from './scan/quoted-pairs.ts'
import type { ScanResult, ScanScope } from './scan/scan.ts'
import { ActiveLoads, type ActiveLoad, type SourceProgress } from './active-loads.ts'
import { emptyState, type BoardState, type LoadAnswer, type LoadJob } from './worker/protocol.ts'
import type { Progress } from './read/read-odds.ts'
import { StoreThread, type StoreThreadOptions } from './worker/store-thread.ts'

export interface BoardOptions extends Pick<
  StoreThreadOptions,
  'workerFile' | 'singlesFormat' | 'hiddenBooks'
> {
  /** True while the games are the demo's; false without. */
  readonly isDemo?: () => boolean
}

/** The board's part of its status; `sources/` adds the list of sources. */
export type BoardFacts = Omit<BoardStatus, 'sources'>

/** Least time between two notifications while loads are under way. */
const notifyEveryMs = 100

const storedCopy: SourceName = { id: 'stored copy', name: lastSession }

/** `changed`: after every change of `status()` or of progress, at most ten times a second while loads are under way. */
export class Board extends EventEmitter<{ changed: [status: BoardFacts] }> {
  readonly #options: BoardOptions
  readonly #notification = new Coalescer(() => this.#notify(), notifyEveryMs)
  #notifiedAt = -notifyEveryMs
  readonly #active = new ActiveLoads()
  /** Last work of each source: loads of one source run one after another, those of different sources at the same time. */
  readonly #lastWork = new Map<string, Promise<unknown>>()
  #thread: StoreThread | undefined
  #file: string | null = null
  /** Resolved when the stored copy is read, or there is none. */
  #opening: Promise<void> = Promise.resolve()
  /** Number of times the board was emptied; loads of an earlier era are rejected. */
  #era = 0
  #state = emptyState
  #lastLoad: LoadReport | null = null
  #loads = 0
  #finalGames: ReadonlySet<string> = new Set()

  constructor(options: BoardOptions) {
    super()
    this.#options = options
  }

  status(): BoardFacts {
    const { sizes, leagues, asOf } = this.#state
    const books = this.#countShownBooks()
    const [loading, finalGames] = [this.#active.state(), this.#finalGames.size]
    return { ...sizes, books, leagues, asOf, finalGames, loading, lastLoad: this.#lastLoad }
  }

  /** Number of books with odds, without those that the user has hidden: these are not priced. */
  #countShownBooks(): number {
    const hidden = this.#options.hiddenBooks?.()
    return this.#state.books.filter(({ id, offers }) => offers > 0 && hidden?.has(id) !== true).length
  }

  /**
   * Announces that a source will load this number of texts, one by one: progress counts all of them until `release`.
   */
  expect(sourceId: string, texts: number): void {
    this.#active.expect(sourceId, texts)
    this.#changed()
  }

  release(sourceId: string): void {
    this.#active.release(sourceId)
    this.#changed()
  }

  /** Undefined when no load of the source is under way. */
  sourceProgress(id: string): SourceProgress | undefined {
    return this.#active.of(id)
  }

  /** Contents of the board as of its last change. A book keeps its place when its offers are gone. */
  get state(): BoardState {
    return this.#state
  }

  /**
   * Empties the board, restores it from this file, and from now on writes every change to the file a little later; null
   * for no file. An unusable file is moved aside, which `status()` shows. Loads under way are rejected; later ones wait
   * until the file is read.
   */
  open(file: string | null): Promise<void> {
    // Another profile may have other games by these ids.
    if (this.#file !== null && this.#file !== file) this.#finalGames = new Set()
    this.#file = file
    this.#empty()
    this.#opening = this.#restore(file)
    this.#changed()
    return this.#opening
  }

  async #restore(file: string | null): Promise<void> {
    const era = this.#era
    const active = file !== null && existsSync(file) ? this.#active.begin(storedCopy, 1) : undefined
    try {
      const { state, loads, fault } = await this.#getThread().ask({ name: 'open', era, file })
      if (era !== this.#era) return
      this.#state = state
      this.#loads = Math.max(this.#loads, loads)
      if (fault !== null) this.#active.fail(storedCopy.name, fault)
    } catch {
      // The thread ended, as `#lost` reports, or the board was closed.
    } finally {
      if (active !== undefined) this.#active.end(active)
      this.#changed()
    }
  }

  /** Loads the odds objects of a text. Throws Refusal when that fails; the board is then unchanged. */
  async load({ source, bytes, format = 'auto', replaces, loadedAt }: LoadRequest): Promise<LoadReport> {
    const active = this.#active.begin(source, bytes.length)
    const text = { format, bytes: toOwnBuffer(bytes) }
    const from = { source, era: this.#era, isAgain: loadedAt !== undefined, ...(replaces && { replaces }) }
    this.#changed()
    try {
      return await this.#runInTurn(source.id, async () => {
        await this.#opening
        const order = { ...from, load: ++this.#loads, at: loadedAt ?? Date.now() }
        return this.#loaded(order, await this.#send({ ...text, order }, active))
      })
    } finally {
      this.#active.end(active)
      this.#changed()
    }
  }

  async #send(job: LoadJob, active: ActiveLoad): Promise<LoadAnswer> {
    const { signal } = active.controller
    if (job.order.era !== this.#era) return { kind: 'overtaken' }
    if (signal.aborted) return { kind: 'cancelled' }
    const onProgress = ({ share, objects }: Progress) => {
      Object.assign(active, { share, objects })
      this.#changed()
    }
    return this.#getThread().load(job, signal, onProgress)
  }

  #loaded({ era, source }: LoadOrder, answer: LoadAnswer): LoadReport {
    if (answer.kind === 'overtaken' || era !== this.#era)
      throw invalidInput('odds', 'The odds were cleared while this was loading.')
    if (answer.kind === 'cancelled') throw invalidInput('odds', `Loading “${source.name}” was canceled.`)
    if (answer.kind === 'unreadable') {
      this.#active.fail(source.name, answer.sentence)
      throw invalidInput('odds', answer.sentence)
    }
    this.#state = answer.state
    this.#lastLoad = answer.report
    return answer.report
  }

  #runInTurn<T>(sourceId: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#lastWork.get(sourceId) ?? Promise.resolve()).then(work, work)
    this.#lastWork.set(sourceId, result)
    return result.finally(() => {
      if (this.#lastWork.get(sourceId) === result) this.#lastWork.delete(sourceId)
    })
  }

  /** Cancels the source's loads under way, which throw. A merge that has begun runs to its end: no load is ever half on the board. */
  cancel(sourceId: string): void {
    this.#active.cancel(sourceId)
  }

  /** Cancels the source's loads and removes all offers it brought last. */
  async drop(sourceId: string): Promise<void> {
    this.cancel(sourceId)
    await this.#opening
    const era = this.#era
    const state = await this.#runInTurn(sourceId, () => this.#getThread().ask({ name: 'drop', sourceId }))
    if (era === this.#era) this.#state = state
    this.#changed()
  }

  search(request: Omit<SearchRequest, keyof BoardClock>): Promise<SearchAnswer> {
    return this.#getThread().ask({ name: 'search', ...request, ...this.#clock() })
  }

  /** Returns these selections with all their offers and flags; for one not offered, whether its game is known. */
  legs(keys: readonly string[]): Promise<FoundLeg[]> {
    return this.#getThread().ask({ name: 'legs', keys })
  }

  checkSlip(keys: readonly string[]): Promise<SlipCheck> {
    return this.#getThread().ask({ name: 'checkSlip', keys, ...this.#clock() })
  }

  /** Finds the selections of odds ids, or of one book's sgp tokens, in a JSON array of texts or one a line. */
  readTyped(text: string, bookId: string | null): Promise<TypedLegs> {
    return this.#getThread().ask({ name: 'readTyped', text, bookId })
  }

  /** Finds the legs that a text such as `flint o21.5 pts + ml` names, in the game given or the one that has them. */
  findNamedLegs(request: Omit<LegRequest, keyof BoardClock>): Promise<NamedLegs> {
    return this.#getThread().ask({ name: 'namedLegs', ...request, ...this.#clock() })
  }

  /** Finds the same bet at up to `eachWay` lines below and above. */
  neighbors(key: string, eachWay: number): Promise<Neighbors> {
    return this.#getThread().ask({ name: 'neighbors', key, eachWay })
  }

  /** Finds the opposite side of each selection, or the reason why it has none. */
  opposites(keys: readonly string[]): Promise<Opposite[]> {
    return this.#getThread().ask({ name: 'opposites', keys })
  }

  /** Finds the opposite side of a selection, and up to `eachWay` lines of that side below and above. */
  hedgeSides(key: string, eachWay: number): Promise<HedgeSides> {
    return this.#getThread().ask({ name: 'hedgeSides', key, eachWay })
  }

  /** Describes pairs that books priced, for the scanner's model; null for one that teaches nothing. */
  describePairs(pairs: readonly PairAt[]): Promise<(DescribedPair | null)[]> {
    return this.#getThread().ask({ name: 'describePairs', pairs })
  }

  /** Finds parlays that a book may pay too much for, by single prices and what a model has learned. */
  scan(scope: Omit<ScanScope, 'clock'>, learned: PairStats): Promise<ScanResult> {
    return this.#getThread().ask({ name: 'scan', scope: { ...scope, clock: this.#clock() }, learned })
  }

  /** Marks games as over, once the grader has called them final. */
  endGames(gameIds: readonly string[]): void {
    this.#finalGames = this.#finalGames.union(new Set(gameIds))
    this.#changed()
  }

  /** Sets a failed fetch as the failure in `status()`; the sentence says why. */
  failed(source: string, sentence: string): void {
    this.#active.fail(source, sentence)
    this.#changed()
  }

  /** Writes changes that are not stored yet and ends the workers. Calls under way are refused; the next call starts an empty board. */
  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    this.#file = null
    this.#empty()
    this.#notification.cancel()
    await thread?.close(new Error('The board was closed.'))
  }

  #clock(): BoardClock {
    const clock = toGameClock(Date.now(), this.#options.isDemo?.() ?? false)
    return { ...clock, finalGames: this.#finalGames, asOf: this.#state.asOf }
  }

  #getThread(): StoreThread {
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
    this.#state = emptyState
    this.#lastLoad = null
    this.#active.forget()
  }

  /** Restarts with an empty board. The file may have caused the crash, so it is not read, only written by the next load. */
  #lost(): void {
    this.#thread = undefined
    this.#empty()
    const request = { name: 'open', era: this.#era, file: this.#file, isFresh: true } as const
    if (request.file !== null)
      this.#getThread()
        .ask(request)
        .catch(() => {})
    this.failed('Board', 'Something went wrong; reload your odds.')
  }

  #changed(): void {
    const waitMs = this.#notifiedAt + notifyEveryMs - performance.now()
    if (this.#active.state().kind === 'loading' && waitMs > 0) this.#notification.request(waitMs)
    else this.#notification.runNow()
  }

  #notify(): void {
    this.#notifiedAt = performance.now()
    this.emit('changed', this.status())
  }
}

/** Returns bytes that can move to a worker: the same ones when they are a whole transferable buffer, else a copy. */
function toOwnBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole =
    buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length && !isMarkedAsUntransferable(buffer)
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

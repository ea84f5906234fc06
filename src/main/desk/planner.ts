/**
 * Decides which call goes out next: jobs are (parlay, book), a user's act before the rest, oldest first within. A
 * job already in line is asked once, whoever wants it; a book that answered 429 is left alone until it may be asked.
 */
import PQueue from 'p-queue'
import type { CellActivity } from '../../shared/model/cell.ts'

export interface Job {
  readonly parlayId: number
  readonly bookId: string
}

export const priority = { act: 2, row: 1, rest: 0 } as const
export type Priority = (typeof priority)[keyof typeof priority]

/** How much an ask for the whole desk, a row or one cell matters: null stands for all. */
export function priorityFor(asked: { parlayId: number | null; bookId: string | null }): Priority {
  if (asked.bookId !== null) return priority.act
  return asked.parlayId === null ? priority.rest : priority.row
}

export interface PlannerOptions {
  /** Calls in flight at most, over all books. */
  readonly concurrency: number
  /** Does the job, or says that it should be asked again when its book's pause is over. Must not reject. */
  readonly run: (job: Job, signal: AbortSignal) => Promise<'done' | 'again'>
  /** Some job's activity changed. */
  readonly onMoved: (job: Job) => void
  readonly now: () => number
  /** Whose books they are: a pause of one profile's book says nothing of another's. */
  readonly profileId: () => string
}

interface Entry {
  readonly job: Job
  readonly number: number
  readonly abort: AbortController
  readonly ended: Promise<undefined>
  readonly end: (value: undefined) => void
  priority: Priority
  state: 'held' | 'queued' | 'running'
}

/** What setTimeout can count; longer ones would end at once. */
const longestTimerMs = 2 ** 31 - 1
const keyOf = ({ parlayId, bookId }: Job): string => `${parlayId} ${bookId}`
const none: CellActivity = { kind: 'none' }
const pricing: CellActivity = { kind: 'pricing' }

export class Planner {
  readonly #options: PlannerOptions
  readonly #queue: PQueue
  readonly #entries = new Map<string, Entry>()
  /** Epoch ms before which a book of a profile is not asked. */
  readonly #pausedUntil = new Map<string, number>()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #placeOf: ReadonlyMap<Entry, number> | undefined
  #count = 0

  constructor(options: PlannerOptions) {
    this.#options = options
    this.#queue = new PQueue({ concurrency: options.concurrency })
  }

  /** Plans a job; resolves when it has ended or was cancelled. Asking for one in line can only move it ahead. */
  ask(job: Job, wanted: Priority): Promise<undefined> {
    const known = this.#entries.get(keyOf(job))
    if (known !== undefined) {
      this.#raise(known, wanted)
      return known.ended
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
    this.#count += 1
    const entry: Entry = {
      job,
      number: this.#count,
      abort: new AbortController(),
      ended,
      end,
      priority: wanted,
      state: 'held',
    }
    this.#entries.set(keyOf(job), entry)
    if (this.#isPaused(job.bookId)) this.#hold(entry)
    else this.#enqueue(entry)
    return ended
  }

  /** Leaves a book alone until then; its jobs in line wait for that. */
  pause(bookId: string, untilAt: number): void {
    if (this.pausedUntil(bookId) < untilAt) this.#pausedUntil.set(this.#lineOf(bookId), untilAt)
  }

  /** Drops every job that matches; those under way are aborted. */
  cancel(matches: (job: Job) => boolean): void {
    for (const entry of [...this.#entries.values()].filter(({ job }) => matches(job))) this.#finish(entry)
  }

  activityOf(job: Job): CellActivity {
    const entry = this.#entries.get(keyOf(job))
    if (entry === undefined) return none
    if (entry.state === 'running') return pricing
    const startsAt = entry.state === 'held' ? this.pausedUntil(job.bookId) : null
    return { kind: 'waiting', place: this.#places().get(entry) ?? 0, startsAt }
  }

  /** Epoch ms before which a book is not asked; 0 when it may be. */
  pausedUntil(bookId: string): number {
    return this.#pausedUntil.get(this.#lineOf(bookId)) ?? 0
  }

  /** Jobs in line, not yet asked. */
  waiting(): Job[] {
    return [...this.#entries.values()].filter(({ state }) => state !== 'running').map(({ job }) => job)
  }

  get inFlight(): number {
    return this.#queue.pending
  }

  #isPaused(bookId: string): boolean {
    return this.pausedUntil(bookId) > this.#options.now()
  }

  /** Places in line, counted from 1; worked out anew only after the line has changed. */
  #places(): ReadonlyMap<Entry, number> {
    if (this.#placeOf === undefined) {
      const line = [...this.#entries.values()].filter(({ state }) => state === 'queued')
      line.sort((a, b) => b.priority - a.priority || a.number - b.number)
      this.#placeOf = new Map(line.map((entry, index) => [entry, index + 1]))
    }
    return this.#placeOf
  }

  #moved(job: Job): void {
    this.#placeOf = undefined
    this.#options.onMoved(job)
  }

  #raise(entry: Entry, wanted: Priority): void {
    if (entry.priority >= wanted) return
    entry.priority = wanted
    this.#placeOf = undefined
    if (entry.state === 'queued') this.#queue.setPriority(String(entry.number), wanted)
  }

  #enqueue(entry: Entry): void {
    entry.state = 'queued'
    this.#moved(entry.job)
    void this.#queue.add(() => this.#start(entry), { priority: entry.priority, id: String(entry.number) })
  }

  async #start(entry: Entry): Promise<void> {
    if (!this.#isCurrent(entry)) return
    if (this.#isPaused(entry.job.bookId)) {
      this.#hold(entry)
      return
    }
    entry.state = 'running'
    this.#moved(entry.job)
    const result = await this.#options.run(entry.job, entry.abort.signal)
    if (!this.#isCurrent(entry)) return
    this.#finish(entry)
    if (result === 'again') void this.ask(entry.job, entry.priority)
  }

  /** Whether an entry is still wanted: not cancelled, not replaced. */
  #isCurrent(entry: Entry): boolean {
    return this.#entries.get(keyOf(entry.job)) === entry
  }

  #finish(entry: Entry): void {
    this.#entries.delete(keyOf(entry.job))
    entry.abort.abort()
    this.#moved(entry.job)
    entry.end(undefined)
  }

  #lineOf(bookId: string): string {
    return `${this.#options.profileId()} ${bookId}`
  }

  /** Leaves an entry in line until its book may be asked. */
  #hold(entry: Entry): void {
    entry.state = 'held'
    this.#moved(entry.job)
    this.#resumeLater(entry.job.bookId)
  }

  #resumeLater(bookId: string): void {
    clearTimeout(this.#timers.get(bookId))
    const leftMs = Math.min(this.pausedUntil(bookId) - this.#options.now(), longestTimerMs)
    this.#timers.set(bookId, setTimeout(() => this.#resume(bookId), leftMs).unref())
  }

  #resume(bookId: string): void {
    // A timer may end a moment before the clock says so, or long before when the clock was set back.
    if (this.#isPaused(bookId)) {
      this.#resumeLater(bookId)
      return
    }
    this.#timers.delete(bookId)
    for (const entry of this.#entries.values()) {
      if (entry.state === 'held' && entry.job.bookId === bookId) this.#enqueue(entry)
    }
  }
}

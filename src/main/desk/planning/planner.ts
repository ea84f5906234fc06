/**
 * Which cells are to be priced: jobs are (parlay, book). A job wanted twice is asked once; each waits for its turn in the
 * line of the call budget, by how much it matters, and is dropped when nobody wants it any more.
 */
import type { CellActivity } from '../../../shared/model/price/cell.ts'
import { Refused } from '../../odds-service/failures.ts'
import { priority, type Priority, type Seeker, type Turn } from '../../odds-service/permits.ts'
import { standingOf } from '../budget/budget-status.ts'
import type { CallBudget } from '../budget/call-budget.ts'
import type { Rest } from '../budget/host-gate.ts'
import { ByCell } from './cell-map.ts'

export interface Job {
  readonly parlayId: number
  readonly bookId: string
}

/** `again`: as soon as the host's rest is over, which the screen counts down. */
export type JobEnd = 'done' | 'again'

export interface PlannerOptions {
  readonly profileId: () => string
  /** The budget of the profile in use. */
  readonly budget: () => CallBudget
  /** What the limits and failures of a book's calls are counted by. */
  readonly hostOf: (bookId: string) => string
  /** Does the job with the turn that came. Must not reject. */
  readonly run: (job: Job, turn: Turn, signal: AbortSignal) => Promise<JobEnd>
  /** No turn will come, for this reason. */
  readonly onRefused: (job: Job, why: Refused) => JobEnd
  /** Some job's activity changed. */
  readonly onMoved: (job: Job) => void
}

interface Entry extends Seeker {
  readonly job: Job
  readonly budget: CallBudget
  readonly abort: AbortController
  readonly ended: Promise<undefined>
  readonly end: (value: undefined) => void
  priority: Priority
  /** Done, cancelled or replaced. */
  isOver: boolean
}

const none: CellActivity = { kind: 'none' }
const pricing: CellActivity = { kind: 'pricing' }

export class Planner {
  readonly #options: PlannerOptions
  readonly #entries = new ByCell<Entry>()
  #inView: ReadonlySet<number> = new Set()

  constructor(options: PlannerOptions) {
    this.#options = options
  }

  /** Plans a job; resolves when it has ended or was cancelled. Asking for one in line can only move it ahead. */
  ask(job: Job, wanted: Priority): Promise<undefined> {
    const known = this.#entries.get(job)
    if (known === undefined) return this.#plan(job, wanted, 'limits')
    if (known.priority < wanted) this.#move(known, wanted)
    return known.ended
  }

  /** The parlays in view: of what the user did not just ask for, theirs goes first. */
  look(parlayIds: ReadonlySet<number>): void {
    this.#inView = parlayIds
    for (const entry of this.#entries.values()) {
      if (entry.priority < priority.act) this.#move(entry, this.#levelOf(entry.job, priority.rest))
    }
  }

  /** Drops every job that matches; those under way are aborted. */
  cancel(matches: (job: Job) => boolean): void {
    for (const entry of this.#entries.values().filter(({ job }) => matches(job))) this.#drop(entry)
  }

  /** Starts those under way anew that match: what they ask is out of date. */
  renew(matches: (job: Job, signal: AbortSignal) => boolean): void {
    for (const entry of this.#entries.values()) {
      if (entry.budget.waitingOf(entry) !== undefined || !matches(entry.job, entry.abort.signal)) continue
      this.#drop(entry)
      void this.ask(entry.job, entry.priority)
    }
  }

  activityOf(job: Job): CellActivity {
    const entry = this.#entries.get(job)
    if (entry === undefined) return none
    return standingOf(entry.budget, entry) ?? pricing
  }

  /** Why a book's host is not asked now; undefined while it may be. */
  restOf(bookId: string): Rest | undefined {
    return this.#options.budget().restOf(this.#options.hostOf(bookId))
  }

  isPlanned(job: Job): boolean {
    return this.#entries.get(job) !== undefined
  }

  /** Parlays with a cell in line; with rows in view known, those in view. */
  waitingRows(): Set<number> {
    const waiting = this.#entries.values().filter(entry => entry.budget.waitingOf(entry) !== undefined)
    const rows = new Set(waiting.map(({ job }) => job.parlayId))
    return this.#inView.size === 0 ? rows : new Set([...rows].filter(id => this.#inView.has(id)))
  }

  #levelOf({ parlayId }: Job, wanted: Priority): Priority {
    return wanted === priority.rest && this.#inView.has(parlayId) ? priority.visible : wanted
  }

  #move(entry: Entry, to: Priority): void {
    entry.priority = to
    entry.budget.move(entry, to)
  }

  #plan(job: Job, wanted: Priority, patience: 'limits' | 'any'): Promise<undefined> {
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
    const entry: Entry = {
      job,
      profileId: this.#options.profileId(),
      host: this.#options.hostOf(job.bookId),
      priority: this.#levelOf(job, wanted),
      patience,
      budget: this.#options.budget(),
      abort: new AbortController(),
      ended,
      end,
      isOver: false,
    }
    this.#entries.set(job, entry)
    void this.#drive(entry)
    this.#options.onMoved(job)
    return ended
  }

  /** Whether nothing is in line or under way. */
  get isIdle(): boolean {
    return this.#entries.isEmpty
  }

  async #drive(entry: Entry): Promise<void> {
    const { run, onRefused, onMoved } = this.#options
    let turn: Turn | undefined
    let end: JobEnd = 'done'
    try {
      turn = await entry.budget.take(entry)
      if (entry.isOver) return
      onMoved(entry.job)
      end = await run(entry.job, turn, entry.abort.signal)
    } catch (error) {
      if (error instanceof Refused && !entry.isOver) end = onRefused(entry.job, error)
    } finally {
      // Only one that was not used is given back by this.
      turn?.end({ kind: 'unsent' })
    }
    if (entry.isOver) return
    this.#finish(entry)
    if (end === 'again') void this.#plan(entry.job, entry.priority, 'any')
  }

  #finish(entry: Entry): void {
    entry.isOver = true
    this.#entries.delete(entry.job)
    this.#options.onMoved(entry.job)
    entry.end(undefined)
  }

  #drop(entry: Entry): void {
    this.#finish(entry)
    entry.budget.leave(entry)
    entry.abort.abort()
  }
}

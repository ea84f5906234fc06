/** Updates the tables from the log shortly after each write, and reports when they cannot be written. */
import { Coalescer } from '../../async/coalescer.ts'
import { explainStorageError } from '../../storage/storage-failure.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { Projector } from './projector.ts'

/** Maximum records of one step, a few milliseconds. */
const recordsPerStep = 50
/** Maximum tickets of a push; after more changes the window reads its lists again. */
const maxPushed = 200

/** Tickets changed since the last push to the window; one push per event-loop turn. */
export class PendingChanges {
  readonly #push: Coalescer
  #ids = new Set<number>()
  #isMany = false
  #seq = 0

  constructor(push: () => void) {
    this.#push = new Coalescer(push)
  }

  /** The number of the last push. */
  get seq(): number {
    return this.#seq
  }

  add(ids: readonly number[]): void {
    if (ids.length === 0) return
    for (const id of ids) {
      if (this.#ids.size >= maxPushed) this.#isMany = true
      else this.#ids.add(id)
    }
    this.schedule()
  }

  addAll(): void {
    this.#isMany = true
    this.schedule()
  }

  /** Plans a push, also when only the status changed. */
  schedule(): void {
    this.#push.request()
  }

  /** The changes to push now, under the next number. */
  take(): { seq: number; ids: number[]; isMany: boolean } {
    const taken = { seq: ++this.#seq, ids: [...this.#ids], isMany: this.#isMany }
    this.#ids = new Set()
    this.#isMany = false
    return taken
  }

  stop(): void {
    this.#push.cancel()
  }
}

interface Projected {
  readonly log: Pick<LedgerLog, 'isCommitting'>
  readonly projector: Projector
}

export class ProjectionSync {
  readonly #changes: PendingChanges
  readonly #log: (error: unknown) => unknown
  /** True during an import, which updates the tables itself. */
  isPaused = false
  #problem: string | null = null

  constructor(changes: PendingChanges, log: (error: unknown) => unknown) {
    this.#changes = changes
    this.#log = log
  }

  /** Sentence that says why the tables lack the newest records; null while they can be written. */
  get problem(): string | null {
    return this.#problem
  }

  /** Adds every record to the tables; none inside a transaction. Throws Refusal when nothing can be written now. */
  catchUp<T extends Projected>(core: T): T {
    if (!this.isPaused && !core.log.isCommitting) this.#takeIn(() => core.projector.catchUp())
    return core
  }

  /** As `catchUp`, but does not throw: when nothing can be written now, the records are added later. */
  tryCatchUp<T extends Projected>(core: T): T {
    try {
      return this.catchUp(core)
    } catch (error) {
      if (explainStorageError(error) === undefined) throw error
      return core
    }
  }

  /**
   * Adds some records to the tables, so that nothing else waits long. Returns true when more remain, which are then
   * scheduled.
   */
  step({ projector }: Projected): boolean {
    if (this.isPaused || projector.lacking === 0) return false
    try {
      this.#takeIn(() => projector.step(recordsPerStep))
    } catch (error) {
      this.#log(error)
      return false
    }
    if (projector.lacking === 0) return false
    this.#changes.schedule()
    return true
  }

  #takeIn(project: () => number[]): void {
    try {
      this.#changes.add(project())
      this.#setProblem(null)
    } catch (error) {
      this.#setProblem(explainStorageError(error) ?? this.#problem)
      throw error
    }
  }

  #setProblem(problem: string | null): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.#changes.schedule()
  }
}

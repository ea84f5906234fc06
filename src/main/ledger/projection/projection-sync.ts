/** How the tables come in line with the log, a moment after it, and what is told where they cannot. */
import { Refusal } from '../../../shared/failure.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { Projector } from './projector.ts'
import type { Told } from '../pending-changes.ts'

/** What the tables take in within a few milliseconds. */
const recordsAStep = 50

interface Followed {
  readonly log: Pick<LedgerLog, 'isCommitting'>
  readonly projector: Projector
}

export class Following {
  readonly #told: Told
  readonly #log: (error: unknown) => unknown
  /** While tickets are taken in, which brings the tables in line by itself. */
  isPaused = false
  #problem: string | null = null

  constructor(told: Told, log: (error: unknown) => unknown) {
    this.#told = told
    this.#log = log
  }

  /** Why the tables lack the newest records, in a sentence; null while nothing keeps them from following. */
  get problem(): string | null {
    return this.#problem
  }

  /** Takes in every record, but inside a transaction none. Throws Refusal where nothing can be written now. */
  all<T extends Followed>(core: T): T {
    if (!this.isPaused && !core.log.isCommitting) this.#follow(() => core.projector.catchUp())
    return core
  }

  /** As `all`; what cannot be written now is taken in at a later time. */
  asFarAsPossible<T extends Followed>(core: T): T {
    try {
      return this.all(core)
    } catch (error) {
      if (sentenceOf(error) === undefined) throw error
      return core
    }
  }

  /** Takes in some records, so that nothing else waits for many. Answers whether the next are to follow. */
  some({ projector }: Followed): boolean {
    if (this.isPaused || !hasMore(projector)) return false
    try {
      this.#follow(() => projector.step(recordsAStep))
    } catch (error) {
      this.#log(error)
      return false
    }
    if (hasMore(projector)) this.#told.touch()
    return hasMore(projector)
  }

  #follow(act: () => number[]): void {
    try {
      this.#told.add(act())
      this.#tell(null)
    } catch (error) {
      this.#tell(sentenceOf(error) ?? this.#problem)
      throw error
    }
  }

  #tell(problem: string | null): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.#told.touch()
  }
}

const hasMore = (projector: Projector) => !projector.isCaughtUp

/** Of what keeps SQLite from writing now; undefined for any other error. */
function sentenceOf(error: unknown): string | undefined {
  return error instanceof Refusal && error.failure.kind === 'storage' ? error.failure.sentence : undefined
}

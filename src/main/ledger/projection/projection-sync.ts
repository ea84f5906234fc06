/** Keeps the tables in line with the log, shortly after each write, and says why where they cannot follow. */
import { Refusal } from '../../../shared/failure.ts'
import { transactInSlices, type Database } from '../../storage/database.ts'
import type { LedgerLog } from '../log/ledger-log.ts'
import type { Projector } from './projector.ts'

/** Taken in within a few milliseconds. */
const recordsPerStep = 50
/** Each transaction of the tables waits for the disk, so it takes in many; stopping the program loses little work. */
const recordsPerTransaction = 2_000

interface Projected {
  readonly log: Pick<LedgerLog, 'isCommitting'>
  readonly projector: Projector
}

/** Receives the tickets that changed in the tables. */
interface ChangeSink {
  add(ticketIds: readonly number[]): void
  schedule(): void
}

export class ProjectionSync {
  readonly #changes: ChangeSink
  readonly #log: (error: unknown) => unknown
  /** Set during an import, which brings the tables in line itself. */
  isPaused = false
  #problem: string | null = null

  constructor(changes: ChangeSink, log: (error: unknown) => unknown) {
    this.#changes = changes
    this.#log = log
  }

  /** The reason, in a sentence, that the tables lack the newest records; null while they can follow. */
  get problem(): string | null {
    return this.#problem
  }

  /** Takes in every record, but none inside a transaction. Throws Refusal where nothing can be written now. */
  catchUp<T extends Projected>(core: T): T {
    if (!this.isPaused && !core.log.isCommitting) this.#follow(() => core.projector.catchUp())
    return core
  }

  /** As `catchUp`; where nothing can be written now the records are taken in later. */
  tryCatchUp<T extends Projected>(core: T): T {
    try {
      return this.catchUp(core)
    } catch (error) {
      if (findStorageSentence(error) === undefined) throw error
      return core
    }
  }

  /** Takes in some records, so that nothing else waits for many. Answers whether more remain, which are then scheduled. */
  step({ projector }: Projected): boolean {
    if (this.isPaused || isCaughtUp(projector)) return false
    try {
      this.#follow(() => projector.step(recordsPerStep))
    } catch (error) {
      this.#log(error)
      return false
    }
    if (isCaughtUp(projector)) return false
    this.#changes.schedule()
    return true
  }

  #follow(project: () => number[]): void {
    try {
      this.#changes.add(project())
      this.#setProblem(null)
    } catch (error) {
      this.#setProblem(findStorageSentence(error) ?? this.#problem)
      throw error
    }
  }

  #setProblem(problem: string | null): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.#changes.schedule()
  }
}

/** A function, as the compiler takes a property to stay what it was. */
const isCaughtUp = (projector: Projector): boolean => projector.isCaughtUp

/** The sentence of a storage refusal; undefined for any other error. */
function findStorageSentence(error: unknown): string | undefined {
  return error instanceof Refusal && error.failure.kind === 'storage' ? error.failure.sentence : undefined
}

interface BehindTables {
  readonly database: Database
  readonly projector: Projector
}

/** More is missing than one question can wait for. */
export const isFarBehind = ({ projector }: BehindTables): boolean => projector.lacking > recordsPerTransaction

/**
 * Catches up over many turns of the event loop; `onStep` follows each transaction. Where nothing can be written now the
 * tables stay behind until later.
 */
export async function catchUpInSlices(
  { database, projector }: BehindTables,
  onStep = () => {},
): Promise<void> {
  while (!projector.isCaughtUp) {
    const { seq } = projector
    try {
      await transactInSlices(database, projector.stepByTicket(recordsPerTransaction))
      onStep()
    } catch (error) {
      projector.rollBackTo(seq)
      if (error instanceof Refusal) return
      throw error
    }
  }
}

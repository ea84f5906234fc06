/**
 * The outbox: a submission is written before it is sent, and so is every step after it, each in one transaction with the
 * state it leads to. A submission is in the queue while its shelf is `waiting`; the user can change its place there.
 */
import { Refusal } from '../../shared/failure.ts'
import { toFingerprint } from '../../shared/model/parlay/parlay.ts'
import { move, type Pauses } from '../../shared/model/parlay/submission-states.ts'
import {
  type Shelf,
  type StateKind,
  type SubmissionEvent,
  type SubmissionState,
} from '../../shared/model/parlay/submission.ts'
import { transact, type Database } from '../storage/database.ts'
import { toJsonColumn } from '../storage/json-column.ts'
import {
  CountRow,
  IdRow,
  PlaceRow,
  readSubmissions,
  SettingRow,
  prepareStatements,
  StepRow,
  WaitRow,
  type StoredSubmission,
} from './outbox-rows.ts'

export interface Draft extends Pick<StoredSubmission, 'profileId' | 'bookId' | 'title' | 'legs' | 'ids'> {
  readonly at: number
}

/** `wasThere`: the same parlay was on the list already. */
export interface Added {
  readonly stored: StoredSubmission
  readonly wasThere: boolean
}

export interface Moved {
  readonly before: StoredSubmission
  readonly now: StoredSubmission
}

const fresh: SubmissionState = { kind: 'waiting', tries: 0, isUnsure: false }

export class Outbox {
  readonly #database: Database
  readonly #pauses: Pauses | undefined
  readonly #run: ReturnType<typeof prepareStatements>

  /** `pauses`: the standard ones unless given. */
  constructor(database: Database, pauses?: Pauses) {
    this.#database = database
    this.#pauses = pauses
    this.#run = prepareStatements(database)
  }

  /**
   * Adds parlays at the end of the queue, or finds those that are listed already; all or none. Throws Refusal
   * (storage).
   */
  add(drafts: readonly Draft[]): Added[] {
    return transact(this.#database, () => drafts.map(draft => this.#addOne(draft)))
  }

  #addOne({ profileId, bookId, title, legs, ids, at }: Draft): Added {
    const known = this.find(profileId, ids)
    if (known !== undefined) return { stored: known, wasThere: true }
    const sends = [profileId, toFingerprint(ids), bookId, toJsonColumn(ids)] as const
    const added = this.#run.add.run(...sends, title, toJsonColumn(legs), at, toJsonColumn(fresh), at)
    const id = Number(added.lastInsertRowid)
    this.#run.place.run(id, id)
    return { stored: this.get(id), wasThere: false }
  }

  /** The profile's submission with these ids, if any. */
  find(profileId: string, ids: readonly string[]): StoredSubmission | undefined {
    return readSubmissions(this.#run.find.all(profileId, toFingerprint(ids)))[0]
  }

  /** Throws Refusal when there is none of this id. */
  get(id: number): StoredSubmission {
    const [found] = readSubmissions(this.#run.get.all(id))
    if (found !== undefined && found.state.kind !== 'removed') return found
    throw new Refusal({ kind: 'not-found', what: 'this sent parlay' })
  }

  /**
   * Appends an event and moves to the next state. Throws Refusal when the state does not allow the event, and when
   * nothing can be written.
   */
  apply(id: number, event: SubmissionEvent, at: number): Moved {
    return transact(this.#database, () => this.#move(id, event, at))
  }

  /** The same for many, all or none of them. */
  applyAll(ids: readonly number[], event: SubmissionEvent, at: number): Moved[] {
    return transact(this.#database, () => ids.map(id => this.#move(id, event, at)))
  }

  #move(id: number, event: SubmissionEvent, at: number): Moved {
    const before = this.get(id)
    const state = move(before.state, event, at, this.#pauses)
    const outcome = 'outcome' in event ? event.outcome : before.outcome
    this.#run.append.run(id, at, toJsonColumn(event))
    this.#run.move.run(toJsonColumn(state), at, toJsonColumn(outcome), id)
    return { before, now: { ...before, state, stateAt: at, outcome } }
  }

  /** The first submission that may be sent now. `canRetryFull`: includes those that found the service's queue full. */
  due(profileId: string, now: number, canRetryFull: boolean): StoredSubmission | undefined {
    return readSubmissions(this.#run.due.all(profileId, canRetryFull ? 1 : 0, now))[0]
  }

  /** First and last time, epoch ms, at which submissions of one state are tried again. */
  waits(profileId: string) {
    const rows = WaitRow.array().parse(this.#run.waits.all(profileId))
    return new Map(rows.map(row => [row.kind, row]))
  }

  counts(profileId: string): Map<StateKind, number> {
    const rows = CountRow.array().parse(this.#run.counts.all(profileId))
    return new Map(rows.map(({ kind, count }) => [kind, count]))
  }

  /** Ids of all in these states, in queue order. */
  idsIn(profileId: string, kinds: readonly StateKind[]): number[] {
    const rows = IdRow.array().parse(this.#run.idsIn.all(profileId, toJsonColumn(kinds)))
    return rows.map(({ id }) => id)
  }

  /** Submissions of a shelf, or of all: in queue order while they wait, else newest first. */
  page(profileId: string, shelf: Shelf | 'all', from: number, limit: number): StoredSubmission[] {
    if (shelf === 'all') return readSubmissions(this.#run.all.all(profileId, limit, from))
    if (shelf === 'waiting') return readSubmissions(this.#run.line.all(profileId, limit, from))
    return readSubmissions(this.#run.shelf.all(profileId, shelf, limit, from))
  }

  /** Steps of a submission, newest first, and the number of older ones. */
  steps(id: number, limit: number): { steps: { at: number; event: SubmissionEvent }[]; older: number } {
    const rows = StepRow.array().parse(this.#run.steps.all(id, limit))
    const { count } = CountRow.pick({ count: true }).parse(this.#run.stepCount.get(id))
    return { steps: rows, older: count - rows.length }
  }

  /** Swaps places with the submission ahead or behind in the queue; does nothing at its end. */
  reorder(id: number, to: 'ahead' | 'behind'): void {
    transact(this.#database, () => {
      const { profileId, place } = this.get(id)
      const other = PlaceRow.optional().parse(this.#run[to].get(profileId, place))
      if (other === undefined) return
      this.#run.place.run(other.place, id)
      this.#run.place.run(place, other.id)
    })
  }

  retriesFull(profileId: string): boolean {
    return SettingRow.optional().parse(this.#run.setting.get(profileId))?.retries_full !== 0
  }

  setRetriesFull(profileId: string, isOn: boolean): void {
    transact(this.#database, () => this.#run.set.run(profileId, isOn ? 1 : 0))
  }
}

/**
 * Order and time of sends: a rate limit delays all, a full queue delays those that found it full, and the rest are sent
 * in their order.
 */
export interface Schedule {
  /** The submission to send now. */
  readonly due: StoredSubmission | undefined
  /** Epoch ms at which the next one is due. */
  readonly nextAt: number | undefined
  /** Epoch ms at which submissions that found the queue full are retried, the first one alone. */
  readonly fullAgainAt: number | undefined
  readonly limitedUntilAt: number | undefined
}

export function readSchedule(outbox: Outbox, profileId: string, now: number): Schedule {
  const waits = outbox.waits(profileId)
  const limited = waits.get('limited')?.last ?? 0
  const limitedUntilAt = limited > now ? limited : undefined
  const fullAgainAt = outbox.retriesFull(profileId) ? waits.get('full')?.last : undefined
  const held = { fullAgainAt, limitedUntilAt }
  if (limitedUntilAt !== undefined) return { due: undefined, nextAt: limitedUntilAt, ...held }
  const due = outbox.due(profileId, now, (fullAgainAt ?? Infinity) <= now)
  const times = [waits.get('unreached')?.first, waits.get('unknown')?.first, fullAgainAt]
  const known = times.filter(time => time !== undefined)
  return { due, nextAt: known.length === 0 ? undefined : Math.min(...known), ...held }
}

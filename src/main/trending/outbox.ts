/**
 * The outbox: what is to be sent is written before anything is, and every step after it, each in one transaction with
 * the state it leads to. A submission is in line while its shelf is `waiting`; its place there is the user's to change.
 */
import { Refusal } from '../../shared/failure.ts'
import { move, type Pauses } from '../../shared/model/parlay/submission-states.ts'
import {
  toSubmissionIdentity,
  type Shelf,
  type StateKind,
  type SubmissionEvent,
  type SubmissionState,
} from '../../shared/model/parlay/submission.ts'
import { transact, type Database } from '../storage/database.ts'
import {
  CountRow,
  IdRow,
  PlaceRow,
  readSubmissions,
  SettingRow,
  statementsOf,
  StepRow,
  WaitRow,
  type StoredSubmission,
} from './outbox-rows.ts'

export interface Draft extends Pick<StoredSubmission, 'profileId' | 'bookId' | 'title' | 'legs' | 'ids'> {
  readonly at: number
}

/** The times at which submissions of one state are tried again, epoch ms. */
export interface Wait {
  readonly first: number
  readonly last: number
}

export interface Added {
  readonly kept: StoredSubmission
  /** The same parlay was on the list already. */
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
  readonly #run: ReturnType<typeof statementsOf>

  /** `pauses`: the standard ones unless given. */
  constructor(database: Database, pauses?: Pauses) {
    this.#database = database
    this.#pauses = pauses
    this.#run = statementsOf(database)
  }

  /** Puts parlays at the end of the line, or finds them on the list; all or none. Throws Refusal (storage). */
  add(drafts: readonly Draft[]): Added[] {
    return transact(this.#database, () => drafts.map(draft => this.#addOne(draft)))
  }

  #addOne({ profileId, bookId, title, legs, ids, at }: Draft): Added {
    const known = this.find(profileId, ids)
    if (known !== undefined) return { kept: known, wasThere: true }
    const sends = [profileId, toSubmissionIdentity(ids), bookId, JSON.stringify(ids)] as const
    const added = this.#run.add.run(...sends, title, JSON.stringify(legs), at, JSON.stringify(fresh), at)
    const id = Number(added.lastInsertRowid)
    this.#run.place.run(id, id)
    return { kept: this.get(id), wasThere: false }
  }

  /** The submission of these ids on the profile's list, if any. */
  find(profileId: string, ids: readonly string[]): StoredSubmission | undefined {
    return readSubmissions(this.#run.find.all(profileId, toSubmissionIdentity(ids)))[0]
  }

  /** Throws Refusal when there is none of this id. */
  get(id: number): StoredSubmission {
    const [found] = readSubmissions(this.#run.get.all(id))
    if (found !== undefined && found.state.kind !== 'removed') return found
    throw new Refusal({ kind: 'not-found', what: 'this submission' })
  }

  /** Appends what happened and takes the state it leads to. Throws Refusal for a move there is not, and for storage. */
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
    this.#run.append.run(id, at, JSON.stringify(event))
    this.#run.move.run(JSON.stringify(state), at, outcome && JSON.stringify(outcome), id)
    return { before, now: { ...before, state, stateAt: at, outcome } }
  }

  /** The first in line that may be sent now. `canRetryFull`: those that found the queue full, too. */
  due(profileId: string, now: number, canRetryFull: boolean): StoredSubmission | undefined {
    return readSubmissions(this.#run.due.all(profileId, canRetryFull ? 1 : 0, now))[0]
  }

  /** The states of those in line that wait for a time. */
  waits(profileId: string): ReadonlyMap<StateKind, Wait> {
    const rows = WaitRow.array().parse(this.#run.waits.all(profileId))
    return new Map(rows.map(({ kind, first, last }) => [kind, { first, last }]))
  }

  counts(profileId: string): Map<StateKind, number> {
    const rows = CountRow.array().parse(this.#run.counts.all(profileId))
    return new Map(rows.map(({ kind, count }) => [kind, count]))
  }

  /** Ids of all in these states, in line order. */
  idsIn(profileId: string, kinds: readonly StateKind[]): number[] {
    const rows = IdRow.array().parse(this.#run.idsIn.all(profileId, JSON.stringify(kinds)))
    return rows.map(({ id }) => id)
  }

  /** Those of a shelf, or of all: in line order while they wait, else newest first. */
  page(profileId: string, shelf: Shelf | 'all', from: number, limit: number): StoredSubmission[] {
    if (shelf === 'all') return readSubmissions(this.#run.all.all(profileId, limit, from))
    if (shelf === 'waiting') return readSubmissions(this.#run.line.all(profileId, limit, from))
    return readSubmissions(this.#run.shelf.all(profileId, shelf, limit, from))
  }

  /** What happened to a submission, newest first, and how many older steps there are. */
  steps(id: number, limit: number): { steps: { at: number; event: SubmissionEvent }[]; older: number } {
    const rows = StepRow.array().parse(this.#run.steps.all(id, limit))
    const { count } = CountRow.pick({ count: true }).parse(this.#run.stepCount.get(id))
    return { steps: rows, older: count - rows.length }
  }

  /** Changes places with the one ahead or behind in line; at the end of the line nothing happens. */
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

/**
 * The trending queue of the profile in use: the user's submissions, their outcomes, and actions on them. The window
 * mirrors it.
 */
import { EventEmitter } from 'node:events'
import { invalidInput, Refusal } from '../../shared/failure.ts'
import type { Parlay } from '../../shared/model/parlay/parlay.ts'
import type {
  SendOutcome,
  StateKind,
  Submission,
  SubmissionEvent,
  BookIds,
  SubmissionFilter,
  SubmissionHistory,
  SubmissionPage,
  TrendingCounts,
  TrendingStatus,
} from '../../shared/model/parlay/submission.ts'
import { sendable } from '../../shared/model/parlay/submission-states.ts'
import { Coalescer } from '../async/coalescer.ts'
import { explainStorageError } from '../storage/storage-failure.ts'
import { toSubmission, type StoredSubmission } from './outbox-rows.ts'
import { readSchedule, type Draft, type Moved, type Outbox } from './outbox.ts'
import { Sender, type SenderDeps } from './sender.ts'

export interface TrendingDeps {
  readonly outbox: Outbox
  readonly profileId: () => string
  /** Ids of the books shown, in column order. */
  readonly books: () => readonly string[]
  /** A parlay of the desk. Throws Refusal when it is not on the desk. */
  readonly parlay: (parlayId: number) => Parlay
  readonly send: SenderDeps['send']
  /** Events of these selections that the board no longer has; undefined while it is loading or empty. */
  readonly eventsGone: (selections: readonly string[]) => Promise<readonly string[] | undefined>
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
}

/** A parlay to add to the queue, with the ids that the user saw. */
export type ParlayToSend = Pick<Draft, 'bookId' | 'ids' | 'title'> & { readonly parlayId: number }

type UserAction = 'retried' | 'cancelled' | 'removed'

/**
 * `entered`: a submission that had to wait is in the queue. `unsaved`: a sentence that says why nothing can be written;
 * emitted once until it can.
 */
interface TrendingEvents {
  changed: [TrendingStatus]
  entered: [Submission]
  unsaved: [string]
}

const frameMs = 16
const shownRecent = 30
const shownSteps = 200
/** Maximum submissions changed in one transaction, so that a long list does not block the program. */
const chunkSize = 200
const waitingKinds = [...sendable, 'sending', 'needs-key'] as const

export class Trending extends EventEmitter<TrendingEvents> {
  readonly #deps: TrendingDeps
  readonly #outbox: Outbox
  readonly #sender: Sender
  readonly #now: () => number
  /**
   * Number of submissions in each state, updated at each move, so that a long history is counted only once; undefined
   * until read.
   */
  #countByKind: Map<StateKind, number> | undefined
  readonly #pushing = new Coalescer(() => this.#push(), frameMs)
  #isSaved = true

  constructor(deps: TrendingDeps) {
    super()
    this.#deps = deps
    this.#outbox = deps.outbox
    this.#now = deps.now ?? Date.now
    this.#sender = new Sender({
      ...deps,
      now: this.#now,
      onMoved: moved => this.#moved(moved),
      onNext: () => this.#pushing.request(),
      onStuck: error => this.#stuck(error),
    })
  }

  /** Shows the submissions of the profile in use. Nothing is sent until `start`. */
  show(): void {
    this.#sender.stop()
    this.#countByKind = undefined
    this.#pushing.request()
  }

  /** Starts sending, because the profile's service can be called. Submissions that waited for a key are retried. */
  start(): void {
    this.#sender.start()
    this.resume()
  }

  /** Retries submissions that waited for a key, after it changed. */
  resume(): void {
    try {
      this.#applyNow(this.#idsIn('needs-key'), { kind: 'key-came' })
    } catch (error) {
      this.#stuck(error)
    }
    this.#sender.wake()
  }

  /** Stops sending. The database may be closed afterwards. */
  close(): void {
    this.#sender.close()
    this.#pushing.cancel()
  }

  status(): TrendingStatus {
    const profileId = this.#deps.profileId()
    const { fullAgainAt, limitedUntilAt } = readSchedule(this.#outbox, profileId, this.#now())
    return {
      counts: this.#counts(),
      recent: this.#outbox.page(profileId, 'all', 0, shownRecent).map(toSubmission),
      retriesFull: this.#outbox.retriesFull(profileId),
      fullAgainAt: fullAgainAt ?? null,
      limitedUntilAt: limitedUntilAt ?? null,
      nextId: this.#sender.nextId ?? null,
    }
  }

  /** Ids that each book shown has for a parlay's legs. Throws Refusal when it is not on the desk. */
  findIds(parlayId: number): BookIds[] {
    const parlay = this.#deps.parlay(parlayId)
    return this.#deps.books().map(bookId => {
      const { ids, lacks } = findIdsAt(parlay, bookId)
      const known = this.#outbox.find(this.#deps.profileId(), ids)
      return { bookId, ids, lacks, known: known === undefined ? null : toSubmission(known) }
    })
  }

  /** Adds parlays to the queue, or finds them on the list. Throws Refusal, and has then added none. */
  send(parlays: readonly ParlayToSend[]): { submission: Submission; wasThere: boolean }[] {
    const added = this.#outbox.add(parlays.map(parlay => this.#draft(parlay)))
    for (const { wasThere } of added) if (!wasThere) this.#count('waiting', 1)
    this.#pushing.request()
    this.#sender.wake()
    return added.map(({ stored, wasThere }) => ({ submission: toSubmission(stored), wasThere }))
  }

  page(filter: SubmissionFilter, from: number, limit: number): SubmissionPage {
    const { waiting, queued, refused, cancelled } = this.#counts()
    const totals = { waiting, queued, refused, cancelled, all: waiting + queued + refused + cancelled }
    const rows = this.#outbox.page(this.#deps.profileId(), filter, from, limit)
    return { rows: rows.map(toSubmission), total: totals[filter] }
  }

  /** Throws Refusal when the profile in use has no such submission. */
  history(id: number): SubmissionHistory {
    const stored = this.#get(id)
    return { submission: toSubmission(stored), ids: [...stored.ids], ...this.#outbox.steps(id, shownSteps) }
  }

  /** Applies an action of the user to one submission. Throws Refusal when its state does not allow it. */
  apply(id: number, action: UserAction): void {
    this.#get(id)
    this.#applyNow([id], { kind: action })
    this.#sender.wake()
  }

  /** Applies an action to all submissions in these states. Returns their number. */
  async applyToAll(kinds: readonly StateKind[], action: UserAction): Promise<number> {
    const left = this.#idsIn(...kinds)
    let count = 0
    while (left.length > 0) {
      // Some may have been sent since, or belong to a profile that is no longer in use.
      const still = new Set(this.#idsIn(...kinds))
      const ids = left.splice(0, chunkSize).filter(id => still.has(id))
      this.#applyNow(ids, { kind: action })
      count += ids.length
      await new Promise(setImmediate)
    }
    this.#sender.wake()
    return count
  }

  /** Moves a waiting submission one place ahead or behind. */
  reorder(id: number, to: 'ahead' | 'behind'): void {
    this.#get(id)
    this.#outbox.reorder(id, to)
    this.#pushing.request()
  }

  /** Sets if submissions that found the queue full are retried automatically. */
  setRetriesFull(isOn: boolean): void {
    this.#outbox.setRetriesFull(this.#deps.profileId(), isOn)
    this.#pushing.request()
    this.#sender.wake()
  }

  /** Makes a draft with the ids that the user saw. Throws Refusal when the desk has other ids now. */
  #draft({ parlayId, bookId, ids, title }: ParlayToSend): Draft {
    const parlay = this.#deps.parlay(parlayId)
    const current = findIdsAt(parlay, bookId)
    const sentence = 'The IDs changed. Check them again before you send.'
    if (current.lacks > 0 || JSON.stringify(current.ids) !== JSON.stringify(ids))
      throw invalidInput('ids', sentence)
    const legs = parlay.legs.map(({ key, name, market, game }) => ({ key, name, market, game }))
    return { profileId: this.#deps.profileId(), bookId, title, legs, ids, at: this.#now() }
  }

  #counts(): TrendingCounts {
    const byKind = (this.#countByKind ??= this.#outbox.counts(this.#deps.profileId()))
    const sum = (kinds: readonly StateKind[]) =>
      kinds.reduce((total, kind) => total + (byKind.get(kind) ?? 0), 0)
    return {
      waiting: sum(waitingKinds),
      queued: sum(['queued', 'already-queued']),
      refused: sum(['refused', 'event-not-found']),
      cancelled: sum(['cancelled']),
    }
  }

  #count(kind: StateKind, by: 1 | -1): void {
    this.#countByKind?.set(kind, (this.#countByKind.get(kind) ?? 0) + by)
  }

  #get(id: number): StoredSubmission {
    const stored = this.#outbox.get(id)
    if (stored.profileId === this.#deps.profileId()) return stored
    throw new Refusal({ kind: 'not-found', what: 'this sent parlay' })
  }

  #idsIn(...kinds: StateKind[]): number[] {
    return this.#outbox.idsIn(this.#deps.profileId(), kinds)
  }

  #applyNow(ids: readonly number[], event: SubmissionEvent): void {
    if (ids.length === 0) return
    for (const moved of this.#outbox.applyAll(ids, event, this.#now())) this.#moved(moved)
  }

  #moved({ before, now }: Moved): void {
    this.#isSaved = true
    if (now.profileId !== this.#deps.profileId()) return
    this.#count(before.state.kind, -1)
    this.#count(now.state.kind, 1)
    const hasEntered = now.state.kind === 'queued' || now.state.kind === 'already-queued'
    if (hasEntered && hasWaited(before)) this.emit('entered', toSubmission(now))
    if (now.state.kind === 'event-not-found' && now.state.missing === null) void this.#compareWithBoard(now)
    this.#pushing.request()
  }

  /** Adds the events that are no longer on the board either. */
  async #compareWithBoard({ id, legs }: StoredSubmission): Promise<void> {
    try {
      const gone = await this.#deps.eventsGone(legs.map(({ key }) => key))
      if (gone !== undefined) this.#applyNow([id], { kind: 'compared', missing: [...gone] })
    } catch (error) {
      // The submission may have been retried or removed meanwhile.
      if (!(error instanceof Refusal)) this.#deps.log(error)
    }
  }

  #stuck(error: unknown): void {
    this.#deps.log(error)
    if (this.#isSaved) this.emit('unsaved', explainStorageError(error) ?? 'See the log for details.')
    this.#isSaved = false
  }

  #push(): void {
    try {
      this.emit('changed', this.status())
    } catch (error) {
      this.#stuck(error)
    }
  }
}

/** Outcomes after which a submission waits for its next attempt. */
const waitingOutcomes: readonly SendOutcome['kind'][] = ['full', 'limited', 'no-key', 'lost', 'unsent']

/**
 * True if it had to wait before this attempt. The count of attempts is not enough, because a retry by the user resets
 * it.
 */
function hasWaited({ state, outcome }: StoredSubmission): boolean {
  const wasTried = 'tries' in state && state.tries > 1
  return wasTried || (outcome !== null && waitingOutcomes.includes(outcome.kind))
}

/** All ids in leg order; none when the book lacks a leg, because a parlay is only sent complete. */
function findIdsAt({ legs }: Parlay, bookId: string): Pick<BookIds, 'ids' | 'lacks'> {
  const found = legs.map(leg => leg.offers.find(offer => offer.bookId === bookId)?.oddsId)
  const ids = found.filter(id => id !== undefined)
  const lacks = found.length - ids.length
  return { ids: lacks === 0 ? ids : [], lacks }
}

/**
 * The trending queue of the profile in use: what the user puts in line, what became of it, and what can be done about
 * it. One worker sends; this is the one truth that the window mirrors.
 */
import { EventEmitter } from 'node:events'
import { Refusal } from '../../shared/failure.ts'
import type {
  SendOutcome,
  StateKind,
  Submission,
  SubmissionEvent,
} from '../../shared/model/parlay/submission.ts'
import type {
  BookIds,
  Filter,
  SubmissionHistory,
  SubmissionPage,
  TrendingCounts,
  TrendingStatus,
} from '../../shared/model/parlay/trending.ts'
import { Drafts, type DraftsDeps, type ParlayToSend } from './drafts.ts'
import { readSchedule } from './line.ts'
import type { StoredSubmission } from './outbox-rows.ts'
import type { Moved, Outbox } from './outbox.ts'
import { SubmissionCounts } from './submission-counts.ts'
import { toSubmission } from './view.ts'
import { Sender, type SenderDeps } from './sender.ts'

export interface TrendingDeps extends DraftsDeps {
  readonly send: SenderDeps['send']
  /** Events of these selections that the board no longer has; undefined while that cannot be told. */
  readonly eventsGone: (selections: readonly string[]) => Promise<readonly string[] | undefined>
  readonly log: (error: unknown) => unknown
  readonly now?: () => number
}

/** `entered`: one that had to wait is in the queue. `unsaved`: nothing can be written, told once until it can. */
interface TrendingEvents {
  changed: [TrendingStatus]
  entered: [Submission]
  unsaved: []
}

const frameMs = 16
const shownRecent = 30
const shownSteps = 200
/** Submissions changed in one transaction, so that a long list never holds the program up. */
const chunk = 200

export class Trending extends EventEmitter<TrendingEvents> {
  readonly #options: TrendingDeps
  readonly #outbox: Outbox
  readonly #drafts: Drafts
  readonly #worker: Sender
  readonly #now: () => number
  /** Undefined until it is asked for. */
  tallied: SubmissionCounts | undefined
  #isSaved = true
  #frame: NodeJS.Timeout | undefined

  constructor(options: TrendingDeps) {
    super()
    this.#options = options
    this.#outbox = options.outbox
    this.#drafts = new Drafts(options)
    this.#now = options.now ?? Date.now
    this.#worker = new Sender({
      ...options,
      now: this.#now,
      onMoved: moved => this.#moved(moved),
      onNext: () => this.push(),
      onStuck: error => this.#stuck(error),
    })
  }

  /** Shows the submissions of the profile in use. Nothing is sent until `start`. */
  show(): void {
    this.#worker.stop()
    this.tallied = undefined
    this.push()
  }

  /** The profile's service can be called: what waits is sent, and what waited for a key tries it. */
  start(): void {
    this.#worker.start()
    this.resume()
  }

  /** There is another key. */
  resume(): void {
    this.#applyNow(this.#idsIn('needs-key'), { kind: 'key-came' })
    this.#worker.wake()
  }

  /** Sends nothing more. The database may be closed afterwards. */
  close(): void {
    this.#worker.close()
    clearTimeout(this.#frame)
  }

  status(): TrendingStatus {
    const profileId = this.#options.profileId()
    const { fullAgainAt, limitedUntilAt } = readSchedule(this.#outbox, profileId, this.#now())
    return {
      counts: this.#counts(),
      recent: this.#outbox.page(profileId, 'all', 0, shownRecent).map(toSubmission),
      retriesFull: this.#outbox.retriesFull(profileId),
      fullAgainAt: fullAgainAt ?? null,
      limitedUntilAt: limitedUntilAt ?? null,
      turnId: this.#worker.turnId ?? null,
    }
  }

  /** What each book shown has for a parlay's legs. Throws Refusal when it is not on the desk. */
  findIds(parlayId: number): BookIds[] {
    return this.#drafts.findIds(parlayId)
  }

  /** Puts parlays in line, or finds them on the list. Throws Refusal, and then has put none in line. */
  send(parlays: readonly ParlayToSend[]): { submission: Submission; wasThere: boolean }[] {
    const added = this.#outbox.add(parlays.map(parlay => this.#drafts.draft(parlay, this.#now())))
    for (const { wasThere } of added) if (!wasThere) this.tallied?.add('waiting')
    this.push()
    this.#worker.wake()
    return added.map(({ kept, wasThere }) => ({ submission: toSubmission(kept), wasThere }))
  }

  page(filter: Filter, from: number, limit: number): SubmissionPage {
    const { waiting, queued, refused, cancelled } = this.#counts()
    const totals = { waiting, queued, refused, cancelled, all: waiting + queued + refused + cancelled }
    const rows = this.#outbox.page(this.#options.profileId(), filter, from, limit)
    return { rows: rows.map(toSubmission), total: totals[filter] }
  }

  /** Throws Refusal when the profile in use has no such submission. */
  history(id: number): SubmissionHistory {
    const kept = this.#own(id)
    return { submission: toSubmission(kept), ids: [...kept.ids], ...this.#outbox.steps(id, shownSteps) }
  }

  /** Does one of the user's acts on one submission. Throws Refusal for what is not possible in its state. */
  apply(id: number, what: 'retried' | 'cancelled' | 'removed'): void {
    this.#own(id)
    this.#applyNow([id], { kind: what })
    this.#worker.wake()
  }

  /** The same on all that are in one of these states now. Answers how many. */
  async applyToAll(kinds: readonly StateKind[], what: 'retried' | 'cancelled' | 'removed'): Promise<number> {
    const all = this.#idsIn(...kinds)
    let count = 0
    for (let from = 0; from < all.length; from += chunk) {
      // Some may have been sent since, or belong to a profile that is no longer in use.
      const still = new Set(this.#idsIn(...kinds))
      const ids = all.slice(from, from + chunk).filter(id => still.has(id))
      this.#applyNow(ids, { kind: what })
      count += ids.length
      await new Promise(setImmediate)
    }
    this.#worker.wake()
    return count
  }

  /** Moves one that waits a place ahead or behind in line. */
  reorder(id: number, to: 'ahead' | 'behind'): void {
    this.#own(id)
    this.#outbox.reorder(id, to)
    this.push()
  }

  /** Whether those that found the queue full are tried again by themselves. */
  setRetriesFull(isOn: boolean): void {
    this.#outbox.setRetriesFull(this.#options.profileId(), isOn)
    this.push()
    this.#worker.wake()
  }

  #counts(): TrendingCounts {
    this.tallied ??= new SubmissionCounts(this.#outbox.counts(this.#options.profileId()))
    return this.tallied.counts()
  }

  #own(id: number): StoredSubmission {
    const kept = this.#outbox.get(id)
    if (kept.profileId === this.#options.profileId()) return kept
    throw new Refusal({ kind: 'not-found', what: 'this submission' })
  }

  #idsIn(...kinds: StateKind[]): number[] {
    return this.#outbox.idsIn(this.#options.profileId(), kinds)
  }

  #applyNow(ids: readonly number[], event: SubmissionEvent): void {
    if (ids.length === 0) return
    for (const moved of this.#outbox.applyAll(ids, event, this.#now())) this.#moved(moved)
  }

  #moved({ before, now }: Moved): void {
    this.#isSaved = true
    if (now.profileId !== this.#options.profileId()) return
    this.tallied?.add(before.state.kind, -1)
    if (now.state.kind !== 'removed') this.tallied?.add(now.state.kind)
    const hasEntered = now.state.kind === 'queued' || now.state.kind === 'already-queued'
    if (hasEntered && hasWaited(before)) this.emit('entered', toSubmission(now))
    if (now.state.kind === 'event-not-found' && now.state.missing === null) void this.#compare(now)
    this.push()
  }

  /** Says which events the board no longer has either. */
  async #compare({ id, legs }: StoredSubmission): Promise<void> {
    try {
      const gone = await this.#options.eventsGone(legs.map(({ key }) => key))
      if (gone !== undefined) this.#applyNow([id], { kind: 'compared', missing: [...gone] })
    } catch (error) {
      // It may have been tried again or removed meanwhile.
      if (!(error instanceof Refusal)) this.#options.log(error)
    }
  }

  #stuck(error: unknown): void {
    this.#options.log(error)
    if (this.#isSaved) this.emit('unsaved')
    this.#isSaved = false
  }

  push(): void {
    this.#frame ??= setTimeout(() => {
      this.#frame = undefined
      try {
        this.emit('changed', this.status())
      } catch (error) {
        this.#stuck(error)
      }
    }, frameMs).unref()
  }
}

/** Outcomes after which a submission waits for its next try. */
const awaited: readonly SendOutcome['kind'][] = ['full', 'limited', 'no-key', 'lost', 'unsent']

/** Whether it had to wait before this try, which tries alone do not tell: one that the user has tried counts anew. */
function hasWaited({ state, outcome }: StoredSubmission): boolean {
  const wasTried = 'tries' in state && state.tries > 1
  return wasTried || (outcome !== null && awaited.includes(outcome.kind))
}

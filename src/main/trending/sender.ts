/**
 * Sends queued submissions, one at a time and in order. A submission is marked as being sent before its request leaves.
 * If the program stops before the answer, the next start sees the mark and sends it again.
 */
import { Refusal } from '../../shared/failure.ts'
import type { SubmissionEvent } from '../../shared/model/parlay/submission.ts'
import { Timer } from '../async/timer.ts'
import type { Sent } from '../odds-service/trending.ts'
import type { StoredSubmission } from './outbox-rows.ts'
import { readSchedule, type Moved, type Outbox } from './outbox.ts'

export interface SenderDeps {
  readonly outbox: Outbox
  readonly profileId: () => string
  /**
   * Sends one submission once; calls `onSending` right before the request leaves. Undefined when its profile is not
   * the one in use: nothing was sent then.
   */
  readonly send: (submission: StoredSubmission, onSending: () => void) => Promise<Sent | undefined>
  readonly onMoved: (moved: Moved) => void
  /** Called when another submission is next and waits for its permit. */
  readonly onNext: () => void
  /** Called when nothing can be written now; a retry follows. */
  readonly onStuck: (error: unknown) => void
  readonly now: () => number
}

const afterFaultMs = 10_000

export class Sender {
  readonly #deps: SenderDeps
  #isOn = false
  #isClosed = false
  #isSending = false
  /** The submission in flight. `isLeaving`: its request is about to leave; `isMarked`: the mark is stored. */
  #inFlight: { readonly id: number; isLeaving: boolean; isMarked: boolean } | undefined
  readonly #timer = new Timer(() => this.#recover())

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /** The submission whose request waits for a permit. */
  get nextId(): number | undefined {
    return this.#inFlight?.isLeaving === false ? this.#inFlight.id : undefined
  }

  /** Starts sending submissions when they are due. */
  start(): void {
    if (this.#isClosed) return
    this.#isOn = true
    this.#recover()
  }

  /** Sends no further submission; an answer to the last one still counts. */
  stop(): void {
    this.#isOn = false
    this.#timer.stop()
  }

  /** Ends sending. A submission without its answer is sent again at the next start. */
  close(): void {
    this.#isClosed = true
    this.stop()
  }

  wake(): void {
    if (!this.#isOn || this.#isSending) return
    this.#isSending = true
    this.#sendAll().catch((error: unknown) => {
      this.#isSending = false
      this.#sleep(this.#stuckUntil(error))
    })
  }

  /** Marks submissions as unknown whose answer an earlier run, or an error, lost. They are sent again immediately. */
  #recover(): void {
    const { outbox, profileId } = this.#deps
    try {
      for (const id of outbox.idsIn(profileId(), ['sending']))
        if (id !== this.#inFlight?.id) this.#apply(id, { kind: 'interrupted' })
      this.wake()
    } catch (error) {
      this.#sleep(this.#stuckUntil(error))
    }
  }

  #stuckUntil(error: unknown): number {
    if (!this.#isClosed) this.#deps.onStuck(error)
    return this.#deps.now() + afterFaultMs
  }

  #sleep(nextAt: number | undefined): void {
    if (!this.#isOn || nextAt === undefined) return
    this.#timer.start(nextAt - this.#deps.now())
  }

  /** Sends until nothing is due, and sleeps until something is. */
  async #sendAll(): Promise<void> {
    const { outbox, profileId, now } = this.#deps
    let nextAt: number | undefined
    while (this.#isOn) {
      const schedule = readSchedule(outbox, profileId(), now())
      nextAt = schedule.nextAt
      if (schedule.due === undefined) break
      await this.#sendOne(schedule.due)
    }
    // Set in the same turn in which the schedule was read, so that no later `wake` is missed.
    this.#isSending = false
    this.#sleep(nextAt)
  }

  async #sendOne(submission: StoredSubmission): Promise<void> {
    const { id } = submission
    const inFlight = { id, isLeaving: false, isMarked: false }
    this.#inFlight = inFlight
    this.#deps.onNext()
    try {
      const sent = await this.#deps.send(submission, () => {
        inFlight.isLeaving = true
        this.#apply(id, { kind: 'sent' })
        inFlight.isMarked = true
      })
      if (sent === undefined || this.#isClosed) return
      this.#apply(
        id,
        inFlight.isMarked ? { kind: 'answered', ...sent } : { kind: 'held', outcome: sent.outcome },
      )
    } catch (error) {
      // The user may have cancelled it while it waited to be sent; any other error is a fault.
      const isCancelled = inFlight.isLeaving && !inFlight.isMarked && error instanceof Refusal
      if (!isCancelled || error.failure.kind === 'storage') throw error
    } finally {
      this.#inFlight = undefined
    }
  }

  #apply(id: number, event: SubmissionEvent): void {
    this.#deps.onMoved(this.#deps.outbox.apply(id, event, this.#deps.now()))
  }
}

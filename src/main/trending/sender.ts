/**
 * Sends what is in line, one at a time and in order. A submission is marked as being sent before its request leaves,
 * so whatever ends the program in between, the next start knows that its answer was lost and sends it again.
 */
import { Refusal } from '../../shared/failure.ts'
import type { RawAnswer, SendOutcome, SubmissionEvent } from '../../shared/model/parlay/submission.ts'
import { readLine } from './line.ts'
import type { Kept } from './outbox-rows.ts'
import type { Moved, Outbox } from './outbox.ts'

/** What came of one POST. */
export interface Sent {
  readonly outcome: SendOutcome
  readonly raw: RawAnswer | null
}

export interface WorkerOptions {
  readonly outbox: Outbox
  readonly profileId: () => string
  /**
   * Sends one submission once; calls `onSending` right before the request leaves. Undefined when its profile is not
   * the one in use: nothing was sent then.
   */
  readonly send: (submission: Kept, onSending: () => void) => Promise<Sent | undefined>
  readonly onMoved: (moved: Moved) => void
  /** Another one is next, and waits for its turn. */
  readonly onTurn: () => void
  /** Nothing can be written now; it is tried again later. */
  readonly onStuck: (error: unknown) => void
  readonly now: () => number
}

/** What setTimeout can count; longer ones would end at once. */
const longestTimerMs = 2 ** 31 - 1
const afterFaultMs = 10_000

export class Worker {
  readonly #options: WorkerOptions
  #isOn = false
  #isClosed = false
  #isSending = false
  #inFlight: number | undefined
  #turnId: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** The one whose request waits to leave. */
  get turnId(): number | undefined {
    return this.#turnId
  }

  /** Takes up what an earlier run left, and sends what is due from now on. */
  start(): void {
    this.#isOn = !this.#isClosed
    this.#recover()
  }

  /** Begins nothing new; an answer that is awaited is still taken. */
  stop(): void {
    this.#isOn = false
    clearTimeout(this.#timer)
  }

  /** The program ends. A parlay whose answer is awaited is sent again at the next start. */
  close(): void {
    this.#isClosed = true
    this.stop()
  }

  /** There may be something to send. */
  wake(): void {
    if (!this.#isOn || this.#isSending) return
    clearTimeout(this.#timer)
    this.#isSending = true
    this.#sendAll().catch((error: unknown) => {
      this.#isSending = false
      this.#sleep(this.#stuckUntil(error))
    })
  }

  /** What an earlier run, or a fault, left between request and answer is unknown, and sent again at once. */
  #recover(): void {
    const { outbox, profileId } = this.#options
    if (!this.#isOn) return
    try {
      for (const id of outbox.idsIn(profileId(), ['sending']))
        if (id !== this.#inFlight) this.#apply(id, { kind: 'interrupted' })
      this.wake()
    } catch (error) {
      this.#sleep(this.#stuckUntil(error))
    }
  }

  #stuckUntil(error: unknown): number {
    if (!this.#isClosed) this.#options.onStuck(error)
    return this.#options.now() + afterFaultMs
  }

  #sleep(nextAt: number | undefined): void {
    if (!this.#isOn || nextAt === undefined) return
    const inMs = Math.min(Math.max(nextAt - this.#options.now(), 0), longestTimerMs)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#recover(), inMs)
  }

  /** Sends until nothing is due, and sleeps until something is. */
  async #sendAll(): Promise<void> {
    const { outbox, profileId, now } = this.#options
    let nextAt: number | undefined
    while (this.#isOn) {
      const line = readLine(outbox, profileId(), now())
      nextAt = line.nextAt
      if (line.due === undefined) break
      await this.#sendOne(line.due)
    }
    // In the same step as the look at the line, so that whoever wakes it afterwards is heard.
    this.#isSending = false
    this.#sleep(nextAt)
  }

  async #sendOne(submission: Kept): Promise<void> {
    const { id } = submission
    const mark = { isTried: false, isMade: false }
    this.#inFlight = id
    this.#turnId = id
    this.#options.onTurn()
    try {
      const sent = await this.#options.send(submission, () => {
        this.#turnId = undefined
        mark.isTried = true
        this.#apply(id, { kind: 'sent' })
        mark.isMade = true
      })
      if (sent === undefined || this.#isClosed) return
      this.#apply(id, mark.isMade ? { kind: 'answered', ...sent } : { kind: 'held', outcome: sent.outcome })
    } catch (error) {
      // The user may have called it off while it waited to be sent; whatever else it is, it is a fault.
      const isCalledOff = mark.isTried && !mark.isMade && error instanceof Refusal
      if (!isCalledOff || error.failure.kind === 'storage') throw error
    } finally {
      this.#inFlight = undefined
      this.#turnId = undefined
    }
  }

  #apply(id: number, event: SubmissionEvent): void {
    this.#options.onMoved(this.#options.outbox.apply(id, event, this.#options.now()))
  }
}

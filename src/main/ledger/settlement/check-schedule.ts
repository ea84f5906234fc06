/**
 * Which legs are to be asked about now, and when the next ones are. There may be very many, so all of it is worked out
 * in small steps.
 */
import type { SettlementStatus } from '../../../shared/model/ticket/settlement.ts'
import type { LegQueue, QueuedLeg } from '../reads/leg-queue.ts'
import { correctionsMs, nextCheckAt, type CheckedLeg, type Pace } from './check-times.ts'
import type { AskedLegs } from './matching.ts'

export interface LooksOptions {
  readonly profileId: () => string
  /** Of the profile in use. */
  readonly pace: () => Pace
  readonly now: () => number
}

/** Legs without a result, and when the first look is due, epoch ms; null when nothing waits. */
export type Planned = Pick<SettlementStatus, 'pendingLegs' | 'nextAt'>

/** Not sooner than this after a run that failed, whatever the schedule says. */
const leastBetweenMs = 120_000
const forgottenAfterMs = 24 * 3_600_000
const fresh = { placedAt: 0, resultedAt: null, result: 'pending', checkedAt: null }

export class Looks {
  readonly #options: LooksOptions
  /** Legs asked about since the program began. An answer may leave legs out, and those too wait for their next look. */
  readonly #askedAt = new Map<string, number>()
  #failedAt = -Infinity

  constructor(options: LooksOptions) {
    this.#options = options
  }

  /** Legs whose look is due. */
  *due(queue: LegQueue): Generator<QueuedLeg[], void> {
    const now = this.#options.now()
    for (const legs of this.#begun(queue, now)) yield legs.filter(leg => this.#nextAt(leg) <= now)
  }

  *planned(queue: LegQueue): Generator<void, Planned> {
    const { profileId, now } = this.#options
    const pendingLegs = queue.countAwaited(profileId())
    const start = queue.nextStart(profileId(), now())
    let first = start === null ? Infinity : this.#ofSchedule({ ...fresh, startAt: start })
    for (const legs of this.#begun(queue, now())) {
      for (const leg of legs) first = Math.min(first, this.#nextAt(leg))
      yield
    }
    const nextAt = first === Infinity ? null : Math.max(first, this.#failedAt + leastBetweenMs)
    return { pendingLegs, nextAt }
  }

  /** The token of each bet; its legs count as asked about once it is taken. */
  *asking(legs: AskedLegs): Generator<string, void> {
    const at = this.#options.now()
    this.#forgetBefore(at - forgottenAfterMs)
    for (const ofBet of legs.bets()) {
      for (const leg of ofBet) this.#askedAt.set(keyOf(leg), at)
      if (ofBet[0] !== undefined) yield ofBet[0].grade
    }
  }

  /** A run that failed is tried again soon, but not at once. Its legs count as not asked about. */
  failed(legs: AskedLegs): void {
    this.hasFailed()
    for (const leg of [...legs.bets()].flat()) this.#askedAt.delete(keyOf(leg))
  }

  hasFailed(): void {
    this.#failedAt = this.#options.now()
  }

  #forgetBefore(time: number): void {
    for (const [key, askedAt] of this.#askedAt) if (askedAt < time) this.#askedAt.delete(key)
  }

  /** Legs whose game has begun, and those settled lately. */
  *#begun(queue: LegQueue, now: number): Generator<QueuedLeg[], void> {
    const profileId = this.#options.profileId()
    yield* queue.awaited(profileId, now)
    yield* queue.settledSince(profileId, now - correctionsMs)
  }

  #nextAt(leg: QueuedLeg): number {
    return this.#ofSchedule({ ...leg, checkedAt: this.#askedAt.get(keyOf(leg)) ?? leg.checkedAt })
  }

  #ofSchedule(leg: CheckedLeg): number {
    return nextCheckAt(leg, this.#options.pace()) ?? Infinity
  }
}

/** A leg that was given another token was not asked about yet. */
const keyOf = ({ ticketId, grade }: Pick<QueuedLeg, 'ticketId' | 'grade'>) => `${ticketId} ${grade}`

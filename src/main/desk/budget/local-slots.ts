/** Slots that the desk counts by itself: those of the last minute, each on disk before its call is sent. */
import { learnedAtOnce, type CallLimits } from '../../../shared/model/settings/budget.ts'
import type { CallSlot, Clock, OwnSlots, RateLimited } from '../../odds-service/call-slots.ts'
import type { StoredCalls } from './budget-store.ts'
import { CallRate } from './call-rate.ts'
import { CallReserve } from './call-reserve.ts'

export type StoredSlots = Pick<StoredCalls, 'uptimeMs' | 'sent' | 'learned' | 'reserved'>

interface LocalSlotsDeps {
  readonly limits: () => CallLimits
  /** State of an earlier run. */
  readonly stored: StoredCalls | undefined
  /** Stores the state. Throws when it cannot. */
  readonly write: (state: StoredSlots) => void
  readonly clock: Pick<Clock, 'steady' | 'uptime'>
}

export class LocalSlots implements OwnSlots {
  readonly #rate: CallRate
  readonly #reserve: CallReserve
  #perMinute: number | undefined

  constructor({ limits, stored, write, clock }: LocalSlotsDeps) {
    const rate = new CallRate({
      limits: () =>
        this.#perMinute === undefined
          ? limits()
          : { kind: 'by-hand', perMinute: this.#perMinute, ...learnedAtOnce },
      steady: clock.steady,
    })
    if (stored !== undefined) rate.restore(stored, clock.uptime())
    this.#rate = rate
    this.#reserve = new CallReserve({
      limit: () => rate.limit,
      write: reserved => write({ uptimeMs: clock.uptime(), ...rate.toStored(), reserved }),
    })
  }

  get limit(): number {
    return this.#rate.limit
  }

  get limitFrom(): CallRate['limitFrom'] {
    return this.#rate.limitFrom
  }

  get fairLimit(): number {
    return this.limit
  }

  limitTo(perMinute: number | undefined): void {
    this.#perMinute = perMinute
  }

  count(): number {
    return this.#rate.count()
  }

  freeAt(nth: number, now: number): number {
    return this.#rate.freeAt(nth, now)
  }

  take(waiting: number): CallSlot {
    this.#reserve.take(waiting)
    const rate = this.#rate
    let stamp = rate.add()
    return {
      left: () => {
        stamp = rate.left(stamp)
        return true
      },
      giveBack: () => rate.giveBack(stamp),
    }
  }

  prepare(): void {
    this.#reserve.fillSoon()
  }

  delayed(): boolean {
    return this.#rate.raise()
  }

  answered(inFlight: number): void {
    this.#rate.answered(inFlight)
  }

  limited({ isLone, inFlight }: RateLimited): void {
    this.#rate.limited(isLone, inFlight)
  }

  forgetLearned(): void {
    this.#rate.forgetLearned()
  }

  save(): void {
    this.#reserve.save()
  }

  close(): void {
    this.#reserve.close()
  }
}

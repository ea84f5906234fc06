/** Slots that a desk has leased: those free for a call, and those that the server has yet to hear about. */
import type { Clock } from '../../odds-service/call-slots.ts'
import { maxElapsedMs, readMoment, type Moment } from './moment.ts'

/** A slot that was taken for a call. */
export interface TakenSlot {
  /** Reports that its call leaves now; false when that is too late. */
  left(): boolean
  /** Returns it unless its call has left. */
  giveBack(): void
}

interface Slot {
  readonly slot: number
  /** Moment at which the desk began to request it. */
  readonly requested: Moment
}

export interface SlotReport {
  readonly sent: readonly number[]
  readonly unsent: readonly number[]
}

export class SlotPool {
  readonly #clock: Clock
  readonly #useMs: number
  /** Oldest first. */
  #free: Slot[] = []
  #sent: number[] = []
  #unsent: number[] = []

  constructor(clock: Clock, useMs: number) {
    this.#clock = clock
    this.#useMs = useMs
  }

  get hasReport(): boolean {
    return this.#sent.length + this.#unsent.length > 0
  }

  /** Number of slots that a call can take now. */
  count(): number {
    this.#dropEnded()
    return this.#free.length
  }

  add(slots: readonly number[], requested: Moment): void {
    this.#free.push(...slots.map(slot => ({ slot, requested })))
  }

  take(): TakenSlot | undefined {
    this.#dropEnded()
    const slot = this.#free.shift()
    if (slot === undefined) return undefined
    let isOpen = true
    const close = (end: () => void) => {
      if (isOpen) end()
      isOpen = false
    }
    return {
      left: () => {
        if (!this.#isUsable(slot)) return false
        close(() => this.#sent.push(slot.slot))
        return true
      },
      giveBack: () => close(() => this.#free.unshift(slot)),
    }
  }

  /** Returns all but this number of free slots with the next report, the oldest first. */
  keep(count: number): void {
    const returned = this.#free.splice(0, Math.max(0, this.#free.length - count))
    this.#unsent.push(...returned.map(({ slot }) => slot))
  }

  /** Takes the report that is due. */
  takeReport(): SlotReport {
    this.#dropEnded()
    const report = { sent: this.#sent, unsent: this.#unsent }
    this.#sent = []
    this.#unsent = []
    return report
  }

  /** Puts back a report that did not reach the server. */
  restoreReport({ sent, unsent }: SlotReport): void {
    this.#sent.push(...sent)
    this.#unsent.push(...unsent)
  }

  #dropEnded(): void {
    const ended = this.#free.filter(slot => !this.#isUsable(slot))
    if (ended.length === 0) return
    this.#free = this.#free.filter(slot => this.#isUsable(slot))
    this.#unsent.push(...ended.map(({ slot }) => slot))
  }

  #isUsable({ requested }: Slot): boolean {
    return maxElapsedMs(requested, readMoment(this.#clock)) < this.#useMs
  }
}

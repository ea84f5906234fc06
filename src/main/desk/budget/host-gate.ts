/**
 * One host's gate: closed while the host asked to be left alone (429), and while it keeps failing. After so many
 * failures in a row it is left alone for a while, longer each time; then a single call tries it. Times are ms of a clock
 * that never jumps; those that are shown also as epoch ms.
 */

export const failuresToClose = 5
const firstRestMs = 15_000
const longestRestMs = 5 * 60_000

/** Why a host is left alone and until when, in epoch ms. */
export interface Rest {
  readonly why: 'limited' | 'failing'
  readonly untilAt: number
}

/** A moment by both clocks. */
export interface Moment {
  readonly steady: number
  readonly epoch: number
}

const never: Moment = { steady: -Infinity, epoch: 0 }
const after = ({ steady, epoch }: Moment, ms: number): Moment => ({ steady: steady + ms, epoch: epoch + ms })

export class HostGate {
  inFlight = 0
  #limitedUntil = never
  #failingUntil = never
  #failures = 0
  #restMs = firstRestMs

  /** Whether a call may go now, as far as the host is concerned. */
  isOpen(steady: number): boolean {
    if (steady < this.#limitedUntil.steady || steady < this.#failingUntil.steady) return false
    return this.#failures < failuresToClose || this.inFlight === 0
  }

  /** Whether a call that the user asks for now may try a failing host before its time. */
  isOpenToAct(steady: number): boolean {
    return steady >= this.#limitedUntil.steady && (this.isOpen(steady) || this.inFlight === 0)
  }

  /** Why it is left alone now; undefined while it is not. */
  rest(steady: number): Rest | undefined {
    if (steady < this.#limitedUntil.steady) return { why: 'limited', untilAt: this.#limitedUntil.epoch }
    if (steady < this.#failingUntil.steady) return { why: 'failing', untilAt: this.#failingUntil.epoch }
    return undefined
  }

  /** When the rest of now ends, by the steady clock. */
  restsUntil(steady: number): number {
    return Math.max(this.#limitedUntil.steady, this.#failingUntil.steady, steady)
  }

  /** A pause can only be made longer. Answers whether it was. */
  limit(now: Moment, untilAt: number): boolean {
    const until = { steady: now.steady + Math.max(0, untilAt - now.epoch), epoch: untilAt }
    if (until.steady <= this.#limitedUntil.steady) return false
    this.#limitedUntil = until
    return true
  }

  forgetLimit(): void {
    this.#limitedUntil = never
  }

  succeeded(): void {
    this.#failures = 0
    this.#restMs = firstRestMs
    this.#failingUntil = never
  }

  /** Answers whether the host is left alone from now on. */
  failed(now: Moment): boolean {
    this.#failures += 1
    // A late failure of a call sent before the rest began says nothing new.
    if (this.#failures < failuresToClose || now.steady < this.#failingUntil.steady) return false
    this.#failingUntil = after(now, this.#restMs)
    this.#restMs = Math.min(this.#restMs * 2, longestRestMs)
    return true
  }
}

/**
 * Delivers messages: one at a time and in order for each target, targets in parallel. A message is stored as being sent
 * before its request, so that none is sent again after an attempt with an unknown outcome.
 */
import type { DeliveryState } from '../../shared/model/settings/phone.ts'
import { Timer } from '../async/timer.ts'
import type { PhoneStore, StoredDelivery } from './phone-store.ts'
import type { SendMessage, SendResult } from './send-message.ts'

export interface PhoneSenderDeps {
  readonly store: PhoneStore
  readonly send: SendMessage
  readonly now: () => number
  /** Pauses after the first attempt, the second and so on; the last one repeats. */
  readonly pausesMs?: readonly number[] | undefined
  readonly onMoved: () => void
  /** Called when nothing can be written now, or after an unexpected error. */
  readonly onError: (error: unknown) => void
}

/** Time after an alert fired in which it is worth sending. */
export const maxAgeMs = 15 * 60_000
const usualPausesMs = [5_000, 15_000, 45_000, 120_000, 300_000]
const afterFaultMs = 10_000

export class PhoneSender {
  readonly #deps: PhoneSenderDeps
  readonly #busy = new Set<string>()
  /** End of the pause after an error. */
  #pausedUntil = -Infinity
  #isClosed = false
  readonly #timer = new Timer(() => this.wake())

  constructor(deps: PhoneSenderDeps) {
    this.#deps = deps
  }

  /** Sends messages that are due, and plans the next time. */
  wake(): void {
    if (this.#isClosed) return
    for (const { id } of this.#deps.store.targets()) if (!this.#busy.has(id)) void this.#sendAll(id)
    this.#plan()
  }

  /** Stops sending. A message under way stays stored as being sent. */
  close(): void {
    this.#isClosed = true
    this.#timer.stop()
  }

  #plan(): void {
    if (this.#isClosed) return
    const { store, now } = this.#deps
    const times = store.targets().flatMap(({ id }) => {
      const state = this.#busy.has(id) ? undefined : store.next(id)?.state
      return state?.kind === 'waiting' ? [state.nextAt] : []
    })
    this.#timer.start(Math.max(Math.min(...times), this.#pausedUntil) - now())
  }

  async #sendAll(targetId: string): Promise<void> {
    this.#busy.add(targetId)
    try {
      let due = this.#findDue(targetId)
      while (due !== undefined) {
        await this.#sendOne(due)
        due = this.#findDue(targetId)
      }
    } catch (error) {
      this.#pausedUntil = this.#deps.now() + afterFaultMs
      if (!this.#isClosed) this.#deps.onError(error)
    } finally {
      this.#busy.delete(targetId)
      this.#plan()
    }
  }

  /** The next message of a target, if it may be sent now. Ends messages that are too old. */
  #findDue(targetId: string): StoredDelivery | undefined {
    const { store, now } = this.#deps
    for (;;) {
      const next = this.#isClosed ? undefined : store.next(targetId)
      if (next?.state.kind !== 'waiting' || this.#pausedUntil > now()) return undefined
      if (now() - next.firedAt <= maxAgeMs) return isDue(next.state, now()) ? next : undefined
      this.#finish(next, { kind: 'failed', reason: next.state.reason ?? { kind: 'too-late' } })
    }
  }

  async #sendOne(delivery: StoredDelivery): Promise<void> {
    const { store, send, now, onMoved, pausesMs = usualPausesMs } = this.#deps
    const tries = delivery.state.kind === 'waiting' ? delivery.state.tries + 1 : 1
    const result = await send(delivery.targetId, delivery, () => {
      // Reading the keychain may have taken long, and the user may have turned the target off meanwhile.
      if (this.#isClosed || store.next(delivery.targetId)?.id !== delivery.id) throw new Cancelled()
      store.begin(delivery.id, tries, now())
      onMoved()
    }).catch((error: unknown) => {
      if (error instanceof Cancelled) return undefined
      throw error
    })
    if (result === undefined || this.#isClosed) return
    const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0
    this.#finish(delivery, toState(result, { tries, firedAt: delivery.firedAt, now: now(), pauseMs }))
  }

  #finish({ id }: StoredDelivery, state: DeliveryState): void {
    const { store, now, onMoved } = this.#deps
    try {
      store.finish(id, state, now())
    } finally {
      onMoved()
    }
  }
}

class Cancelled extends Error {}

/** A message that would wait longer than the maximum age is due too: the clock was set back. */
const isDue = ({ nextAt }: { nextAt: number }, now: number) => nextAt <= now || nextAt - now > maxAgeMs

interface Attempt {
  readonly tries: number
  readonly firedAt: number
  readonly now: number
  /** Pause before the next one. */
  readonly pauseMs: number
}

/** State after an attempt. A message whose next attempt would be too late ends now. */
function toState(result: SendResult, { tries, firedAt, now, pauseMs }: Attempt): DeliveryState {
  if (result.kind !== 'retry') return result
  const nextAt = Math.max(now + pauseMs, result.notBeforeAt ?? 0)
  const { reason } = result
  return nextAt - firedAt > maxAgeMs ? { kind: 'failed', reason } : { kind: 'waiting', tries, nextAt, reason }
}

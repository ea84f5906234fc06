/**
 * Shares of the calls that scripts may spend: no 60 s contain more calls of a script than its share, retries included. A
 * call needs a slot of the share, then a permit of the call budget, and then the slot again: a permit may come after the
 * slot has left the window, or after the token was revoked.
 */
import type { CallSlot, OwnSlots } from '../../odds-service/call-slots.ts'
import type { AcquirePermit, CallRequest, Permit } from '../../odds-service/permits.ts'
import { GrantedPermit, type PermitUse } from './granted-permit.ts'

type Slots = Pick<OwnSlots, 'limit' | 'freeAt' | 'take'>

export interface ScriptSharesDeps {
  /** Opens the slots of a script, with those of an earlier run. */
  readonly openSlots: (tokenId: string) => Slots
  /** Monotonic clock, ms. */
  readonly steady: () => number
  readonly acquire: AcquirePermit
}

export class ScriptShares {
  readonly #deps: ScriptSharesDeps
  readonly #slots = new Map<string, Slots>()

  constructor(deps: ScriptSharesDeps) {
    this.#deps = deps
  }

  /** A permit for one call, or the ms until the share allows one. Throws ServiceError as a call without a share. */
  async acquire(tokenId: string, request: CallRequest): Promise<Permit | number> {
    const first = await this.#acquire(tokenId, request)
    if (typeof first === 'number') return first
    return new GrantedPermit(first, async withinMs => {
      // The time left of a call is a fraction, which the signal refuses.
      const signal = AbortSignal.timeout(Math.ceil(withinMs))
      const next = await this.#acquire(tokenId, { ...request, signal }).catch(() => 0)
      return typeof next === 'number' ? undefined : next
    })
  }

  async #acquire(tokenId: string, request: CallRequest): Promise<PermitUse | number> {
    const early = this.#take(tokenId)
    if (typeof early === 'number') return early
    const permit = await this.#deps.acquire(request).finally(() => early.giveBack())
    let slot: CallSlot | number | undefined
    try {
      slot = this.#take(tokenId)
    } finally {
      if (typeof slot !== 'object') permit.release({ kind: 'unsent' })
    }
    return typeof slot === 'number' ? slot : toUse(slot, permit)
  }

  #take(tokenId: string): CallSlot | number {
    const slots = this.#slots.get(tokenId) ?? this.#deps.openSlots(tokenId)
    this.#slots.set(tokenId, slots)
    const now = this.#deps.steady()
    if (slots.limit < 1) return 60_000
    const waitMs = slots.freeAt(1, now) - now
    return waitMs > 0 ? Math.ceil(waitMs) : slots.take(0)
  }
}

/** A permit and its slot: the slot of a call that did not leave is given back. */
function toUse(slot: CallSlot, permit: Permit): PermitUse {
  let hasLeft = false
  return {
    left() {
      hasLeft = slot.left() && permit.left()
      return hasLeft
    },
    release(outcome) {
      if (!hasLeft) slot.giveBack()
      permit.release(outcome)
    },
  }
}

/** A permit in use. Its renewal takes over the use of a permit acquired for another attempt. */
import type { Permit, PermitOutcome } from '../../odds-service/permits.ts'

/** One use of a permit, for one attempt. */
export type PermitUse = Pick<Permit, 'left' | 'release'>

export class GrantedPermit implements Permit {
  /** Undefined once released. */
  #use: PermitUse | undefined
  readonly #acquireWithin: (withinMs: number) => Promise<PermitUse | undefined>

  constructor(use: PermitUse, acquireWithin: (withinMs: number) => Promise<PermitUse | undefined>) {
    this.#use = use
    this.#acquireWithin = acquireWithin
  }

  left(): boolean {
    return this.#use?.left() ?? false
  }

  release(outcome: PermitOutcome): void {
    const use = this.#use
    this.#use = undefined
    use?.release(outcome)
  }

  async renew(withinMs: number): Promise<boolean> {
    this.release({ kind: 'unsent' })
    this.#use = await this.#acquireWithin(withinMs)
    return this.#use !== undefined
  }
}

/**
 * Decides if an HTTP 403 without a reason refuses the key or only the call: with a refused key, an empty request fails
 * too.
 */

/** Sends an empty request; true if it was refused too. */
type SendEmptyRequest = () => Promise<boolean>

/** Minimum pause between checks of one host, because the same 403 comes at every refresh. */
const minPauseMs = 60_000

export class KeyCheck {
  readonly #now: () => number
  /** Checks under way, by profile. */
  readonly #underWay = new Map<string, Promise<boolean>>()
  /** Time of the last check, by profile, host and key. */
  readonly #checkedAt = new Map<string, number>()

  /** `now`: ms of a clock that never jumps. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** True if the key is refused. At most one check at a time for a profile, and one a minute for a host. */
  isRefused(profileId: string, host: string, key: string, ask: SendEmptyRequest): Promise<boolean> {
    const underWay = this.#underWay.get(profileId)
    if (underWay !== undefined) return underWay
    const name = JSON.stringify([profileId, host, key])
    if (this.#now() - (this.#checkedAt.get(name) ?? -Infinity) < minPauseMs) return Promise.resolve(false)
    this.#checkedAt.set(name, this.#now())
    const check = ask().finally(() => this.#underWay.delete(profileId))
    this.#underWay.set(profileId, check)
    return check
  }
}

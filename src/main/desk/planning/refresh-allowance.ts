/**
 * Calls that auto-refresh may plan: a share of the limit a minute, granted in parts of a minute so that prices refresh
 * evenly. Times are ms of a monotonic clock.
 */

const minuteMs = 60_000
const minToQuarter = 20
/** Minimum limit, calls a minute. */
const minPerMinute = 0.1
const maxSpanMs = minuteMs / minPerMinute

export class RefreshAllowance {
  /** Newest last. */
  #used: { readonly at: number; readonly calls: number }[] = []

  /** Number of calls that may be planned now. */
  countFree(perMinute: number, now: number): number {
    const { calls, ms } = toSpan(perMinute)
    return Math.max(0, calls - this.#countUsed(now - ms))
  }

  use(calls: number, now: number): void {
    this.#used = this.#used.filter(({ at }) => at > now - maxSpanMs)
    if (calls > 0) this.#used.push({ at: now, calls })
  }

  /** Earliest time at which a call may be planned; not after `now` when one is free already. */
  freeAt(perMinute: number, now: number): number {
    const { calls, ms } = toSpan(perMinute)
    let over = this.#countUsed(now - ms) - calls
    for (const used of this.#used) {
      if (used.at <= now - ms) continue
      if (over < 0) break
      over -= used.calls
      if (over < 0) return used.at + ms
    }
    return now
  }

  #countUsed(since: number): number {
    return this.#used.reduce((sum, { at, calls }) => (at > since ? sum + calls : sum), 0)
  }
}

/** A quarter of a minute and its calls; for low limits, one call and its time. */
function toSpan(perMinute: number): { calls: number; ms: number } {
  const whole = Math.floor(perMinute)
  if (whole >= minToQuarter) return { calls: Math.floor(whole / 4), ms: minuteMs / 4 }
  return { calls: 1, ms: minuteMs / Math.max(whole || perMinute, minPerMinute) }
}

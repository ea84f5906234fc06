// A sliding window: so many calls in any 60 seconds.

const WINDOW_MS = 60_000

export interface RateLimit {
  /** Counts a call. Null when it may pass, else the seconds until the next one may. */
  take(): number | null
}

export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  let taken: number[] = []
  return {
    take: () => {
      const time = now()
      taken = taken.filter(at => time - at < WINDOW_MS)
      const [oldest] = taken
      if (oldest !== undefined && taken.length >= perMinute)
        return Math.ceil((oldest + WINDOW_MS - time) / 1000)
      taken.push(time)
      return null
    },
  }
}

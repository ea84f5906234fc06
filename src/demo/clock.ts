// The world's time: seconds since the world began, running `speed` times as fast as the wall clock.

export interface Clock {
  /** Wall time, epoch milliseconds. */
  readonly now: () => number
  /** The world's time, seconds. */
  readonly worldNow: () => number
  /** The wall time of a moment of the world, epoch milliseconds. */
  readonly wallTimeOf: (at: number) => number
}

export function createClock(epoch: number, speed: number, now: () => number): Clock {
  return {
    now,
    worldNow: () => Math.max(0, ((now() - epoch) / 1000) * speed),
    wallTimeOf: at => epoch + (at * 1000) / speed,
  }
}

/** The world's time: seconds since the world began, running `speed` times as fast as the wall clock. */

export type Clock = ReturnType<typeof createClock>

export function createClock(epoch: number, speed: number, now: () => number) {
  return {
    /** Wall time, epoch milliseconds. */
    now,
    /** The world's time, seconds. */
    worldNow: () => Math.max(0, ((now() - epoch) / 1000) * speed),
    /** The wall time of a time of the world, epoch milliseconds. */
    wallTimeOf: (at: number) => epoch + (at * 1000) / speed,
  }
}

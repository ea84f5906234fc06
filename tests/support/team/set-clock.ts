/** Clocks that a test sets. */
import type { Clock } from '../../../src/main/odds-service/call-slots.ts'

export function startClock() {
  const at = { steady: 0, epoch: 1_000_000, uptime: 5_000_000 }
  const clock: Clock = { steady: () => at.steady, epoch: () => at.epoch, uptime: () => at.uptime }
  const pass = (ms: number) => {
    at.steady += ms
    at.epoch += ms
    at.uptime += ms
  }
  return { at, clock, pass }
}

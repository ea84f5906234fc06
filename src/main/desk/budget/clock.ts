/** The clocks that a call budget goes by. Nobody can set the first and the last. */
import { uptime } from 'node:os'

export interface Clock {
  /** Ms since some moment of this run; never jumps. */
  readonly steady: () => number
  /** Epoch ms, for the screen and for what a service says. */
  readonly epoch: () => number
  /** Ms since the machine was started, which also holds across runs. */
  readonly uptime: () => number
}

export const systemClock: Clock = {
  steady: () => performance.now(),
  epoch: () => Date.now(),
  uptime: () => uptime() * 1_000,
}

/** Moments on all clocks of a computer, of which each may stop in sleep, or be set. */
import type { Clock } from '../../odds-service/call-slots.ts'

export interface Moment {
  readonly steady: number
  readonly epoch: number
  readonly uptime: number
}

/** Some systems give the uptime in whole seconds. */
const uptimeErrorMs = 1_000

export const readMoment = ({ steady, epoch, uptime }: Clock): Moment => ({
  steady: steady(),
  epoch: epoch(),
  uptime: uptime(),
})

/** Time between two moments by the clock that ran furthest: it may be too long, never too short. */
export const maxElapsedMs = (from: Moment, to: Moment): number =>
  Math.max(to.steady - from.steady, to.epoch - from.epoch, to.uptime - from.uptime - uptimeErrorMs)

/** Time between two moments by the steady clock: it may be too short, never too long. */
export const minElapsedMs = (from: Moment, to: Moment): number => to.steady - from.steady

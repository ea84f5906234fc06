/** Equal steps of CLV, by which tickets are counted in a chart and found again: numbers from below -20% to above +20%. */

/** Two per cent a step. */
const stepPpm = 20_000
const outermost = 10

/** All steps in order. The first and the last have what lies beyond. */
export const clvSteps: readonly number[] = Array.from(
  { length: 2 * outermost + 2 },
  (_, at) => at - outermost - 1,
)

export const clvStepOf = (ppm: number): number =>
  Math.min(outermost, Math.max(-outermost - 1, Math.floor(ppm / stepPpm)))

/** From the first to before the second. */
interface Bounds {
  readonly from: number | null
  readonly to: number | null
}

/** In millionths. */
export const clvBoundsPpm = (step: number): Bounds => ({
  from: step < -outermost ? null : step * stepPpm,
  to: step >= outermost ? null : (step + 1) * stepPpm,
})

/** As shares: 0.02 for 2%. */
export function clvBounds(step: number): Bounds {
  const { from, to } = clvBoundsPpm(step)
  const share = (ppm: number | null) => (ppm === null ? null : ppm / 1e6)
  return { from: share(from), to: share(to) }
}

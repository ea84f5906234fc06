/** Root of a falling function by Newton's method, which falls back to bisection and so cannot leave its bracket. */

const maxSteps = 100

/** A value this close to 0 is rounding. */
const rounding = 4 * Number.EPSILON

/**
 * The `x` in `low`..`high` at which a falling function is 0; `low` when it is not positive there. `at` returns the
 * function's value and slope. Returns undefined when 100 steps do not find it.
 */
export function findRoot(
  at: (x: number) => readonly [value: number, slope: number],
  low: number,
  high: number,
): number | undefined {
  let x = low
  for (let step = 0; step < maxSteps; step++) {
    const [value, slope] = at(x)
    // Stryker disable next-line EqualityOperator: a value of 0 ends the search below
    if (value > 0) low = x
    else high = x
    // Stryker disable next-line EqualityOperator: the middle of two equal ends is no step, which ends the search too
    if (Math.abs(value) <= rounding || high <= low) return x
    const newton = x - value / slope
    // Stryker disable next-line EqualityOperator: a step onto an end of the bracket may be either
    const next = newton > low && newton < high ? newton : (low + high) / 2
    // Stryker disable next-line EqualityOperator: no step is exactly that short
    if (Math.abs(next - x) <= Number.EPSILON * Math.abs(x)) return x
    x = next
  }
  return undefined
}

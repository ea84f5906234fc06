/**
 * Exact fractions on bigint. Always in lowest terms with a positive denominator, so equal values have equal fields.
 */

export interface Rational {
  readonly num: bigint
  readonly den: bigint
}

/** `num / den` in lowest terms. Throws a RangeError when `den` is 0. */
export function rational(num: bigint, den = 1n): Rational {
  if (den === 0n) throw new RangeError('A fraction cannot have the denominator 0')
  if (den === 1n) return { num, den }
  const divisor = den < 0n ? -gcd(num, den) : gcd(num, den)
  return divisor === 1n ? { num, den } : { num: num / divisor, den: den / divisor }
}

export function add(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den + b.num * a.den, a.den * b.den)
}

export function mul(a: Rational, b: Rational): Rational {
  return rational(a.num * b.num, a.den * b.den)
}

/** `a / b`. Throws a RangeError when `b` is 0. */
export function div(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den, a.den * b.num)
}

/** The nearest double; exactly that while both parts are below 2^53, else within two units in the last place. */
export function toNumber({ num, den }: Rational): number {
  return Number(num) / Number(den)
}

/** The nearest integer to a value that is not negative; a half goes up. */
export function round({ num, den }: Rational): bigint {
  return (2n * num + den) / (2n * den)
}

/** Plain decimal notation with exactly `places` decimals; a half goes away from zero. Zero carries no sign. */
export function toFixed({ num, den }: Rational, places: number): string {
  const scaled = round({ num: abs(num) * 10n ** BigInt(places), den })
  // Stryker disable next-line EqualityOperator: 0 is scaled to 0
  const sign = num < 0n && scaled > 0n ? '-' : ''
  const digits = String(scaled).padStart(places + 1, '0')
  if (places === 0) return sign + digits
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/**
 * The fraction nearest to `x` among those with a denominator of at most `limit`; `x` is not negative. Walks the
 * continued fraction of `x`, then picks the better of the last convergent and the last semiconvergent that fit
 * (Khinchin, Continued Fractions, theorem 15).
 */
export function nearest(x: Rational, limit: bigint): Rational {
  if (x.den <= limit) return x
  let [before, last] = [rational(0n), { num: 1n, den: 0n }]
  let { num, den } = x
  for (;;) {
    const digit = num / den
    const next = { num: before.num + digit * last.num, den: before.den + digit * last.den }
    if (next.den > limit) break
    ;[before, last, num, den] = [last, next, den, num - digit * den]
  }
  const steps = (limit - before.den) / last.den
  const between = { num: before.num + steps * last.num, den: before.den + steps * last.den }
  return 2n * den * between.den <= x.den ? last : between
}

export function abs(n: bigint): bigint {
  return n < 0n ? -n : n
}

function gcd(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [abs(a), abs(b)]
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

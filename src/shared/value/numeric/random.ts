/** Uniform numbers in 0..1, the same for the same seed: xorshift32, Marsaglia, Xorshift RNGs (2003). */
export function createRandom(seed: number): () => number {
  // An array of integers, because a variable would be allocated again for each number above 2^30.
  const state = Int32Array.of(seed)
  return () => {
    let next = state[0] ?? 0
    next ^= next << 13
    next ^= next >>> 17
    next ^= next << 5
    state[0] = next
    return (next >>> 0) / 2 ** 32
  }
}

/** Whole number in a typed text; undefined for any other text, or outside the limits. */
export function parseWhole(text: string, min: number, max: number): number | undefined {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

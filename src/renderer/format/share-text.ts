/** Shares and probabilities in few characters. The decimal mark is a point, as in prices. */

/** Of 0.072: `7.2%`. */
export const percentText = (share: number, places = 1): string => `${fixed(100 * share, places)}%`

/** Of 0.072: `+7.2%`; of nothing, no sign. */
export function signedPercent(share: number): string {
  const text = percentText(share)
  return share > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** Points of a difference of probabilities, of 0.008: `0.8`; fewer than a tenth with two decimals. */
export function pointsText(difference: number): string {
  const points = 100 * difference
  return fixed(points, Math.abs(points) < 0.095 ? 2 : 1)
}

/** With U+2212 for minus, which nothing that rounds to zero gets. */
function fixed(value: number, places: number): string {
  const text = value.toFixed(places)
  return /[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '')
}

/** Which of a chart's places, given where each is on an axis, is nearest; -1 where there is none. */
export function nearestPlace(places: readonly { readonly x: number }[], x: number): number {
  const distances = places.map(place => Math.abs(place.x - x))
  return distances.indexOf(Math.min(...distances))
}

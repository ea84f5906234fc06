/** My order of rows: sorts ids by it, and computes it after rows were moved. */

/** Sorts ids by My order. Rows not in it come last, in their present order. */
export function sortByMyOrder(ids: readonly number[], myOrder: readonly number[]): number[] {
  const places = new Map(myOrder.map((id, place) => [id, place]))
  const placeOf = (id: number) => places.get(id) ?? myOrder.length
  return ids.toSorted((a, b) => placeOf(a) - placeOf(b))
}

interface RowMove {
  /** All rows in order, those hidden by a filter too. */
  readonly all: readonly number[]
  /** Rows on screen, from the top down. */
  readonly shown: readonly number[]
  readonly moved: readonly number[]
  /** Number of rows on screen above the place, the moved ones included. */
  readonly place: number
}

/** All rows with the moved ones together at their new place; undefined if nothing moves on screen. */
export function moveRows({ all, shown, moved, place }: RowMove): number[] | undefined {
  const isMoved = (id: number) => moved.includes(id)
  const own = shown.filter(isMoved)
  const [above, below] = [shown.slice(0, place), shown.slice(place)].map(part =>
    part.filter(id => !isMoved(id)),
  )
  if (above === undefined || below === undefined) return undefined
  const nextShown = [...above, ...own, ...below]
  if (nextShown.every((id, at) => id === shown[at])) return undefined
  const rest = arrangeAs(all, shown).filter(id => !own.includes(id))
  const [before] = below
  const at = before === undefined ? rest.indexOf(above.at(-1) ?? 0) + 1 : rest.indexOf(before)
  return rest.toSpliced(at, 0, ...own)
}

/** `all` with the rows on screen in their order on screen; hidden rows keep their places. */
function arrangeAs(all: readonly number[], shown: readonly number[]): number[] {
  const onScreen = new Set(shown)
  const next = shown.values()
  return all.map(id => (onScreen.has(id) ? (next.next().value ?? id) : id))
}

/** The place one row up (-1) or down, clamped to the ends. */
export function findNextPlace(shown: readonly number[], moved: readonly number[], step: -1 | 1): number {
  const places = shown.flatMap((id, place) => (moved.includes(id) ? [place] : []))
  const place = step < 0 ? Math.min(...places) - 1 : Math.max(...places) + 2
  return Math.min(shown.length, Math.max(0, place))
}

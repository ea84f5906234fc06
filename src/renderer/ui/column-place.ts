/** Places of columns that are moved in a header. */

/** The list with an item at the place of another one. */
export const moveToPlaceOf = <T>(items: readonly T[], item: T, at: T): T[] =>
  items.toSpliced(items.indexOf(item), 1).toSpliced(items.indexOf(at), 0, item)

interface Head<C> {
  readonly column: C
  readonly element: Element
}

/** The column at a position across the window, or the nearest one, whose place a dragged column takes. */
export function findColumnAt<C>(heads: readonly Head<C>[], x: number): C | undefined {
  const distanceTo = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    return Math.max(left - x, x - right, 0)
  }
  const places = heads.map(({ column, element }) => ({ column, distance: distanceTo(element) }))
  return places.toSorted((a, b) => a.distance - b.distance)[0]?.column
}

/**
 * Assignment of rows to columns, each used once at most, with the largest total gain. Kuhn, The Hungarian Method for the
 * Assignment Problem, Naval Research Logistics Quarterly 2 (1955), by shortest augmenting paths: exact, in the cube of
 * the size.
 */

/**
 * For each row, the place of its column, or null when it gains nothing by one. `gains[row][column]` is the gain, and no
 * pair without one is made. Throws a RangeError when rows differ in length or a gain is not finite.
 */
export function assign(gains: readonly (readonly number[])[]): readonly (number | null)[] {
  const width = gains[0]?.length ?? 0
  if (!gains.every(row => row.length === width && row.every(Number.isFinite)))
    throw new RangeError('Gains are rows of finite numbers, all of one length')
  // A column of cost 0 for each row keeps the row unassigned.
  const costs = gains.map(row => [...row.map(gain => Math.min(-gain, 0)), ...gains.map(() => 0)])
  const rowOf = matchAtLeastCost(costs, width + gains.length)
  return gains.map((row, place) => {
    const column = rowOf.indexOf(place)
    return (row[column] ?? 0) > 0 ? column : null
  })
}

/** Rows and columns matched so far, with the prices that make no pair cheaper than its row and column together. */
interface Matching {
  readonly costs: readonly (readonly number[])[]
  /** For each column its row, or -1. */
  readonly rowOf: number[]
  readonly rowPrices: number[]
  readonly columnPrices: number[]
}

/** For each column its row, or -1, so that every row has one and the sum of their costs is smallest. */
function matchAtLeastCost(costs: readonly (readonly number[])[], width: number): readonly number[] {
  const zeros = () => new Array<number>(width).fill(0)
  const matching: Matching = {
    costs,
    rowOf: zeros().fill(-1),
    rowPrices: costs.map(() => 0),
    columnPrices: zeros(),
  }
  for (const row of costs.keys()) matchRow(matching, row)
  return matching.rowOf
}

/** Gives a row a column: the end of the cheapest path on which each other row changes to its next column. */
function matchRow({ costs, rowOf, rowPrices, columnPrices }: Matching, first: number): void {
  const open = new Set(rowOf.keys())
  const done: number[] = []
  const distances = rowOf.map(() => Infinity)
  const before = rowOf.map(() => -1)
  let [row, column] = [first, -1]
  while (row !== -1) {
    let next = -1
    for (const at of open) {
      const reduced = (costs[row]?.[at] ?? 0) - (rowPrices[row] ?? 0) - (columnPrices[at] ?? 0)
      if (reduced < (distances[at] ?? 0)) [distances[at], before[at]] = [reduced, column]
      if (next === -1 || (distances[at] ?? 0) < (distances[next] ?? 0)) next = at
    }
    const step = distances[next] ?? 0
    for (const at of [first, ...done.map(each => rowOf[each] ?? 0)])
      rowPrices[at] = (rowPrices[at] ?? 0) + step
    for (const at of done) columnPrices[at] = (columnPrices[at] ?? 0) - step
    for (const at of open) distances[at] = (distances[at] ?? 0) - step
    open.delete(next)
    done.push(next)
    column = next
    row = rowOf[next] ?? -1
  }
  for (let from = before[column] ?? -1; column !== -1; from = before[column] ?? -1) {
    rowOf[column] = from === -1 ? first : (rowOf[from] ?? 0)
    column = from
  }
}

/**
 * Linear programs that 0 solves to begin with, by Dantzig's simplex method on a dense table. Several objectives are met in
 * turn: a later one decides only among the best by those before it. Bland, New Finite Pivoting Rules for the Simplex
 * Method, Mathematics of Operations Research 2 (1977): the lowest place enters and leaves, so it ends. For tens of
 * variables.
 */

export interface LinearProgram {
  /** For each objective, what a unit of each variable adds to it. */
  readonly objectives: readonly (readonly number[])[]
  /** For each row, what a unit of each variable uses of its limit. */
  readonly rows: readonly (readonly number[])[]
  /** None below 0. */
  readonly limits: readonly number[]
}

/** Rounding of a coefficient. */
const rounding = 1e-9

/**
 * Variables, none below 0, that use no more than the limits and make the objectives largest in turn; undefined when one
 * could grow without end.
 */
export function solveLinearProgram({ objectives, rows, limits }: LinearProgram): number[] | undefined {
  const count = objectives[0]?.length ?? 0
  const table = rows.map((row, place) => [
    ...row,
    ...rows.map((_, other) => (other === place ? 1 : 0)),
    limits[place] ?? 0,
  ])
  const gains = objectives.map(objective => [...objective, ...rows.map(() => 0), 0])
  /** For each row the variable that it gives a value; the others are 0. */
  const basis = rows.map((_, place) => count + place)
  for (;;) {
    const entering = findEntering(gains)
    if (entering === -1) break
    const leaving = findLeaving(table, basis, entering)
    if (leaving === -1) return undefined
    pivot([...table, ...gains], table[leaving] ?? [], entering)
    basis[leaving] = entering
  }
  const solution = new Array<number>(count).fill(0)
  for (const [row, variable] of basis.entries())
    if (variable < count) solution[variable] = Math.max(0, table[row]?.at(-1) ?? 0)
  return solution
}

/** The first variable whose growth adds to an objective and takes nothing from those before it; -1 for none. */
function findEntering(gains: readonly (readonly number[])[]): number {
  const width = (gains[0]?.length ?? 1) - 1
  for (let variable = 0; variable < width; variable++) {
    const deciding = gains.find(row => Math.abs(row[variable] ?? 0) > rounding)
    if (deciding !== undefined && (deciding[variable] ?? 0) > 0) return variable
  }
  return -1
}

/** The row whose limit is reached first as a variable grows; -1 for none. */
function findLeaving(
  table: readonly (readonly number[])[],
  basis: readonly number[],
  entering: number,
): number {
  let [best, leaving] = [Infinity, -1]
  for (const [place, row] of table.entries()) {
    const use = row[entering] ?? 0
    if (use <= rounding) continue
    const room = (row.at(-1) ?? 0) / use
    const slack = rounding * Math.max(1, Math.abs(room))
    const isFirst =
      room < best - slack || (room <= best + slack && (basis[place] ?? 0) < (basis[leaving] ?? 0))
    if (isFirst) [best, leaving] = [room, place]
  }
  return leaving
}

/** Makes the variable 1 in its row and 0 in all others. */
function pivot(table: readonly number[][], own: number[], entering: number): void {
  const scale = own[entering] ?? 1
  for (let at = 0; at < own.length; at++) own[at] = (own[at] ?? 0) / scale
  for (const row of table) {
    const times = row[entering] ?? 0
    if (row === own || times === 0) continue
    for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) - times * (own[at] ?? 0)
    row[entering] = 0
  }
}

/** Symmetric positive definite matrices by Cholesky's method; the lower half of each is enough. */

type Matrix = readonly (readonly number[])[]

/** The lower factor L of L L'; it has a number that is not above 0, or NaN, on its diagonal when there is none. */
export function factor(lower: Matrix): Matrix {
  const root = lower.map((line, row) => line.slice(0, row + 1))
  for (const [i, line] of root.entries())
    for (let j = 0; j <= i; j++) {
      const above = root[j] ?? []
      let left = line[j] ?? 0
      for (let k = 0; k < j; k++) left -= (line[k] ?? 0) * (above[k] ?? 0)
      line[j] = i === j ? Math.sqrt(left) : left / (above[j] ?? 0)
    }
  return root
}

/** Solves L L' x = right. */
export function solveFactored(root: Matrix, right: readonly number[]): number[] {
  const at = (row: number, column: number) => root[row]?.[column] ?? 0
  const solution = [...right]
  for (let i = 0; i < solution.length; i++) {
    let left = solution[i] ?? 0
    for (let k = 0; k < i; k++) left -= at(i, k) * (solution[k] ?? 0)
    solution[i] = left / at(i, i)
  }
  for (let i = solution.length - 1; i >= 0; i--) {
    let left = solution[i] ?? 0
    for (let k = i + 1; k < solution.length; k++) left -= at(k, i) * (solution[k] ?? 0)
    solution[i] = left / at(i, i)
  }
  return solution
}

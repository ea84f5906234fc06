/** The rows that each window shows, and the one selected there. */
export class ShownRows {
  readonly #visible = new Map<string, readonly number[]>()
  readonly #selected = new Map<string, number | null>()

  #all: ReadonlySet<number> = new Set()

  /** An empty list means that the window closed. Returns true if other rows are shown now, in all windows together. */
  set(parlayIds: readonly number[], selectedId: number | null, window: string): boolean {
    this.#visible.set(window, parlayIds)
    this.#selected.set(window, selectedId)
    const before = this.#all
    this.#all = new Set([...this.#visible.values()].flat())
    return before.symmetricDifference(this.#all).size > 0
  }

  all(): ReadonlySet<number> {
    return this.#all
  }

  /** True for every row until a window says which it shows. */
  isInView(parlayId: number): boolean {
    return this.#all.size === 0 || this.#all.has(parlayId)
  }

  isSelected(parlayId: number): boolean {
    return [...this.#selected.values()].includes(parlayId)
  }
}

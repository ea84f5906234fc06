/** The rows that each window shows, and the one selected there. */
export class ShownRows {
  readonly #visible = new Map<string, readonly number[]>()
  readonly #selected = new Map<string, number | null>()

  /** An empty list means that the window closed. */
  set(parlayIds: readonly number[], selectedId: number | null, window: string): void {
    this.#visible.set(window, parlayIds)
    this.#selected.set(window, selectedId)
  }

  all(): Set<number> {
    return new Set([...this.#visible.values()].flat())
  }

  /** True for every row until a window says which it shows. */
  isInView(parlayId: number): boolean {
    const shown = this.all()
    return shown.size === 0 || shown.has(parlayId)
  }

  isSelected(parlayId: number): boolean {
    return [...this.#selected.values()].includes(parlayId)
  }
}

/** The rows as the windows have them, so that a window is sent only what changed in them. */
import type { DeskChange, DeskUpdate, Row } from '../../../shared/model/parlay/desk.ts'
import { diffRow, isEmptyPatch, patchRow, type DiffOptions } from '../../../shared/model/parlay/row-patch.ts'

export class SentRows {
  readonly #rows = new Map<number, Row>()

  /** Patches for the rows that the windows have; other rows are sent whole. */
  patch({ rows, order }: Pick<DeskChange, 'rows' | 'order'>, options: DiffOptions): DeskUpdate['rows'] {
    const kept = order && new Set(order)
    for (const id of this.#rows.keys()) if (kept?.has(id) === false) this.#rows.delete(id)
    return rows.flatMap(row => this.#toUpdate(row, options))
  }

  /** The next update has whole rows. */
  clear(): void {
    this.#rows.clear()
  }

  #toUpdate(row: Row, options: DiffOptions): DeskUpdate['rows'] {
    const sent = this.#rows.get(row.id)
    const patch = sent && diffRow(sent, row, options)
    this.#rows.set(row.id, sent && patch ? patchRow(sent, patch) : row)
    if (patch === undefined) return [row]
    return isEmptyPatch(patch) ? [] : [patch]
  }
}

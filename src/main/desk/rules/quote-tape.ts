/**
 * Rows of the desk as their quotes come, one quote after another: from the desk as it runs, or from stored quotes. Rules
 * see the same rows either way.
 */
import { valueAt, type RuleEvent, type RuleRow } from '../../../shared/model/rules/decide.ts'
import type { Cell, CellAddress } from '../../../shared/model/price/cell.ts'
import type { Quote } from '../../../shared/model/price/quote.ts'
import type { ValueContext } from '../../../shared/model/price/row-value.ts'

/** A cell that has a new quote. */
export interface QuotedCell extends CellAddress {
  readonly cell: Cell
  /** Time at which this desk got the quote, epoch ms. */
  readonly at: number
}

/** Time at which this desk got a quote: another desk's may come late. */
export const toArrival = ({ at, arrivedAt = at }: Quote): number => arrivedAt

export interface TapeContext {
  /** Settings that rows are valued with. */
  readonly display: Omit<ValueContext, 'now'>
  readonly isAsking: (cell: CellAddress, at: number) => boolean
}

/** A parlay without its quotes. */
export type RuleParlay = Omit<RuleRow, 'cells'>

interface TapeRow {
  parlay: RuleParlay
  /** By book, in the order of the columns. */
  readonly cells: Map<string, Cell>
}

export class QuoteTape {
  readonly #rows = new Map<number, TapeRow>()
  /** Time of the last event: after the clock was set back, the next quotes are not earlier. */
  #now = -Infinity

  has(parlayId: number): boolean {
    return this.#rows.has(parlayId)
  }

  cell({ parlayId, bookId }: CellAddress): Cell | undefined {
    return this.#rows.get(parlayId)?.cells.get(bookId)
  }

  /** Sets a parlay with cells that have no new quote. */
  put(parlay: RuleParlay, cells: readonly Cell[]): void {
    this.#rows.set(parlay.id, { parlay, cells: new Map(cells.map(cell => [cell.bookId, cell])) })
  }

  /** Drops the parlays that are not among these. */
  keepOnly(parlayIds: ReadonlySet<number>): void {
    for (const id of this.#rows.keys()) if (!parlayIds.has(id)) this.#rows.delete(id)
  }

  clear(): void {
    this.#rows.clear()
    this.#now = -Infinity
  }

  /** Takes a new quote into its row; undefined for a parlay that is not on the tape. */
  add(quoted: QuotedCell, context: TapeContext): RuleEvent | undefined {
    const { parlayId, bookId, cell } = quoted
    const found = this.#rows.get(parlayId)
    if (found === undefined) return undefined
    found.cells.set(bookId, cell)
    this.#now = Math.max(this.#now, quoted.at)
    const row = { ...found.parlay, cells: [...found.cells.values()] }
    return {
      ...{ row, bookId, at: this.#now },
      isAnswer: context.isAsking(quoted, this.#now),
      value: valueAt(row, { ...context.display, now: this.#now }),
    }
  }
}

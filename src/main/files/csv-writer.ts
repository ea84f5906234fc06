/** Writes tables as CSV whose cells no spreadsheet runs as formulas, and exports them to a file. */
import { basename } from 'node:path'
import Papa from 'papaparse'
import { Refusal } from '../../shared/failure.ts'
import { saveWhole } from './save-whole.ts'

type CsvCells = readonly string[]

/**
 * Text that a spreadsheet would run as a formula; some do so after leading spaces, too. A signed number alone (`+512`,
 * `-1.5`) does not match, so that prices stay numbers. Leading `'` match too, so that `unprotectCell` is exact.
 */
const formulaLike = /^(?![+-]\d+(?:\.\d+)?$)'*\s*[=+\-@\t\r]/
/** Marks the text as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF'
const maxRows = 100_000

/** Puts a `'` before a cell that a spreadsheet would run as a formula. */
export const protectCell = (cell: string): string => (formulaLike.test(cell) ? `'${cell}` : cell)

/** Exact for cells from `protectCell`. */
export const unprotectCell = (cell: string): string =>
  cell.startsWith(`'`) && formulaLike.test(cell.slice(1)) ? cell.slice(1) : cell

/** Protected cells, with the line ends of RFC 4180. */
export const toCsvRows = (rows: readonly CsvCells[]): string =>
  `${Papa.unparse(rows.map(cells => cells.map(protectCell)))}\r\n`

/** The whole text of a table. Each protected cell is quoted, too. */
export const toCsv = (rows: readonly CsvCells[]): string => {
  const text = Papa.unparse(
    rows.map(cells => [...cells]),
    { escapeFormulae: formulaLike },
  )
  return `${byteOrderMark}${text}\r\n`
}

export interface CsvPart {
  readonly rows: readonly CsvCells[]
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Exports a table that arrives in parts to a file that the user chooses, whole or not at all. */
export class CsvExport {
  readonly #askWhere: (name: string) => Promise<string | undefined>
  #rows: CsvCells[] = []

  /** `askWhere` proposes a file name and returns the path chosen, or undefined when the user chose none. */
  constructor(askWhere: (name: string) => Promise<string | undefined>) {
    this.#askWhere = askWhere
  }

  /** Returns null before the last part. Throws Refusal when the table is too long or the file cannot be written. */
  async add({ rows, isFirst, isLast }: CsvPart, now: number): Promise<{ file: string | null } | null> {
    this.#rows = isFirst ? [...rows] : [...this.#rows, ...rows]
    if (this.#rows.length > maxRows)
      throw new Refusal({ kind: 'invalid', field: 'rows', sentence: 'Too much for one file.' })
    if (!isLast) return null
    const text = toCsv(this.#rows)
    this.#rows = []
    const path = await this.#askWhere(`prices ${formatTime(now)}.csv`)
    if (path === undefined) return { file: null }
    await saveWhole(path, [text])
    return { file: basename(path) }
  }
}

/** `2026-01-10 12.05`, by the user's clock, in characters any file system takes. */
function formatTime(now: number): string {
  const local = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString()
  return local.slice(0, 16).replace('T', ' ').replace(':', '.')
}

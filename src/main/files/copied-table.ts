/** A table for the clipboard: text with tabs, and HTML for programs that show tables. */
import { Refusal } from '../../shared/failure.ts'
import { protectCell, type CsvPart } from './csv-writer.ts'

type Cells = readonly string[]

export interface CopiedTable {
  readonly text: string
  readonly html: string
}

const maxRows = 10_000
/** A spreadsheet reads `-5` as a number, and `−5` with a minus sign as text. */
const leadingMinus = /^−(?=[\d.])/
const signedNumber = /^[+-](?:\d[\d,]*)?(?:\.\d+)?%?$/

/** One line, and nothing that a spreadsheet would run. */
function toCell(text: string): string {
  const cell = text.replaceAll(/\s+/g, ' ').trim().replace(leadingMinus, '-')
  return signedNumber.test(cell) && /\d/.test(cell) ? cell : protectCell(cell)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, sign => entities[sign] ?? sign)

/** The first row has the names of the columns. */
export function toCopiedTable(rows: readonly Cells[]): CopiedTable {
  const table = rows.map(row => row.map(toCell))
  const lines = table.map((row, at) => {
    const tag = at === 0 ? 'th' : 'td'
    return `<tr>${row.map(cell => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  })
  return {
    text: table.map(row => row.join('\t')).join('\n'),
    html: `<meta charset="utf-8"><table>${lines.join('')}</table>`,
  }
}

/** Copies a table that arrives in parts. */
export class TableCopy {
  readonly #copy: (table: CopiedTable) => Promise<void>
  #rows: Cells[] = []

  constructor(copy: (table: CopiedTable) => Promise<void>) {
    this.#copy = copy
  }

  /** Copies with the last part. Throws Refusal when the table is too long. */
  async add({ rows, isFirst, isLast }: CsvPart): Promise<void> {
    this.#rows = isFirst ? [...rows] : [...this.#rows, ...rows]
    if (this.#rows.length > maxRows)
      throw new Refusal({ kind: 'invalid', field: 'rows', sentence: 'That is too much to copy.' })
    if (!isLast) return
    const table = toCopiedTable(this.#rows)
    this.#rows = []
    await this.#copy(table)
  }
}

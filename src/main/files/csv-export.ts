/** A table on its way to a file: gathered in parts, then written where the user says, whole or not at all. */
import { basename } from 'node:path'
import { Refusal } from '../../shared/failure.ts'
import { csvText } from './csv-writer.ts'
import { saveWhole } from './save-whole.ts'

type CsvRow = readonly string[]

const mostRows = 100_000

export interface CsvPart {
  readonly rows: readonly CsvRow[]
  readonly isFirst: boolean
  readonly isLast: boolean
}

export class CsvExport {
  readonly #askWhere: (name: string) => Promise<string | undefined>
  #rows: CsvRow[] = []

  /** `askWhere` is given a name to propose and answers a path, or undefined when the user chose none. */
  constructor(askWhere: (name: string) => Promise<string | undefined>) {
    this.#askWhere = askWhere
  }

  /** Answers null before the last part. Throws Refusal when the table is too long or the file cannot be written. */
  async add({ rows, isFirst, isLast }: CsvPart, now: number): Promise<{ file: string | null } | null> {
    this.#rows = isFirst ? [...rows] : [...this.#rows, ...rows]
    if (this.#rows.length > mostRows)
      throw new Refusal({ kind: 'invalid', field: 'rows', sentence: 'That is too long for one file.' })
    if (!isLast) return null
    const text = csvText(this.#rows)
    this.#rows = []
    const path = await this.#askWhere(`prices ${timeInName(now)}.csv`)
    if (path === undefined) return { file: null }
    await saveWhole(path, [text])
    return { file: basename(path) }
  }
}

/** `2026-01-10 12.05`, by the user's clock, in characters any file system takes. */
function timeInName(now: number): string {
  const local = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString()
  return local.slice(0, 16).replace('T', ' ').replace(':', '.')
}

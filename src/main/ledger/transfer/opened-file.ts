/** A file chosen to be imported: what it is, and its tickets as often as they are asked for. */
import { statSync } from 'node:fs'
import { stat, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '../../../shared/failure.ts'
import type { BookPolicy } from '../../../shared/model/refund-policy.ts'
import { mostTableColumns, type ImportFile, type TableMapping } from '../../../shared/model/transfer.ts'
import { csvLines, delimiterOf, type CsvLine } from '../../files/csv-lines.ts'
import { decodeText } from '../../files/decode-text.ts'
import { csvVersion, otherLedger, readLedgerRow } from './csv-format.ts'
import { linesOfFile } from './file-lines.ts'
import {
  knownVersion,
  looksLikeJson,
  newerFile,
  readLaidOut,
  readLedgerJson,
  whoseName,
  type LedgerJson,
} from './json-format.ts'
import { isKeptLedger, openKeptLedger } from './kept-ledger.ts'
import type { ReadLine, Whose } from './read-line.ts'
import { readTableRow, type TableReading } from './table-format.ts'
import { guessMapping } from './table-guess.ts'

/** Its text is held while the import lasts, but for a ledger's JSON, which is read a line at a time. */
export const mostBytes = 256 * 2 ** 20
const sampleRows = 5
const guessRows = 50

export interface Reader {
  readonly whose: Whose
  readonly books: TableReading['books']
  readonly currency: string
}

export interface OpenedFile {
  readonly file: ImportFile
  readonly policies: readonly BookPolicy[]
  /** Line by line. `mapping` is for tables. */
  readonly lines: (mapping: TableMapping | null) => Generator<ReadLine, void>
}

const refused = (sentence: string) => new Refusal({ kind: 'invalid', field: 'file', sentence })

/** Throws Refusal when it cannot be read, or is nothing that can be imported. */
export async function openFile(path: string, reader: Reader): Promise<OpenedFile> {
  if (isKeptLedger(path)) return openKeptLedger(path, reader.whose)
  const laidOut = openLaidOut(path, reader)
  if (laidOut !== undefined) return laidOut
  const { text, bytes } = await readText(path)
  const about = { name: basename(path), bytes }
  if (looksLikeJson(text)) return openJson(readLedgerJson(text), about, reader)
  const delimiter = delimiterOf(text)
  const [first] = csvLines(text, delimiter)
  const header = (first?.cells ?? []).map(cell => cell.trim())
  if (header.length < 2 || first?.fault !== null)
    throw refused('This is neither a ledger nor a table whose first line names its columns.')
  if (header.length > mostTableColumns)
    throw refused(`This table has ${header.length} columns; at most ${mostTableColumns} can be read.`)
  const rows = () => withoutFirst(csvLines(text, delimiter))
  const version = csvVersion(header)
  if (version === undefined) return openTable({ header, rows, about }, reader)
  checkVersion(version)
  const file = { kind: 'ledger' as const, ...about }
  return { file, policies: [], lines: () => mapped(rows(), row => readLedgerRow(row, header, reader.whose)) }
}

async function readText(path: string): Promise<{ text: string; bytes: number }> {
  try {
    const { size } = await stat(path)
    if (size > mostBytes)
      throw refused(
        'This file is larger than 256 MB. Import it in parts, or export it as JSON, which may have any size.',
      )
    const bytes = await readFile(path)
    const text = decodeText(bytes)
    if (text === undefined) throw refused('This file is not text in UTF-8 or UTF-16.')
    if (text.trim() === '') throw refused('This file is empty.')
    return { text, bytes: bytes.length }
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal({ kind: 'invalid', field: 'file', sentence: 'This file cannot be read.' }, { cause })
  }
}

type About = Pick<ImportFile, 'name' | 'bytes'>

/** However long it is, a line of it is held at a time. */
function openLaidOut(path: string, reader: Reader): OpenedFile | undefined {
  try {
    const found = readLaidOut(linesOfFile(path))
    return found && openJson(found, { name: basename(path), bytes: statSync(path).size }, reader)
  } catch (error) {
    if (error instanceof Refusal) throw error
    return undefined
  }
}

function openJson(found: LedgerJson | undefined, about: About, { whose }: Reader): OpenedFile {
  if (found === undefined) throw refused('This JSON is not a ledger of this program, or it was cut off.')
  const { head, tickets } = found
  checkVersion(head.version)
  if (head.ledger !== whoseName(whose.isDemo)) throw refused(otherLedger(head.ledger === 'demo'))
  return { file: { kind: 'ledger', ...about }, policies: head.policies, lines: () => tickets(whose) }
}

function checkVersion(version: number): void {
  if (version > knownVersion) throw refused(newerFile)
}

interface Table {
  readonly header: readonly string[]
  readonly rows: () => Iterable<CsvLine>
  readonly about: About
}

function openTable({ header, rows, about }: Table, reader: Reader): OpenedFile {
  const start = firstOf(rows(), guessRows).map(({ cells }) => cells)
  const guess = guessMapping(header, start, reader)
  const sample = start.slice(0, sampleRows).map(cells => cells.map(cell => cell.slice(0, 200)))
  const { whose, books } = reader
  return {
    file: { kind: 'table', ...about, columns: [...header], sample, mapping: guess },
    policies: [],
    lines: mapping =>
      mapped(rows(), row =>
        readTableRow(row, { mapping: mapping ?? guess, columns: header.length, whose, books }),
      ),
  }
}

function* mapped(rows: Iterable<CsvLine>, read: (row: CsvLine) => ReadLine): Generator<ReadLine, void> {
  for (const row of rows) yield read(row)
}

function* withoutFirst(rows: Iterator<CsvLine>): Generator<CsvLine, void> {
  rows.next()
  for (let row = rows.next(); row.done !== true; row = rows.next()) yield row.value
}

function firstOf(rows: Iterable<CsvLine>, most: number): CsvLine[] {
  const first: CsvLine[] = []
  for (const row of rows) if (first.push(row) === most) break
  return first
}

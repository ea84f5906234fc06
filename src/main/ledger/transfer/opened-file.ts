/** A file chosen for an import: recognises what it is, and reads its tickets as often as needed. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Refusal } from '../../../shared/failure.ts'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { maxTableColumns, type ImportFile, type TableMapping } from '../../../shared/model/ticket/transfer.ts'
import { runInSlices } from '../../async/in-slices.ts'
import { guessDelimiter, maxHeaderChars, readCsvRows, type CsvRow } from '../../files/csv-reader.ts'
import { NotText, openTextFile, splitLines } from '../../files/text-file.ts'
import { findCsvVersion, parseLedgerRow } from './csv-format.ts'
import {
  explainOtherLedger,
  formatVersion,
  looksLikeJson,
  newerFile,
  readJson,
  readJsonLines,
  toOwnerName,
  type LedgerJson,
} from './json-format.ts'
import { isLedgerDatabase, openLedgerDatabase, refused } from './ledger-database.ts'
import type { ImportLine, ImportOwner } from './replay.ts'
import { parseTableRow, type TableContext } from './table-format.ts'
import { guessMapping } from './table-guess.ts'

/** Limit for JSON in the layout of another program, which is read as a whole; all else is read a line at a time. */
const maxWholeBytes = 256 * 2 ** 20
const sampleRows = 5
const guessRows = 50
const maxSampleChars = 200

export interface ImportContext {
  readonly owner: ImportOwner
  readonly books: TableContext['books']
  readonly currency: string
}

export interface OpenedFile {
  readonly file: ImportFile
  readonly policies: readonly BookPolicy[]
  /** Reads from the beginning. `mapping` is for tables; null means the guess in `file`. */
  readonly lines: (mapping: TableMapping | null) => Generator<ImportLine, void>
}

/** Reads the text from its beginning at each call. */
type ReadText = () => Iterable<string>
type FileFacts = Pick<ImportFile, 'name' | 'bytes'>

const unreadable = (cause: unknown) =>
  cause instanceof Refusal ? cause : refused('This file cannot be read.', cause)

/** Throws Refusal when it cannot be read, or is nothing that can be imported. */
export async function openFile(path: string, context: ImportContext): Promise<OpenedFile> {
  if (isLedgerDatabase(path)) return openLedgerDatabase(path, context.owner)
  const { readText, facts } = openText(path)
  const exported = openExport(readText, facts, context)
  if (exported !== undefined) return exported
  const start = await runInSlices(checkText(readText))
  if (looksLikeJson(start)) return openJson(readJson(readWhole(readText, facts)), facts, context)
  return openCsv(start, { readText, facts }, context)
}

function openText(path: string): { readText: ReadText; facts: FileFacts } {
  try {
    return { readText: openTextFile(path), facts: { name: basename(path), bytes: statSync(path).size } }
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** Reads all of it once, to know that it is text and not empty; returns its beginning. */
function* checkText(readText: ReadText): Generator<void, string> {
  let start = ''
  let isBlank = true
  try {
    for (const text of readText()) {
      if (text.includes('\0')) throw new NotText()
      if (start.length < maxHeaderChars) start = (start + text).slice(0, maxHeaderChars)
      if (isBlank) isBlank = text.trim() === ''
      yield
    }
  } catch (error) {
    if (error instanceof NotText) throw refused('This file is not text in UTF-8 or UTF-16.')
    throw unreadable(error)
  }
  if (isBlank) throw refused('This file is empty.')
  return start
}

function readWhole(readText: ReadText, { bytes }: FileFacts): string {
  if (bytes > maxWholeBytes)
    throw refused(
      'This JSON is larger than 256 MB, and not in the layout of an export, which may have any size.',
    )
  return [...readText()].join('')
}

/** Holds one line at a time, so that an export may have any size. */
function openExport(readText: ReadText, facts: FileFacts, context: ImportContext): OpenedFile | undefined {
  try {
    const found = readJsonLines(() => splitLines(readText()))
    return found && openJson(found, facts, context)
  } catch (error) {
    throw unreadable(error)
  }
}

function openJson(found: LedgerJson | undefined, facts: FileFacts, { owner }: ImportContext): OpenedFile {
  if (found === undefined) throw refused('This JSON is not a ledger of this program, or it was cut off.')
  const { head, parseTickets } = found
  checkVersion(head.version)
  if (head.ledger !== toOwnerName(owner.isDemo)) throw refused(explainOtherLedger(head.ledger === 'demo'))
  return { file: { kind: 'ledger', ...facts }, policies: head.policies, lines: () => parseTickets(owner) }
}

function openCsv(
  start: string,
  { readText, facts }: { readText: ReadText; facts: FileFacts },
  context: ImportContext,
): OpenedFile {
  const delimiter = guessDelimiter(start)
  const [first] = readCsvRows(readText(), delimiter)
  const header = (first?.cells ?? []).map(cell => cell.trim())
  if (header.length < 2 || first?.fault !== null)
    throw refused('This is neither a ledger nor a table whose first line names its columns.')
  if (header.length > maxTableColumns)
    throw refused(`This table has ${header.length} columns; at most ${maxTableColumns} can be read.`)
  const readRows = () => withoutFirst(readCsvRows(readText(), delimiter))
  const version = findCsvVersion(header)
  if (version === undefined) return openTable({ header, readRows, facts }, context)
  checkVersion(version)
  return {
    file: { kind: 'ledger', ...facts },
    policies: [],
    lines: () => parseRows(readRows(), row => parseLedgerRow(row, header, context.owner)),
  }
}

function checkVersion(version: number): void {
  if (version > formatVersion) throw refused(newerFile)
}

function openTable(
  { header, readRows, facts }: { header: string[]; readRows: () => Iterable<CsvRow>; facts: FileFacts },
  context: ImportContext,
): OpenedFile {
  const start = takeFirst(readRows(), guessRows).map(({ cells }) => cells)
  const guess = guessMapping(header, start, context)
  const sample = start.slice(0, sampleRows).map(cells => cells.map(cell => cell.slice(0, maxSampleChars)))
  const { owner, books } = context
  return {
    file: { kind: 'table', ...facts, columns: header, sample, mapping: guess },
    policies: [],
    lines: mapping =>
      parseRows(readRows(), row =>
        parseTableRow(row, { mapping: mapping ?? guess, columns: header.length, owner, books }),
      ),
  }
}

function* parseRows(rows: Iterable<CsvRow>, parse: (row: CsvRow) => ImportLine): Generator<ImportLine, void> {
  for (const row of rows) yield parse(row)
}

function* withoutFirst(rows: Iterator<CsvRow>): Generator<CsvRow, void> {
  rows.next()
  for (let row = rows.next(); row.done !== true; row = rows.next()) yield row.value
}

function takeFirst(rows: Iterable<CsvRow>, max: number): CsvRow[] {
  const first: CsvRow[] = []
  for (const row of rows) if (first.push(row) === max) break
  return first
}

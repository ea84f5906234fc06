/** A file chosen to be imported: what it is, and its tickets as often as they are asked for. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Refusal } from '../../../shared/failure.ts'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import {
  mostTableColumns,
  type ImportFile,
  type TableMapping,
} from '../../../shared/model/ticket/transfer.ts'
import { csvLines, delimiterOf, longestHeader, type CsvLine } from '../../files/csv-reader.ts'
import { NoText } from '../../files/text-file.ts'
import { inSlices } from '../../async/in-slices.ts'
import { csvVersion, otherLedger, readLedgerRow } from './csv-format.ts'
import { linesIn, textsOfFile } from './file-lines.ts'
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

/** Of JSON in another layout than ours, which is read as a whole; anything else is read a line at a time. */
const mostBytes = 256 * 2 ** 20
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

/** Gives the text from its beginning, part by part, as often as it is called. */
type Texts = () => Iterable<string>
type About = Pick<ImportFile, 'name' | 'bytes'>

/** Throws Refusal when it cannot be read, or is nothing that can be imported. */
export async function openFile(path: string, reader: Reader): Promise<OpenedFile> {
  if (isKeptLedger(path)) return openKeptLedger(path, reader.whose)
  const { texts, about } = readable(path)
  const laidOut = openLaidOut(texts, about, reader)
  if (laidOut !== undefined) return laidOut
  const start = await inSlices(lookedThrough(texts))
  if (looksLikeJson(start)) return openJson(readLedgerJson(whole(texts, about)), about, reader)
  return openCsv(start, { texts, about }, reader)
}

function readable(path: string): { texts: Texts; about: About } {
  try {
    return { texts: textsOfFile(path), about: { name: basename(path), bytes: statSync(path).size } }
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** All of it once: it is text, and not empty. Answers its beginning. */
function* lookedThrough(texts: Texts): Generator<void, string> {
  let start = ''
  let isBlank = true
  try {
    for (const text of texts()) {
      if (text.includes('\0')) throw new NoText()
      if (start.length < longestHeader) start = (start + text).slice(0, longestHeader)
      if (isBlank) isBlank = text.trim() === ''
      yield
    }
  } catch (error) {
    if (error instanceof NoText) throw refused('This file is not text in UTF-8 or UTF-16.')
    throw unreadable(error)
  }
  if (isBlank) throw refused('This file is empty.')
  return start
}

const unreadable = (cause: unknown) =>
  cause instanceof Refusal
    ? cause
    : new Refusal({ kind: 'invalid', field: 'file', sentence: 'This file cannot be read.' }, { cause })

function whole(texts: Texts, { bytes }: About): string {
  if (bytes > mostBytes)
    throw refused(
      'This JSON is larger than 256 MB, and not in the layout of an export, which may have any size.',
    )
  return [...texts()].join('')
}

/** However long it is, a line of it is held at a time. */
function openLaidOut(texts: Texts, about: About, reader: Reader): OpenedFile | undefined {
  try {
    const found = readLaidOut(() => linesIn(texts()))
    return found && openJson(found, about, reader)
  } catch (error) {
    throw unreadable(error)
  }
}

/** However long it is, some rows of it are held at a time. */
function openCsv(
  start: string,
  { texts, about }: { texts: Texts; about: About },
  reader: Reader,
): OpenedFile {
  const delimiter = delimiterOf(start)
  const [first] = csvLines(texts(), delimiter)
  const header = (first?.cells ?? []).map(cell => cell.trim())
  if (header.length < 2 || first?.fault !== null)
    throw refused('This is neither a ledger nor a table whose first line names its columns.')
  if (header.length > mostTableColumns)
    throw refused(`This table has ${header.length} columns; at most ${mostTableColumns} can be read.`)
  const rows = () => withoutFirst(csvLines(texts(), delimiter))
  const version = csvVersion(header)
  if (version === undefined) return openTable({ header, rows, about }, reader)
  checkVersion(version)
  const file = { kind: 'ledger' as const, ...about }
  return { file, policies: [], lines: () => mapped(rows(), row => readLedgerRow(row, header, reader.whose)) }
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

/** A file chosen for an import: detects its format, and reads its tickets as often as needed. */
import { statSync } from 'node:fs'
import { Refusal } from '../../../shared/failure.ts'
import type { BookPolicy } from '../../../shared/model/ticket/refund-policy.ts'
import { maxTableColumns, type ImportFile, type TableMapping } from '../../../shared/model/ticket/transfer.ts'
import { cleanLines, cleanText } from '../../../shared/clean-text.ts'
import { runInSlices } from '../../async/in-slices.ts'
import { guessDelimiter, maxHeaderChars, readCsvRows, type CsvRow } from '../../files/csv-reader.ts'
import { unprotectCell } from '../../files/csv-writer.ts'
import { errorCode } from '../../files/error-code.ts'
import { toFileName } from '../../files/regular-file.ts'
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
import type { AccountHistory } from '../accounts/account-history.ts'
import { BadLine, parseLine, type ImportLine, type ImportOwner, type IncomingTicket } from './replay.ts'
import { parseTableRow, type TableContext } from './table-format.ts'
import { guessMapping } from './table-guess.ts'

/**
 * Maximum size of JSON in another program's layout, which is read as a whole; anything else is read a line at a time.
 */
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
  readonly accounts: readonly AccountHistory[]
  /** Reads from the beginning. `mapping` is for tables; null means the guess in `file`. */
  readonly lines: (mapping: TableMapping | null) => IteratorObject<ImportLine>
}

/** Reads the text from its beginning at each call. */
type ReadText = () => Iterable<string>
type FileFacts = Pick<ImportFile, 'name' | 'bytes'>

/** Throws Refusal with the name of the file when it cannot be read or imported. */
export async function openFile(path: string, context: ImportContext): Promise<OpenedFile> {
  try {
    if (isLedgerDatabase(path)) return await openLedgerDatabase(path, context.owner)
    return await openText(path, context)
  } catch (cause) {
    throw withFileName(toRefusal(cause), toFileName(path))
  }
}

function toRefusal(cause: unknown): unknown {
  if (cause instanceof NotText)
    return refused('This file isn’t UTF-8 or UTF-16 text. Save it as UTF-8 and try again.')
  return errorCode(cause) === undefined
    ? cause
    : refused('This file can’t be read. Check that it is still there and that you may open it.', cause)
}

/** The same refusal, whose sentence begins with the file that was chosen. */
function withFileName(cause: unknown, name: string): unknown {
  if (!(cause instanceof Refusal) || cause.failure.kind !== 'invalid') return cause
  const { sentence } = cause.failure
  return sentence.includes(name) ? cause : refused(`“${name}” wasn’t imported. ${sentence}`, cause.cause)
}

async function openText(path: string, context: ImportContext): Promise<OpenedFile> {
  const readText = openTextFile(path)
  const facts = { name: toFileName(path), bytes: statSync(path).size }
  const exported = readJsonLines(() => splitLines(readText()))
  if (exported !== undefined) return openJson(exported, facts, context)
  const start = await runInSlices(checkText(readText))
  if (!looksLikeJson(start)) return openCsv(start, { readText, facts }, context)
  const found = readJson(readWhole(readText, facts))
  if (found === undefined)
    throw refused(
      'This JSON isn’t a Parlay Desk export, or it was cut off. Export it again, or import a CSV.',
    )
  return openJson(found, facts, context)
}

/** Reads the whole file once to check that it is text and not empty; returns its beginning. */
function* checkText(readText: ReadText): Generator<void, string> {
  let start = ''
  let isBlank = true
  for (const text of readText()) {
    if (text.includes('\0')) throw new NotText()
    if (start.length < maxHeaderChars) start = (start + text).slice(0, maxHeaderChars)
    if (isBlank) isBlank = text.trim() === ''
    yield
  }
  if (isBlank) throw refused('This file is empty. Choose another one.')
  return start
}

function readWhole(readText: ReadText, { bytes }: FileFacts): string {
  if (bytes > maxWholeBytes)
    throw refused('This JSON is over 256 MB and isn’t a Parlay Desk export. Save it as CSV and try again.')
  return [...readText()].join('')
}

function openJson(
  { head, parseAccounts, parseTickets }: LedgerJson,
  facts: FileFacts,
  { owner }: ImportContext,
): OpenedFile {
  checkVersion(head.version)
  if (head.ledger !== toOwnerName(owner.isDemo)) throw refused(explainOtherLedger(head.ledger === 'demo'))
  return {
    file: { kind: 'ledger', ...facts },
    policies: head.policies,
    accounts: parseAccounts(owner),
    lines: () => parseTickets(owner),
  }
}

function openCsv(
  start: string,
  { readText, facts }: { readText: ReadText; facts: FileFacts },
  context: ImportContext,
): OpenedFile {
  const delimiter = guessDelimiter(start)
  const header = readHeader(readCsvRows(readText(), delimiter))
  const readRows = () => readCsvRows(readText(), delimiter).drop(1)
  const parseRows = (parse: (cells: readonly string[]) => IncomingTicket) =>
    readRows().map(row => parseLine(row.line, () => parse(requireCells(row, header.length))))
  const version = findCsvVersion(header)
  if (version !== undefined) {
    checkVersion(version)
    const lines = () => parseRows(cells => parseLedgerRow(cells, header, context.owner))
    return { file: { kind: 'ledger', ...facts }, policies: [], accounts: [], lines }
  }
  const rows = Array.from(readRows().take(guessRows), ({ cells }) => cells)
  const guess = guessMapping(header, rows, context)
  const sample = rows
    .slice(0, sampleRows)
    .map(cells => cells.map(cell => cleanLines(cell).slice(0, maxSampleChars)))
  return {
    file: { kind: 'table', ...facts, columns: header, sample, mapping: guess },
    policies: [],
    accounts: [],
    lines: mapping => parseRows(cells => parseTableRow(cells, { ...context, mapping: mapping ?? guess })),
  }
}

function readHeader([first]: Iterable<CsvRow>): string[] {
  const header = (first?.cells ?? []).map(cleanText)
  if (header.length < 2 || first?.fault !== null)
    throw refused(
      'This isn’t a ledger, or a table with column names in its first line. Add that line and try again.',
    )
  if (header.length > maxTableColumns)
    throw refused(
      `This table has ${header.length} columns; at most ${maxTableColumns} can be read. Remove some and try again.`,
    )
  return header
}

function checkVersion(version: number): void {
  if (version > formatVersion) throw refused(newerFile)
}

/** Throws BadLine. */
function requireCells({ cells, fault }: CsvRow, columns: number): string[] {
  if (fault !== null) throw new BadLine(fault)
  if (cells.length === columns) return cells.map(unprotectCell)
  throw new BadLine(`Expected ${columns} columns, found ${cells.length}.`)
}

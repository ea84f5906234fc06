/** Reads a CSV as odds objects. The first line names the columns, in any order and case; unknown columns are ignored. */
import {
  csvDelimiters,
  maxHeaderChars,
  parseFirstRow,
  readCsvRows,
  type CsvRow,
} from '../../files/csv-reader.ts'
import { cleanText } from '../../../shared/clean-text.ts'
import { pickEncoding } from './decode-text.ts'
import { progressEvery, type TextReader } from './text-reader.ts'
import { startFields, type JsonObject } from '../facts/surroundings.ts'
import { UnreadableText } from '../facts/load.ts'

const maxColumns = 500

/** Field of an odds object that a column fills. */
interface Field {
  readonly name: keyof JsonObject
  readonly parse: (cell: string) => unknown
}

const toText = (cell: string) => cell
const parseTruth = (cell: string) => /^(?:true|yes|1|x)$/i.test(cell)
const parseNumber = (cell: string) => (Number.isNaN(Number(cell)) ? cell : Number(cell))

/** A column's name in lower case and without spaces, `_`, `-` and hidden characters. */
const fold = (column: string) =>
  cleanText(column)
    .toLowerCase()
    .replace(/[\s_-]/g, '')

/** By the folded name of their column. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['id', { name: 'id', parse: toText }],
  ['oddsid', { name: 'id', parse: toText }],
  ['sgp', { name: 'sgp', parse: toText }],
  ['grade', { name: 'grade', parse: toText }],
  ['price', { name: 'price', parse: toText }],
  ['name', { name: 'name', parse: toText }],
  ['points', { name: 'points', parse: parseNumber }],
  ['main', { name: 'main', parse: parseTruth }],
  ['updated', { name: 'updated', parse: parseNumber }],
  ['sportsbook', { name: 'sportsbook', parse: toText }],
  ['book', { name: 'book', parse: toText }],
  ['title', { name: 'title', parse: toText }],
  ['league', { name: 'league', parse: toText }],
  ['live', { name: 'live', parse: parseTruth }],
  ['away', { name: 'away', parse: toText }],
  ['awayteam', { name: 'away', parse: toText }],
  ['home', { name: 'home', parse: toText }],
  ['hometeam', { name: 'home', parse: toText }],
  ['player', { name: 'players', parse: cell => [cell] }],
  ['players', { name: 'players', parse: cell => cell.split(/\s*[;,|]\s*/) }],
  ...startFields.map((name): [string, Field] => [fold(name), { name, parse: parseNumber }]),
])

/** True of a text that begins with a line of column names. */
export function looksLikeCsv(text: Buffer): boolean {
  const start = text.toString('latin1', 0, maxHeaderChars)
  return !/^\s*[[{]/.test(start) && findHeader(start) !== undefined
}

/** Throws UnreadableText when the columns are unnamed or too many. A row with other cells than columns is left out. */
export function readCsv(text: Buffer, reader: TextReader): void {
  const header = findHeader(text.toString('utf8', 0, maxHeaderChars))
  if (header === undefined)
    throw new UnreadableText('The CSV’s first line must name its columns, including “id”.')
  const { columns, delimiter, duplicate } = header
  if (columns.length > maxColumns)
    throw new UnreadableText(
      `This CSV has ${columns.length.toLocaleString('en')} columns; the limit is ${maxColumns}. Keep id, sgp, grade and price.`,
    )
  if (duplicate !== undefined) throw new UnreadableText(`This CSV has two columns “${duplicate}”. Keep one.`)
  const rows = readCsvRows(decodeParts(text, reader), delimiter)
  rows.next()
  for (const row of rows) readRow(row, columns, reader)
}

/** Decodes a part at a time, so that a long text is never a string as a whole. */
function* decodeParts(text: Buffer, reader: TextReader): Generator<string, void> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    if (at > 0) reader.progress(at / text.length)
    end = Math.min(at + progressEvery, text.length)
    while (isContinuation(text[end])) end++
    const part = text.subarray(at, end)
    yield part.toString(pickEncoding(part))
  }
}

/** True of a byte within a character of several. */
const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80

interface Header {
  readonly columns: readonly (Field | undefined)[]
  readonly delimiter: string
  /** Name of a column that is read and occurs twice. */
  readonly duplicate: string | undefined
}

/** Returns undefined unless one of the delimiters gives a column named id. */
function findHeader(csv: string): Header | undefined {
  const start = csv.slice(0, maxHeaderChars).trimStart()
  for (const delimiter of csvDelimiters) {
    const names = parseFirstRow(start, delimiter).map(fold)
    const columns = names.map(name => fields.get(name))
    const duplicate = names.find((name, at) => fields.has(name) && names.indexOf(name) < at)
    if (names.includes('id') || names.includes('oddsid')) return { columns, delimiter, duplicate }
  }
  return undefined
}

function readRow({ line, cells, fault }: CsvRow, columns: Header['columns'], reader: TextReader): void {
  if (fault !== null) {
    reader.leftOut(fault, `line ${line}`)
    return
  }
  if (cells.length !== columns.length) {
    const example = `line ${line}: ${cells.length} cells, ${columns.length} columns`
    reader.leftOut('A line has more or fewer cells than columns.', example)
    return
  }
  const odds: Record<string, unknown> = {}
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]?.trim() ?? ''
    const field = columns[at]
    if (field !== undefined && cell !== '') odds[field.name] = field.parse(cell)
  }
  reader.row(odds, line)
}

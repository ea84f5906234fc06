/** Reads a CSV as odds objects. The first line names the columns, in any order and case; unknown columns are ignored. */
import {
  csvDelimiters,
  maxHeaderChars,
  parseFirstRow,
  readCsvRows,
  type CsvRow,
} from '../../files/csv-reader.ts'
import { progressEvery, type TextReader } from './text-reader.ts'
import type { JsonObject } from '../facts/surroundings.ts'
import { UnreadableText } from '../facts/load.ts'

const maxColumns = 500

type Field = (cell: string, row: OddsRow) => void
interface OddsRow {
  odds: Record<string, unknown>
  teams: { away?: string; home?: string }
}

const text =
  (field: keyof JsonObject): Field =>
  (cell, { odds }) =>
    void (odds[field] = cell)
const truth =
  (field: keyof JsonObject): Field =>
  (cell, { odds }) =>
    void (odds[field] = /^(?:true|yes|1|x)$/i.test(cell))
const number =
  (field: keyof JsonObject): Field =>
  (cell, { odds }) =>
    void (odds[field] = Number.isNaN(Number(cell)) ? cell : Number(cell))
const team =
  (side: 'away' | 'home'): Field =>
  (cell, { teams }) =>
    void (teams[side] = cell)

/** Columns by name, in lower case and without spaces, `_` and `-`. */
const fields: ReadonlyMap<string, Field> = new Map([
  ['id', text('id')],
  ['oddsid', text('id')],
  ['sgp', text('sgp')],
  ['grade', text('grade')],
  ['price', text('price')],
  ['name', text('name')],
  ['points', number('points')],
  ['main', truth('main')],
  ['updated', number('updated')],
  ['sportsbook', text('sportsbook')],
  ['book', text('book')],
  ['title', text('title')],
  ['league', text('league')],
  ['start', number('start')],
  ['starts', number('starts')],
  ['startsat', number('startsAt')],
  ['starttime', number('startTime')],
  ['startdate', number('startDate')],
  ['commencetime', number('commenceTime')],
  ['date', number('date')],
  ['live', truth('live')],
  ['away', team('away')],
  ['awayteam', team('away')],
  ['home', team('home')],
  ['hometeam', team('home')],
  ['player', (cell, { odds }) => void (odds['players'] = [cell])],
  ['players', (cell, { odds }) => void (odds['players'] = cell.split(/\s*[;,|]\s*/))],
])

/** True of a text that begins with a line of column names. */
export function looksLikeCsv(text: Buffer): boolean {
  const start = text.toString('latin1', 0, maxHeaderChars)
  return !/^\s*[[{]/.test(start) && findHeader(start) !== undefined
}

/** Throws UnreadableText when the columns are unnamed or too many. A row with other cells than columns is left out. */
export function readCsv(csv: string, reader: TextReader): void {
  const header = findHeader(csv)
  if (header === undefined)
    throw new UnreadableText('The first line of a CSV must name its columns, and one of them must be “id”.')
  const { columns, delimiter, duplicate } = header
  if (columns.length > maxColumns)
    throw new UnreadableText(
      `This CSV has ${columns.length.toLocaleString('en')} columns. At most ${maxColumns} can be read; keep id, sgp, grade, price and the like.`,
    )
  if (duplicate !== undefined)
    throw new UnreadableText(`This CSV has two columns “${duplicate}”. Keep the one that is meant.`)
  const rows = readCsvRows(partsWithProgress(csv, reader), delimiter)
  rows.next()
  for (const row of rows) readRow(row, columns, reader)
}

function* partsWithProgress(csv: string, reader: TextReader): Generator<string, void> {
  for (let at = 0; at < csv.length; at += progressEvery) {
    if (at > 0) reader.progress(at / csv.length)
    yield csv.slice(at, at + progressEvery)
  }
}

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
    const names = parseFirstRow(start, delimiter).map(name => name.toLowerCase().replace(/[\s_-]/g, ''))
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
    reader.leftOut('A line has more or fewer cells than there are columns.', example)
    return
  }
  const row: OddsRow = { odds: {}, teams: {} }
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]?.trim() ?? ''
    if (cell !== '') columns[at]?.(cell, row)
  }
  const { odds, teams } = row
  reader.row(teams.away === undefined ? odds : { ...odds, teams }, line)
}

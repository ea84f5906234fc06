/** CSV to odds objects: the first line names the columns, in any order and case; those with other names are not read. */
import Papa from 'papaparse'
import { progressEvery, UnreadableText, type TextReader } from '../facts/odds-text.ts'
import type { JsonObject } from '../facts/surroundings.ts'

const delimiters = [',', ';', '\t', '|']
const mostColumns = 500
const longestHeader = 100_000

type Field = (cell: string, row: CsvRow) => void
interface CsvRow {
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

/** Whether the text begins with a line that names its columns. */
export function looksLikeCsv(text: Buffer): boolean {
  const start = text.toString('latin1', 0, longestHeader)
  return !/^\s*[[{]/.test(start) && headerOf(start) !== undefined
}

/** Throws UnreadableText when the columns are not named, or too many. A row that does not fit them is left out. */
export function readCsv(csv: string, reader: TextReader): void {
  const header = headerOf(csv)
  if (header === undefined)
    throw new UnreadableText('The first line of a CSV must name its columns, and one of them must be “id”.')
  const { columns, delimiter, twice } = header
  if (columns.length > mostColumns)
    throw new UnreadableText(
      `This CSV has ${columns.length.toLocaleString('en')} columns. At most ${mostColumns} can be read; keep id, sgp, grade, price and the like.`,
    )
  if (twice !== undefined)
    throw new UnreadableText(`This CSV has two columns “${twice}”. Keep the one that is meant.`)
  const lines = new LineCount(csv)
  let isHeader = true
  let toldAt = 0
  Papa.parse<string[]>(csv, {
    delimiter,
    skipEmptyLines: 'greedy',
    step: ({ data, errors, meta: { cursor } }) => {
      const line = lines.ofRow(cursor)
      if (!isHeader) takeRow(reader, { data, columns, line, isCut: errors.length > 0 })
      isHeader = false
      if (cursor - toldAt < progressEvery) return
      toldAt = cursor
      reader.progress(cursor / csv.length)
    },
  })
}

interface Header {
  readonly columns: readonly (Field | undefined)[]
  readonly delimiter: string
  /** The name of a column that is read and that another has too. */
  readonly twice: string | undefined
}

/** Undefined unless one of the delimiters makes a column named id. */
function headerOf(csv: string): Header | undefined {
  const start = csv.slice(0, longestHeader).trimStart()
  for (const delimiter of delimiters) {
    const [names = []] = Papa.parse<string[]>(start, { delimiter, preview: 1 }).data
    const plain = names.map(name => name.toLowerCase().replace(/[\s_-]/g, ''))
    const columns = plain.map(name => fields.get(name))
    const twice = plain.find((name, at) => fields.has(name) && plain.indexOf(name) < at)
    if (plain.includes('id') || plain.includes('oddsid')) return { columns, delimiter, twice }
  }
  return undefined
}

interface RowRead {
  readonly data: readonly string[]
  readonly columns: Header['columns']
  readonly line: number
  /** A quote in it was not closed, or not where a cell ends. */
  readonly isCut: boolean
}

function takeRow(reader: TextReader, { data, columns, line, isCut }: RowRead): void {
  if (isCut) {
    reader.leftOut('A quote is not closed where its cell ends.', `line ${line}`)
    return
  }
  if (data.length !== columns.length) {
    const example = `line ${line}: ${data.length} cells, ${columns.length} columns`
    reader.leftOut('A line has more or fewer cells than there are columns.', example)
    return
  }
  const row: CsvRow = { odds: {}, teams: {} }
  for (let at = 0; at < data.length; at++) {
    const cell = data[at]?.trim() ?? ''
    if (cell !== '') columns[at]?.(cell, row)
  }
  const { odds, teams } = row
  reader.row(teams.away === undefined ? odds : { ...odds, teams }, line)
}

/** Counts the lines of a text; a quoted cell may hold several. */
class LineCount {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  /** The line where the row that ends here begins; rows are asked for in order. */
  ofRow(end: number): number {
    while (this.#at < end && this.#text.charCodeAt(this.#at) <= 0x20) this.#step()
    const line = this.#line
    while (this.#at < end) this.#step()
    return line
  }

  #step(): void {
    if (this.#text.charCodeAt(this.#at++) === 0x0a) this.#line++
  }
}

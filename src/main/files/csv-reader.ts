/**
 * The one reader of CSV, over papaparse: rows with their line numbers, from a text that arrives in parts. A part is
 * parsed as soon as its last row has ended, so that a long file is never in memory as a whole and blocks nothing.
 */
import Papa from 'papaparse'

export interface CsvRow {
  /** Line of the text on which the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Reason not to trust the cells; null when they are valid. */
  readonly fault: string | null
}

export const csvDelimiters = [',', ';', '\t', '|'] as const
/** Characters at the beginning of a text in which its first row must end. */
export const maxHeaderChars = 100_000

/** Minimum length of a part that is parsed in one piece. */
const minPartChars = 32_768
/** A row that is longer has a quote which never closes. */
const maxRowChars = 2 ** 20
/** Reading stops at a line that is longer than this. */
const maxLineChars = 2 ** 24
/** Maximum faulty rows in one part; after them the rest of the part is skipped. */
const maxFaultsPerPart = 50

const endlessLine = 'A line is longer than 16 million characters; the rest was skipped.'
const openQuote = 'A cell’s closing quote is missing.'

export function parseFirstRow(start: string, delimiter: string): readonly string[] {
  return Papa.parse<string[]>(start, { delimiter, preview: 1 }).data[0] ?? []
}

/** The delimiter that splits the first row into the most cells. */
export function guessDelimiter(start: string): string {
  const countCells = (delimiter: string) => parseFirstRow(start, delimiter).length
  return csvDelimiters.reduce((best, next) => (countCells(next) > countCells(best) ? next : best))
}

/**
 * Yields all rows but the empty ones, wherever the text is cut into `texts`. After a faulty row, reading continues on
 * the next line.
 */
export function* readCsvRows(texts: Iterable<string>, delimiter: string): Generator<CsvRow, void> {
  let line = 1
  for (const part of splitAtRows(texts)) {
    if (part.length > maxLineChars) {
      yield { line, cells: [], fault: endlessLine }
      return
    }
    yield* parsePart(part, delimiter, line)
    line += countLineEnds(part)
  }
}

function parsePart(part: string, delimiter: string, firstLine: number): CsvRow[] {
  const rows: CsvRow[] = []
  let line = firstLine
  let at = 0
  for (let faults = 0; at < part.length; faults++) {
    const end = at + parseUntilFault(part.slice(at), { delimiter, firstLine: line, rows })
    if (end === part.length) break
    rows.push({ line: line + countLineEnds(part.slice(at, end)), cells: [], fault: openQuote })
    const next = faults < maxFaultsPerPart ? findLineEnd(part, end) : part.length
    line += countLineEnds(part.slice(at, next))
    at = next
  }
  return rows
}

/** Adds rows up to the first faulty one; returns its start, or the length of the text. */
function parseUntilFault(
  text: string,
  { delimiter, firstLine, rows }: { delimiter: string; firstLine: number; rows: CsvRow[] },
): number {
  let line = firstLine
  let at = 0
  let end = text.length
  Papa.parse<string[]>(text, {
    delimiter,
    // Without a CR the line end is known; guessing it would take longer than parsing.
    ...(!text.includes('\r') && { newline: '\n' }),
    step: ({ data: cells, errors, meta: { cursor } }, parser) => {
      if (errors.length > 0) {
        end = at
        parser.abort()
        return
      }
      if (cells.some(cell => cell.trim() !== '')) rows.push({ line, cells, fault: null })
      line += countLineEnds(text.slice(at, cursor))
      at = cursor
    },
  })
  return end
}

/** Splits the text into parts that end with a row, the same parts wherever `texts` are cut. */
function* splitAtRows(texts: Iterable<string>): Generator<string, void> {
  const scan = { at: 0, isQuoted: false }
  let rest = ''
  for (const text of texts) {
    rest += text
    let from = 0
    for (let end = findPartEnd(rest, from, scan); end !== undefined; end = findPartEnd(rest, from, scan)) {
      yield rest.slice(from, end)
      from = end
    }
    rest = rest.slice(from)
    scan.at -= from
    if (rest.length > maxLineChars) break
  }
  if (rest !== '') yield rest
}

/**
 * End of the first line outside of quotes after the least length of a part; undefined when more text is needed.
 * `scan` keeps the state of the search, so that no character is searched twice.
 */
function findPartEnd(
  text: string,
  from: number,
  scan: { at: number; isQuoted: boolean },
): number | undefined {
  // The last character may be the first half of a CR LF.
  const last = text.length - 1
  let { at, isQuoted } = scan
  const minEnd = Math.min(from + minPartChars, last)
  if (at < minEnd) {
    if (count(text.slice(at, minEnd), '"') % 2 === 1) isQuoted = !isQuoted
    at = minEnd
  }
  let end: number | undefined
  for (; end === undefined && at < last; at++) {
    const char = text.charCodeAt(at)
    if (char > quoteMark) continue
    if (char === quoteMark) isQuoted = !isQuoted
    else if (isLineEnd(text, at) && (!isQuoted || at - from >= maxRowChars)) {
      isQuoted = false
      end = at + 1
    }
  }
  scan.at = at
  scan.isQuoted = isQuoted
  return end
}
const quoteMark = 0x22

function findLineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (isLineEnd(text, at)) return at + 1
  return text.length
}

function countLineEnds(text: string): number {
  let lineEnds = count(text, '\n')
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1))
    if (isLineEnd(text, at)) lineEnds++
  return lineEnds
}

function count(text: string, char: string): number {
  let found = 0
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) found++
  return found
}

/** A line feed, or a carriage return without one. */
function isLineEnd(text: string, at: number): boolean {
  const char = text.charCodeAt(at)
  return char === 0x0a || (char === 0x0d && text.charCodeAt(at + 1) !== 0x0a)
}

/** The rows of a CSV with the lines they stand on, a piece at a time, so that a long one holds nothing up and is never held whole. */
import Papa from 'papaparse'

export interface CsvLine {
  readonly line: number
  readonly cells: readonly string[]
  /** Why its cells cannot be trusted; null when they can. */
  readonly fault: string | null
}

const pieceChars = 32_768
/** A row is shorter: what goes on without an end has an open quote. */
const longestRow = 2 ** 20
/** What has no line in it that ends is not read on. */
const longestLine = 2 ** 24
const delimiters = [',', ';', '\t', '|']
/** So much of the beginning of a text has its first row. */
export const longestHeader = 100_000

/** The delimiter that parts the first row into the most cells. */
export function delimiterOf(start: string): string {
  const cells = (delimiter: string) =>
    Papa.parse<string[]>(start, { delimiter, preview: 1 }).data[0]?.length ?? 0
  return delimiters.reduce((best, next) => (cells(next) > cells(best) ? next : best))
}

/**
 * Rows of a text that comes in parts, whose borders mean nothing. Empty rows are left out. A row with a broken quote
 * spoils its own line only, as far as can be told.
 */
export function* csvLines(texts: Iterable<string>, delimiter: string): Generator<CsvLine, void> {
  let line = 1
  for (const piece of piecesOf(texts)) {
    if (piece.length > longestLine) {
      yield { line, cells: [], fault: noEnd }
      return
    }
    yield* linesOf(piece, delimiter, line)
    line += newLinesIn(piece)
  }
}

/** More broken quotes than that in one piece, and the rest of it is not looked through for lines that are whole. */
const mostBroken = 50

function linesOf(piece: string, delimiter: string, firstLine: number): CsvLine[] {
  const lines: CsvLine[] = []
  let line = firstLine
  let at = 0
  for (let broken = 0; at < piece.length; broken++) {
    const end = readWhole(piece.slice(at), delimiter, line, lines)
    if (end === piece.length - at) break
    lines.push({ line: line + newLinesIn(piece.slice(at, at + end)), cells: [], fault: brokenQuote })
    const next = broken < mostBroken ? endOfLine(piece, at + end) : piece.length
    line += newLinesIn(piece.slice(at, next))
    at = next
  }
  return lines
}

const noEnd = 'From here on no line ends within 16 million characters, and the rest was not read.'
const brokenQuote = 'A quote is not closed where its cell ends.'

/** Reads rows up to one that is broken; answers where that begins, or the end. */
function readWhole(text: string, delimiter: string, firstLine: number, lines: CsvLine[]): number {
  let line = firstLine
  let at = 0
  let end = text.length
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data: cells, errors, meta: { cursor } }, parser) => {
      if (errors.length > 0) {
        end = at
        parser.abort()
        return
      }
      if (cells.some(cell => cell.trim() !== '')) lines.push({ line, cells, fault: null })
      line += newLinesIn(text.slice(at, cursor))
      at = cursor
    },
  })
  return end
}

function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (isNewLine(text, at)) return at + 1
  return text.length
}

/** Parts of a text that end where a row does, cut at the same places however the text comes in. */
function* piecesOf(texts: Iterable<string>): Generator<string, void> {
  const seen = { at: 0, isQuoted: false }
  let rest = ''
  for (const text of texts) {
    rest += text
    let from = 0
    for (let end = endOfPiece(rest, from, seen); end !== undefined; end = endOfPiece(rest, from, seen)) {
      yield rest.slice(from, end)
      from = end
    }
    rest = rest.slice(from)
    seen.at -= from
    if (rest.length > longestLine) break
  }
  if (rest !== '') yield rest
}

/**
 * Where a row ends, at the first newline outside of quotes after so many characters; undefined where more of the text is
 * needed to know. `seen` is how far was looked: nothing is looked through twice.
 */
function endOfPiece(text: string, from: number, seen: { at: number; isQuoted: boolean }): number | undefined {
  // The last character may be the first half of a CR LF.
  while (seen.at < text.length - 1) {
    const at = seen.at++
    if (text.charCodeAt(at) === 0x22) seen.isQuoted = !seen.isQuoted
    else if (!isNewLine(text, at) || at - from < pieceChars) continue
    else if (!seen.isQuoted || at - from >= longestRow) {
      seen.isQuoted = false
      return at + 1
    }
  }
  return undefined
}

function newLinesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) if (isNewLine(text, at)) lines++
  return lines
}

/** A line feed, or a carriage return without one. */
function isNewLine(text: string, at: number): boolean {
  const char = text.charCodeAt(at)
  return char === 0x0a || (char === 0x0d && text.charCodeAt(at + 1) !== 0x0a)
}

/** Results of commands: aligned tables for people, one line of JSON a record for scripts. */
import type { Terminal } from '../terminal.ts'
import { toSafeJson, toSafeText } from './safe-text.ts'

export interface Column<T> {
  readonly title: string
  readonly text: (row: T) => string
  readonly isNumber?: boolean
  /** True of the column that gives way in a narrow window. */
  readonly isFlexible?: boolean
}

export interface OutputOptions {
  readonly json?: boolean | undefined
}

const gap = '  '
const minFlexibleWidth = 10

/** Prints the rows, or says that there are none. */
export function printRows<T>(
  terminal: Terminal,
  rows: readonly T[],
  { json, columns, empty }: OutputOptions & { columns: readonly Column<T>[]; empty: string },
): void {
  if (json === true) for (const row of rows) terminal.print(toSafeJson(row))
  else if (rows.length === 0) terminal.complain(empty)
  else for (const line of toTable(rows, columns, terminal.columns())) terminal.print(line)
}

/** Lines of a table, at most `maxWidth` columns wide where a column can give way. */
export function toTable<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  maxWidth: number | null,
): string[] {
  const cells = rows.map(row => columns.map(({ text }) => toSafeText(text(row))))
  const lines = [columns.map(({ title }) => title), ...cells]
  const widths = columns.map((_, at) => Math.max(...lines.map(line => widthOf(line[at] ?? ''))))
  const flexible = columns.findIndex(({ isFlexible }) => isFlexible)
  if (maxWidth !== null && flexible >= 0) {
    const others = widths.reduce((sum, width, at) => (at === flexible ? sum : sum + width), 0)
    const room = maxWidth - others - gap.length * (columns.length - 1)
    widths[flexible] = Math.min(widths[flexible] ?? 0, Math.max(room, minFlexibleWidth))
  }
  return lines.map(line =>
    line
      .map((cell, at) => fit(cell, widths[at] ?? 0, columns[at]?.isNumber === true))
      .join(gap)
      .trimEnd(),
  )
}

function fit(cell: string, width: number, isNumber: boolean): string {
  const shown = widthOf(cell) > width ? shorten(cell, width) : cell
  const space = ' '.repeat(width - widthOf(shown))
  return isNumber ? space + shown : shown + space
}

function shorten(cell: string, width: number): string {
  let short = ''
  for (const letter of letters(cell)) {
    if (widthOf(short + letter) > width - 1) break
    short += letter
  }
  return `${short}…`
}

const segmenter = new Intl.Segmenter()
const letters = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Letters that take two columns: those of East Asian scripts, and pictures. */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u

/** Columns that a text takes in a terminal. */
const widthOf = (text: string): number =>
  letters(text).reduce((sum, letter) => sum + (wide.test(letter) ? 2 : 1), 0)

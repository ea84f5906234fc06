/** A table as CSV that a spreadsheet opens without running any of it. */
import Papa from 'papaparse'

/**
 * A spreadsheet takes a text that starts so for a formula, and some read it behind leading spaces too. A signed number
 * alone (`+512`, `-1.5`) is left as it is: it can be nothing else, and prices stay numbers.
 */
const formulaLike = /^(?![+-]\d+(?:\.\d+)?$)\s*[=+\-@\t\r]/
/** Tells spreadsheets that names are UTF-8. */
const byteOrderMark = '\uFEFF'

/** Cells that look like formulas get a `'` before them. Lines end as RFC 4180 has them. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${Papa.unparse(
    rows.map(row => [...row]),
    { escapeFormulae: formulaLike },
  )}\r\n`
}

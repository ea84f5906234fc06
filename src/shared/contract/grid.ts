/** Layout of the price grid, and its export. */
import { z } from 'zod'
import { GridLayout, GridLayoutPart } from '../model/settings/settings.ts'
import { call, callOfWindow, event, Nothing } from './entry.ts'

const CsvRow = z.array(z.string().max(2_000)).max(1_000)

export const grid = {
  snapshot: call(Nothing, GridLayout),
  /** Changes parts of the layout of the profile in use, and sends the whole to the other windows. */
  saveLayout: callOfWindow(GridLayoutPart, GridLayout),
  /**
   * Exports a table as CSV to a file that the user chooses. The table comes in parts, in order; the answer is null for
   * all but the last. `file` is null when the user chose none.
   */
  exportCsv: callOfWindow(
    { rows: z.array(CsvRow).max(1_000), isFirst: z.boolean(), isLast: z.boolean() },
    z.strictObject({ file: z.string().nullable() }).nullable(),
  ),
  /** Another layout is in use. */
  changed: event(GridLayout),
} as const

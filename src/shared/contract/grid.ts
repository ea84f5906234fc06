/** Layout of the price grid, and its export. */
import { z } from 'zod'
import { GridLayout } from '../model/settings/grid-layout.ts'
import { call, event, Nothing } from './entry.ts'

const CsvRow = z.array(z.string().max(2_000)).max(1_000)

export const grid = {
  snapshot: call(Nothing, GridLayout),
  /** Keeps the layout for the profile in use. */
  saveLayout: call(GridLayout, GridLayout),
  /**
   * Saves a table as CSV where the user says. It comes in parts, in order; all but the last are answered null. The last
   * is answered with the file's name, or null for it when the user chose none.
   */
  exportCsv: call(
    z.strictObject({ rows: z.array(CsvRow).max(1_000), isFirst: z.boolean(), isLast: z.boolean() }),
    z.strictObject({ file: z.string().nullable() }).nullable(),
  ),
  /** Another profile's layout has come into use. */
  changed: event(GridLayout),
} as const

/** Copies a table to the clipboard. */
import type { Outcome } from '../../shared/failure.ts'
import { bridge } from '../bridge.ts'
import { splitIntoParts } from './table-parts.ts'

/** The first row has the names of the columns; texts are those on screen. */
export async function copyTable(rows: readonly string[][]): Promise<Outcome<null>> {
  const parts = splitIntoParts(rows)
  let outcome: Outcome<null> = { ok: true, value: null }
  for (const [index, part] of parts.entries()) {
    outcome = await bridge().view.copyTable({
      rows: part,
      isFirst: index === 0,
      isLast: index === parts.length - 1,
    })
    if (!outcome.ok) break
  }
  return outcome
}

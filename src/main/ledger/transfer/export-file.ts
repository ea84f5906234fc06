/** Exports the ledger to a file that the user chooses. */
import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportFormat } from '../../../shared/model/ticket/transfer.ts'
import { saveWhole } from '../../files/save-whole.ts'
import type { Ledger } from '../ledger.ts'
import { writeCsv } from './csv-format.ts'
import { writeJson } from './json-format.ts'
import { getRecordedTickets } from './ledger-tickets.ts'

export interface ExportDeps {
  readonly ledger: Ledger
  /** Proposes a file name; returns the path chosen, or undefined when the user chose none. */
  readonly askWhere: (name: string, format: ExportFormat) => Promise<string | undefined>
}

/** Throws Refusal when the ledger is closed or the file cannot be written. */
export async function saveLedger(
  { ledger, askWhere }: ExportDeps,
  format: ExportFormat,
  at: number,
): Promise<{ name: string | null; tickets: number }> {
  // Throws before the user is asked when the ledger cannot be read.
  getRecordedTickets(ledger)
  const path = await askWhere(`ledger ${new Date(at).toISOString().slice(0, 10)}.${format}`, format)
  if (path === undefined) return { name: null, tickets: 0 }
  const from = getRecordedTickets(ledger)
  let tickets = 0
  const parts = inTurns(
    format === 'json' ? writeJson(from, at) : writeCsv(from, at),
    count => (tickets = count),
  )
  await saveWhole(path, parts)
  return { name: basename(path), tickets }
}

/** Lets other work run between the parts; `onEnd` receives the generator's result. */
async function* inTurns<T>(
  parts: Generator<string, T>,
  onEnd: (result: T) => void,
): AsyncGenerator<string, void> {
  for (;;) {
    const { done, value } = parts.next()
    if (done === true) {
      onEnd(value)
      return
    }
    yield value
    await nextTurn()
  }
}

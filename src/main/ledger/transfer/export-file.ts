/** Saves the ledger as a file where the user says. */
import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportFormat } from '../../../shared/model/ticket/transfer.ts'
import { saveWhole } from '../../files/save-whole.ts'
import type { Ledger } from '../ledger.ts'
import { writeCsv } from './csv-format.ts'
import { writeJson } from './json-format.ts'
import { countTickets } from './ledger-tickets.ts'

export interface ExportDeps {
  readonly ledger: Ledger
  /** Takes a name to propose; returns a path, or undefined when the user chose none. */
  readonly askWhere: (name: string, format: ExportFormat) => Promise<string | undefined>
}

/** Throws Refusal when the ledger is closed or the file cannot be written. */
export async function saveLedger(
  { ledger, askWhere }: ExportDeps,
  format: ExportFormat,
  at: number,
): Promise<{ name: string | null; tickets: number }> {
  const { core } = ledger
  const tickets = countTickets(core)
  const path = await askWhere(`ledger ${new Date(at).toISOString().slice(0, 10)}.${format}`, format)
  if (path === undefined) return { name: null, tickets }
  await saveWhole(path, inTurns(format === 'json' ? writeJson(core, at) : writeCsv(core)))
  return { name: basename(path), tickets }
}

/** Lets other work run between the parts. */
async function* inTurns(parts: Iterable<string>): AsyncGenerator<string, void> {
  for (const part of parts) {
    yield part
    await nextTurn()
  }
}

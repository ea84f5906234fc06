/** Exports the ledger to a file that the user chooses. */
import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  newestFirst,
  type LedgerFilter,
  type TicketCursor,
} from '../../../shared/model/ticket/ledger-filter.ts'
import type { ExportFormat, ExportScope } from '../../../shared/model/ticket/transfer.ts'
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
  { format, scope }: { readonly format: ExportFormat; readonly scope: ExportScope },
  at: number,
): Promise<{ name: string | null; tickets: number }> {
  // Throws before the user is asked when the ledger cannot be read.
  getRecordedTickets(ledger)
  const path = await askWhere(`ledger ${new Date(at).toISOString().slice(0, 10)}.${format}`, format)
  if (path === undefined) return { name: null, tickets: 0 }
  const only = await findTickets(ledger, scope)
  const from = { ...getRecordedTickets(ledger), ...(only && { only }) }
  let tickets = 0
  const parts = inTurns(
    format === 'json' ? writeJson(from, at) : writeCsv(from, at),
    count => (tickets = count),
  )
  await saveWhole(path, parts)
  return { name: basename(path), tickets }
}

const pageSize = 200

/** The tickets of an export; undefined for all. Tickets that were deleted meanwhile are not shown, so they are left out. */
async function findTickets(ledger: Ledger, scope: ExportScope): Promise<ReadonlySet<number> | undefined> {
  if (scope.kind === 'all') return undefined
  if (scope.kind === 'filtered') return findMatching(ledger, scope.filter)
  return new Set(ledger.reads.list.lines(scope.ids).map(({ id }) => id))
}

async function findMatching(ledger: Ledger, filter: LedgerFilter): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  let after: TicketCursor | null = null
  do {
    const { lines, next } = ledger.reads.list.page({ filter, sort: newestFirst, after, limit: pageSize })
    for (const { id } of lines) ids.add(id)
    after = next
    await nextTurn()
  } while (after !== null)
  return ids
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

/** Reads a copy of the ledger whole: its pages, and the running hash over every record. */
import { lookIntoDatabase, type Database } from '../../storage/database.ts'
import type { Testimony } from '../../storage/witness.ts'
import { LedgerClosed } from '../opening/inspect.ts'
import { chained, ledgerRecordOf, logRows, noHash } from '../log/parse-record.ts'

const recordsAStep = 500

/**
 * Where its log ends. Throws LedgerClosed when it is not whole, or lacks what `least` says it must hold; null when nothing
 * is known of that.
 */
export function* checkWholeChain(file: string, least: Testimony | null): Generator<void, Testimony> {
  const pages = lookIntoDatabase(
    file,
    database => Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0],
  )
  if (pages !== 'ok') throw damaged('The copy of the ledger is damaged.')
  yield
  let end: Testimony = { ledgerId: '', records: 0, hash: noHash }
  for (let more = true; more;) {
    const next = lookIntoDatabase(file, database => stepOf(database, end, least))
    more = next.records > end.records
    end = next
    yield
  }
  if (
    end.ledgerId === '' ||
    (least !== null && (end.ledgerId !== least.ledgerId || end.records < least.records))
  )
    throw damaged(`The copy has ${end.records} records, which is not the whole ledger.`)
  return end
}

function stepOf(database: Database, from: Testimony, least: Testimony | null): Testimony {
  const rows = database
    .prepare('SELECT *, lower(hex(hash)) AS kept FROM log WHERE seq > ? ORDER BY seq LIMIT ?')
    .all(from.records, recordsAStep)
  let end = from
  for (const [at, row] of logRows(rows).entries()) {
    const hash = chained(end.hash, row)
    const isKept = rows[at]?.['kept'] === hash && row.seq === end.records + 1
    const isLeast = row.seq !== least?.records || hash === least.hash
    if (!isKept || !isLeast) throw damaged(`Record ${row.seq} of the copy is not what was saved.`)
    end = { ledgerId: end.ledgerId === '' ? ledgerIdIn(row) : end.ledgerId, records: row.seq, hash }
  }
  return end
}

function ledgerIdIn(row: ReturnType<typeof logRows>[number]): string {
  const { record } = ledgerRecordOf(row)
  return record.kind === 'begun' ? record.ledgerId : ''
}

const damaged = (sentence: string) => new LedgerClosed('damaged', sentence)

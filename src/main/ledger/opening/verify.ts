/** Verification of an open ledger in small steps; it throws the first fault. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { readPragma, type Database } from '../../storage/database.ts'
import { appliedInOrder } from '../log/ledger-log.ts'
import { chainStart, readChain, toLedgerRecord, toLogRows } from '../log/parse-log.ts'
import { toFacets } from '../projection/facets.ts'
import { sumColumns, toLegRow, toTicketRow } from '../projection/ticket-row.ts'
import { arrangeAccount, arrangeTicket, readWhole } from '../sharing/standings.ts'
import { deriveOutcome } from '../state/ticket-outcome.ts'
import { toTicketState, type TicketState } from '../state/ticket-state.ts'
import { damaged } from './inspect.ts'
import type { LedgerCore } from './ledger-file.ts'

type VerifyTarget = Pick<LedgerCore, 'database' | 'log' | 'projector'>

const recordsAtOnce = 100

/** Yields the number of records verified so far. Throws LedgerClosed when log or tables were changed. */
export function* verify(of: VerifyTarget): Generator<number, void> {
  of.projector.catchUp()
  yield* verifyStructure(of)
  let records = 0
  for (records of verifyChain(of)) yield records
  const run = prepareStatements(of.database)
  for (let id = 1; id <= of.log.lastTicketId; id++) {
    verifyTicket(of, id, run)
    yield records
  }
  verifyPolicies(of)
  for (const subject of of.log.changes?.subjects() ?? []) {
    verifyStandings(of, subject)
    yield records
  }
  yield* verifySums(of, records)
}

/** Maximum size of a file whose pages and indexes are checked, which reads all of it in one step. */
const maxBytesAtOnce = 16 * 2 ** 20

function* verifyStructure({ database }: VerifyTarget): Generator<number, void> {
  const bytes = Number(readPragma(database, 'page_count')) * Number(readPragma(database, 'page_size'))
  if (bytes > maxBytesAtOnce) return
  if (readPragma(database, 'integrity_check(1)') !== 'ok') throw damaged('The ledger file is damaged.')
  const listed = database.prepare(
    `SELECT (SELECT count(*) FROM ticket_facets)
       = (SELECT coalesce(sum(json_array_length(list_facets)), 0) FROM tickets) AS isWhole`,
  )
  if (listed.get()?.['isWhole'] !== 1) throw damaged('The ledger’s lists don’t match its tickets.')
  yield 0
}

function* verifyChain({ database, log }: VerifyTarget): Generator<number, void> {
  const toError = (seq: number) => damaged(`Record ${seq} of the ledger doesn’t match what was saved.`)
  let end = chainStart
  while (end.records < log.tail.records) {
    const from = end
    for (const next of readChain(database, from, { limit: recordsAtOnce, toError })) end = next.end
    if (end === from) throw damaged(`Record ${from.records + 1} of the ledger is missing.`)
    yield end.records
  }
}

const prepareStatements = (database: Database) => ({
  ticket: database.prepare('SELECT * FROM tickets WHERE id = ?'),
  legs: database.prepare('SELECT * FROM legs WHERE ticket_id = ? ORDER BY place'),
  listed: database.prepare(
    `SELECT f.id, f.kind, f.value FROM tickets AS t CROSS JOIN json_each(t.list_facets) AS each
     CROSS JOIN facets AS f ON f.id = each.value AND f.is_demo = t.is_demo
     CROSS JOIN ticket_facets AS l ON l.facet_id = f.id AND l.day = t.day AND l.placed_at = t.placed_at AND l.ticket_id = t.id
     WHERE t.id = ?`,
  ),
  summed: database.prepare(
    `SELECT s.facet_id AS id FROM tickets AS t CROSS JOIN json_each(t.sum_facets) AS each
     CROSS JOIN day_sums AS s ON s.facet_id = each.value AND s.currency = t.currency AND s.day = t.day WHERE t.id = ?`,
  ),
  entries: database.prepare(
    `SELECT coalesce(sum(cash_minor), 0) AS cash, coalesce(sum(at_risk_minor), 0) AS risk,
       coalesce(sum(profit_minor), 0) AS profit FROM entries WHERE ticket_id = ?`,
  ),
})
type Statements = ReturnType<typeof prepareStatements>

const StoredFacet = z.object({ id: z.number(), kind: z.string(), value: z.string() })
const StoredSum = z.object({ id: z.number() })
const StoredEntry = z.object({ cash: z.number(), risk: z.number(), profit: z.number() })

/** Compares the rows of one ticket with those that its records give. */
function verifyTicket({ log, projector }: VerifyTarget, id: number, run: Statements): void {
  projector.catchUp()
  const records = log.ofTicket(id)
  // A ticket of the team that no change records.
  if (log.isShared && records.length === 0 && run.ticket.get(id) === undefined) return
  const state = toTicketState(id, records)
  const outcome = deriveOutcome(state)
  const { identity, ...expected } = toTicketRow(state, outcome)
  const row = run.ticket.get(id) ?? {}
  const found = Object.fromEntries(Object.keys(expected).map(column => [column, row[column]]))
  const stored = row['identity']
  const isSame =
    stored instanceof Uint8Array &&
    Buffer.compare(stored, identity) === 0 &&
    isDeepStrictEqual(found, expected)
  if (!isSame || !hasLegs(run, state) || !isListed(run, state) || !isEntered(run, state))
    throw damaged(`What is shown of ticket ${id} doesn’t match its records.`)
}

function hasLegs(run: Statements, { id, legs }: TicketState): boolean {
  const rows = run.legs.all(id).map(({ ticket_id: _, place: __, ...row }) => row)
  return isDeepStrictEqual(rows, legs.map(toLegRow))
}

/** True when the ticket is listed and summed under exactly its facets. */
function isListed(run: Statements, state: TicketState): boolean {
  const { sums, lists } = toFacets(state, deriveOutcome(state))
  const found = StoredFacet.array().parse(run.listed.all(state.id))
  const summed = StoredSum.array().parse(run.summed.all(state.id))
  const toName = ({ kind, value }: { kind: string; value: string }) => `${kind}\n${value}`
  const isSummed = new Set(sums.map(toName))
  const isFoundSummed = new Set(summed.map(({ id }) => id))
  const names = new Set(found.map(toName))
  return (
    names.size === lists.length &&
    isFoundSummed.size === sums.length &&
    lists.every(facet => names.has(toName(facet))) &&
    found.every(facet => isSummed.has(toName(facet)) === isFoundSummed.has(facet.id))
  )
}

/** True when the entries of the journal add up to the active ones. */
function isEntered(run: Statements, { id, stake, result }: TicketState): boolean {
  const found = StoredEntry.parse(run.entries.get(id))
  const active = [stake, result].flatMap(entry => (entry === null ? [] : [entry.movement]))
  return (
    found.cash === active.reduce((all, movement) => all + movement.cashMinor, 0) &&
    found.risk === active.reduce((all, movement) => all + movement.atRiskMinor, 0) &&
    found.profit === active.reduce((all, movement) => all + movement.profitMinor, 0)
  )
}

/** Throws unless each change applies, or does not, by the order of the team's log. */
function verifyStandings({ log }: VerifyTarget, subject: string): void {
  if (log.changes === undefined || subject.startsWith('policy:')) return
  const changes = readWhole(log, log.changes, subject)
  const standings = subject.startsWith('account:')
    ? arrangeAccount(changes)
    : arrangeTicket(log.changes.findTicket(subject) ?? 0, changes).standings
  if (changes.some(({ uid, standing }) => standings.get(uid) !== standing))
    throw damaged('The team’s changes don’t match their records.')
}

/** Throws unless the policies in force are the last ones recorded. */
function verifyPolicies({ database, log }: VerifyTarget): void {
  const { from, where, order } = appliedInOrder
  const all = log.isShared
    ? `SELECT l.* FROM ${from} WHERE l.kind = 'policy' AND ${where} ${order}`
    : `SELECT * FROM log WHERE kind = 'policy' ORDER BY seq`
  const rows = toLogRows(database.prepare(all).all())
  const last = new Map<string, unknown[]>()
  for (const { at, record } of rows.map(toLedgerRecord))
    if (record.kind === 'policy') last.set(record.bookId, [record.policy, record.source, record.asOf, at])
  const stored = database.prepare('SELECT book_id, policy, source, as_of, changed_at FROM policies').all()
  const isSame = stored.every(row => {
    const [book, ...policy] = Object.values(row)
    return isDeepStrictEqual(last.get(String(book)), policy)
  })
  if (!isSame || stored.length !== last.size) throw damaged('The void rules don’t match their records.')
}

const Days = z.array(z.object({ facet_id: z.number(), currency: z.string(), day: z.number() }))
const daysAtOnce = 20

/** Compares the sums by day with the tickets of each day, some days a step. */
function* verifySums({ database, projector }: VerifyTarget, records: number): Generator<number, void> {
  const columns = sumColumns.map(name => `coalesce(sum(s.${name}), 0) AS ${name}`).join(', ')
  const summedUp = database.prepare(
    `SELECT ${columns} FROM ticket_facets AS d CROSS JOIN ticket_sums AS s ON s.id = d.ticket_id
     WHERE d.facet_id = ? AND d.day = ? AND s.currency = ?`,
  )
  const stored = database.prepare(
    `SELECT ${sumColumns.join(', ')} FROM day_sums WHERE facet_id = ? AND day = ? AND currency = ?`,
  )
  for (const days of readDays(database)) {
    projector.catchUp()
    for (const { facet_id: facet, currency, day } of days)
      if (!isDeepStrictEqual(summedUp.get(facet, day, currency), stored.get(facet, day, currency)))
        throw damaged(`The sums of ${day} don’t match its tickets.`)
    yield records
  }
}

function* readDays(database: Database): Generator<z.output<typeof Days>, void> {
  const read = database.prepare(
    `SELECT facet_id, currency, day FROM day_sums WHERE (facet_id, currency, day) > (:facet_id, :currency, :day)
     ORDER BY facet_id, currency, day LIMIT ${daysAtOnce}`,
  )
  let last: z.output<typeof Days>[number] | undefined = { facet_id: 0, currency: '', day: 0 }
  while (last !== undefined) {
    const days = Days.parse(read.all(last))
    yield days
    last = days.at(-1)
  }
}

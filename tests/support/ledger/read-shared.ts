/** Parts that the ledgers of a team's desks have in common. Used outside of tests, too. */
import type { Ledger } from '../../../src/main/ledger/ledger.ts'
import { verify } from '../../../src/main/ledger/opening/verify.ts'
import { allTickets, newestFirst } from '../../../src/shared/model/ticket/ledger-filter.ts'

interface WithLedger {
  readonly ledger: Ledger
}

/** Everything that must be the same on all desks, without numbers that are valid on one alone. */
export function readShared({ ledger }: WithLedger) {
  const { reads, policies, accountReads, database } = ledger.core
  // Scores of pending legs are of each desk's own last check.
  database.exec('DELETE FROM progress')
  const { lines } = reads.list.page({ filter: allTickets, sort: newestFirst, after: null, limit: 1_000 })
  const ids = database.prepare('SELECT id FROM tickets ORDER BY uid').all()
  const sums = `SELECT f.kind, f.value, s.* FROM day_sums AS s JOIN facets AS f ON f.id = s.facet_id
    WHERE s.tickets > 0 ORDER BY f.kind, f.value, s.currency, s.day`
  const changes = 'SELECT uid, subject, member, place, standing FROM changes ORDER BY place IS NULL, place'
  return withoutNumbers({
    tickets: ids.map(({ id }) => ({ ...reads.ticket(Number(id)), uid: readUid(ledger, Number(id)) })),
    listed: lines.map(({ id }) => readUid(ledger, id)).sort(),
    sums: database.prepare(sums).all(),
    policies: policies.all(),
    accounts: accountReads.overview(),
    changes: database.prepare(changes).all(),
  })
}

const readUid = (ledger: Ledger, id: number): string => {
  const [first] = ledger.core.log.ofTicket(id)
  return first?.record.kind === 'recorded' ? first.record.facts.uid : ''
}

const localNumbers = new Set([
  ...[
    'id',
    'seq',
    'lastChange',
    'change',
    'undo',
    'parlayId',
    'facet_id',
    'of',
    'reverses',
    'addedBy',
    'endedBy',
    'ticketIds',
  ],
])
const isLocalText = (value: unknown) => typeof value === 'string' && /^Takes record \d+ back\.$/.test(value)

function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers)
  if (isLocalText(value)) return ''
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, item]) => !localNumbers.has(name) || typeof item === 'string',
  )
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutNumbers(item)]))
}

/** Throws if anything in the ledger is not as its records say. */
export function verifyDesk({ ledger }: WithLedger): void {
  const steps = verify(ledger.core)
  while (steps.next().done !== true);
}

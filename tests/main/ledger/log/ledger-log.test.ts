import { describe, expect, it } from 'vitest'
import { ledgerFilesIn, openCore } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { toTicketState, type TicketState } from '../../../../src/main/ledger/state/ticket-state.ts'
import { verify } from '../../../../src/main/ledger/opening/verify.ts'
import { readDatabase, openDatabase, type Database } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { fc } from '../../../support/property.ts'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import { databaseIn, gradeLegs, openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'

const rounds = { numRuns: 40 }

describe('the journal, after any actions,', () => {
  it('balances in every entry, and a reversal returns one entry to zero', () => {
    fc.assert(
      fc.property(randomActions, applyActions => {
        const { ledger, folder } = openTestLedger()
        applyActions(ledger)
        const faults = readDatabase(databaseIn(folder), database => [
          ...database.prepare('SELECT * FROM entries WHERE cash_minor + at_risk_minor <> profit_minor').all(),
          ...database
            .prepare(
              `SELECT * FROM entries AS e JOIN entries AS r ON r.reverses = e.seq WHERE e.cash_minor + r.cash_minor <> 0
                 OR e.at_risk_minor + r.at_risk_minor <> 0 OR e.profit_minor + r.profit_minor <> 0`,
            )
            .all(),
        ])
        expect(faults).toEqual([])
        ledger.close()
      }),
      rounds,
    )
  })

  it('sums to the same as a replay of the log', () => {
    fc.assert(
      fc.property(randomActions, applyActions => {
        const { ledger, folder } = openTestLedger()
        applyActions(ledger)
        for (const currency of ['USD', 'EUR']) {
          const { openRiskMinor, profitMinor, tickets } = ledger.reads.sums.totals({
            ...allTickets,
            currency,
          })
          expect({ currency, openRiskMinor, profitMinor, tickets }).toEqual(replayed(folder, currency))
        }
        ledger.close()
      }),
      rounds,
    )
  })

  it('agrees with the log in every table, also when opened again', () => {
    fc.assert(
      fc.property(randomActions, applyActions => {
        const { ledger, folder } = openTestLedger()
        applyActions(ledger)
        ledger.close()
        const core = openCore(ledgerFilesIn(folder), () => false)
        expect([...verify(core)].at(-1)).toBe(core.log.tail.records)
        core.close()
      }),
      rounds,
    )
  })
})

/** Sums of the active entries after all records, computed without a table. */
function replayed(folder: string, currency: string) {
  const core = openCore(ledgerFilesIn(folder), () => false)
  const ids = Array.from({ length: core.log.lastTicketId }, (_, at) => at + 1)
  const states = ids.map(id => toTicketState(id, core.log.ofTicket(id)))
  core.close()
  const shown = states.filter(state => !state.isVoided && state.facts.currency === currency)
  const sum = (of: (state: TicketState) => number) => shown.reduce((all, state) => all + of(state), 0)
  return {
    currency,
    openRiskMinor: sum(
      ({ stake, result }) => (stake?.movement.atRiskMinor ?? 0) + (result?.movement.atRiskMinor ?? 0),
    ),
    profitMinor: sum(({ result }) => result?.movement.profitMinor ?? 0),
    tickets: shown.length,
  }
}

describe('the ledger’s tables', () => {
  const filled = (): Database => {
    const { ledger, folder } = openTestLedger()
    gradeLegs(ledger, ledger.record(makeTicket()).ticketId, ['won', 'won'])
    ledger.savePolicy({ bookId: 'bravo', policy: 'void_all', source: '', asOf: null })
    ledger.reads.choices()
    ledger.close()
    return openDatabase(databaseIn(folder), ledgerMigrations)
  }

  it.each([
    ['a record changed', `UPDATE log SET body = '{}' WHERE seq = 1`],
    ['a record deleted', 'DELETE FROM log WHERE seq = 2'],
    [
      'a record replaced',
      `INSERT OR REPLACE INTO log SELECT seq, 0, ticket_id, kind, body, hash FROM log WHERE seq = 2`,
    ],
    [
      'a record out of order',
      `INSERT INTO log SELECT seq + 100, at, ticket_id, kind, body, hash FROM log WHERE seq = 2`,
    ],
    [
      'a hash of another size',
      `INSERT INTO log SELECT max(seq) + 1, at, ticket_id, kind, body, x'00' FROM log`,
    ],
    ['an entry changed', 'UPDATE entries SET profit_minor = 1'],
    ['an entry deleted', 'DELETE FROM entries'],
    [
      'an entry replaced',
      `INSERT OR REPLACE INTO entries SELECT seq, 9, kind, currency, 0, 0, 0, NULL FROM entries LIMIT 1`,
    ],
    ['an entry that does not balance', `INSERT INTO entries VALUES (2, 1, 'stake', 'USD', -1, 1, 5, NULL)`],
    ['a reversal of another amount', `INSERT INTO entries VALUES (2, 1, 'stake', 'USD', 1, -1, 0, 3)`],
    ['an entry without a record', `INSERT INTO entries VALUES (999, 1, 'stake', 'USD', -1, 1, 0, NULL)`],
    ['a fraction of a cent', `INSERT INTO entries VALUES (2, 1, 'stake', 'USD', -1.5, 1.5, 0, NULL)`],
    ['a ticket deleted', 'DELETE FROM tickets'],
    ['a ticket renamed', `UPDATE tickets SET uid = 'x'`],
    ['a leg deleted', 'DELETE FROM legs'],
    ['a leg exchanged', `UPDATE legs SET grade = 'x'`],
  ])('refuse %s', (_case, sql) => {
    const database = filled()
    try {
      expect(() => database.exec(sql)).toThrow()
    } finally {
      database.close()
    }
  })

  it('have no column for a number with a fraction, other than probabilities', () => {
    const database = filled()
    const columns = database
      .prepare(
        `SELECT m.name || '.' || c.name AS name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
        WHERE m.type = 'table' AND c.type NOT IN ('INTEGER', 'TEXT', 'BLOB')
          AND c.name NOT IN ('fair_p', 'close_p')`,
      )
      .all()
    database.close()
    expect(columns).toEqual([])
  })
})

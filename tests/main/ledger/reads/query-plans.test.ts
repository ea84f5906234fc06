/** Statements of the ledger that walk through all its tickets, by SQLite’s own plans: with 100,000 that takes a while. */
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openTestLedger } from '../../../support/ledger/tickets.ts'

/** A step of a plan that reads every ticket, leg or word, from the table or by an index made to sort the list. */
const walk =
  /^SCAN (tickets|legs|entries|ticket_facets|[tlde])($| USING INDEX tickets_by_)|tickets_by_\w+ \(is_demo=\?\)$/

it('Statements prepared when the ledger opens find their rows without a walk through all of it', () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const { ledger } = openTestLedger()
  onTestFinished(() => ledger.close())
  ledger.reads.list.lines([])
  const statements = new Set(prepare.mock.calls.map(([sql]) => sql.replaceAll(/\s+/g, ' ')))
  expect(statements.size).toBeGreaterThan(50)
  const walks = [...statements].flatMap(sql => {
    if (sql.startsWith('PRAGMA')) return []
    const plan = ledger.core.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
    return plan.map(row => String(row['detail'])).flatMap(step => (walk.test(step) ? `${step}: ${sql}` : []))
  })
  expect(walks).toEqual([])
})

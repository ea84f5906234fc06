import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ledgerFilesIn, newestVersion } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { databaseIn, grade, startOfTests, ticketOf } from '../../../support/ledger/tickets.ts'

const hour = 3_600_000
const midnight = startOfTests

/** A ledger whose clock is set by hand, an hour before the midnight in question. */
function openClocked(folder = tempFolder()) {
  const clock = { now: midnight - hour }
  const ledger = new Ledger({
    files: ledgerFilesIn(folder),
    isDemo: () => false,
    log: error => {
      throw error
    },
    now: () => clock.now,
  })
  ledger.open()
  onTestFinished(() => ledger.close())
  const record = (given = {}) => ledger.record(ticketOf(given)).ticketId
  const today = () => {
    const sum = ledger.reads.settledSince(midnight)
    expect(opened(ledger, sum.currency)).toEqual(sum)
    return sum
  }
  return { ledger, clock, record, today, folder }
}

/** The same sum, of the tickets that it opens to. */
function opened({ reads }: Ledger, currency: string) {
  const also = [{ kind: 'settled-since' as const, at: midnight }]
  const { lines } = reads.page({ filter: { ...allTickets, currency, also }, after: null, limit: 50 })
  const profitMinor = lines.reduce((sum, line) => sum + (line.profitMinor ?? 0), 0)
  return { currency, tickets: lines.length, profitMinor }
}

const usd = (tickets: number, profitMinor: number) => ({ currency: 'USD', tickets, profitMinor })

describe('what settled since a moment', () => {
  it('is told by when the result was reached, not by when the bet was placed', () => {
    const { ledger, clock, record, today } = openClocked()
    const [before, after] = [record(), record()]
    grade(ledger, before, ['won', 'won'])
    clock.now = midnight
    record()
    expect(today()).toEqual(usd(0, 0))
    grade(ledger, after, ['won', 'lost'])
    expect(today()).toEqual(usd(1, -4_000))
  })

  it('is not moved by facts that are corrected later, but by a result that changes', () => {
    const { ledger, clock, record, today } = openClocked()
    const [corrected, changed] = [record(), record()]
    for (const id of [corrected, changed]) grade(ledger, id, ['won', 'won'])
    clock.now = midnight + hour
    ledger.correct(corrected, { ...ticketOf(), stakeMinor: 5_000 }, 'typed wrong')
    expect(today()).toEqual(usd(0, 0))
    grade(ledger, changed, ['won', 'lost'])
    expect(today()).toEqual(usd(1, -4_000))
  })

  it('leaves out what is open again, what was taken out, and what came in with its result', () => {
    const { ledger, clock, record, today } = openClocked()
    const [open, out] = [record(), record()]
    clock.now = midnight + hour
    for (const id of [open, out]) ledger.decide(id, { kind: 'result', result: 'won' }, 'seen')
    expect(today()).toEqual(usd(2, 2 * 20_480))
    ledger.decide(open, { kind: 'withdrawn' }, 'not yet')
    ledger.void(out, 'twice')
    ledger.transact(() => ledger.decide(record(), { kind: 'result', result: 'lost' }, 'from a table'))
    expect(today()).toEqual(usd(0, 0))
  })

  it('counts the currency most tickets are in', () => {
    const { ledger, clock, record, today } = openClocked()
    const ids = [record(), record(), record({ currency: 'EUR' })]
    clock.now = midnight
    for (const id of ids) grade(ledger, id, ['lost', 'lost'])
    expect(today()).toEqual(usd(2, -8_000))
  })
})

it('a ledger from before this was kept is brought along whole', async () => {
  const { ledger, clock, record, today, folder } = openClocked()
  const [first, second] = [record(), record({ tags: ['promo'] })]
  grade(ledger, first, ['won', 'won'])
  clock.now = midnight
  grade(ledger, second, ['lost', 'won'])
  const before = { today: today(), line: ledger.reads.ticket(first).line }
  ledger.close()
  const old = new DatabaseSync(databaseIn(folder))
  old.exec(`DROP INDEX tickets_settled; ALTER TABLE tickets DROP COLUMN settled_at; DROP INDEX legs_unasked;
    DROP INDEX legs_pending; DROP TRIGGER legs_keep_their_place; ALTER TABLE legs DROP COLUMN game_key; PRAGMA user_version = 1`)
  old.close()
  ledger.open()
  expect({ today: today(), line: ledger.reads.ticket(first).line }).toEqual(before)
  const isVerified = () => {
    const { status } = ledger.snapshot()
    return status.kind === 'open' && status.verified === status.records
  }
  while (!isVerified()) await once(ledger, 'changed')
  expect(newestVersion).toBe(6)
})

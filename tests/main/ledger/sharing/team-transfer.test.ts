import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import { exportLedger, importFile } from '../../../support/ledger/import-export.ts'
import { openAccount, addEntry } from '../../../support/ledger/random-accounts.ts'
import { readShared, verifyDesk } from '../../../support/ledger/read-shared.ts'
import { listChanges, openDesks, openPair } from '../../../support/ledger/shared-desks.ts'
import {
  copyAsStopped,
  gradeLegs,
  makeTicket,
  openTestLedger,
  readTotals,
} from '../../../support/ledger/tickets.ts'
import { fc } from '../../../support/property.ts'

/** Two desks with a ticket that both decided, an account and a policy that both changed. */
function openContested() {
  const pair = openPair()
  const { first, second, settle } = pair
  const accountId = openAccount(first.ledger)
  settle()
  first.ledger.decide(1, { kind: 'payout', payoutMinor: 10_000 }, 'paid')
  first.ledger.savePolicy({ bookId: 'bravo', policy: 'void_all', source: '', asOf: null })
  second.ledger.decide(1, { kind: 'payout', payoutMinor: 20_000 }, 'paid')
  second.ledger.record(makeTicket({ accountId, stakeMinor: 2_500 }))
  gradeLegs(second.ledger, 2, ['won', 'won'])
  for (const { ledger } of [first, second])
    addEntry(ledger, accountId, { kind: 'account-bonus', amountMinor: 500, day: '2026-11-20', note: '' })
  second.ledger.savePolicy({ bookId: 'bravo', policy: 'tie_loses', source: '', asOf: null })
  settle()
  expect(listChanges(first, 'waiting')).toHaveLength(1)
  return { ...pair, accountId }
}

describe('A team’s ledger', () => {
  it.each(['json', 'csv'] as const)('is exported as a plain one: %s', async format => {
    const { first, second, accountId } = openContested()
    const { ledger: plain } = openTestLedger()
    const path = await exportLedger(first.ledger, second.folder, format)
    const { preview } = await importFile(plain, path)
    expect(preview).toMatchObject({ tickets: 2, bad: 0 })
    expect(readTotals(plain)).toEqual(readTotals(first.ledger))
    if (format === 'csv') return
    expect(plain.accounts.balance(accountId)).toBe(first.ledger.accounts.balance(accountId))
    expect(plain.policies()).toMatchObject([{ policy: 'tie_loses' }])
  })

  it.each([0, 1])(
    'is imported from the file of desk %i alone, in the order of the team’s log',
    async desk => {
      const { first, second, accountId } = openContested()
      const { folder } = desk === 0 ? first : second
      const { ledger: plain } = openTestLedger()
      const { preview } = await importFile(plain, join(copyAsStopped(folder), 'ledger.db'))
      expect(preview).toMatchObject({ tickets: 2, bad: 0, policies: 1, accounts: 1 })
      expect(readTotals(plain)).toEqual(readTotals(first.ledger))
      expect(plain.accounts.balance(accountId)).toBe(first.ledger.accounts.balance(accountId))
      expect(plain.policies()).toMatchObject([{ policy: 'tie_loses' }])
    },
  )

  it('takes an import as one change a ticket, which the other desks get', async () => {
    const { ledger: plain, folder } = openTestLedger()
    for (const stakeMinor of [100, 200, 300]) plain.record(makeTicket({ stakeMinor }))
    gradeLegs(plain, 1, ['won', 'lost'])
    plain.void(2, 'not placed')
    const path = await exportLedger(plain, folder, 'json')
    const { desks, settle } = openDesks(2)
    const [first, second] = desks
    if (first === undefined || second === undefined) throw new Error('no desks')
    let notified = 0
    first.ledger.shared.onUnshared(() => notified++)
    await importFile(first.ledger, path)
    expect([first.ledger.shared.unsharedCount(), notified]).toEqual([3, 1])
    settle()
    expect(readShared(second)).toEqual(readShared(first))
    expect(readTotals(second.ledger)).toEqual(readTotals(plain))
    for (const desk of desks) verifyDesk(desk)
  })
})

describe('A ledger without a team', () => {
  it('has the same records as one of a team, and no change', () => {
    const readLog = (folder: string) => {
      const database = new DatabaseSync(join(folder, 'ledger.db'), { readOnly: true })
      const log = database.prepare('SELECT seq, at, ticket_id, kind, body FROM log WHERE seq > 1').all()
      const [changes] = database.prepare('SELECT count(*) AS n FROM changes').all()
      database.close()
      // Tickets have random uids.
      return {
        log: log.map(row => ({ ...row, body: String(row['body']).replace(/"uid":"[^"]*"/, '') })),
        changes,
      }
    }
    fc.assert(
      fc.property(randomActions, actions => {
        const { ledger, folder } = openTestLedger()
        const [desk] = openDesks(1).desks
        if (desk === undefined) throw new Error('no desk')
        actions(ledger)
        actions(desk.ledger)
        for (const each of [ledger, desk.ledger]) each.close()
        expect(readLog(folder).log).toEqual(readLog(desk.folder).log)
        expect(readLog(folder).changes).toEqual({ n: 0 })
      }),
      { numRuns: 20 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import type { AccountRecord } from '../../../../src/shared/model/accounts/account-record.ts'
import { addEntry, openAccount, testAccounts } from '../../../support/ledger/random-accounts.ts'
import { makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'

const dated = { day: '2026-11-20', note: '' }
const money = (kind: 'account-deposit' | 'account-withdrawal', amountMinor: number): AccountRecord => ({
  kind,
  ...{ amountMinor, holder: 'Main', ...dated },
})
const deposit = (amountMinor: number) => money('account-deposit', amountMinor)

function open() {
  const { ledger } = openTestLedger()
  return { ledger, accountId: openAccount(ledger) }
}

describe('renaming a holder', () => {
  const rename = (ledger: Ledger, from: string, to: string) =>
    ledger.writeAccounts(({ accounts }, at) => accounts.renameHolder(at, from, to))
  const holdersOf = (ledger: Ledger) =>
    ledger.accounts.overview().currencies[0]?.holders.map(({ holder, fundedMinor }) => [holder, fundedMinor])

  it('adds a record to each account with their money, and statement, records and tickets follow', () => {
    const { ledger, accountId } = open()
    const other = openAccount(ledger, testAccounts[1])
    addEntry(ledger, accountId, deposit(50_000))
    addEntry(ledger, other, deposit(20_000))
    const asked = addEntry(ledger, other, money('account-withdrawal', 5_000))
    addEntry(ledger, other, { kind: 'account-paid', of: asked, ...dated })
    const { ticketId } = ledger.record(makeTicket({ accountId: null }))
    rename(ledger, 'Main', 'Nina')
    ledger.correct(ticketId, { ...ledger.facts(ticketId), accountId }, 'hers')
    expect(ledger.accounts.overview().accounts.map(({ holder }) => holder)).toEqual(['Nina', 'Pool'])
    expect(holdersOf(ledger)).toEqual([
      ['Nina', 65_000],
      ['Pool', 0],
    ])
    expect(ledger.accounts.items(other).items).toMatchObject([
      { record: { kind: 'account-renamed', from: 'Main', holder: 'Nina' }, amountMinor: 0, canUndo: false },
      { record: { kind: 'account-paid' } },
      { record: { kind: 'account-withdrawal', holder: 'Nina' } },
      { record: { kind: 'account-deposit', holder: 'Nina' } },
      { record: { kind: 'account-opened', holder: 'Pool' } },
    ])
    const { history } = ledger.reads.ticket(ticketId)
    expect(history.flatMap(item => (item.kind === 'corrected' ? item.changes : []))).toMatchObject([
      { is: 'Nina at Bravo' },
    ])
  })

  it('leaves money of a later holder with the old name alone', () => {
    const { ledger, accountId } = open()
    addEntry(ledger, accountId, deposit(300))
    rename(ledger, 'Main', 'Nina')
    addEntry(ledger, accountId, deposit(200))
    expect(holdersOf(ledger)).toEqual([
      ['Main', 200],
      ['Nina', 300],
    ])
  })

  it('is refused for a name that another holder has, and for an unknown one', () => {
    const { ledger } = open()
    openAccount(ledger, testAccounts[1])
    expect(() => rename(ledger, 'Main', ' POOL')).toThrow('invalid')
    expect(() => rename(ledger, 'Main', 'Pool')).toThrow(
      expect.objectContaining({
        failure: {
          kind: 'invalid',
          field: 'to',
          sentence: 'There is a holder Pool already. Enter another name.',
        },
      }),
    )
    expect(() => rename(ledger, 'Nina', 'Ada')).toThrow(Refusal)
    rename(ledger, 'Main', 'Main')
    expect(ledger.accounts.items(testAccounts[0].accountId).items).toHaveLength(1)
  })

  it('does not keep an empty account from being removed', () => {
    const { ledger, accountId } = open()
    const opening = ledger.accounts.items(accountId).items[0]?.seq ?? 0
    rename(ledger, 'Main', 'Nina')
    addEntry(ledger, accountId, { kind: 'account-undone', of: opening, note: '' })
    expect(ledger.accounts.overview().accounts).toEqual([])
  })
})

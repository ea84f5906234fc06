import { expect, it } from 'vitest'
import type { AccountRecord } from '../../../../src/shared/model/accounts/account-record.ts'
import { addEntry, openAccount, testAccounts } from '../../../support/ledger/random-accounts.ts'
import { openTestLedger } from '../../../support/ledger/tickets.ts'

const state = (kind: 'open' | 'closed'): AccountRecord => ({
  kind: 'account-state',
  state: { kind },
  note: '',
})
const limit = (maxStakeMinor: number): AccountRecord => ({
  kind: 'account-state',
  state: { kind: 'limited', maxStakeMinor },
  note: '',
})

it('The largest stake at a book is that of its account’s last state, and nothing at a closed one', () => {
  const { ledger } = openTestLedger()
  const accountId = openAccount(ledger)
  const bookId = ledger.accounts.overview().accounts[0]?.book.id ?? ''
  const maxStakes = () => ledger.accounts.maxStakes('USD')
  expect(maxStakes()).toEqual(new Map())
  addEntry(ledger, accountId, limit(500))
  expect(maxStakes()).toEqual(new Map([[bookId, 500]]))
  expect(ledger.accounts.maxStakes('EUR')).toEqual(new Map())
  addEntry(ledger, accountId, state('closed'))
  expect(maxStakes()).toEqual(new Map([[bookId, 0]]))
  addEntry(ledger, accountId, state('open'))
  expect(maxStakes()).toEqual(new Map())
})

const money = (kind: 'account-deposit' | 'account-withdrawal', amountMinor: number): AccountRecord => ({
  kind,
  amountMinor,
  holder: 'Main',
  day: '2026-11-20',
  note: '',
})

it('An account limits a bet by its largest stake, and by its balance without open stakes and pending withdrawals', () => {
  const { ledger } = openTestLedger()
  const accountId = openAccount(ledger)
  const bookId = ledger.accounts.overview().accounts[0]?.book.id ?? ''
  const limits = () => ledger.accounts.limits('USD').get(bookId)
  expect(limits()).toEqual([{ accountId, maxMinor: null, availableMinor: null }])
  addEntry(ledger, accountId, money('account-deposit', 30_000))
  addEntry(ledger, accountId, money('account-withdrawal', 25_000))
  expect(limits()).toEqual([{ accountId, maxMinor: null, availableMinor: 5_000 }])
  addEntry(ledger, accountId, limit(2_000))
  expect(limits()).toEqual([{ accountId, maxMinor: 2_000, availableMinor: 5_000 }])
  addEntry(ledger, accountId, money('account-withdrawal', 8_000))
  expect(limits()).toEqual([{ accountId, maxMinor: 2_000, availableMinor: 0 }])
  expect(ledger.accounts.limits('EUR')).toEqual(new Map())
})

it('Accounts at one book limit a bet each, first the one where most can be staked', () => {
  const { ledger } = openTestLedger()
  const first = openAccount(ledger)
  const bookId = ledger.accounts.overview().accounts[0]?.book.id ?? ''
  addEntry(ledger, first, money('account-deposit', 5_000))
  const second = openAccount(ledger, testAccounts[1])
  const inOrder = () =>
    ledger.accounts
      .limits('USD')
      .get(bookId)
      ?.map(({ accountId }) => accountId)
  expect(inOrder()).toEqual([second, first])
  addEntry(ledger, second, money('account-deposit', 7_000))
  expect(inOrder()).toEqual([second, first])
  addEntry(ledger, second, limit(2_000))
  expect(inOrder()).toEqual([first, second])
})

it('An available balance is what the user last read there, with or without an adjustment, and what came since', () => {
  const { ledger } = openTestLedger()
  const accountId = openAccount(ledger)
  const bookId = ledger.accounts.overview().accounts[0]?.book.id ?? ''
  const available = () => ledger.accounts.limits('USD').get(bookId)?.[0]?.availableMinor
  const of = addEntry(ledger, accountId, {
    ...{ kind: 'account-reading', readMinor: 50_000, expectedMinor: 0, note: '' },
  })
  expect(available()).toBe(50_000)
  addEntry(ledger, accountId, money('account-withdrawal', 20_000))
  expect(available()).toBe(30_000)
  addEntry(ledger, accountId, {
    ...{ kind: 'account-adjustment', amountMinor: 50_000, of, day: '2026-11-20', note: '' },
  })
  expect(available()).toBe(30_000)
  addEntry(ledger, accountId, { kind: 'account-reading', readMinor: 4_500, expectedMinor: 30_000, note: '' })
  expect(available()).toBe(4_500)
})

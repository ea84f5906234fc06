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

it('A bet can stake the money in an account, less withdrawals under way, up to the largest stake that it takes', () => {
  const { ledger } = openTestLedger()
  const accountId = openAccount(ledger)
  const bookId = ledger.accounts.overview().accounts[0]?.book.id ?? ''
  const room = () => ledger.accounts.rooms('USD').get(bookId)
  expect(room()).toEqual({ maxMinor: null, isBalance: false })
  addEntry(ledger, accountId, money('account-deposit', 30_000))
  addEntry(ledger, accountId, money('account-withdrawal', 25_000))
  expect(room()).toEqual({ maxMinor: 5_000, isBalance: true })
  addEntry(ledger, accountId, limit(2_000))
  expect(room()).toEqual({ maxMinor: 2_000, isBalance: false })
  addEntry(ledger, accountId, limit(9_000))
  addEntry(ledger, accountId, money('account-withdrawal', 8_000))
  expect(room()).toEqual({ maxMinor: 0, isBalance: true })
  expect(ledger.accounts.rooms('EUR')).toEqual(new Map())
})

it('The room at a book with several accounts is that of the one that takes most', () => {
  const { ledger } = openTestLedger()
  const first = openAccount(ledger)
  const bookId = ledger.accounts.overview().accounts[0]?.book.id ?? ''
  addEntry(ledger, first, money('account-deposit', 5_000))
  const second = openAccount(ledger, testAccounts[1])
  addEntry(ledger, second, money('account-deposit', 7_000))
  expect(ledger.accounts.rooms('USD').get(bookId)).toEqual({ maxMinor: 7_000, isBalance: true })
})

it('The money in an account is what the user last read there, with or without an adjustment, and what came since', () => {
  const { ledger } = openTestLedger()
  const accountId = openAccount(ledger)
  const bookId = ledger.accounts.overview().accounts[0]?.book.id ?? ''
  const room = () => ledger.accounts.rooms('USD').get(bookId)
  const of = addEntry(ledger, accountId, {
    ...{ kind: 'account-reading', readMinor: 50_000, expectedMinor: 0, note: '' },
  })
  expect(room()).toEqual({ maxMinor: 50_000, isBalance: true })
  addEntry(ledger, accountId, money('account-withdrawal', 20_000))
  expect(room()).toEqual({ maxMinor: 30_000, isBalance: true })
  addEntry(ledger, accountId, {
    ...{ kind: 'account-adjustment', amountMinor: 50_000, of, day: '2026-11-20', note: '' },
  })
  expect(room()).toEqual({ maxMinor: 30_000, isBalance: true })
  addEntry(ledger, accountId, { kind: 'account-reading', readMinor: 4_500, expectedMinor: 30_000, note: '' })
  expect(room()).toEqual({ maxMinor: 4_500, isBalance: true })
})

import { expect, it } from 'vitest'
import type { AccountRecord } from '../../../../src/shared/model/accounts/account-record.ts'
import { addEntry, openAccount } from '../../../support/ledger/random-accounts.ts'
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

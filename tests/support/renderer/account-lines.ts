/** Accounts as the window gets them. */
import type { AccountLine } from '../../../src/shared/model/accounts/account.ts'

export const accountLine = (given: Partial<AccountLine> = {}): AccountLine => ({
  accountId: '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b10',
  holder: 'Main',
  book: { id: 'bravo', name: 'Bravo' },
  currency: 'USD',
  state: { kind: 'open' },
  balanceMinor: 61_240,
  openMinor: 0,
  pendingMinor: 0,
  check: null,
  ...given,
})

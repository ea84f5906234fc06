/** Random actions on accounts, for properties: whatever the user may enter, in any order. */
import type { Ledger } from '../../../src/main/ledger/ledger.ts'
import type { AccountRecord } from '../../../src/shared/model/accounts/account-record.ts'
import type { PromotionTerms } from '../../../src/shared/model/accounts/promotion.ts'
import { fc } from '../property.ts'

interface TestAccount {
  readonly accountId: string
  readonly holder: string
  readonly bookId: 'bravo' | 'delta'
}

/** Two holders with an account at Bravo, and one of them at Delta. */
export const testAccounts = [
  { accountId: '00000000-0000-4000-8000-000000000001', holder: 'Main', bookId: 'bravo' },
  { accountId: '00000000-0000-4000-8000-000000000002', holder: 'Pool', bookId: 'bravo' },
  { accountId: '00000000-0000-4000-8000-000000000003', holder: 'Main', bookId: 'delta' },
] as const satisfies readonly TestAccount[]
export const accountIds = testAccounts.map(({ accountId }) => accountId)
const names = { bravo: 'Bravo', delta: 'Delta' }

export function openAccount(ledger: Ledger, account: TestAccount = testAccounts[0]): string {
  const { accountId, holder, bookId } = account
  const book = { id: bookId, name: names[bookId] }
  ledger.writeAccounts(({ accounts }, at) =>
    accounts.open(at, accountId, { holder, book, currency: 'USD', note: '' }),
  )
  return accountId
}

/** Adds a record and returns its number. */
export const addEntry = (ledger: Ledger, accountId: string, record: AccountRecord): number =>
  ledger.writeAccounts(({ accounts }, at) => accounts.write(at, accountId, record))

const day = '2026-11-20'
const note = fc.constantFrom('', 'by card')
const amountMinor = fc.integer({ min: 1, max: 1_000_000 })
const holder = fc.constantFrom('Main', 'Pool', 'Lía')
/** The n-th record of the account, whatever it is. */
const place = fc.nat(8)

type Entry = (ledger: Ledger, accountId: string) => AccountRecord
const seqAt = (ledger: Ledger, accountId: string, at: number): number =>
  ledger.accounts.items(accountId).items.toReversed()[at]?.seq ?? 0

const deposit = fc
  .record({ amountMinor, holder, note, kind: fc.constantFrom('account-deposit', 'account-withdrawal') })
  .map((given): Entry => () => ({ ...given, day }))
const bonus = amountMinor.map((given): Entry => () => ({
  kind: 'account-bonus',
  amountMinor: given,
  day,
  note: '',
}))
const adjustment = fc
  .tuple(amountMinor, fc.boolean(), fc.option(place))
  .map(([given, isLess, at]): Entry => (ledger, accountId) => ({
    kind: 'account-adjustment',
    amountMinor: isLess ? -given : given,
    of: at === null ? null : seqAt(ledger, accountId, at),
    day,
    note: '',
  }))
const ending = fc
  .tuple(fc.constantFrom('account-paid', 'account-canceled'), place)
  .map(([kind, at]): Entry => (ledger, accountId) => ({
    kind,
    of: seqAt(ledger, accountId, at),
    day,
    note: '',
  }))
const reading = fc
  .integer({ min: -1_000, max: 1_000_000 })
  .map((readMinor): Entry => (ledger, accountId) => ({
    kind: 'account-reading',
    readMinor,
    expectedMinor: ledger.accounts.balance(accountId),
    note: '',
  }))
const state = amountMinor.map((maxStakeMinor): Entry => () => ({
  kind: 'account-state',
  state: { kind: 'limited', maxStakeMinor },
  note: '',
}))
const undone = place.map((at): Entry => (ledger, accountId) => ({
  kind: 'account-undone',
  of: seqAt(ledger, accountId, at),
  note: '',
}))

/** Promotions of each account, whose tickets may name them. */
export const promotionIds = [
  '00000000-0000-4000-8000-0000000000a1',
  '00000000-0000-4000-8000-0000000000a2',
] as const
const commonTerms = {
  name: '',
  minOdds: { text: '+100', format: 'american', odds: '2/1' },
  minLegs: 2,
  startsAt: null,
  endsAt: null,
  uses: 2,
  maxStakeMinor: 5_000,
} as const
export const profitBoost = {
  ...commonTerms,
  kind: 'profitBoost',
  percent: 50,
  maxExtraMinor: 10_000,
} as const satisfies PromotionTerms
const promotion = fc
  .tuple(
    fc.constantFrom(...promotionIds),
    fc.constantFrom<PromotionTerms>(profitBoost, { ...commonTerms, kind: 'bonusBet' }),
  )
  .map(([promotionId, terms]): Entry => () => ({ kind: 'account-promotion', promotionId, terms, note: '' }))
const promotionEnd = fc.constantFrom(...promotionIds).map((promotionId): Entry => () => ({
  kind: 'account-promotion-ended',
  promotionId,
  note: '',
}))

/** To a name of its own, so that no two holders become one. */
const renamed = fc
  .tuple(fc.constantFrom('Main', 'Pool', 'Lía', 'Nina'), fc.constantFrom('Main', 'Nina', 'Ada'))
  .map(([from, to]) => (ledger: Ledger) => {
    ledger.writeAccounts(({ accounts }, at) => accounts.renameHolder(at, from, to))
  })

const open = fc
  .constantFrom(...testAccounts)
  .map(account => (ledger: Ledger) => void openAccount(ledger, account))
const entry = fc
  .tuple(
    fc.constantFrom(...accountIds),
    fc.oneof(
      deposit,
      deposit,
      bonus,
      adjustment,
      ending,
      ending,
      reading,
      state,
      undone,
      promotion,
      promotion,
      promotionEnd,
    ),
  )
  .map(
    ([accountId, make]) =>
      (ledger: Ledger) =>
        void addEntry(ledger, accountId, make(ledger, accountId)),
  )

export const accountAction = fc.oneof(open, renamed, { arbitrary: entry, weight: 4 })

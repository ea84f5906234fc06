/** Accounts and promotions as the window shows them. */
import type { AccountLine, AccountsOverview } from '../../../src/shared/model/accounts/account.ts'
import type { PromotionLine, PromotionTerms } from '../../../src/shared/model/accounts/promotion.ts'

/** No limits. */
export const plainTerms = {
  ...{ name: '', minOdds: null, minLegs: null, startsAt: null, endsAt: null, uses: 1 },
} as const
const caps = { maxStakeMinor: null, maxExtraMinor: null } as const
export const halfBoost = {
  ...plainTerms,
  ...caps,
  kind: 'profitBoost',
  percent: 50,
} as const satisfies PromotionTerms

/** The n-th promotion; unused unless `given` says so. */
export const promotionLine = (
  n: number,
  terms: PromotionTerms = halfBoost,
  given: Partial<PromotionLine> = {},
): PromotionLine => ({
  promotionId: `00000000-0000-4000-8000-0000000000a${n}`,
  terms,
  usesLeft: terms.uses,
  ended: null,
  tickets: [],
  playThrough: null,
  worthMinor: null,
  ...given,
})

/** The n-th account, at its own book unless `given` says so. */
export const accountLine = (n: number, given: Partial<AccountLine> = {}): AccountLine => ({
  accountId: `6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b1${n}`,
  holder: 'Main',
  book: { id: `book-${n}`, name: `Book ${n}` },
  currency: 'USD',
  state: { kind: 'open' },
  balanceMinor: 61_240,
  isMoneyKnown: true,
  openMinor: 0,
  pendingMinor: 0,
  check: null,
  promotions: [],
  ...given,
})

/** These accounts, without sums. */
export const overviewOf = (...accounts: AccountLine[]): AccountsOverview => ({
  accounts,
  currencies: [],
  bonusWorth: { worth: 0.7, bets: 0, isOwn: false },
})

/** Sums of accounts for tests of statements: holders by their difference. */
import type { CurrencySums } from '../../../src/shared/model/accounts/account.ts'

export const sumsOf = (currency: string, differences: Readonly<Record<string, number>>): CurrencySums => ({
  ...{ currency, balanceMinor: 0, openMinor: 0, pendingMinor: 0, promotionsMinor: 0 },
  ...{ differences: 0, differenceMinor: 0 },
  holders: Object.entries(differences).map(([holder, differenceMinor]) => ({
    ...{ holder, fundedMinor: 1_000, entitledMinor: 1_200, differenceMinor },
    holdingMinor: 1_200 + differenceMinor,
  })),
})

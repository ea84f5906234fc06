/** Limits of a stake: those that a book sends with a price, and those of the user's accounts. */
import type { AccountLine } from '../../../shared/model/accounts/account.ts'
import type { Limits } from '../../../shared/model/price/quote.ts'
import { parseMoney } from '../../../shared/model/ticket/money.ts'

/** Limits are texts of the book; one that is no amount is not known. */
export function toMinorLimits(limits: Limits | null, currency: string) {
  const toMinor = (text: string | null | undefined) => {
    const parsed = parseMoney(text ?? '', currency)
    return parsed.ok ? parsed.minor : null
  }
  return { minMinor: toMinor(limits?.min), maxMinor: toMinor(limits?.max) }
}

/**
 * Largest stake by the accounts at a book in a currency: that of the account that takes most, 0 when all are closed, and
 * null without a limit or an account.
 */
export function findAccountLimit(
  accounts: readonly Pick<AccountLine, 'book' | 'currency' | 'state'>[],
  bookId: string,
  currency: string,
): number | null {
  const own = accounts.filter(account => account.book.id === bookId && account.currency === currency)
  if (own.length === 0 || own.some(({ state }) => state.kind === 'open')) return null
  return Math.max(0, ...own.map(({ state }) => (state.kind === 'limited' ? state.maxStakeMinor : 0)))
}

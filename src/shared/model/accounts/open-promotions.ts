/** Promotions that a bet can use now: those of accounts that take bets. */
import type { OpenPromotion, OpenPromotions } from '../price/promoted-price.ts'
import type { AccountLine } from './account.ts'
import { toPromotion } from './promotion.ts'

type PromotedAccount = Pick<
  AccountLine,
  'accountId' | 'holder' | 'currency' | 'book' | 'state' | 'promotions'
>

/** By book, without deposit matches, which belong to no bet. */
export function listOpenPromotions(
  accounts: readonly PromotedAccount[],
  bonusWorth: number | undefined,
): OpenPromotions {
  const open = accounts.flatMap(account => toOpen(account, bonusWorth))
  return Map.groupBy(open, ({ bookId }) => bookId)
}

function toOpen(
  { accountId, holder, currency, book, state, promotions }: PromotedAccount,
  bonusWorth: number | undefined,
): (OpenPromotion & { readonly bookId: string })[] {
  if (state.kind === 'closed') return []
  return promotions
    .filter(({ ended, usesLeft, terms }) => ended === null && usesLeft > 0 && terms.kind !== 'depositMatch')
    .map(line => ({
      ...{ accountId, holder, currency, bookId: book.id },
      terms: line.terms,
      promotion: toPromotion(line, book.id, bonusWorth),
    }))
}

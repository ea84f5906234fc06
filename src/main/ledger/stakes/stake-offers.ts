/** The bets that a stake plan can make at each book, plain and boosted, and what limits the stakes on them. */
import type { Row } from '../../../shared/model/parlay/desk.ts'
import {
  findBoost,
  type BoostedPrice,
  type OpenPromotions,
} from '../../../shared/model/price/promoted-price.ts'
import type { CellValue } from '../../../shared/model/price/row-value.ts'
import type { Settings } from '../../../shared/model/settings/settings.ts'
import type { PlannedStake } from '../../../shared/model/ticket/stake-plan.ts'
import { toNumber } from '../../../shared/odds/rational.ts'
import type { AccountLimit } from '../accounts/account-reads.ts'
import { toMinorLimits } from './stake-limits.ts'
import type { BookOffer } from './stake-question.ts'

/** Limits of accounts by book, from the one where most can be staked down. */
export type AccountLimits = ReadonlyMap<string, readonly AccountLimit[]>

/** A price with its win probability, or a boosted one; limits and quote are those of the plain price. */
export interface Offered extends BookOffer, Pick<PlannedStake, 'boost'> {
  readonly cell: CellValue
  readonly quoteId: number
  /** Largest stake that the boost covers; null without one, and for any stake. */
  readonly coveredMinor: number | null
  /** Available balance of the account, where it is the limit at the book. */
  readonly availableMinor: number | null
  /** Stakes open on the same bet at the book: a part of what it takes. */
  readonly openMinor: number
  /** True when the user keeps accounts, but none at the book: it gets no stake. */
  readonly lacksAccount: boolean
}

export interface Staked extends Offered {
  /** 0 where nothing is to be staked, and where the offer was left out. */
  readonly stakeMinor: number
}

export interface OffersContext {
  readonly limits: AccountLimits
  readonly promotions: OpenPromotions
  /** Stakes open on the same bet, by book. */
  readonly openMinor: ReadonlyMap<string, number>
  readonly currency: string
  /** Epoch ms. */
  readonly now: number
}

/** A user who keeps accounts in the currency bets where one is; else at any book. */
export const canBetAt = (bookId: string, limits: AccountLimits): boolean =>
  limits.size === 0 || limits.has(bookId)

/** From the highest odds down, boosted ones beside the plain ones of their books. */
export function listOffers(
  row: Row,
  ranked: readonly CellValue[],
  { limits, promotions, openMinor, currency, now }: OffersContext,
): Offered[] {
  const context = { now, currency, legKeys: row.legs.map(({ key }) => key) }
  return ranked
    .flatMap(cell => {
      const accounts = limits.get(cell.bookId) ?? []
      const open = openMinor.get(cell.bookId) ?? 0
      const given = { currency, lacksAccount: !canBetAt(cell.bookId, limits) }
      const plain = toOffered(cell, row, { ...given, limit: accounts[0], openMinor: open })
      const boost = findBoost(cell, promotions.get(cell.bookId) ?? [], context)
      if (boost === undefined) return [plain]
      const other = accounts.slice(1).find(({ accountId }) => accountId === boost.of.accountId)
      const own = other && toOffered(cell, row, { ...given, limit: other, openMinor: open })
      return [toBoostedOffer(plain, boost, (own ?? plain).maxMinor), plain]
    })
    .toSorted((a, b) => b.decimal - a.decimal)
}

interface OfferContext {
  readonly currency: string
  readonly lacksAccount: boolean
  readonly limit: AccountLimit | undefined
  /** Stakes open on the same bet, which are out of the balance already. */
  readonly openMinor: number
}

/** The book's limits, or those of the account when they are less. */
function toOffered(
  cell: CellValue,
  { cells }: Row,
  { currency, lacksAccount, limit, openMinor }: OfferContext,
): Offered {
  const own = cells.find(({ bookId }) => bookId === cell.bookId)
  const quote = own?.quote
  const limits = quote?.outcome.kind === 'priced' ? quote.outcome.limits : null
  const { minMinor, maxMinor } = toMinorLimits(limits, currency)
  const available = limit?.availableMinor ?? null
  const most = Math.min(...[maxMinor, own?.maxStakeMinor, limit?.maxMinor].map(each => each ?? Infinity))
  const left = Math.max(0, most - openMinor)
  const max = Math.min(left, available ?? Infinity)
  return {
    ...{ cell, bookId: cell.bookId, boost: null },
    decimal: cell.price.decimal,
    quoteId: quote?.id ?? 0,
    ...{ minMinor, maxMinor: toLimit(max), bookMaxMinor: toLimit(max), coveredMinor: null },
    availableMinor: max < left ? available : null,
    ...{ openMinor, lacksAccount },
  }
}

const toLimit = (max: number): number | null => (max === Infinity ? null : max)

/** The offer as if nothing were open on the same bet. */
export function toOfferAlone(offer: Offered): Offered {
  const add = (minor: number | null) => (minor === null ? null : minor + offer.openMinor)
  return {
    ...offer,
    bookMaxMinor: add(offer.bookMaxMinor),
    maxMinor: offer.boost === null ? add(offer.maxMinor) : offer.maxMinor,
  }
}

/** The part of a plain offer that the boost covers, within the limit of the account that has it. */
function toBoostedOffer(
  plain: Offered,
  { of, odds, coveredMinor }: BoostedPrice,
  ownMaxMinor: number | null,
): Offered {
  const decimal = toNumber(odds)
  const max = Math.min(ownMaxMinor ?? Infinity, coveredMinor ?? Infinity)
  return {
    ...{ ...plain, decimal, boost: { promotionId: of.promotion.id, decimal }, coveredMinor },
    maxMinor: toLimit(max),
  }
}

export const toPlannedStake = ({ bookId, cell, ...staked }: Staked): PlannedStake => ({
  ...{ bookId, price: cell.price, boost: staked.boost, quoteId: staked.quoteId },
  ...{ maxMinor: staked.maxMinor, stakeMinor: staked.stakeMinor },
})

/**
 * Limits of the stakes: books and boosts that take no more, balances that are all staked, and books that would get a stake
 * if the user had an account there.
 */
export function toLimitFacts(
  staked: readonly Staked[],
  probability: number,
  tooSmall: readonly Offered[],
  books: Settings['books'],
) {
  const allBooks = listBookStakes(staked, books)
  const byBook = allBooks.filter(({ best }) => !best.lacksAccount)
  const lowest = Math.min(...byBook.map(book => book.lowestStaked))
  const used = byBook.filter(({ stakedMinor }) => stakedMinor > 0)
  const highest = Math.max(...(used.length > 0 ? used : byBook).map(({ best }) => best.decimal))
  const isAtLimits = byBook.every(book => book.isAtLimits)
  const isWanted = ({ best: { decimal }, stakedMinor }: BookStakes) =>
    stakedMinor > 0 || isAtLimits || decimal > lowest
  return {
    totalMinor: sum(byBook.map(({ stakedMinor }) => stakedMinor)),
    isAtLimits,
    smallestBet: findSmallestBet(tooSmall, books),
    atLimit: byBook.flatMap(({ atLimit }) => atLimit),
    held: byBook.flatMap(book => {
      const { best, name, isFull, availableMinor } = book
      const isHeld = isFull && best.decimal * probability > 1 && isWanted(book)
      return isHeld && availableMinor !== null ? [{ name, minor: availableMinor }] : []
    }),
    hasOwnBooks: byBook.length > 0,
    withoutAccount: allBooks.flatMap(book => {
      const { lacksAccount, decimal } = book.best
      const isMissed = lacksAccount && decimal * probability > 1 && isWanted(book)
      return isMissed ? [{ name: book.name, paysMore: decimal > highest }] : []
    }),
  }
}

/** The least of the smallest bets of some books; null for none. */
function findSmallestBet(offers: readonly Offered[], books: Settings['books']) {
  const [least] = offers.toSorted((a, b) => (a.minMinor ?? 0) - (b.minMinor ?? 0))
  return least ? { name: findBookName(books, least.bookId), minor: least.minMinor ?? 0 } : null
}

export const findBookName = (books: Settings['books'], bookId: string): string =>
  books.find(({ id }) => id === bookId)?.name ?? bookId

/** The stakes at each book: a boosted one before the plain one, each rounded down to the minor unit. */
function listBookStakes(staked: readonly Staked[], books: Settings['books']) {
  return [...Map.groupBy(staked, ({ bookId }) => bookId)].flatMap(([bookId, offers]) => {
    const [best, plain] = [offers[0], offers.at(-1)]
    if (best === undefined || plain === undefined) return []
    const name = findBookName(books, bookId)
    const { availableMinor } = plain
    const used = offers.filter(offer => offer.stakeMinor > 0)
    const stakedMinor = sum(used.map(offer => offer.stakeMinor))
    const maxMinor = availableMinor ?? plain.bookMaxMinor ?? Infinity
    const isFull = stakedMinor > maxMinor - offers.length
    const boosts = used.flatMap(each => toBoostAtLimit(each, name))
    const atBook = stakedMinor > 0 ? [{ name, isBoost: false, maxMinor }] : []
    return {
      ...{ best, name, availableMinor, stakedMinor, isFull },
      lowestStaked: used.at(-1)?.decimal ?? Infinity,
      atLimit: isFull ? atBook : boosts,
      isAtLimits: isFull || boosts.length === used.length,
    }
  })
}
type BookStakes = ReturnType<typeof listBookStakes>[number]

/** Limit of a boost: what it covers, or the account that has it when that takes less. */
function toBoostAtLimit({ boost, stakeMinor: minor, maxMinor, coveredMinor }: Staked, book: string) {
  if (boost === null || minor !== maxMinor) return []
  const isBoost = minor === coveredMinor
  return [{ name: `The ${isBoost ? 'boost' : 'account with the boost'} at ${book}`, isBoost, maxMinor }]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

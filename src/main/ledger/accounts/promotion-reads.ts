/** Promotions of accounts as the window shows them: what tickets used of them, and the play-through of deposit matches. */
import { z } from 'zod'
import { toPromotion, type PromotionLine } from '../../../shared/model/accounts/promotion.ts'
import type { DepositMatch } from '../../../shared/value/promotions.ts'
import { rational } from '../../../shared/odds/rational.ts'
import { bonusWorthBy, usualWorthMinor, type BonusWorth } from '../../../shared/value/promotion-worth.ts'
import { playThroughOf, type MatchBet } from '../../../shared/value/play-through.ts'
import type { Database } from '../../storage/database.ts'
import { toDayNumber } from '../projection/ticket-row.ts'
import { toLocalDay } from '../tickets/parse-draft.ts'
import { listActive, listPromotions, type AccountHistory, type PromotionState } from './account-history.ts'

const UsingTickets = z.array(z.object({ promotionId: z.string(), ticketId: z.number(), title: z.string() }))

const BonusRow = z.object({ bets: z.number(), mean: z.number().nullable() })

const MatchBetRow = z.object({
  stakeMinor: z.number(),
  odds: z.string(),
  legCount: z.number(),
  isDecided: z.number(),
})

const prepareStatements = (database: Database) => ({
  using: database.prepare(
    `SELECT promotion_id AS promotionId, id AS ticketId, title FROM tickets INDEXED BY tickets_of_promotion
     WHERE promotion_id IS NOT NULL AND is_voided = 0 ORDER BY id`,
  ),
  /** By the fair price when it was taken where there is one, else by what it paid. */
  bonusBets: database.prepare(
    `SELECT count(*) AS bets, avg(1.0 * coalesce(fair_p * potential_minor, profit_minor) / stake_minor) AS mean
     FROM tickets WHERE is_demo = :isDemo AND kind = 'bonus' AND is_voided = 0 AND result IN ('won', 'lost')`,
  ),
  matchBets: database.prepare(
    `SELECT own_minor AS stakeMinor, price_odds AS odds, result <> 'pending' AS isDecided,
       legs_won + legs_lost + legs_refunded + legs_pending + legs_unknown AS legCount
     FROM tickets
     WHERE account_id = :accountId AND book_id = :bookId AND currency = :currency AND is_voided = 0
       AND result IN ('won', 'lost', 'pending') AND day >= :day AND placed_at < :endsAt`,
  ),
})

export interface PromotionReadsDeps {
  readonly database: Database
  readonly isDemo: () => boolean
  readonly now?: () => number
}

export class PromotionReads {
  readonly #run: ReturnType<typeof prepareStatements>
  readonly #isDemo: () => boolean
  readonly #now: () => number

  constructor({ database, isDemo, now = Date.now }: PromotionReadsDeps) {
    this.#run = prepareStatements(database)
    this.#isDemo = isDemo
    this.#now = now
  }

  /** Number of tickets that used a promotion. */
  countUses(promotionId: string): number {
    return this.#readUses()(promotionId).length
  }

  /** The worth of bonus bets, and a function that lists the promotions of an account. */
  read(): { readonly bonusWorth: BonusWorth; readonly list: (history: AccountHistory) => PromotionLine[] } {
    const usesOf = this.#readUses()
    const isDemo = Number(this.#isDemo())
    const bonusWorth = bonusWorthBy(BonusRow.parse(this.#run.bonusBets.get({ isDemo })))
    const toLine = (history: AccountHistory, promotion: PromotionState): PromotionLine => {
      const { promotionId, terms, ended } = promotion
      const tickets = usesOf(promotionId)
      const usesLeft = Math.max(0, terms.uses - tickets.length)
      const use = { promotionId, terms, ended, usesLeft }
      const playThrough = this.#playThrough(history, promotion)
      return { ...use, tickets, playThrough, worthMinor: this.#worth(history, use, playThrough, bonusWorth) }
    }
    return { bonusWorth, list: history => listPromotions(history).map(each => toLine(history, each)) }
  }

  /** Null while it is not known. The bonus of a match is no longer counted once it is in the balance. */
  #worth(
    history: AccountHistory,
    use: Pick<PromotionLine, 'promotionId' | 'terms' | 'usesLeft' | 'ended'>,
    playThrough: PromotionLine['playThrough'],
    bonusWorth: BonusWorth,
  ): number | null {
    const { terms, usesLeft, ended } = use
    if (ended !== null || usesLeft === 0 || (terms.endsAt ?? Infinity) <= this.#now()) return 0
    if (terms.kind !== 'depositMatch')
      return usualWorthMinor(toPromotion(use, history.opened.book.id), bonusWorth) ?? null
    if (playThrough === null) return null
    return hasBonusSince(history, playThrough.day) ? 0 : playThrough.worthMinor
  }

  #readUses(): (promotionId: string) => PromotionLine['tickets'] {
    const uses = Map.groupBy(UsingTickets.parse(this.#run.using.all()), use => use.promotionId)
    return promotionId => (uses.get(promotionId) ?? []).map(({ ticketId, title }) => ({ ticketId, title }))
  }

  /** Null for other kinds, and before the deposit. */
  #playThrough(history: AccountHistory, { promotionId, terms, ended, addedAt }: PromotionState) {
    const { book, currency } = history.opened
    const match = toPromotion({ promotionId, terms, ended, usesLeft: terms.uses }, book.id)
    if (match.kind !== 'depositMatch') return null
    const deposits = listDeposits(history, toLocalDay(terms.startsAt ?? addedAt), match)
    const [first] = deposits
    if (first === undefined) return null
    const rows = this.#run.matchBets.all({
      ...{ accountId: history.accountId, bookId: book.id, currency },
      ...{ day: toDayNumber(first.day), endsAt: terms.endsAt ?? Number.MAX_SAFE_INTEGER },
    })
    return {
      day: first.day,
      depositMinor: deposits.reduce((all, { amountMinor }) => all + amountMinor, 0),
      ...playThroughOf(
        match,
        deposits.map(({ amountMinor }) => amountMinor),
        MatchBetRow.array().parse(rows).map(toMatchBet),
      ),
    }
  }
}

/** The first deposits of the match's time, as many as it has uses. */
function listDeposits(history: AccountHistory, from: string, { endsAt, usesLeft }: DepositMatch) {
  const until = endsAt === undefined ? undefined : toLocalDay(endsAt)
  return listActive(history)
    .flatMap(({ record }) => (record.kind === 'account-deposit' ? [record] : []))
    .filter(({ day }) => day >= from && (until === undefined || day <= until))
    .slice(0, usesLeft)
}

const hasBonusSince = (history: AccountHistory, day: string): boolean =>
  listActive(history).some(({ record }) => record.kind === 'account-bonus' && record.day >= day)

function toMatchBet({ odds, isDecided, ...bet }: z.output<typeof MatchBetRow>): MatchBet {
  const [num = '1', den = '1'] = odds.split('/')
  return { ...bet, odds: rational(BigInt(num), BigInt(den)), isDecided: isDecided === 1 }
}

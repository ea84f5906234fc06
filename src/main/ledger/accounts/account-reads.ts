/** Queries of accounts: what their records and tickets come to. Amounts are minor units, and exact. */
import { z } from 'zod'
import type {
  AccountItem,
  AccountItems,
  AccountLine,
  AccountsOverview,
  CurrencySums,
} from '../../../shared/model/accounts/account.ts'
import { listOpenPromotions } from '../../../shared/model/accounts/open-promotions.ts'
import type { OpenPromotions } from '../../../shared/model/price/promoted-price.ts'
import { entryKinds } from '../../../shared/model/ticket/payout.ts'
import { TicketResult } from '../../../shared/model/ticket/settlement.ts'
import type { Database } from '../../storage/database.ts'
import type { Changes } from '../log/changes.ts'
import type { AccountBook } from './account-book.ts'
import {
  amountOf,
  findUndoProblem,
  getCheck,
  getState,
  listActive,
  listFlows,
  listPending,
  listPromotions,
  listRecordResults,
  sumPending,
  sumRecords,
  withPresentName,
  type AccountHistory,
  type TimedMinor,
} from './account-history.ts'
import { PromotionReads, type PromotionReadsDeps } from './promotion-reads.ts'
import { toDayText } from '../projection/ticket-row.ts'
import { makeStatement, type HolderMoney } from './statement.ts'

/** Limits of a bet at an account. */
export interface AccountLimit {
  readonly accountId: string
  /** Largest stake that it takes; null for any. */
  readonly maxMinor: number | null
  /** Available balance: without open stakes and pending withdrawals; null when it is not known. */
  readonly availableMinor: number | null
}

/** Maximum records of one account that a list shows. */
const maxItems = 500

const TicketSums = z.array(
  z.object({
    accountId: z.string(),
    bookId: z.string(),
    currency: z.string(),
    cashMinor: z.number(),
    openMinor: z.number(),
    tickets: z.number(),
  }),
)
const ResultRows = z.array(
  z.object({
    key: z.string(),
    settledAt: z.number().nullable(),
    day: z.number(),
    minor: z.number(),
  }),
)
const EntryRows = z.array(
  z.object({
    seq: z.number(),
    at: z.number(),
    ticketId: z.number(),
    title: z.string(),
    entry: z.enum(entryKinds),
    result: TicketResult.nullable(),
    amountMinor: z.number(),
    isReversal: z.number(),
  }),
)

/** Tickets that belong to an account but are of another book or currency, as from an edited file, do not count. */
const ofAccount = 't.account_id = :accountId AND t.book_id = :bookId AND t.currency = :currency'

/** Entries of these tickets alone, because the newest of all may be of other accounts. */
const entriesOfAccount =
  'tickets AS t INDEXED BY tickets_in_account CROSS JOIN entries AS e ON e.ticket_id = t.id'

const prepareStatements = (database: Database) => ({
  sums: database.prepare(
    `SELECT account_id AS accountId, book_id AS bookId, currency, count(*) AS tickets,
       sum(coalesce(profit_minor, -own_minor)) AS cashMinor, sum(iif(profit_minor IS NULL, own_minor, 0)) AS openMinor
     FROM tickets WHERE account_id IS NOT NULL AND is_voided = 0 GROUP BY account_id, book_id, currency`,
  ),
  results: database.prepare(
    `SELECT account_id || char(10) || book_id || char(10) || currency AS key, settled_at AS settledAt, day,
       sum(profit_minor) AS minor
     FROM tickets WHERE account_id IS NOT NULL AND is_voided = 0 AND profit_minor IS NOT NULL
     GROUP BY account_id, book_id, currency, settled_at, day`,
  ),
  entries: database.prepare(
    `SELECT e.seq, l.at, e.ticket_id AS ticketId, t.title, e.kind AS entry, l.body ->> '$.result' AS result,
       e.cash_minor AS amountMinor, e.reverses IS NOT NULL AS isReversal
     FROM ${entriesOfAccount} CROSS JOIN log AS l ON l.seq = e.seq WHERE ${ofAccount} ORDER BY e.seq DESC LIMIT :limit`,
  ),
  countEntries: database.prepare(`SELECT count(*) AS n FROM ${entriesOfAccount} WHERE ${ofAccount}`),
})

interface TicketMoney {
  /** Results of settled tickets, less own stakes of open ones. */
  readonly cashMinor: number
  readonly openMinor: number
  readonly tickets: number
}
const noTickets: TicketMoney = { cashMinor: 0, openMinor: 0, tickets: 0 }

interface AccountReadsDeps extends PromotionReadsDeps {
  readonly accounts: Pick<AccountBook, 'list' | 'get'>
  /** Undefined in a ledger without a team. */
  readonly changes: Pick<Changes, 'findOf'> | undefined
}

export class AccountReads {
  readonly #book: Pick<AccountBook, 'list' | 'get'>
  readonly #changes: Pick<Changes, 'findOf'> | undefined
  readonly #run: ReturnType<typeof prepareStatements>
  readonly promotions: PromotionReads

  constructor({ database, accounts, changes, ...context }: AccountReadsDeps) {
    this.#book = accounts
    this.#changes = changes
    this.#run = prepareStatements(database)
    this.promotions = new PromotionReads({ database, ...context })
  }

  overview(): AccountsOverview {
    const tickets = this.#sumTickets()
    const accounts = this.#book.list()
    const { bonusWorth, list } = this.promotions.read()
    const lines = accounts.map(history => ({
      ...toLine(history, tickets(history)),
      promotions: list(history),
    }))
    const currencies = [...Map.groupBy(lines, ({ currency }) => currency)]
      .toSorted(([a, of], [b, others]) => others.length - of.length || (a < b ? -1 : 1))
      .map(([currency, ofCurrency]) => toSums(currency, ofCurrency, this.#toHolders(ofCurrency, accounts)))
    return { accounts: lines, currencies, bonusWorth }
  }

  /** The balance by records and tickets now. Throws Refusal for an unknown account. */
  balance(accountId: string): number {
    const history = this.#book.get(accountId)
    return sumRecords(history) + this.#sumTickets()(history).cashMinor
  }

  /**
   * The largest stake that the open accounts in a currency take, by book, 0 where all are closed. A book where one takes
   * any stake, or without an account, has no entry.
   */
  maxStakes(currency: string): Map<string, number> {
    const accounts = this.#book.list().filter(({ opened }) => opened.currency === currency)
    const byBook = Map.groupBy(accounts, ({ opened }) => opened.book.id)
    const found = [...byBook].map(([bookId, at]) => [bookId, Math.max(...at.map(maxStakeOf))] as const)
    return new Map(found.filter(([, minor]) => Number.isFinite(minor)))
  }

  /** Limits of the accounts in a currency by book, from the one where most can be staked down. */
  limits(currency: string): ReadonlyMap<string, readonly AccountLimit[]> {
    const tickets = this.#sumTickets()
    const accounts = this.#book.list().filter(({ opened }) => opened.currency === currency)
    const found = [...Map.groupBy(accounts, ({ opened }) => opened.book.id)].map(([bookId, at]) => {
      const limits = at.map(history => toLimit(history, tickets(history)))
      return [bookId, limits.toSorted(compareLimits)] as const
    })
    return new Map(found)
  }

  /** Promotions that a bet can use now, by book. */
  openPromotions(): OpenPromotions {
    const accounts = this.#book.list()
    if (accounts.every(history => listPromotions(history).length === 0)) return new Map()
    const { bonusWorth, list } = this.promotions.read()
    const lines = accounts.map(history => ({
      ...{ ...history.opened, accountId: history.accountId },
      ...{ state: getState(history), promotions: list(history) },
    }))
    return listOpenPromotions(lines, bonusWorth.worth)
  }

  /** Number of tickets in an account. */
  countTickets(accountId: string): number {
    return this.#sumTickets()(this.#book.get(accountId)).tickets
  }

  /** Records and entries of tickets, newest first, each with the balance after it. Throws Refusal. */
  items(accountId: string): AccountItems {
    const history = this.#book.get(accountId)
    const { book, currency } = history.opened
    const of = { accountId, bookId: book.id, currency }
    const entries = EntryRows.parse(this.#run.entries.all({ ...of, limit: maxItems })).map(toTicketItem)
    const count = Number(this.#run.countEntries.get(of)?.['n'] ?? 0) + history.records.length
    const newestFirst = [...listRecordItems(history), ...entries].toSorted((a, b) => b.seq - a.seq)
    let balanceMinor = this.balance(accountId)
    const items = newestFirst.slice(0, maxItems).map((item): AccountItem => {
      const shown = { ...item, balanceMinor, ...this.#toAuthor(item.seq) }
      balanceMinor -= item.amountMinor
      return shown
    })
    return { items, more: count - items.length }
  }

  #toAuthor(seq: number): Pick<AccountItem, 'by'> {
    const change = this.#changes?.findOf(seq)
    return change === undefined ? {} : { by: { member: change.member, isShared: change.place !== null } }
  }

  #sumTickets(): (history: AccountHistory) => TicketMoney {
    const rows = TicketSums.parse(this.#run.sums.all())
    const found = new Map(rows.map(row => [toKey(row.accountId, row.bookId, row.currency), row]))
    return history => found.get(keyOf(history)) ?? noTickets
  }

  /** The statement of one currency. */
  #toHolders(lines: readonly AccountLine[], all: readonly AccountHistory[]) {
    const accounts = all.filter(({ opened }) => opened.currency === lines[0]?.currency)
    const holders = sumByHolder(lines, accounts)
    // The times of results matter only to several people's money.
    const isShared = holders.filter(({ flows }) => flows.length > 0).length > 1
    return makeStatement(holders, isShared ? this.#listResults(accounts) : [])
  }

  #listResults(accounts: readonly AccountHistory[]): TimedMinor[] {
    const rows = Map.groupBy(ResultRows.parse(this.#run.results.all()), ({ key }) => key)
    return accounts.flatMap(history => [
      ...listRecordResults(history),
      ...(rows.get(keyOf(history)) ?? []).map(({ settledAt, day, minor }) => ({
        at: settledAt ?? endOf(toDayText(day)),
        minor,
      })),
    ])
  }
}

const toKey = (...parts: [accountId: string, bookId: string, currency: string]) => parts.join('\n')
const keyOf = ({ accountId, opened: { book, currency } }: AccountHistory) =>
  toKey(accountId, book.id, currency)
/** A ticket that was imported with its result has only a day. */
const endOf = (day: string): number => new Date(`${day}T23:59:59.999`).getTime()

function maxStakeOf(history: AccountHistory): number {
  const state = getState(history)
  if (state.kind === 'open') return Infinity
  return state.kind === 'closed' ? 0 : state.maxStakeMinor
}

/** Records by which the money in an account is known. */
const moneyKinds: ReadonlySet<string> = new Set([
  'account-deposit',
  'account-bonus',
  'account-adjustment',
  'account-reading',
])

const isMoneyKnown = (history: AccountHistory): boolean =>
  listActive(history).some(({ record }) => moneyKinds.has(record.kind))

function toLimit(history: AccountHistory, { cashMinor }: TicketMoney): AccountLimit {
  const balanceMinor = sumRecords(history) + cashMinor + (getCheck(history)?.differenceMinor ?? 0)
  const max = maxStakeOf(history)
  return {
    accountId: history.accountId,
    maxMinor: Number.isFinite(max) ? max : null,
    availableMinor: isMoneyKnown(history) ? Math.max(0, balanceMinor) : null,
  }
}
const compareLimits = (a: AccountLimit, b: AccountLimit): number => {
  const [ofA = 0, ofB = 0] = [a, b].map(each =>
    Math.min(each.maxMinor ?? Infinity, each.availableMinor ?? Infinity),
  )
  return ofA === ofB ? 0 : ofB - ofA
}

function toLine(
  history: AccountHistory,
  { cashMinor, openMinor }: TicketMoney,
): Omit<AccountLine, 'promotions'> {
  const { holder, book, currency } = history.opened
  return {
    accountId: history.accountId,
    holder,
    book,
    currency,
    state: getState(history),
    balanceMinor: sumRecords(history) + cashMinor,
    isMoneyKnown: isMoneyKnown(history),
    openMinor,
    pendingMinor: sumPending(history),
    check: getCheck(history),
  }
}

type Omitted<T> = T extends unknown ? Omit<T, 'balanceMinor'> : never
type ItemWithoutBalance = Omitted<AccountItem>

function listRecordItems(history: AccountHistory): ItemWithoutBalance[] {
  const pending = new Set(listPending(history).map(({ seq }) => seq))
  return history.records.map(logged => {
    const { seq, at, record } = logged
    return {
      kind: 'record',
      seq,
      at,
      amountMinor: amountOf(history, record),
      record: withPresentName(history, logged),
      isUndone: history.undone.has(seq),
      canUndo: findUndoProblem(history, seq) === undefined,
      isPending: pending.has(seq),
    }
  })
}

const toTicketItem = ({ isReversal, ...row }: z.output<typeof EntryRows>[number]): ItemWithoutBalance => ({
  kind: 'ticket',
  ...row,
  isReversal: isReversal === 1,
})

const add = (
  lines: readonly Omit<AccountLine, 'promotions'>[],
  of: 'balanceMinor' | 'openMinor' | 'pendingMinor',
): number => lines.reduce((all, line) => all + line[of], 0)

function toSums(
  currency: string,
  lines: readonly AccountLine[],
  holders: CurrencySums['holders'],
): CurrencySums {
  const differences = lines.flatMap(({ check }) =>
    check === null || check.differenceMinor === 0 ? [] : [check.differenceMinor],
  )
  return {
    currency,
    balanceMinor: add(lines, 'balanceMinor'),
    openMinor: add(lines, 'openMinor'),
    pendingMinor: add(lines, 'pendingMinor'),
    promotionsMinor: sumPromotions(lines),
    differences: differences.length,
    differenceMinor: differences.reduce((all, minor) => all + minor, 0),
    holders,
  }
}

/** A closed account takes no bet, so that nothing comes of its promotions. */
const sumPromotions = (lines: readonly AccountLine[]): number =>
  lines
    .filter(({ state }) => state.kind !== 'closed')
    .flatMap(({ promotions }) => promotions)
    .reduce((all, { worthMinor }) => all + (worthMinor ?? 0), 0)

/** Money at cost: a stake stays with the holder until its ticket settles, a withdrawal until it is paid. */
function sumByHolder(lines: readonly AccountLine[], accounts: readonly AccountHistory[]): HolderMoney[] {
  const found = new Map<string, HolderMoney>()
  const addTo = (holder: string, flows: readonly TimedMinor[], holdingMinor: number) => {
    const before = found.get(holder)
    found.set(holder, {
      holder,
      flows: [...(before?.flows ?? []), ...flows],
      holdingMinor: (before?.holdingMinor ?? 0) + holdingMinor,
    })
  }
  for (const { holder, balanceMinor, openMinor, pendingMinor } of lines)
    addTo(holder, [], balanceMinor + openMinor + pendingMinor)
  for (const [holder, flows] of accounts.flatMap(history => [...listFlows(history)])) addTo(holder, flows, 0)
  return [...found.values()]
}

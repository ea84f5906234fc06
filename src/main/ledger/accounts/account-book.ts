/** The accounts of the ledger: folded from their records in the log, and written to it under their rules. */
import { Refusal } from '../../../shared/failure.ts'
import {
  accountRecordFields,
  type AccountRecord,
  type AccountRecordOf,
} from '../../../shared/model/accounts/account-record.ts'
import { promotionKindNames } from '../../../shared/model/accounts/promotion.ts'
import type { TicketTerms } from '../../../shared/model/ticket/ticket.ts'
import type { Database } from '../../storage/database.ts'
import { appliedInOrder, type LedgerLog } from '../log/ledger-log.ts'
import { toLedgerRecord, toLogRows } from '../log/parse-log.ts'
import type { AccountLogRecord, ChangeRecord, LedgerRecord, LoggedRecord } from '../log/record.ts'
import {
  addRecord,
  findProblem,
  isRemoved,
  listHolders,
  listPromotions,
  openHistory,
  type AccountHistory,
} from './account-history.ts'

interface AccountBookDeps {
  readonly database: Database
  readonly log: LedgerLog
  readonly isDemo: () => boolean
}

type Histories = ReadonlyMap<string, AccountHistory>
const nothingKnown: { readonly seq: number; readonly accounts: Histories } = { seq: 0, accounts: new Map() }

const refused = (field: string, sentence: string) => new Refusal({ kind: 'invalid', field, sentence })

export class AccountBook {
  readonly #log: LedgerLog
  readonly #isDemo: () => boolean
  readonly #records: ReturnType<Database['prepare']>
  /** Accounts after the first `seq` records of the log, all of them committed. */
  #known = nothingKnown

  constructor({ database, log, isDemo }: AccountBookDeps) {
    this.#log = log
    this.#isDemo = isDemo
    const { from, where, order } = appliedInOrder
    this.#records = database.prepare(
      log.isShared
        ? `SELECT l.seq, l.at, l.ticket_id, l.kind, l.body FROM ${from}
           WHERE l.ticket_id IS NULL AND l.seq > ? AND ${where} ${order}`
        : 'SELECT seq, at, ticket_id, kind, body FROM log WHERE ticket_id IS NULL AND seq > ? ORDER BY seq',
    )
  }

  /** After changes of other members, which may come before own ones in the order of the team's log. */
  readAgain(): void {
    this.#known = nothingKnown
  }

  /** Accounts of the demo or of the user, in the order of opening, without removed ones. */
  list(): AccountHistory[] {
    return this.listAll().filter(history => !isRemoved(history))
  }

  /** As `list`, with removed ones. */
  listAll(): AccountHistory[] {
    const isDemo = this.#isDemo()
    return [...this.#read().values()].filter(({ opened }) => opened.isDemo === isDemo)
  }

  /** Also a removed account. */
  find(accountId: string): AccountHistory | undefined {
    return this.#read().get(accountId)
  }

  /** Throws Refusal when there is none, or it was removed. */
  get(accountId: string): AccountHistory {
    const found = this.list().find(history => history.accountId === accountId)
    if (found === undefined) throw new Refusal({ kind: 'not-found', what: 'the account' })
    return found
  }

  /** `Main at Bravo`, for texts. */
  nameOf(accountId: string): string {
    const opened = this.find(accountId)?.opened
    return opened === undefined ? 'an account that isn’t here' : `${opened.holder} at ${opened.book.name}`
  }

  /** The name as a holder is known by already, whatever its case and spaces, else the name itself. */
  spellHolder(name: string): string {
    const holders = this.list().flatMap(history => [...listHolders(history)])
    return holders.find(holder => isSameName(holder, name)) ?? name
  }

  /**
   * Opens an account, or returns false when this one is open. Only inside a commit. Throws Refusal when the holder has
   * another account at the book in this currency.
   */
  open(
    at: number,
    accountId: string,
    opening: Omit<AccountRecordOf<'account-opened'>, 'kind' | 'isDemo'>,
  ): boolean {
    if (this.find(accountId) !== undefined) return false
    const { holder, book, currency } = opening
    const isSame = ({ opened }: AccountHistory) =>
      opened.holder === holder && opened.book.id === book.id && opened.currency === currency
    if (this.list().some(isSame))
      throw refused('holder', `${holder} already has an account at ${book.name} in ${currency}.`)
    this.#append(at, accountId, { kind: 'account-opened', ...opening, isDemo: this.#isDemo() })
    return true
  }

  /** Adds a record and returns its number in the log. Only inside a commit. Throws Refusal. */
  write(at: number, accountId: string, record: AccountRecord): number {
    const sentence = findProblem(this.get(accountId), record)
    if (sentence !== undefined) throw refused('of', sentence)
    return this.#append(at, accountId, record)
  }

  /**
   * Renames a holder in every account with money or records of theirs. Only inside a commit. Throws Refusal when there is
   * no such holder, or another one with that name, as both would be one for good.
   */
  renameHolder(at: number, from: string, holder: string): void {
    const theirs = this.list().filter(history => listHolders(history).has(from))
    if (theirs.length === 0) throw new Refusal({ kind: 'not-found', what: 'the holder' })
    if (holder === from) return
    const others = this.list().flatMap(history => [...listHolders(history)].filter(name => name !== from))
    const other = others.find(name => isSameName(name, holder))
    if (other !== undefined) throw refused('to', `There is a holder ${other} already. Enter another name.`)
    for (const { accountId } of theirs)
      this.write(at, accountId, { kind: 'account-renamed', from, holder, note: '' })
  }

  /** Adds a record that was checked. Only inside a commit. */
  import(at: number, accountId: string, record: AccountRecord): number {
    return this.#append(at, accountId, record)
  }

  /** The promotion's name or kind, for texts. */
  promotionName(promotionId: string): string {
    const found = [...this.#read().values()]
      .flatMap(listPromotions)
      .find(each => each.promotionId === promotionId)
    return found === undefined
      ? 'a promotion that isn’t here'
      : found.terms.name || promotionKindNames[found.terms.kind]
  }

  /** Throws Refusal unless the account of a ticket is at its book and in its currency, and has its promotion. */
  checkTicket({
    accountId,
    book,
    currency,
    promotionId,
  }: Pick<TicketTerms, 'accountId' | 'book' | 'currency' | 'promotionId'>): void {
    const promotion = promotionId ?? null
    if (accountId === undefined || accountId === null) {
      if (promotion !== null) throw refused('promotionId', 'Choose the account of the promotion.')
      return
    }
    const history = this.get(accountId)
    const { opened } = history
    if (promotion !== null && !listPromotions(history).some(each => each.promotionId === promotion))
      throw refused('promotionId', 'This promotion is of another account. Choose one of this account.')
    if (opened.book.id !== book.id)
      throw refused('accountId', `This account is at ${opened.book.name}, not at ${book.name}.`)
    if (opened.currency !== currency)
      throw refused('accountId', `This account is in ${opened.currency}, not in ${currency}.`)
  }

  #append(at: number, accountId: string, record: AccountRecord): number {
    return this.#log.append(at, null, { ...record, accountId })
  }

  /** Records of a transaction, which may be rolled back, are read but not kept. */
  #read(): Histories {
    const { records: upTo } = this.#log.tail
    const { seq, accounts } = this.#known.seq <= upTo ? this.#known : nothingKnown
    if (seq === upTo) return accounts
    const now = new Map(accounts)
    for (const logged of toLogRows(this.#records.all(seq)).map(toLedgerRecord)) applyToAll(now, logged)
    if (!this.#log.isCommitting) this.#known = { seq: upTo, accounts: now }
    return now
  }
}

const toSimpleName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()
const isSameName = (a: string, b: string): boolean => toSimpleName(a) === toSimpleName(b)

/** Throws on records that no version of this program writes. */
function applyToAll(
  accounts: Map<string, AccountHistory>,
  { seq, at, record: stored }: LoggedRecord<LedgerRecord>,
): void {
  if (!isOfAccount(stored)) return
  const { accountId, ...record } = stored
  const before = accounts.get(accountId)
  if (before !== undefined) accounts.set(accountId, addRecord(before, { seq, at, record }))
  else if (record.kind === 'account-opened')
    accounts.set(accountId, openHistory(accountId, { seq, at, record }))
  else throw new Error(`account ${accountId} does not begin with its opening`)
}

export const isOfAccount = (record: ChangeRecord): record is AccountLogRecord =>
  Object.hasOwn(accountRecordFields, record.kind)

/** Accounts as the window shows them: their money, the statement by holder, and the records of one account. */
import { z } from 'zod'
import { RecordAuthor } from '../team/record-author.ts'
import { Count, Currency } from '../ticket/money.ts'
import { entryKinds } from '../ticket/payout.ts'
import { TicketResult } from '../ticket/settlement.ts'
import { TicketBook } from '../ticket/ticket.ts'
import { TicketId } from '../ticket/ticket-line.ts'
import { AccountId } from './account-id.ts'
import { PromotionLine } from './promotion.ts'
import { accountRecordFields, AccountState, Holder, Sum, type AccountRecordKind } from './account-record.ts'

/** The last balance that was read off the book's page. */
const Check = z.strictObject({
  at: z.number(),
  /** Record of the reading. */
  seq: z.number().int(),
  readMinor: Sum,
  /** Read less expected, as far as no adjustment explains it. */
  differenceMinor: Sum,
})

export const AccountLine = z.strictObject({
  accountId: AccountId,
  holder: Holder,
  book: TicketBook,
  currency: Currency,
  state: AccountState,
  /** Records and settled tickets, less own stakes of open tickets and pending withdrawals. */
  balanceMinor: Sum,
  /** False without a deposit, a bonus, an adjustment or a reading: the balance is then that of tickets alone. */
  isMoneyKnown: z.boolean(),
  /** Own stakes of open tickets. */
  openMinor: Sum,
  /** Withdrawals requested, and not paid or canceled yet. */
  pendingMinor: Sum,
  check: Check.nullable(),
  /** Promotions for it, ended and spent ones included, in the order of adding. */
  promotions: z.array(PromotionLine),
})
export type AccountLine = Readonly<z.infer<typeof AccountLine>>

/** A holder's part. All differences of a statement sum to 0. */
export const HolderLine = z.strictObject({
  holder: Holder,
  /** Deposits from the holder's money, less withdrawals paid to them. */
  fundedMinor: Sum,
  /** Funded, and a share of each result in proportion to the money that each had at risk when it came. */
  entitledMinor: Sum,
  /** Balances, open stakes and pending withdrawals of the holder's accounts. */
  holdingMinor: Sum,
  /** Holding less entitled: above 0 the holder has money of others. */
  differenceMinor: Sum,
})
export type HolderLine = Readonly<z.infer<typeof HolderLine>>

/** All accounts of one currency. */
export const CurrencySums = z.strictObject({
  currency: Currency,
  balanceMinor: Sum,
  openMinor: Sum,
  pendingMinor: Sum,
  /** Accounts with a difference that is not explained, and the sum of these differences. */
  differences: Count,
  differenceMinor: Sum,
  /** Worth of the promotions that are left, as far as it is known. */
  promotionsMinor: Sum,
  holders: z.array(HolderLine),
})
export type CurrencySums = Readonly<z.infer<typeof CurrencySums>>

/** Worth of 1 in bonus bets, by how many decided ones, and whether by these or the usual one. */
const BonusWorth = z.strictObject({ worth: z.number().min(0).max(1), bets: Count, isOwn: z.boolean() })

export const AccountsOverview = z.strictObject({
  accounts: z.array(AccountLine),
  /** The currency of most accounts first. */
  currencies: z.array(CurrencySums),
  bonusWorth: BonusWorth,
})
export type AccountsOverview = Readonly<z.infer<typeof AccountsOverview>>

const recordSchema = <K extends AccountRecordKind>(kind: K) =>
  z.strictObject({ kind: z.literal(kind), ...accountRecordFields[kind] })

const AnyRecord = z.discriminatedUnion('kind', [
  recordSchema('account-opened'),
  recordSchema('account-state'),
  recordSchema('account-deposit'),
  recordSchema('account-withdrawal'),
  recordSchema('account-paid'),
  recordSchema('account-canceled'),
  recordSchema('account-adjustment'),
  recordSchema('account-bonus'),
  recordSchema('account-reading'),
  recordSchema('account-promotion'),
  recordSchema('account-promotion-ended'),
  recordSchema('account-renamed'),
  recordSchema('account-undone'),
])

const item = <K extends string, T extends z.ZodRawShape>(kind: K, shape: T) =>
  z.strictObject({
    kind: z.literal(kind),
    seq: z.number().int(),
    at: z.number(),
    /** Change of the balance. */
    amountMinor: Sum,
    /** Balance after it. */
    balanceMinor: Sum,
    /** Author, in a ledger that a team shares. */
    by: RecordAuthor.optional(),
    ...shape,
  })

/** A record of an account, or an entry of a ticket that belongs to it. */
export const AccountItem = z.discriminatedUnion('kind', [
  item('record', {
    record: AnyRecord,
    isUndone: z.boolean(),
    /** False for a record that cannot be undone, or on which a later one depends. */
    canUndo: z.boolean(),
    /** A withdrawal that is not paid or canceled yet. */
    isPending: z.boolean(),
  }),
  item('ticket', {
    ticketId: TicketId,
    title: z.string(),
    entry: z.enum(entryKinds),
    result: TicketResult.nullable(),
    isReversal: z.boolean(),
  }),
])
export type AccountItem = Readonly<z.infer<typeof AccountItem>>

/** Newest first. `more`: number of older ones that are not listed. */
export const AccountItems = z.strictObject({ items: z.array(AccountItem), more: Count })
export type AccountItems = Readonly<z.infer<typeof AccountItems>>

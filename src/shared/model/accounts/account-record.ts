/**
 * Records of accounts in the ledger's log. An account is a holder at a book, in one currency. No record is ever changed;
 * undoing one adds a record that names it. Amounts are minor units of the account's currency.
 */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { Currency, maxMinor, Minor } from '../ticket/money.ts'
import { Day } from '../ticket/ticket.ts'
import { PromotionId } from './account-id.ts'
import { PromotionTerms } from './promotion.ts'

/** The person or pool that an account, or money in it, belongs to. */
export const Holder = z.string().trim().min(1).max(80)

/** The stakes that a book takes: any, stakes up to an amount, or none. */
export const AccountState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open') }),
  z.strictObject({ kind: z.literal('limited'), maxStakeMinor: z.number().int().positive().max(maxMinor) }),
  z.strictObject({ kind: z.literal('closed') }),
])
export type AccountState = Readonly<z.infer<typeof AccountState>>

const Amount = z.number().int().positive().max(maxMinor)
/** Number of an earlier record of the same account. */
const Seq = z.number().int().min(0)
const note = z.string().max(1_000)
/** A sum of amounts. */
export const Sum = z.number().int()

/** The fields of each kind of record, besides the account's id. `of`: the record that it refers to. */
export const accountRecordFields = {
  'account-opened': {
    holder: Holder,
    book: z.strictObject({ id: BookId, name: z.string().min(1).max(80) }),
    currency: Currency,
    isDemo: z.boolean(),
    note,
  },
  'account-state': { state: AccountState, note },
  /** `holder`: whose money it is. */
  'account-deposit': { amountMinor: Amount, holder: Holder, day: Day, note },
  /** Requested; the money has left the balance and is pending. `holder`: who will receive it. */
  'account-withdrawal': { amountMinor: Amount, holder: Holder, day: Day, note },
  /** The withdrawal `of` has arrived. */
  'account-paid': { of: Seq, day: Day, note },
  /** The withdrawal `of` was canceled; its money is in the balance again. */
  'account-canceled': { of: Seq, day: Day, note },
  /** A correction of the balance. `of`: the reading whose difference it explains, or null. */
  'account-adjustment': {
    amountMinor: Minor.refine(minor => minor !== 0),
    of: Seq.nullable(),
    day: Day,
    note,
  },
  /** Money from the book. */
  'account-bonus': { amountMinor: Amount, day: Day, note },
  /** The balance on the book's page, and the one that records and tickets gave then. It changes no balance. */
  'account-reading': { readMinor: Minor, expectedMinor: Sum, note },
  /** A promotion of the book for this account; one with the id of an earlier record replaces its terms. */
  'account-promotion': { promotionId: PromotionId, terms: PromotionTerms, note },
  /** The user ended the promotion: it is offered no more. */
  'account-promotion-ended': { promotionId: PromotionId, note },
  /** The holder `from` of this account or of money in it is named `holder`, in all earlier records too. */
  'account-renamed': { from: Holder, holder: Holder, note },
  /** The record `of` counts no more. */
  'account-undone': { of: Seq, note },
}
type Fields = typeof accountRecordFields
export type AccountRecordKind = keyof Fields
export type AccountRecordOf<K extends AccountRecordKind> = Readonly<
  { kind: K } & z.infer<z.ZodObject<Fields[K], z.core.$strict>>
>
/** A record without the account's id. */
export type AccountRecord = { [K in AccountRecordKind]: AccountRecordOf<K> }[AccountRecordKind]

/** An account, or a record of one, as the user enters it. Amounts are text; the main process parses them. */
import { z } from 'zod'
import { BookId } from '../game/book.ts'
import { Currency } from '../ticket/money.ts'
import { Day } from '../ticket/ticket.ts'
import { AccountId, PromotionId } from './account-id.ts'
import { Holder } from './account-record.ts'
import { PromotionTerms } from './promotion.ts'

const AmountText = z.string().trim().max(40)
const Note = z.string().trim().max(300)
const Seq = z.number().int().positive()

export const AccountDraft = z.strictObject({
  accountId: AccountId,
  holder: Holder,
  bookId: BookId,
  /** Name of a book that is not in the settings. */
  bookName: z.string().trim().min(1).max(80).nullable(),
  currency: Currency,
  /** First deposit; null for none. */
  deposit: AmountText.nullable(),
  day: Day,
})
export type AccountDraft = Readonly<z.infer<typeof AccountDraft>>

/** Terms as in `accountRecordFields`. */
export const EntryDraft = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['deposit', 'withdrawal']),
    amount: AmountText,
    holder: Holder,
    day: Day,
    note: Note,
  }),
  z.strictObject({ kind: z.literal('bonus'), amount: AmountText, day: Day, note: Note }),
  /** The amount may have a minus. */
  z.strictObject({
    kind: z.literal('adjustment'),
    amount: AmountText,
    of: Seq.nullable(),
    day: Day,
    note: Note,
  }),
  z.strictObject({ kind: z.enum(['paid', 'canceled']), of: Seq, day: Day, note: Note }),
  z.strictObject({ kind: z.enum(['open', 'closed']), note: Note }),
  z.strictObject({ kind: z.literal('limited'), maxStake: AmountText, note: Note }),
  /** The balance on the book's page, 0 or more. */
  z.strictObject({ kind: z.literal('reading'), balance: AmountText, note: Note }),
  z.strictObject({ kind: z.literal('undone'), of: Seq, note: Note }),
  /** Adds a promotion, or replaces the terms of the one with this id. */
  z.strictObject({ kind: z.literal('promotion'), promotionId: PromotionId, terms: PromotionTerms }),
  z.strictObject({ kind: z.literal('promotion-ended'), promotionId: PromotionId }),
])
export type EntryDraft = Readonly<z.infer<typeof EntryDraft>>

/** Records that the form of an account offers; the others refer to one in the list. */
export type EntryKind = Exclude<
  EntryDraft['kind'],
  'paid' | 'canceled' | 'undone' | 'promotion' | 'promotion-ended'
>

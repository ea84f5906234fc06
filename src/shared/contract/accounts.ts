/** Accounts at books, and their money. Every sum is computed in the main process. */
import { z } from 'zod'
import { AccountItems, AccountsOverview } from '../model/accounts/account.ts'
import { AccountDraft, EntryDraft } from '../model/accounts/account-draft.ts'
import { Holder } from '../model/accounts/account-record.ts'
import { AccountId } from '../model/accounts/account-id.ts'
import { TaxReport, TaxRequest } from '../model/accounts/tax-report.ts'
import { call, event, Nothing } from './entry.ts'

const OfAccount = z.strictObject({ accountId: AccountId })

export const accounts = {
  /** All accounts, with the statement by holder. */
  overview: call(Nothing, AccountsOverview),
  /** Records of an account and entries of its tickets, newest first. */
  items: call(OfAccount, AccountItems),
  /** Opens an account, with its first deposit; one that is open already stays as it is. */
  open: call(AccountDraft, z.null()),
  /** Adds a record to an account. Nothing is ever changed: undoing a record adds one, too. */
  record: call(OfAccount.extend({ entry: EntryDraft }), z.null()),
  /** Renames a holder in all accounts and their records; their tickets and the statement follow. */
  renameHolder: call(z.strictObject({ from: Holder, to: Holder }), z.null()),
  /** Gains and losses of a year, whatever account their tickets belong to. */
  tax: call(TaxRequest, TaxReport),
  /** Saves them as a table in a file that the user chooses; `name` is null when they chose none. */
  saveTax: call(TaxRequest, { name: z.string().nullable() }),
  /** Accounts or their records were added; ticket changes are reported by `ledger.changed` alone. */
  changed: event(z.null()),
} as const

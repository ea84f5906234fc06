import { cleanText } from '../../../shared/clean-text.ts'
import type { Handlers } from '../../../shared/contract.ts'
import { Refusal } from '../../../shared/failure.ts'
import type { Book } from '../../../shared/model/game/book.ts'
import { findAddedPromotion } from '../../ledger/accounts/account-history.ts'
import { parseAmount, parseEntry, parseHolder } from '../../ledger/accounts/parse-entry.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { TaxHandlers } from './tax.ts'

interface AccountsHandlerDeps {
  readonly ledger: Pick<Ledger, 'accounts' | 'writeAccounts'>
  /** All books of the profile in use. */
  readonly books: () => readonly Book[]
}

/** Accounts at books, and their money. */
export function createAccountsHandlers({
  ledger,
  books,
}: AccountsHandlerDeps): Omit<Handlers['accounts'], keyof TaxHandlers> {
  return {
    overview: () => ledger.accounts.overview(),
    items: ({ accountId }) => ledger.accounts.items(accountId),
    open({ accountId, bookId, bookName, currency, deposit, day, ...draft }) {
      const typed = parseHolder(draft.holder)
      const name = books().find(({ id }) => id === bookId)?.name ?? (cleanText(bookName ?? '') || bookId)
      const amountMinor = deposit === null ? undefined : parseAmount('deposit', deposit, currency)
      ledger.writeAccounts(({ accounts }, at) => {
        const holder = accounts.spellHolder(typed)
        const isNew = accounts.open(at, accountId, { holder, book: { id: bookId, name }, currency, note: '' })
        if (isNew && amountMinor !== undefined)
          accounts.write(at, accountId, { kind: 'account-deposit', amountMinor, holder, day, note: '' })
      })
    },
    record: ({ accountId, entry }) =>
      ledger.writeAccounts(({ accounts, accountReads }, at) => {
        const history = accounts.get(accountId)
        const { opened, records } = history
        if (
          entry.kind === 'undone' &&
          records[0]?.seq === entry.of &&
          accountReads.countTickets(accountId) > 0
        )
          throw invalid('of', 'This account has tickets. Move them to another one first.')
        const added = entry.kind === 'undone' ? findAddedPromotion(history, entry.of) : undefined
        if (added !== undefined && accountReads.promotions.countUses(added) > 0)
          throw invalid('of', 'A ticket used this promotion. End it instead.')
        const balance = () => accountReads.balance(accountId)
        const spellHolder = (name: string) => accounts.spellHolder(name)
        const context = { currency: opened.currency, balance, spellHolder }
        accounts.write(at, accountId, parseEntry(entry, context))
      }),
    renameHolder: ({ from, to }) =>
      ledger.writeAccounts(({ accounts }, at) => accounts.renameHolder(at, from, parseHolder(to))),
  }
}

const invalid = (field: string, sentence: string) => new Refusal({ kind: 'invalid', field, sentence })

/** Mirror of all accounts: read when a part that shows them first asks, and again after each change. */
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { AccountLine, AccountsOverview } from '../../../shared/model/accounts/account.ts'
import { listOpenPromotions } from '../../../shared/model/accounts/open-promotions.ts'
import type { OpenPromotions } from '../../../shared/model/price/promoted-price.ts'
import type { EntryKind } from '../../../shared/model/accounts/account-draft.ts'
import { bridge } from '../../bridge.ts'
import { createDrafts } from '../../drafts.ts'
import { recall, remember } from '../../session-memory.ts'
import { useLedgerStore } from '../ledger/ledger-store.ts'
import type { PromotionForm } from './promotions/promotion-form.ts'

/** `Main at Bravo`. */
export const accountName = ({ holder, book }: Pick<AccountLine, 'holder' | 'book'>): string =>
  `${holder} at ${book.name}`

/** In the order of the form. */
export const entryKinds: readonly EntryKind[] = [
  'deposit',
  'withdrawal',
  'reading',
  'bonus',
  'adjustment',
  'limited',
  'closed',
  'open',
]

export interface NewAccountForm {
  readonly accountId: string
  readonly book: string
  readonly holder: string
  readonly currency: string
  readonly deposit: string
}
export interface EntryForm {
  readonly kind: EntryKind
  /** An amount, a limit, or the balance on the book's page. */
  readonly amount: string
  readonly holder: string
  /** `2026-11-20`. */
  readonly day: string
  readonly note: string
}

export const useAccountsStore = defineStore('accounts', () => {
  // state
  const overview = shallowRef<AccountsOverview>()
  const failure = shallowRef<Failure>()
  const selectedId = shallowRef<string>()
  /** Number of the last answer; lists of records are read again with it. */
  const version = shallowRef(0)
  const drafts = createDrafts<NewAccountForm>('new accounts')
  const entries = createDrafts<EntryForm>('records of accounts')
  const promotionDrafts = createDrafts<PromotionForm>('promotions')
  /** The account of the last ticket at each book. */
  const lastUsed = shallowRef(recall<Readonly<Record<string, string>>>('last accounts', {}))
  let isSubscribed = false
  let isReading = false
  let isStale = false

  // derived
  const accounts = computed<readonly AccountLine[]>(() => overview.value?.accounts ?? [])
  /** Promotions that can be used, of accounts that take bets, by book. */
  const openPromotions = computed<OpenPromotions>(() =>
    listOpenPromotions(accounts.value, overview.value?.bonusWorth.worth),
  )
  const selected = computed(() => accounts.value.find(({ accountId }) => accountId === selectedId.value))

  // actions
  /** Begins to follow the accounts; a second call reads them again. */
  async function load(): Promise<void> {
    if (!isSubscribed) {
      isSubscribed = true
      bridge().accounts.changed(() => void read())
      useLedgerStore().subscribe(() => void read())
    }
    await read()
  }

  /** One at a time; a change meanwhile is read afterwards. */
  async function read(): Promise<void> {
    isStale = true
    if (isReading) return
    isReading = true
    while (isStale) {
      isStale = false
      const outcome = await bridge().accounts.overview()
      failure.value = outcome.ok ? undefined : outcome.failure
      if (outcome.ok) overview.value = outcome.value
      version.value += 1
    }
    isReading = false
  }

  /** The accounts; read now unless they were read before. */
  async function list(): Promise<readonly AccountLine[]> {
    if (overview.value === undefined) await load()
    return accounts.value
  }

  function select(accountId: string): void {
    selectedId.value = accountId
  }

  /** Accounts at a book in a currency, for a ticket: the last one used first, closed ones last. */
  function listFor(bookId: string, currency: string): readonly AccountLine[] {
    const rank = ({ accountId, state }: AccountLine) =>
      accountId === lastUsed.value[bookId] ? 0 : state.kind === 'closed' ? 2 : 1
    return accounts.value
      .filter(account => account.book.id === bookId && account.currency === currency)
      .toSorted((a, b) => rank(a) - rank(b))
  }

  /** Proposes this account for the next ticket at its book, until the window closes. */
  function rememberAccount(accountId: string | null | undefined): void {
    const bookId = accounts.value.find(account => account.accountId === accountId)?.book.id
    if (typeof accountId !== 'string' || bookId === undefined) return
    lastUsed.value = { ...lastUsed.value, [bookId]: accountId }
    remember('last accounts', lastUsed.value)
  }

  return {
    overview: shallowReadonly(overview),
    failure: shallowReadonly(failure),
    selectedId: shallowReadonly(selectedId),
    version: shallowReadonly(version),
    accounts,
    openPromotions,
    selected,
    drafts,
    entries,
    promotionDrafts,
    load,
    list,
    select,
    listFor,
    remember: rememberAccount,
  }
})

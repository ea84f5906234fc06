/** Commands of accounts, available before their view is first shown. */
import type { EntryKind } from '../../../shared/model/accounts/account-draft.ts'
import { useCommands } from '../../commands/command-store.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { useLedgerStore } from '../ledger/ledger-store.ts'
import { useAccountsStore } from './accounts-store.ts'

export function useAccountsCommands(): void {
  const ledger = useLedgerStore()
  const accounts = useAccountsStore()
  const navigation = useNavigationStore()

  const isClosed = () => (ledger.isOpen ? undefined : 'The ledger isn’t open')
  const toEntry = (entry: EntryKind) => ({
    run() {
      const { selected } = accounts
      if (selected === undefined) return
      navigation.openDialog({ kind: 'account-entry', accountId: selected.accountId, entry })
    },
    blocked: () => isClosed() ?? (accounts.selected === undefined ? 'Select an account first' : undefined),
  })
  useCommands({
    'accounts.new': { run: () => navigation.openDialog({ kind: 'new-account' }), blocked: isClosed },
    'accounts.deposit': toEntry('deposit'),
    'accounts.withdraw': toEntry('withdrawal'),
    'accounts.reconcile': toEntry('reading'),
    'accounts.tax': { run: () => navigation.openDialog({ kind: 'tax-report' }), blocked: isClosed },
    'accounts.limit': toEntry('limited'),
    'accounts.use-promotions': {
      run: () => navigation.openDialog({ kind: 'use-promotions' }),
      blocked: () => isClosed() ?? (accounts.openPromotions.size === 0 ? 'Add a promotion first' : undefined),
    },
    'accounts.promotion': {
      run() {
        const { selected } = accounts
        if (selected === undefined) return
        navigation.openDialog({ kind: 'promotion', accountId: selected.accountId, promotionId: null })
      },
      blocked: () => isClosed() ?? (accounts.selected === undefined ? 'Select an account first' : undefined),
    },
  })
}

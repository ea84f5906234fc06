/** Commands of the ledger, available before its view is first shown. */
import { useCommands } from '../../commands/command-store.ts'
import type { LedgerAction } from '../../../shared/model/settings/target.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { useLedgerStore } from './ledger-store.ts'

export function useLedgerCommands(): void {
  const ledger = useLedgerStore()
  const { runInLedger, openDialog } = useNavigationStore()

  const blocked = () => (ledger.isOpen ? undefined : 'The ledger isn’t open')
  const inLedger = (action: LedgerAction) => ({ run: () => runInLedger(action), blocked })
  useCommands({
    'ledger.new': inLedger('new-ticket'),
    'ledger.settle': inLedger('settle'),
    'ledger.filter': inLedger('filter'),
    'ledger.charts': inLedger('toggle-charts'),
    'ledger.import': { run: () => openDialog({ kind: 'import-tickets' }), blocked },
    'ledger.export': { run: () => openDialog({ kind: 'export-tickets' }), blocked },
  })
}

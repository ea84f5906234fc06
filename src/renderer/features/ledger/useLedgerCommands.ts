/** The ledger's acts as commands, also while it was never shown. */
import { useCommands } from '../palette/palette-store.ts'
import { useNavigationStore } from '../../navigation-store.ts'
import { ledgerActs } from './ledger-keys.ts'
import { useLedgerStore } from './ledger-store.ts'

export function useLedgerCommands(): void {
  const ledger = useLedgerStore()
  const navigation = useNavigationStore()

  const transfers = [
    {
      title: 'Import tickets',
      words: 'CSV JSON',
      run: () => navigation.openDialog({ kind: 'import-tickets' }),
    },
    {
      title: 'Export tickets',
      words: 'CSV JSON save',
      run: () => navigation.openDialog({ kind: 'export-tickets' }),
    },
  ]
  useCommands({
    group: 'Ledger',
    commands: () => {
      const blocked = ledger.isOpen ? undefined : 'The ledger is not open'
      const acts = ledgerActs.map(({ act, ...named }) => ({
        ...named,
        run: () => navigation.runInLedger(act),
      }))
      return [...acts, ...transfers].map(command => ({ ...command, blocked }))
    },
  })
}

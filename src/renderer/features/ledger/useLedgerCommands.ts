/** The ledger's acts as commands, also while it was never shown. */
import { useCommands } from '../palette/palette-store.ts'
import { useLedgerAskStore } from './ledger-ask-store.ts'
import { ledgerActs } from './ledger-keys.ts'
import { useLedgerStore } from './ledger-store.ts'
import { useTransferStore } from './transfer-store.ts'

export function useLedgerCommands(): void {
  const ledger = useLedgerStore()
  const asks = useLedgerAskStore()
  const transfer = useTransferStore()

  const transfers = [
    { title: 'Import tickets', words: 'CSV JSON', run: () => transfer.open('import') },
    { title: 'Export tickets', words: 'CSV JSON save', run: () => transfer.open('export') },
  ]
  useCommands({
    group: 'Ledger',
    commands: () => {
      const blocked = ledger.isOpen ? undefined : 'The ledger is not open'
      const acts = ledgerActs.map(({ act, ...named }) => ({ ...named, run: () => asks.ask(act) }))
      return [...acts, ...transfers].map(command => ({ ...command, blocked }))
    },
  })
}

import type { Handlers } from '../../../shared/contract.ts'
import type { Backups } from '../../ledger/backups/backups.ts'
import type { Ledger } from '../../ledger/ledger.ts'

export interface BackupHandlerDeps {
  readonly ledger: Ledger
  readonly backups: Backups
  /** Shows the ledger's file in the system's own file manager. */
  readonly show: () => void
}

/** Backups, and the way back when the ledger cannot be used. */
export function createBackupsHandlers({ ledger, backups, show }: BackupHandlerDeps): Handlers['backups'] {
  const replaced = (keptAs: string) => ({ status: ledger.snapshot().status, keptAs })
  return {
    snapshot: () => backups.state(),
    list: () => ({ backups: backups.list() }),
    restore: async ({ name }) => replaced(await backups.restore(name)),
    adopt: async () => replaced(await backups.adopt()),
    startNew: async () => replaced(await backups.startNew()),
    retry() {
      ledger.open()
      return ledger.snapshot().status
    },
    show,
  }
}

/** Copies of the ledger, and the ways back when it cannot be used. Files are named by the list only. */
import { z } from 'zod'
import { BackupList, BackupName, BackupState } from '../model/ticket/backup.ts'
import { LedgerStatus } from '../model/ticket/ledger-status.ts'
import { call, event, Nothing } from './entry.ts'

/** The new state, and the name under which the former files are kept. */
const Replaced = z.strictObject({ status: LedgerStatus, keptAs: z.string() })

export const backups = {
  snapshot: call(Nothing, BackupState),
  list: call(Nothing, BackupList),
  /** Puts a backup in the ledger's place. */
  restore: call(z.strictObject({ name: BackupName }), Replaced),
  /** Goes on with what the ledger holds, although records are lost or nothing vouches for them. */
  adopt: call(Nothing, Replaced),
  /** Begins an empty ledger. */
  startNew: call(Nothing, Replaced),
  /** Opens the ledger once more, as after another program has let it go. */
  retry: call(Nothing, LedgerStatus),
  /** Shows the user where the files are. */
  show: call(Nothing, z.null()),
  changed: event(BackupState),
} as const

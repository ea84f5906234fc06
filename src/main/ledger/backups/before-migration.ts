/** The copy that is made before an update of the program changes the ledger's file. */
import { copyInto, lookIntoDatabase } from '../../storage/database.ts'
import { LedgerClosed } from '../opening/inspect.ts'
import type { Opening } from '../opening/ledger-file.ts'
import { BackupFiles, backupsIn } from './backup-files.ts'
import { sentenceOf } from './storage-sentence.ts'

/** Among the backups of the ledger in that folder. Throws LedgerClosed when it cannot be made: the file stays as it is. */
export function backupBeforeMigration(
  folder: string,
  now: () => number = Date.now,
): Opening['beforeMigration'] {
  const backups = new BackupFiles(backupsIn(folder))
  return ({ database }, end) => {
    try {
      backups.makeNow(now(), end, file => lookIntoDatabase(database, opened => copyInto(opened, file)))
    } catch (error) {
      const sentence = `The ledger could not be copied before its update, and was left as it is. ${sentenceOf(error)}`
      throw new LedgerClosed('unusable', sentence, { cause: error })
    }
  }
}

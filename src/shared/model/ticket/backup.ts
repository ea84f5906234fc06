/** A copy of the ledger as it was at a moment, to go back to. */
import { z } from 'zod'

const Count = z.number().int().min(0)

/** The moment it was made, as a name. */
export const BackupName = z.string().regex(/^ledger-[\dTZ.-]{10,40}\.db$/)

export const Backup = z.strictObject({
  name: BackupName,
  at: z.number(),
  bytes: Count,
  /** Null when it cannot be read. */
  tickets: Count.nullable(),
  records: Count.nullable(),
  /** Reason why it cannot be used, as a sentence; null if it can. */
  problem: z.string().nullable(),
})
export type Backup = Readonly<z.infer<typeof Backup>>

export const BackupState = z.strictObject({
  /** Time of the last good backup; null if there is none. */
  newestAt: z.number().nullable(),
  /** Reason why the last attempt failed, as a sentence; null if it did not. */
  failure: z.string().nullable(),
})
export type BackupState = Readonly<z.infer<typeof BackupState>>

/** Newest first. */
export const BackupList = z.strictObject({ backups: z.array(Backup) })
export type BackupList = Readonly<z.infer<typeof BackupList>>

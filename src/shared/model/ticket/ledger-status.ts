/** The ledger as a whole: whether it can be trusted, what changed in it, and its backups. */
import { z } from 'zod'
import { Count } from './money.ts'
import { BookPolicy } from './refund-policy.ts'
import { TicketLine } from './ticket-line.ts'

/**
 * Reasons not to open the ledger. `behind`: it lacks records that were acknowledged. `missing`: there is a witness but no
 * ledger, or an empty one. `unwitnessed`: there are records but no witness to compare them with. `damaged`: a record is
 * not as it was written. `newer`: it is of a newer program. `unusable`: it cannot be read now, such as a locked file.
 */
export const ledgerProblems = ['behind', 'missing', 'unwitnessed', 'damaged', 'newer', 'unusable'] as const
export const LedgerProblem = z.enum(ledgerProblems)
export type LedgerProblem = z.infer<typeof LedgerProblem>

export const LedgerStatus = z.discriminatedUnion('kind', [
  /**
   * Not read yet; the window is painted first. `lacking`: its tables are rebuilt from the log, as after an update, and
   * this number of its `records` is still to come.
   */
  z.strictObject({ kind: z.literal('opening'), lacking: Count.optional(), records: Count.optional() }),
  z.strictObject({
    kind: z.literal('open'),
    tickets: Count,
    records: Count,
    /** Number of records compared with the running hash since the start; all of them in the end. */
    verified: Count,
    /** False while the last record could not be witnessed: it is saved, but its loss would not be noticed. */
    isWitnessed: z.boolean(),
    /** The reason, in sentences, that nothing can be recorded, such as a full disk; null where there is none. */
    readOnly: z.string().nullable(),
    /** The reason, in a sentence, that lists and sums lack the newest records; null when they have them or soon will. */
    behind: z.string().nullable(),
    /** Time of the last record since the start. */
    savedAt: z.number().nullable(),
  }),
  /** Not opened: nothing is written, the bytes are kept. `sentence` says what was found. */
  z.strictObject({ kind: z.literal('closed'), problem: LedgerProblem, sentence: z.string() }),
])
export type LedgerStatus = Readonly<z.infer<typeof LedgerStatus>>

export const LedgerSnapshot = z.strictObject({ seq: z.number().int(), status: LedgerStatus })
export type LedgerSnapshot = Readonly<z.infer<typeof LedgerSnapshot>>

/**
 * Tickets that were recorded or changed since the event before, as they are now; sums have to be read again.
 * `isMany`: more changed than are listed here, so lists have to be read again too.
 */
export const LedgerChange = LedgerSnapshot.extend({
  lines: z.array(TicketLine),
  /** Tickets that are no longer shown: voided, or of the other ledger. */
  gone: z.array(z.number().int()),
  isMany: z.boolean(),
})
export type LedgerChange = Readonly<z.infer<typeof LedgerChange>>

/** A policy for each book there is; those never edited ask. */
export const PolicyList = z.strictObject({
  policies: z.array(BookPolicy.extend({ bookName: z.string(), changedAt: z.number().nullable() })),
})
export type PolicyList = Readonly<z.infer<typeof PolicyList>>

/** The moment it was made, as a name. */
export const BackupName = z.string().regex(/^ledger-[\dTZ.-]{10,40}\.db$/)

/** A copy of the ledger as it was at a moment, to go back to. */
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

/** Status, changes and backups of the ledger as a whole. */
import { z } from 'zod'
import { Count } from './money.ts'
import { BookPolicy } from './refund-policy.ts'
import { TicketLine } from './ticket-line.ts'

/**
 * Reasons not to open the ledger. `behind`: acknowledged records are missing. `missing`: there is a witness but no
 * ledger, or an empty one. `unwitnessed`: there are records but no witness. `damaged`: a record was changed. `newer`: a
 * newer version of the program wrote it. `unusable`: it cannot be read now, for example because it is locked.
 */
export const ledgerProblems = ['behind', 'missing', 'unwitnessed', 'damaged', 'newer', 'unusable'] as const
export const LedgerProblem = z.enum(ledgerProblems)
export type LedgerProblem = z.infer<typeof LedgerProblem>

export const LedgerStatus = z.discriminatedUnion('kind', [
  /**
   * Not open yet; the window is painted first. `lacking`: number of the `records` that are not in the tables yet, while
   * these are rebuilt, as after an update.
   */
  z.strictObject({ kind: z.literal('opening'), lacking: Count.optional(), records: Count.optional() }),
  z.strictObject({
    kind: z.literal('open'),
    tickets: Count,
    records: Count,
    /** Number of records verified by the running hash since the start; all of them at the end. */
    verified: Count,
    /** False while the witness lacks the last record: it is saved, but its loss would not be noticed. */
    isWitnessed: z.boolean(),
    /** Sentences that say why nothing can be recorded, such as a full disk; null when recording is possible. */
    readOnly: z.string().nullable(),
    /** Sentence that says why lists and sums lack the newest records; null when they have them or soon will. */
    behind: z.string().nullable(),
    /** Time of the last record since the start. */
    savedAt: z.number().nullable(),
    /** Number of the team's changes that wait for a user; absent without a team. */
    waiting: Count.exactOptional(),
  }),
  /** Not opened; the file stays unchanged. `sentence` says why. */
  z.strictObject({ kind: z.literal('closed'), problem: LedgerProblem, sentence: z.string() }),
])
export type LedgerStatus = Readonly<z.infer<typeof LedgerStatus>>

export const LedgerSnapshot = z.strictObject({ seq: z.number().int(), status: LedgerStatus })
export type LedgerSnapshot = Readonly<z.infer<typeof LedgerSnapshot>>

/**
 * Present lines of tickets that changed since the last event; sums must be read again. `isMany`: more tickets changed
 * than are listed, so lists must be read again too.
 */
export const LedgerChange = LedgerSnapshot.extend({
  lines: z.array(TicketLine),
  /** Tickets that are no longer shown: deleted, or of the other ledger. */
  gone: z.array(z.number().int()),
  isMany: z.boolean(),
})
export type LedgerChange = Readonly<z.infer<typeof LedgerChange>>

/** A policy for each book; those never edited are `ask`. */
export const PolicyList = z.strictObject({
  policies: z.array(BookPolicy.extend({ bookName: z.string(), changedAt: z.number().nullable() })),
})
export type PolicyList = Readonly<z.infer<typeof PolicyList>>

/** File name of a backup, with its time. */
export const BackupName = z.string().regex(/^ledger-[\dTZ.-]{10,40}\.db$/)

/** A backup of the ledger. */
export const Backup = z.strictObject({
  name: BackupName,
  at: z.number(),
  bytes: Count,
  /** Null when it cannot be read. */
  tickets: Count.nullable(),
  records: Count.nullable(),
  /** Sentence that says why it cannot be used; null if it can. */
  problem: z.string().nullable(),
})
export type Backup = Readonly<z.infer<typeof Backup>>

export const BackupState = z.strictObject({
  /** Time of the last good backup; null if there is none. */
  newestAt: z.number().nullable(),
  /** Sentence that says why the last attempt failed; null if it did not. */
  failure: z.string().nullable(),
})
export type BackupState = Readonly<z.infer<typeof BackupState>>

/** Newest first. */
export const BackupList = z.strictObject({ backups: z.array(Backup) })
export type BackupList = Readonly<z.infer<typeof BackupList>>

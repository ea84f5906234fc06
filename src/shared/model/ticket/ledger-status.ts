/** The ledger as a whole: whether it can be trusted, and what changed in it. */
import { z } from 'zod'
import { BookPolicy } from './refund-policy.ts'
import { TicketLine } from './ticket-line.ts'

const Count = z.number().int().min(0)

/**
 * Why the ledger is not opened. `behind`: it lacks records that were acknowledged. `missing`: there is a witness but no
 * ledger, or an empty one. `unwitnessed`: there are records but no witness to hold them against. `damaged`: a record is
 * not what was written. `newer`: it is of a newer program. `unusable`: it cannot be read now, such as a locked file.
 */
export const ledgerProblems = ['behind', 'missing', 'unwitnessed', 'damaged', 'newer', 'unusable'] as const
export const LedgerProblem = z.enum(ledgerProblems)
export type LedgerProblem = z.infer<typeof LedgerProblem>

export const LedgerStatus = z.discriminatedUnion('kind', [
  /**
   * Not read yet; the window is painted first. `lacking`: its lists are made anew from the log, as after an update, and
   * have so many of its `records` still to come.
   */
  z.strictObject({ kind: z.literal('opening'), lacking: Count.optional(), records: Count.optional() }),
  z.strictObject({
    kind: z.literal('open'),
    tickets: Count,
    records: Count,
    /** Records whose content has been held against the running hash since the start; all of them in the end. */
    verified: Count,
    /** False while the last record could not be witnessed: it is saved, but nothing would miss it. */
    isWitnessed: z.boolean(),
    /** Why lists and sums lack the newest records, in a sentence; null when they have them all, or soon will. */
    behind: z.string().nullable(),
    /** Of the last record since the start. */
    savedAt: z.number().nullable(),
  }),
  /** Not opened: nothing is written, the bytes are kept. `sentence` says what was found. */
  z.strictObject({ kind: z.literal('closed'), problem: LedgerProblem, sentence: z.string() }),
])
export type LedgerStatus = Readonly<z.infer<typeof LedgerStatus>>

export const LedgerSnapshot = z.strictObject({
  seq: z.number().int(),
  status: LedgerStatus,
})
export type LedgerSnapshot = Readonly<z.infer<typeof LedgerSnapshot>>

/**
 * Tickets that were recorded or changed since the event before, as they are now; sums have to be asked for again.
 * `isMany`: more changed than are told here, so lists have to be asked for again too.
 */
export const LedgerChange = z.strictObject({
  seq: z.number().int(),
  status: LedgerStatus,
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

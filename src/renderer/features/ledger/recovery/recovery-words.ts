/** What became of the ledger, and what the way out of it means, in plain words. */
import type { LedgerProblem } from '../../../../shared/model/ticket/ledger-status.ts'

export const problemTitles: Readonly<Record<LedgerProblem, string>> = {
  behind: 'The ledger lacks records that were saved',
  missing: 'The ledger is not where it was',
  unwitnessed: 'Nothing vouches for the ledger',
  damaged: 'The ledger is damaged',
  newer: 'A newer version wrote this ledger',
  unusable: 'The ledger cannot be used now',
}

/** What may be done about each besides trying again: a file of a newer version, or one in use, is none to replace. */
const replaceable: ReadonlySet<LedgerProblem> = new Set(['behind', 'missing', 'unwitnessed', 'damaged'])
export const canReplace = (problem: LedgerProblem): boolean => replaceable.has(problem)

/** Whether its records are whole as far as they go. */
export const canAdopt = (problem: LedgerProblem): boolean => problem === 'behind' || problem === 'unwitnessed'

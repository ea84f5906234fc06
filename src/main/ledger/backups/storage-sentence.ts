/** Why files of the ledger could not be read or written, in a sentence for the screen. */
import { Refusal } from '../../../shared/failure.ts'
import { cannotUse } from '../../storage/database.ts'
import { LedgerClosed } from '../opening/inspect.ts'

const systemSentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full.',
  EACCES: 'The data folder cannot be written.',
  EPERM: 'The data folder cannot be written.',
  EROFS: 'The data folder cannot be written.',
}

export function sentenceOf(error: unknown): string {
  if (error instanceof LedgerClosed) return error.sentence
  if (error instanceof Refusal && 'sentence' in error.failure) return error.failure.sentence
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return cannotUse(error) ?? systemSentences[code] ?? 'The files could not be written; the log says why.'
}

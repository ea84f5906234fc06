/** Sentences about files that cannot be read or written. */
import { errorCode } from '../files/error-code.ts'
import { Refusal, type Failure } from '../../shared/failure.ts'

const diskFull = 'The disk is full.'
const notWritable = 'The data folder can’t be written.'
const inUse = 'The file is in use by another app.'
const diskFault = 'The disk has an error.'

/** Advice for these sentences; all others contain their advice. */
const remedies: ReadonlyMap<string, string> = new Map([
  [diskFull, 'Free up space, then try again.'],
  [notWritable, 'Check its permissions, then try again.'],
  [inUse, 'Close that app, then try again.'],
  [diskFault, 'Check the disk and its connection, then try again.'],
])

/** Primary result codes of SQLite (https://sqlite.org/rescode.html) that do not mean a damaged file. */
const sqliteSentences: ReadonlyMap<number | undefined, string> = new Map([
  [5, inUse],
  [8, notWritable],
  [10, diskFault],
  [13, diskFull],
  [14, notWritable],
])

const systemSentences: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOSPC', diskFull],
  ['EDQUOT', diskFull],
  ['EACCES', notWritable],
  ['EPERM', notWritable],
  ['EROFS', notWritable],
])

/** SQLite's primary result code; undefined for an error that is not from SQLite. */
export function resultCode(error: unknown): number | undefined {
  const code = extendedCode(error)
  return code === undefined ? undefined : code & 0xff
}

function extendedCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
  return isOfSqlite ? Number(error.errcode) : undefined
}

/** SQLITE_IOERR_SHMSIZE: there is no room for the index of the log. */
const noRoomForIndex = 4_874

/** Sentence for an error that keeps SQLite from using a file now; undefined for any other. */
export const explainSqliteError = (error: unknown): string | undefined =>
  extendedCode(error) === noRoomForIndex ? diskFull : sqliteSentences.get(resultCode(error))

/** Another program has the file locked. */
export const isLocked = (error: unknown): boolean => resultCode(error) === 5

/** Sentence for an error of SQLite or the file system; undefined for any other. */
export function explainStorageError(error: unknown): string | undefined {
  if (error instanceof Refusal && 'sentence' in error.failure) return error.failure.sentence
  return explainSqliteError(error) ?? systemSentences.get(errorCode(error))
}

/** The failure for a reason, with the remedy that follows from it. `consequence`: a sentence after the reason. */
export function toStorageFailure(
  reason: string,
  consequence?: string,
): Extract<Failure, { kind: 'storage' }> {
  const sentence = consequence === undefined ? reason : `${reason} ${consequence}`
  const remedy = remedies.get(reason)
  return { kind: 'storage', sentence, ...(remedy !== undefined && { remedy }) }
}

/** An error that keeps SQLite from using a file now as a Refusal (storage); any other unchanged. */
export function toStorageRefusal(error: unknown): unknown {
  const sentence = explainSqliteError(error)
  return sentence === undefined ? error : new Refusal(toStorageFailure(sentence), { cause: error })
}

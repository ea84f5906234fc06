/** The one source of sentences about files that cannot be read or written. */
import { errorCode } from '../files/error-code.ts'
import { Refusal } from '../../shared/failure.ts'

const diskFull = 'The disk is full.'
const notWritable = 'The data folder cannot be written.'

/** Primary result codes of SQLite (https://sqlite.org/rescode.html) that say nothing against the file itself. */
const sqliteSentences: ReadonlyMap<number | undefined, string> = new Map([
  [5, 'The file is in use by another program.'],
  [8, notWritable],
  [10, 'The disk reports an error.'],
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

/** An error that keeps SQLite from using a file now as a Refusal (storage); any other unchanged. */
export function toStorageRefusal(error: unknown): unknown {
  const sentence = explainSqliteError(error)
  return sentence === undefined ? error : new Refusal({ kind: 'storage', sentence }, { cause: error })
}

import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import {
  explainSqliteError,
  explainStorageError,
  isLocked,
  resultCode,
  toStorageFailure,
  toStorageRefusal,
} from '../../../src/main/storage/storage-failure.ts'
import { Refusal } from '../../../src/shared/failure.ts'

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

const readOnly = catchError(() => {
  const database = openDatabase(':memory:', ['CREATE TABLE notes (text TEXT) STRICT'])
  database.exec('PRAGMA query_only = 1')
  database.exec("INSERT INTO notes VALUES ('a')")
})

describe('explainStorageError', () => {
  it.each([
    ['of SQLite', readOnly, 'The data folder can’t be written.'],
    ['of a full disk', Object.assign(new Error('write'), { code: 'ENOSPC' }), 'The disk is full.'],
    ['that is a Refusal', new Refusal({ kind: 'storage', sentence: 'Busy.' }), 'Busy.'],
  ])('gives the sentence for an error %s', (_, error, sentence) => {
    expect(explainStorageError(error)).toBe(sentence)
  })

  it('gives none for any other error', () => {
    expect(explainStorageError(catchError(() => statSync('/none/there')))).toBeUndefined()
    expect(explainStorageError('disk')).toBeUndefined()
  })
})

describe('resultCode', () => {
  it('is the primary code of an error of SQLite, and of no other', () => {
    const withCode = (errcode: unknown) => Object.assign(new Error('a fault'), { errcode })
    expect([resultCode(withCode(5)), resultCode(withCode(0x105)), isLocked(withCode(0x105))]).toEqual([
      5,
      5,
      true,
    ])
    for (const other of [withCode('5'), new Error('a fault'), { errcode: 5 }, null])
      expect(resultCode(other)).toBeUndefined()
  })
})

describe('toStorageFailure', () => {
  it.each([
    ['ENOSPC', { sentence: 'The disk is full.', remedy: 'Free up space, then try again.' }],
    [
      'EROFS',
      {
        sentence: 'The data folder can’t be written.',
        remedy: 'Check its permissions, then try again.',
      },
    ],
  ])('gives the reason of %s its own remedy', (code, expected) => {
    const sentence = explainStorageError(Object.assign(new Error('write'), { code })) ?? ''
    expect(toStorageFailure(sentence)).toEqual({ kind: 'storage', ...expected })
    expect(toStorageFailure(sentence, 'Nothing was sent.')).toEqual({
      kind: 'storage',
      sentence: `${expected.sentence} Nothing was sent.`,
      remedy: expected.remedy,
    })
  })

  it.each([
    [[5], 'The file is in use by another app.', 'Close that app, then try again.'],
    [
      [8, 14, 'EACCES', 'EPERM', 'EROFS'],
      'The data folder can’t be written.',
      'Check its permissions, then try again.',
    ],
    [[10], 'The disk has an error.', 'Check the disk and its connection, then try again.'],
    [[13, 4_874, 'ENOSPC', 'EDQUOT'], 'The disk is full.', 'Free up space, then try again.'],
  ])('gives the errors %j one sentence and its remedy', (codes, sentence, remedy) => {
    for (const code of codes) {
      const error = Object.assign(
        new Error('a fault'),
        typeof code === 'number' ? { errcode: code } : { code },
      )
      expect(explainStorageError(error)).toBe(sentence)
    }
    expect(toStorageFailure(sentence)).toEqual({ kind: 'storage', sentence, remedy })
  })

  it('leaves the advice to a sentence that has its own', () => {
    const sentence = '/data/desk.db was moved. Nothing more is saved until you move it back.'
    expect(toStorageFailure(sentence)).toStrictEqual({ kind: 'storage', sentence })
  })
})

describe('toStorageRefusal', () => {
  it('wraps an error that keeps SQLite from writing, and returns any other unchanged', () => {
    expect(toStorageRefusal(readOnly)).toMatchObject({ failure: { kind: 'storage' }, cause: readOnly })
    const fullDisk = Object.assign(new Error('write'), { code: 'ENOSPC' })
    expect(explainSqliteError(fullDisk)).toBeUndefined()
    expect(toStorageRefusal(fullDisk)).toBe(fullDisk)
  })
})

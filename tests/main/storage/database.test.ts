import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NewerDatabase, openDatabase, transact, type Database } from '../../../src/main/storage/database.ts'
import { parlays001 } from '../../../src/main/storage/migrations/desk/001-parlays.ts'
import { toStorageFailure } from '../../../src/main/storage/storage-failure.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const notes = 'CREATE TABLE notes (text TEXT NOT NULL) STRICT'
const pragma = (database: Database, name: string) =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
const readTexts = (database: Database) =>
  database
    .prepare('SELECT text FROM notes')
    .all()
    .map(row => row['text'])
const add = (database: Database, text: string) => database.prepare('INSERT INTO notes VALUES (?)').run(text)

describe('openDatabase', () => {
  it('sets every pragma, for a file and in memory', () => {
    const names = [
      'journal_mode',
      'synchronous',
      'foreign_keys',
      'trusted_schema',
      'recursive_triggers',
      'wal_autocheckpoint',
    ]
    const file = openDatabase(join(tempFolder(), 'a.db'), [])
    expect(names.map(name => pragma(file, name))).toEqual(['wal', 2, 1, 0, 1, 250])
    file.close()
    const memory = openDatabase(':memory:', [])
    expect(names.map(name => pragma(memory, name))).toEqual(['memory', 2, 1, 0, 1, 250])
  })

  it('runs on an SQLite without the known faults of its WAL', () => {
    const version = openDatabase(':memory:', []).prepare('SELECT sqlite_version() AS version').get()?.[
      'version'
    ]
    const [major = 0, minor = 0, patch = 0] = String(version).split('.').map(Number)
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003)
  })

  it('runs each migration once, in order', () => {
    const file = join(tempFolder(), 'a.db')
    const second = `INSERT INTO notes VALUES ('from the second')`
    const first = openDatabase(file, [notes])
    add(first, 'from a person')
    first.close()
    openDatabase(file, [notes, second]).close()
    const again = openDatabase(file, [notes, second])
    expect(readTexts(again)).toEqual(['from a person', 'from the second'])
    expect(pragma(again, 'user_version')).toBe(2)
    again.close()
  })

  it('leaves a file as it was when a migration fails half-way', () => {
    const file = join(tempFolder(), 'a.db')
    openDatabase(file, [notes]).close()
    const broken = `INSERT INTO notes VALUES ('half'); CREATE TABLE notes (x)`
    expect(() => openDatabase(file, [notes, broken])).toThrow(/already exists/)
    const after = openDatabase(file, [notes])
    expect([readTexts(after), pragma(after, 'user_version')]).toEqual([[], 1])
    after.close()
  })

  it('refuses a file of a newer version without changing a byte of it', () => {
    const file = join(tempFolder(), 'a.db')
    openDatabase(file, [notes, 'SELECT 1']).close()
    const before = readFileSync(file)
    expect(() => openDatabase(file, [notes])).toThrow(NewerDatabase)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

describe('transact', () => {
  const open = () => openDatabase(':memory:', [notes])

  it('writes everything, and returns the result', () => {
    const database = open()
    expect(transact(database, () => add(database, 'a').changes)).toBe(1)
    expect(readTexts(database)).toEqual(['a'])
  })

  it('writes nothing when the work throws, and throws the same', () => {
    const database = open()
    const fault = new Error('a fault')
    const work = () => {
      add(database, 'a')
      throw fault
    }
    expect(() => transact(database, work)).toThrow(fault)
    expect(readTexts(database)).toEqual([])
    transact(database, () => add(database, 'b'))
    expect(readTexts(database)).toEqual(['b'])
  })

  it('inside another transaction, is rolled back with it', () => {
    const database = open()
    const fault = new Error('a fault')
    const work = () => {
      transact(database, () => add(database, 'a'))
      throw fault
    }
    expect(() => transact(database, work)).toThrow(fault)
    expect(readTexts(database)).toEqual([])
    transact(database, () => transact(database, () => add(database, 'b')))
    expect(readTexts(database)).toEqual(['b'])
  })

  it('with a full disk, throws a Refusal; reads go on', () => {
    const database = open()
    transact(database, () => add(database, 'a'))
    database.exec('PRAGMA max_page_count = 5')
    const fill = () => transact(database, () => add(database, 'x'.repeat(100_000)))
    expect(fill).toThrow(expect.objectContaining({ failure: toStorageFailure('The disk is full.') }))
    expect(readTexts(database)).toEqual(['a'])
  })

  it('with a file that may not be written, throws a Refusal', () => {
    const database = open()
    database.exec('PRAGMA query_only = 1')
    const write = () => transact(database, () => add(database, 'a'))
    expect(write).toThrow(
      expect.objectContaining({
        failure: toStorageFailure('The data folder can’t be written.'),
      }),
    )
  })

  it('throws a fault of the program unchanged', () => {
    const database = open()
    const work = () => transact(database, () => database.prepare('INSERT INTO notes VALUES (NULL)').run())
    expect(work).toThrow(/NOT NULL/)
  })
})

describe('The desk’s tables', () => {
  const open = () => {
    const database = openDatabase(':memory:', [parlays001])
    database.exec(`INSERT INTO parlays (profile_id, fingerprint, added_at) VALUES ('demo', 'f', 1);
      INSERT INTO quotes VALUES (1, 1, 'bravo', 1, '{}', NULL)`)
    return database
  }

  it.each([
    ['a quote changed', 'UPDATE quotes SET at = 2'],
    ['a quote deleted', 'DELETE FROM quotes'],
    ['a quote replaced', `INSERT OR REPLACE INTO quotes VALUES (1, 1, 'bravo', 9, '{}', NULL)`],
    ['a quote of no parlay', `INSERT INTO quotes VALUES (2, 99, 'bravo', 1, '{}', NULL)`],
    ['a quote that is no JSON', `INSERT INTO quotes VALUES (2, 1, 'bravo', 1, '{', NULL)`],
    [
      'the same parlay watched twice',
      `INSERT INTO parlays (profile_id, fingerprint, added_at) VALUES ('demo', 'f', 2)`,
    ],
    [
      'a text where a number goes',
      `INSERT INTO parlays (profile_id, fingerprint, added_at) VALUES ('x', 'f', 'y')`,
    ],
    ['a leg of no parlay', `INSERT INTO legs VALUES (99, 0, 'k', 'n', 'm', '{}')`],
    ['a parlay deleted under its quotes', 'DELETE FROM parlays'],
  ])('refuse %s', (_what, sql) => {
    expect(() => open().exec(sql)).toThrow()
  })
})

import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  copyDatabase,
  findWriteProblem,
  NewerDatabase,
  openDatabase,
  openReadOnly,
  openUnwritable,
  readDatabase,
  rollBackUnfinished,
  transact,
  transactInSlices,
  vacuumInto,
  type Database,
} from '../../../src/main/storage/database.ts'
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
    expect(() => openDatabase(file, [notes])).toThrow(
      new NewerDatabase('version 2, and this program knows 1'),
    )
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

describe('openDatabase with an SQLite that does not do as asked', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each([
    ['3.51.2', true],
    ['3.50.9', true],
    ['2.99.99', true],
    ['3.51.3', false],
    ['3.52.0', false],
    ['4.0.0', false],
  ])('of version %s: refuses it is %s', (version, isRefused) => {
    const { prepare } = DatabaseSync.prototype
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: Database, sql) {
      return prepare.call(this, sql.replace('sqlite_version()', `'${version}'`))
    })
    const close = vi.spyOn(DatabaseSync.prototype, 'close')
    const run = () => openDatabase(':memory:', [])
    if (isRefused) expect(run).toThrow(`SQLite ${version} is older than this program needs`)
    else expect(run).not.toThrow()
    expect(close).toHaveBeenCalledTimes(isRefused ? 1 : 0)
  })

  it.each(['journal_mode', 'trusted_schema', 'recursive_triggers', 'wal_autocheckpoint'])(
    'that does not set %s, refuses it',
    name => {
      const { exec } = DatabaseSync.prototype
      vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: Database, sql) {
        if (!sql.startsWith(`PRAGMA ${name} `)) exec.call(this, sql)
      })
      const message = new RegExp(`^PRAGMA ${name} is \\w+, not \\w+$`)
      expect(() => openDatabase(join(tempFolder(), 'a.db'), [])).toThrow(message)
    },
  )
})

describe('A database that may only be read', () => {
  function makeFile() {
    const file = join(tempFolder(), 'a.db')
    using database = openDatabase(file, [notes])
    add(database, 'a')
    return file
  }

  it('is read, and nothing is written', () => {
    const file = makeFile()
    using database = openReadOnly(file)
    expect([readTexts(database), pragma(database, 'trusted_schema')]).toEqual([['a'], 0])
    expect(() => add(database, 'b')).toThrow(/readonly/)
    expect(() => openReadOnly(`${file}.missing`)).toThrow(/unable to open/)
    expect(existsSync(`${file}.missing`)).toBe(false)
  })

  it('refuses writes with the reason it was given', () => {
    using database = openUnwritable(makeFile(), [notes], 'The disk is full.')
    expect(readTexts(database)).toEqual(['a'])
    expect(findWriteProblem(database)).toBe('The disk is full.')
    for (const work of [() => add(database, 'b'), () => {}])
      expect(() => transact(database, work)).toThrow(
        expect.objectContaining({ failure: toStorageFailure('The disk is full.') }),
      )
  })

  it('is not opened while it would need a migration', () => {
    const close = vi.spyOn(DatabaseSync.prototype, 'close')
    const file = makeFile()
    close.mockClear()
    expect(() => openUnwritable(file, [notes, 'SELECT 1'], 'Full.')).toThrow(
      'the file has another version, and cannot be written',
    )
    expect(close).toHaveBeenCalledTimes(1)
    close.mockRestore()
  })
})

describe.runIf(process.platform !== 'win32')('A database whose file is removed while it is open', () => {
  it.each(['', '-wal'])('acknowledges no write once “a.db%s” is gone', end => {
    const file = join(tempFolder(), 'a.db')
    using database = openDatabase(file, [notes], { ifGone: 'export it first' })
    transact(database, () => add(database, 'a'))
    expect(findWriteProblem(database)).toBeUndefined()
    rmSync(file + end)
    const gone = `${file}${end} was moved or deleted while Parlay Desk was open. Nothing more is saved: put it back, or export it first.`
    expect(findWriteProblem(database)).toBe(gone)
    expect(() => transact(database, () => add(database, 'b'))).toThrow(
      expect.objectContaining({ failure: toStorageFailure(gone) }),
    )
    expect(readTexts(database)).toEqual(['a'])
  })
})

describe('rollBackUnfinished', () => {
  it('undoes a transaction that a crash cut', () => {
    const file = join(tempFolder(), 'a.db')
    using database = openDatabase(file, [notes])
    database.exec('PRAGMA journal_mode = delete; PRAGMA cache_size = 1')
    add(database, 'a')
    database.exec('BEGIN')
    for (let row = 0; row < 100; row += 1) add(database, 'b'.repeat(4_000))
    const left = `${file}.left`
    for (const end of ['-journal', '']) copyFileSync(file + end, left + end)
    rollBackUnfinished(left)
    expect(readDatabase(left, readTexts)).toEqual(['a'])
    expect(existsSync(`${left}-journal`)).toBe(false)
  })

  it('does nothing where no file is', () => {
    const file = join(tempFolder(), 'a.db')
    rollBackUnfinished(file)
    expect(existsSync(file)).toBe(false)
  })
})

describe('A copy of a database in use', () => {
  function open() {
    const folder = tempFolder()
    const database = openDatabase(join(folder, 'a.db'), [notes])
    onTestFinished(() => {
      if (database.isOpen) database.close()
    })
    for (let row = 0; row < 3; row += 1) add(database, 'a'.repeat(1_000_000))
    return { database, from: join(folder, 'a.db'), to: join(folder, 'b.db') }
  }
  const never = new AbortController().signal
  const lengths = (file: string) =>
    readDatabase(file, copy => readTexts(copy).map(text => String(text).length))

  it('holds what was there at the time of the call, without a log', async () => {
    const { database, from, to } = open()
    const copying = copyDatabase(from, to, never)
    add(database, 'late')
    await copying
    expect(existsSync(`${to}-wal`)).toBe(false)
    expect(lengths(to)).toEqual([1_000_000, 1_000_000, 1_000_000])
    expect(readDatabase(to, copy => pragma(copy, 'journal_mode'))).toBe('delete')
    expect(lengths(from)).toHaveLength(4)
  })

  it('is given up for the reason of its signal', async () => {
    const { from, to } = open()
    const reason = new Error('the program ends')
    await expect(copyDatabase(from, to, AbortSignal.abort(reason))).rejects.toThrow('the program ends')
  })

  it('of a missing file is refused', async () => {
    const { from, to } = open()
    await expect(copyDatabase(`${from}.missing`, to, never)).rejects.toThrow(/unable to open/)
    expect(existsSync(`${from}.missing`)).toBe(false)
  })

  it('is made in one step', () => {
    const { database, to } = open()
    vacuumInto(database, to)
    expect(lengths(to)).toHaveLength(3)
  })
})

describe('transactInSlices', () => {
  const open = () => {
    const database = openDatabase(join(tempFolder(), 'a.db'), [notes])
    onTestFinished(() => {
      if (database.isOpen) database.close()
    })
    return database
  }
  function* steps(database: Database, fault?: Error) {
    for (const text of ['a', 'b']) yield add(database, text)
    if (fault !== undefined) throw fault
  }

  it('writes everything, or nothing when a step throws', async () => {
    const database = open()
    const fault = new Error('a fault')
    await expect(transactInSlices(database, steps(database, fault))).rejects.toBe(fault)
    expect([readTexts(database), database.isTransaction]).toEqual([[], false])
    await transactInSlices(database, steps(database))
    expect([readTexts(database), database.isTransaction]).toEqual([['a', 'b'], false])
  })

  it('ends when the database is closed between two slices', async () => {
    const database = open()
    function* endless() {
      while (database.isOpen) yield undefined
    }
    setImmediate(() => {
      database.close()
    })
    await expect(transactInSlices(database, endless())).rejects.toThrow('the database was closed meanwhile')
  })

  it.runIf(process.platform !== 'win32')('acknowledges nothing once the file is gone', async () => {
    const database = open()
    const file = database.location() ?? ''
    rmSync(file)
    await expect(transactInSlices(database, steps(database))).rejects.toMatchObject({
      failure: { kind: 'storage' },
    })
    expect(readTexts(database)).toEqual([])
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

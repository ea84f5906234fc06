import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, transact, type Database } from '../../../src/main/storage/database.ts'
import { openOrSetAside } from '../../../src/main/storage/open-or-set-aside.ts'
import { explainStorageError } from '../../../src/main/storage/storage-failure.ts'
import { smallDisk } from '../../support/ledger/small-disk.ts'
import { databaseEndings, hasPipes, otherKinds } from '../../support/storage/other-kinds.ts'
import { canMount } from '../../support/storage/mounts.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const migrations = ['CREATE TABLE notes (text TEXT NOT NULL) STRICT']

function inFolder(file = join(tempFolder(), 'desk.db')) {
  const notices: string[] = []
  return {
    file,
    folder: join(file, '..'),
    notices,
    /** Texts in the database as it opens; one more is added. */
    open() {
      const database = openOrSetAside({ file, migrations, checked: ['notes'] }, sentence =>
        notices.push(sentence),
      )
      const texts = readTexts(database)
      database.exec(`INSERT INTO notes VALUES ('kept')`)
      database.close()
      return texts
    },
    /** Texts in the database as it opens, and the words that refuse another. */
    openToRead() {
      const database = openOrSetAside({ file, migrations, checked: ['notes'] }, sentence =>
        notices.push(sentence),
      )
      const texts = readTexts(database)
      let refusal: unknown
      try {
        transact(database, () => database.exec(`INSERT INTO notes VALUES ('kept')`))
      } catch (error) {
        refusal = explainStorageError(error)
      }
      database.close()
      return { texts, refusal }
    },
  }
}
const readTexts = (database: Database) =>
  database
    .prepare('SELECT text FROM notes')
    .all()
    .map(row => row['text'])
const kept = (folder: string) => readdirSync(folder).find(name => /^desk\.db\.unreadable-\d+$/.test(name))

describe('openOrSetAside', () => {
  it('makes a file, and opens it again', () => {
    const { open, notices } = inFolder()
    expect([open(), open()]).toEqual([[], ['kept']])
    expect(notices).toEqual([])
  })

  it.each<[string, (file: string) => void]>([
    ['is not a database', file => writeFileSync(file, 'not a database '.repeat(400))],
    ['is cut', file => writeFileSync(file, readFileSync(file).subarray(0, 5_000))],
    ['has a damaged page', file => writeFileSync(file, damaged(readFileSync(file)))],
    ['lacks a table', file => alter(file, 'DROP TABLE notes')],
    ['has tables but no version', file => alter(file, 'PRAGMA user_version = 0')],
  ])('keeps a file that %s byte for byte, and begins a new one', (_, break_) => {
    const { file, folder, open, notices } = inFolder()
    open()
    break_(file)
    const bytes = readFileSync(file)
    expect([open(), open()]).toEqual([[], ['kept']])
    const name = kept(folder) ?? ''
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true)
    expect(notices).toEqual([expect.stringContaining(name)])
  })

  it('leaves a file of a newer version as it is, names the reason, and refuses every write', () => {
    const { file, folder, open, openToRead, notices } = inFolder()
    open()
    alter(file, 'PRAGMA user_version = 2')
    const bytes = readFileSync(file)
    expect(openToRead()).toEqual({
      texts: [],
      refusal: 'The desk’s file is from a newer version. Update Parlay Desk.',
    })
    expect(notices).toEqual([expect.stringMatching(/^The desk’s file is from a newer version/)])
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(kept(folder)).toBeUndefined()
    const newer = openDatabase(file, [...migrations, ''])
    expect(readTexts(newer)).toEqual(['kept'])
    newer.close()
  })

  it('keeps the write-ahead log of a damaged file', () => {
    const { file, folder, open } = inFolder()
    writeFileSync(file, 'not a database '.repeat(400))
    for (const part of ['-wal', '-shm']) writeFileSync(file + part, `the${part}`)
    open()
    for (const part of ['-wal', '-shm'])
      expect(readFileSync(join(folder, String(kept(folder)) + part), 'utf8')).toBe(`the${part}`)
  })

  it('leaves a file that is only locked where it is, and takes nothing in', () => {
    const { file, folder, open, openToRead, notices } = inFolder()
    open()
    const other = openDatabase(file, migrations)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(openToRead()).toEqual({
      texts: [],
      refusal: 'The file is in use by another app. Restart Parlay Desk once it can be used.',
    })
    other.exec('ROLLBACK')
    other.close()
    expect(kept(folder)).toBeUndefined()
    expect(notices).toEqual([expect.stringMatching(/in use by another app.*Nothing can be added/)])
    expect(open()).toEqual(['kept'])
  })

  it.each([
    ['is not there', 'none/desk.db'],
    ['is a folder', '.'],
  ])('takes nothing in where the place for its file %s', (_, place) => {
    const folder = tempFolder()
    const { openToRead, notices } = inFolder(join(folder, place))
    const { texts, refusal } = openToRead()
    expect(texts).toEqual([])
    expect(refusal).toContain('Restart Parlay Desk')
    expect(notices).toHaveLength(1)
  })

  it.skipIf(!hasPipes).each(otherKinds.flatMap(kind => databaseEndings.map(end => [end, ...kind] as const)))(
    'where its file desk.db%s is %s, names it and takes nothing in',
    async (end, _, make, words) => {
      const { file, openToRead, notices } = inFolder()
      await make(file + end)
      const reason = `“desk.db${end}” ${words}`
      expect(openToRead()).toEqual({
        texts: [],
        refusal: `${reason} Restart Parlay Desk once it can be used.`,
      })
      expect(notices).toEqual([expect.stringContaining(reason)])
    },
  )

  it.skipIf(!canMount)('shows what is in a folder that cannot be written, and takes nothing in', () => {
    const disk = smallDisk()
    const { open, openToRead, notices } = inFolder(join(disk.folder, 'desk.db'))
    open()
    disk.lock()
    expect(openToRead()).toEqual({
      texts: ['kept'],
      refusal: 'The data folder can’t be written. Restart Parlay Desk once it can be used.',
    })
    disk.unlock()
    expect(notices).toEqual([expect.stringMatching(/can’t be written.*Nothing can be added/)])
    expect(open()).toEqual(['kept'])
  })

  it.skipIf(!canMount)('shows what is on a full disk, and takes nothing in', () => {
    const disk = smallDisk()
    const { open, openToRead } = inFolder(join(disk.folder, 'desk.db'))
    open()
    disk.fill(0)
    expect(openToRead()).toEqual({
      texts: ['kept'],
      refusal: 'The disk is full. Restart Parlay Desk once it can be used.',
    })
    disk.empty()
    expect(open()).toEqual(['kept'])
  })
})

/** Bytes in the middle of the table's own page turned over; the first page, and so the schema, stays whole. */
function damaged(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 4_096), Buffer.alloc(bytes.length - 4_096, 0xff)])
}

function alter(file: string, sql: string): void {
  const database = openDatabase(file, migrations)
  database.exec(sql)
  database.close()
}

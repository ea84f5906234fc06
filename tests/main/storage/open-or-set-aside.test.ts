import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { openOrSetAside } from '../../../src/main/storage/open-or-set-aside.ts'
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
      const texts = database
        .prepare('SELECT text FROM notes')
        .all()
        .map(row => row['text'])
      database.exec(`INSERT INTO notes VALUES ('kept')`)
      database.close()
      return texts
    },
  }
}
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
    ['is of a newer version', file => alter(file, 'PRAGMA user_version = 2')],
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

  it('keeps the write-ahead log of a damaged file', () => {
    const { file, folder, open } = inFolder()
    writeFileSync(file, 'not a database '.repeat(400))
    writeFileSync(`${file}-wal`, 'the log')
    open()
    expect(readFileSync(join(folder, `${String(kept(folder))}-wal`), 'utf8')).toBe('the log')
  })

  it('leaves a file that is only locked where it is, and keeps the desk in memory', () => {
    const { file, folder, open, notices } = inFolder()
    open()
    const other = openDatabase(file, migrations)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect(open()).toEqual([])
    other.exec('ROLLBACK')
    other.close()
    expect(kept(folder)).toBeUndefined()
    expect(notices).toEqual([expect.stringContaining('cannot be saved')])
    expect(open()).toEqual(['kept'])
  })

  it.each([
    ['is not there', 'none/desk.db'],
    ['is a folder', '.'],
  ])('keeps the desk in memory where the place for its file %s', (_, place) => {
    const folder = tempFolder()
    const { open, notices } = inFolder(join(folder, place))
    expect([open(), open()]).toEqual([[], []])
    expect(notices).toHaveLength(2)
  })

  it.runIf(existsSync('/proc'))('keeps the desk in memory in a folder that cannot be written', () => {
    const { open, notices } = inFolder('/proc/desk.db')
    expect(open()).toEqual([])
    expect(notices).toEqual([expect.stringContaining('cannot be saved')])
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

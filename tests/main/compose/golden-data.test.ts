import { createHash } from 'node:crypto'
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { openDataFolder } from '../../../src/main/compose/open-data-folder.ts'
import { readStoredVersion } from '../../../src/main/storage/stored-version.ts'
import { startProgram } from '../../support/bridge/running-program.ts'
import { readGolden } from '../../support/golden/read-golden.ts'
import { playDay } from '../../support/golden/scripted-day.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/** One folder of data for each version that was released: `data`, and what that version read in it. */
const golden = resolve(import.meta.dirname, '../../golden')
const versions = readdirSync(golden)
/** Names the version whose folder is made: GOLDEN=0.2.0 npm run golden. */
const made = process.env['GOLDEN']

/** The day on which every folder is made and read, so that no quote is too old to be kept. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T18:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
})

function copyData(version: string): string {
  const folder = tempFolder()
  cpSync(join(golden, version, 'data'), folder, { recursive: true })
  return folder
}

async function readData(folder: string) {
  const program = startProgram({ folder })
  await program.open()
  const read = await readGolden(program.api)
  await program.close()
  const parsed: unknown = JSON.parse(JSON.stringify(read))
  return { read: parsed, faults: program.faults }
}

/** Every file of a folder, with the hash of its bytes. */
function hashFiles(folder: string): ReadonlyMap<string, string> {
  const files = globSync('**', { cwd: folder }).filter(name => statSync(join(folder, name)).isFile())
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return new Map(files.toSorted().map(name => [name, hash(name)]))
}

// A script that needs the program of the tests: it is a test only where it is called for.
if (made !== undefined)
  it(`golden data of ${made} is made`, async () => {
    const folder = await playDay()
    const place = join(golden, made)
    for (const name of ['logs', 'backups', 'board'])
      rmSync(join(folder, name), { recursive: true, force: true })
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place)
    cpSync(folder, join(place, 'data'), { recursive: true })
    const { read } = await readData(copyData(made))
    writeFileSync(join(place, 'expected.json'), `${JSON.stringify(read, null, 1)}\n`)
  })

describe('data of an earlier version', () => {
  it('is there of each version up to this one, and small', () => {
    const changelog = readFileSync(resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
    const released = [...changelog.matchAll(/^## \[(\d[^\]]*)\]/gm)].map(([, version]) => version)
    expect(readdirSync(golden)).toEqual(expect.arrayContaining(['0.1.0', packageFile.version, ...released]))
    for (const version of versions) {
      const sizes = [...hashFiles(join(golden, version)).keys()].map(
        name => statSync(join(golden, version, name)).size,
      )
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000)
    }
  })

  it.each(versions)('of %s is read as that version read it', async version => {
    const expected: unknown = JSON.parse(readFileSync(join(golden, version, 'expected.json'), 'utf8'))
    const { read, faults } = await readData(copyData(version))
    // A later version may say more, and nothing else.
    expect(read).toMatchObject(Object(expected))
    expect(faults).toEqual([])
  })
})

const raise = (folder: string, name: string, isKilled = false) => {
  const database = new DatabaseSync(join(folder, name))
  database.exec('PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 9999')
  if (isKilled)
    for (const part of ['', '-wal']) cpSync(join(folder, name + part), join(folder, `kept${part}`))
  database.close()
  if (!isKilled) return
  for (const part of ['', '-wal']) {
    cpSync(join(folder, `kept${part}`), join(folder, name + part))
    rmSync(join(folder, `kept${part}`))
  }
}

describe('data of a newer version', () => {
  it.each<[string, string, (folder: string) => void]>([
    ['a ledger', 'ledger.db', folder => raise(folder, 'ledger.db')],
    ['a desk', 'desk.db', folder => raise(folder, 'desk.db')],
    ['a ledger whose program was killed', 'ledger.db', folder => raise(folder, 'ledger.db', true)],
    ['a desk whose program was killed', 'desk.db', folder => raise(folder, 'desk.db', true)],
    [
      'settings',
      'settings.json',
      folder => {
        const file = join(folder, 'settings.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace(/"version":\s*1/, '"version": 2'))
      },
    ],
    [
      'a team',
      'team.db',
      folder => {
        raise(folder, 'team.db')
      },
    ],
  ])('with %s is refused by name, and every byte stays as it was', (_name, file, change) => {
    const folder = copyData('0.1.0')
    change(folder)
    const before = hashFiles(folder)
    expect(() => openDataFolder(folder)).toThrow(`from a newer version of Parlay Desk (${file})`)
    expect(() => startProgram({ folder })).toThrow('changed nothing')
    expect(hashFiles(folder)).toEqual(before)
  })

  it('is not seen in what is no database: a text, a folder, nothing', () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'desk.db'), 'x'.repeat(200))
    mkdirSync(join(folder, 'ledger.db'))
    expect(['desk.db', 'ledger.db', 'team.db'].map(name => readStoredVersion(join(folder, name)))).toEqual([
      0, 0, 0,
    ])
    expect(() => openDataFolder(folder)).not.toThrow()
  })
})

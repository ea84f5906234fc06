/** The program is killed while it brings the desk's file to a new version; for the ledger see ledger/backups/kill.test.ts. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, readDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { bundleProgram } from '../../support/bundled-program.ts'
import { killAtEachChange } from '../../support/storage/lives.ts'
import { makeSchema, readSchema } from '../../support/storage/schemas.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const script = bundleProgram(join(import.meta.dirname, '../../support/storage/killed-desk.ts'))
const timeout = 60_000
const fileIn = (folder: string) => join(folder, 'desk.db')

/** A desk's file of an earlier version with a parlay, priced twice by one book. */
function makeFile(version: number): string {
  const folder = tempFolder()
  using database = openDatabase(fileIn(folder), deskMigrations.slice(0, version))
  database.exec("INSERT INTO parlays (profile_id, fingerprint, added_at) VALUES ('demo', 'one', 0)")
  const insert = database.prepare('INSERT INTO quotes VALUES (?, 1, ?, ?, ?, ?)')
  for (const [id, decimal] of [2.5, 3].entries())
    insert.run(id + 1, 'bravo', id, JSON.stringify({ kind: 'priced', price: { decimal } }), decimal)
  return folder
}

const readRows = (file: string) =>
  readDatabase(file, database => [
    database.prepare('SELECT * FROM parlays').all(),
    database.prepare('SELECT * FROM quotes').all(),
  ])

/** The version before prices got the price before them, whose migration changes rows. */
const oldVersion = 4

/** `prices`: the price before each quote. */
const files = [
  { of: 'a new file', make: tempFolder, prices: [] },
  { of: 'an older file', make: () => makeFile(oldVersion), prices: [null, '{"decimal":2.5}'] },
]

describe('A program killed at each change of its files while it updates', () => {
  it.each(files)(
    '$of of the desk leaves one version of it, with all rows',
    { timeout },
    async ({ make, prices }) => {
      const left: string[] = []
      const whole = await killAtEachChange({ script, prepared: make() }, ({ folder }) => {
        const { version, schema } = readSchema(fileIn(folder))
        expect(schema).toEqual(makeSchema(deskMigrations.slice(0, version)).schema)
        openDatabase(fileIn(folder), deskMigrations).close()
        left.push(folder)
      })
      expect(whole.lines).toEqual(['opened'])
      const rows = readRows(fileIn(whole.folder))
      expect(rows[1]?.map(row => row['price_before'])).toEqual(prices)
      expect(left.length).toBeGreaterThan(3 * (deskMigrations.length - oldVersion))
      for (const folder of left) expect(readRows(fileIn(folder))).toEqual(rows)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { ParlayStore } from '../../../../src/main/desk/parlays/parlay-store.ts'
import { RowIntervals } from '../../../../src/main/desk/planning/row-intervals.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { legAt } from '../../../support/desk/scripted-desk.ts'

describe('RowIntervals', () => {
  it('keeps the interval of each row of a profile, also of a removed one', () => {
    const database = openDatabase(':memory:', deskMigrations)
    const parlays = new ParlayStore(database)
    const add = (profileId: string, name: string) =>
      parlays.add(profileId, { legs: [legAt(name)], note: noNote, addedAt: 0 }).id
    const [first, second, other] = [add('own', 'one'), add('own', 'two'), add('demo', 'one')]
    const world = { profileId: 'own' }
    const open = () => new RowIntervals({ database, profileId: () => world.profileId })
    open().write(first, 60)
    open().write(second, 15)
    open().write(other, 30)
    open().write(second, null)
    parlays.remove(first, 5)
    expect([...open().read()]).toEqual([[first, 60]])
    world.profileId = 'demo'
    expect([...open().read()]).toEqual([[other, 30]])
  })

  it('leaves out an interval that this version does not offer', () => {
    const database = openDatabase(':memory:', deskMigrations)
    const { id } = new ParlayStore(database).add('own', { legs: [legAt('one')], note: noNote, addedAt: 0 })
    database.prepare('UPDATE parlays SET auto_seconds = 7').run()
    const intervals = new RowIntervals({ database, profileId: () => 'own' })
    expect([...intervals.read()]).toEqual([])
    intervals.write(id, 15)
    expect([...intervals.read()]).toEqual([[id, 15]])
  })

  it('refuses a change that the file cannot take', () => {
    const database = openDatabase(':memory:', deskMigrations)
    database.exec('PRAGMA query_only = 1')
    const intervals = new RowIntervals({ database, profileId: () => 'own' })
    expect(() => intervals.write(1, 15)).toThrow(Refusal)
  })
})

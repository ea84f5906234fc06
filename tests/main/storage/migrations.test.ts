import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { ledgerMigrations } from '../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { teamMigrations } from '../../../src/main/storage/migrations/team/team-migrations.ts'

const toPrints = (migrations: readonly string[]) => migrations.map(sql => hash('sha256', sql).slice(0, 12))

/** A file that ran a migration never runs it again: to change a table, add a migration and its print. */
describe('A migration, once written, stays as it is', () => {
  it('of the desk', () => {
    expect(toPrints(deskMigrations)).toEqual([
      '7d1db666bb27',
      'c854bd42b14d',
      'd2d10b516929',
      'b6fb53061fad',
      '9f9bb3c278bc',
      'd6ffc9450225',
      '0696a3094e82',
      '898148daa88e',
      '0be27967b46e',
      '87cd1c9ce64a',
      'ca3bee6a1f96',
      'db2ff98fd709',
      '3064da0589b9',
      '54812c23da52',
      '0747312bcb36',
      '6a09d2235e87',
    ])
  })

  it('of the ledger', () => {
    expect(toPrints(ledgerMigrations)).toEqual([
      '54c5d2ec14d1',
      '50daacafa6ea',
      '2302e6809963',
      'eecf29e926e4',
      '0536e9fbf161',
      '8630fc672e8b',
      'b09e40391bea',
      '2276c1034282',
      '9f97e85b832f',
      '2fa030af915f',
      '27fc067ed74f',
      '28e4300e3aaf',
      '69a0913fea61',
      'a8bb04e1a40e',
      'ea6d806129b2',
      '15c3da3daa99',
      'c360ce2475b6',
      '58a534aee8ba',
      'b086efc5bdea',
      '9e241031fe50',
    ])
  })

  it('of the copy of a team’s log', () => {
    expect(toPrints(teamMigrations)).toEqual(['b9c8af761b4d'])
  })
})

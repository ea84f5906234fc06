/** Parts that services get of each other when the program is composed, where the test of one service brings its own. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { profileFor } from '../../../src/demo/service.ts'
import { ledgerMigrations } from '../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'
import { readLog, smallDemoFolder, startProgram } from '../../support/bridge/running-program.ts'
import { makeHandDraft } from '../../support/ledger/hand-draft.ts'
import { shell } from '../../support/electron.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const key = 'secret-key-0123456789'

/** The next version of the program changes the ledger's tables, until the test ends. */
function addMigration(sql: string): void {
  ledgerMigrations.push(sql)
  onTestFinished(() => void ledgerMigrations.pop())
}

describe('the composed program', () => {
  it('writes no key to its log, in whatever error it comes', async () => {
    const file = join(tempFolder(), 'profile.json')
    writeFileSync(file, JSON.stringify({ ...profileFor(9), name: 'Mine' }))
    const program = startProgram({ key, switches: { profile: file } })
    await program.services.account.open()
    program.services.log(new Error(`GET /?key=${key} failed`))
    expect(readLog(program.folder)).toContain('failed')
    expect(readLog(program.folder)).not.toContain(key)
  })

  it('keeps the call limit learned from the service when the same key is saved again', async () => {
    const file = join(tempFolder(), 'profile.json')
    writeFileSync(file, JSON.stringify({ ...profileFor(9), name: 'Mine' }))
    const { services } = startProgram({ key, switches: { profile: file } })
    await services.account.open()
    const forgets = vi.spyOn(services.budgets.of(services.account.activeId), 'keyChanged')
    await services.account.setKey(key)
    expect(forgets).not.toHaveBeenCalled()
    await services.account.setKey(`${key}-2`)
    expect(forgets).toHaveBeenCalledOnce()
  })

  it('opens no link on a host that the user has not approved for the book, and keeps an approval', async () => {
    shell.openExternal.mockClear()
    const first = startProgram({ folder: smallDemoFolder() })
    const open = (program: typeof first, book: string, approval: 'no' | 'always') =>
      program.services.links.open(book, 'https://bets.example/slip?id=1', approval)
    expect(await catchFailure(() => open(first, 'bravo', 'no'))).toMatchObject({ kind: 'link-unapproved' })
    expect(shell.openExternal).not.toHaveBeenCalled()
    await open(first, 'bravo', 'always')
    await first.close()
    const second = startProgram({ folder: first.folder })
    await open(second, 'bravo', 'no')
    expect(await catchFailure(() => open(second, 'alpha_bet', 'no'))).toMatchObject({
      kind: 'link-unapproved',
    })
    expect(shell.openExternal).toHaveBeenCalledTimes(2)
  })

  it('backs the ledger up before a newer version changes its tables', async () => {
    const folder = smallDemoFolder()
    const first = startProgram({ folder })
    await first.open()
    expect(await first.api.ledger.record(makeHandDraft())).toMatchObject({ ok: true })
    await first.close()
    const backups = () =>
      existsSync(join(folder, 'backups'))
        ? readdirSync(join(folder, 'backups')).filter(name => name.endsWith('.db'))
        : []
    const before = backups().length
    addMigration('CREATE TABLE later (name TEXT) STRICT')
    const second = startProgram({ folder })
    await second.open()
    expect(second.services.ledger.snapshot().status).toMatchObject({ kind: 'open' })
    expect(backups()).toHaveLength(before + 1)
  })

  it('says that prices cannot be saved, and why', () => {
    const program = startProgram({ folder: smallDemoFolder() })
    program.services.quotes.emit('unsaved', 'The disk is full.')
    expect(program.services.account.state().notices).toContain(
      'Prices can’t be saved for now; only those on screen are kept. The disk is full.',
    )
  })
})

/** Source: docs/quality.md, 2. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startProgram } from '../support/bridge/running-program.ts'
import { makeHandDraft } from '../support/ledger/hand-draft.ts'

const ledgerFilesIn = (folder: string) => readdirSync(folder).filter(name => name.startsWith('ledger.'))

describe('A ledger that is gone with its witness beside its backups opens the recovery screen, never a new one.', () => {
  it('refuses a ticket and begins no file', async () => {
    const clock = vi.spyOn(Date, 'now')
    const first = startProgram()
    await first.open()
    expect(await first.api.ledger.record(makeHandDraft())).toMatchObject({ ok: true })
    // A backup waits until nothing was recorded for 20 seconds.
    clock.mockReturnValue(Date.now() + 30_000)
    await first.services.backups.makeIfDue()
    clock.mockRestore()
    await first.close()
    for (const name of ledgerFilesIn(first.folder)) rmSync(join(first.folder, name))

    const again = startProgram({ folder: first.folder })
    await again.open()
    const status = { kind: 'closed', problem: 'missing' }
    expect(await again.api.ledger.snapshot()).toMatchObject({ ok: true, value: { status } })
    expect(await again.api.ledger.record(makeHandDraft())).toMatchObject({ ok: false })
    expect(ledgerFilesIn(first.folder)).toEqual([])
    expect(await again.api.backups.list()).toMatchObject({
      value: { backups: [{ tickets: 1, problem: null }] },
    })
  })
})

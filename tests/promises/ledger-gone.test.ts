/** Source: docs/quality.md, 2. */
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { TicketDraft } from '../../src/shared/model/ticket/ticket-draft.ts'
import { startProgram } from '../support/bridge/running-program.ts'

const typed = { kind: 'typed', game: '', league: '', startAt: null, oddsId: null, grade: null } as const
const makeDraft = (): TicketDraft => ({
  ...{ uid: randomUUID(), bookId: 'bravo', bookName: null, placedAt: Date.now(), stake: '40' },
  ...{ currency: 'USD', price: { text: '+512', format: 'american' }, kind: 'normal' },
  ...{ isLive: false, tags: [], note: '' },
  legs: { kind: 'hand', legs: [{ ...typed, name: 'Harbor City', market: 'Moneyline', price: null }] },
})
const ledgerFilesIn = (folder: string) => readdirSync(folder).filter(name => name.startsWith('ledger.'))

describe('A ledger that is gone with its witness beside its backups opens the recovery screen, never a new one.', () => {
  it('refuses a ticket and begins no file', async () => {
    const clock = vi.spyOn(Date, 'now')
    const first = startProgram()
    await first.open()
    expect(await first.api.ledger.record(makeDraft())).toMatchObject({ ok: true })
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
    expect(await again.api.ledger.record(makeDraft())).toMatchObject({ ok: false })
    expect(ledgerFilesIn(first.folder)).toEqual([])
    expect(await again.api.backups.list()).toMatchObject({
      value: { backups: [{ tickets: 1, problem: null }] },
    })
  })
})

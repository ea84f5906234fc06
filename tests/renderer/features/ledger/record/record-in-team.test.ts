import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { useLedgerStore } from '../../../../../src/renderer/features/ledger/ledger-store.ts'
import { useTeamStore } from '../../../../../src/renderer/features/team/team-store.ts'
import { useTeamWorkStore } from '../../../../../src/renderer/features/team/team-work-store.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { atBravo, openRecordDialog as open } from '../../../../support/renderer/ledger/record-dialog.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { connected, ownId, secondId } from '../../../../support/renderer/team/team-states.ts'
import { emptyLedger } from '../../../../support/shared/ledger-answers.ts'

describe('RecordDialog', () => {
  const noteTexts = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
    dialog.findAll('[role=note]').map(note => note.text())

  it('warns of open tickets with the same legs at the same book, of other desks and own ones', async () => {
    const { dialog, emit, api } = await open(atBravo)
    await useTeamStore().start()
    emit.team.changed(connected)
    const placedAt = Date.now() - 3.5 * 60_000
    const by = (member: string) => ({ member, isShared: true })
    api.ledger.page.mockImplementation(({ filter }) =>
      Promise.resolve(
        ok({
          lines:
            filter.result === 'pending'
              ? [lineOf(1, { placedAt, by: by(secondId) }), lineOf(2, { placedAt, by: by(ownId) })]
              : [],
          next: null,
        }),
      ),
    )
    // The ticket of the other desk arrives while the dialog is open.
    await useLedgerStore().start()
    emit.ledger.changed({ ...emptyLedger, seq: 2, lines: [lineOf(1)], gone: [], isMany: false })
    await vi.waitFor(() =>
      expect(noteTexts(dialog)).toEqual([
        '⚠ Desk 2 bet this at Bravo, $40, 3 min ago',
        '⚠ You bet this at Bravo, $40, 3 min ago',
      ]),
    )
    const asked = api.ledger.page.mock.calls.map(([{ filter }]) => filter).find(({ result }) => result)
    const [leg] = atBravo.cell.legs
    expect(asked).toMatchObject({ bookId: 'bravo', result: 'pending', also: [{ kind: 'parlay' }] })
    expect(asked?.also[0]).toMatchObject({
      legs: expect.arrayContaining([{ gameKey: leg?.game.id, market: leg?.market, name: leg?.name }]),
    })
  })

  it('warns of own tickets without a team, and of none where there is none', async () => {
    const { dialog, reopen, api } = await open(atBravo)
    expect(noteTexts(dialog)).toEqual([])
    api.ledger.page.mockResolvedValue(
      ok({ lines: [lineOf(1, { placedAt: Date.now() - 5_500 })], next: null }),
    )
    expect(noteTexts(await reopen())).toEqual(['⚠ You bet this at Bravo, $40, 5s ago'])
  })

  it('warns while another desk places the same parlay, and says that this one does', async () => {
    const { dialog, emit, api } = await open(atBravo)
    await Promise.all([useTeamStore().start(), useTeamWorkStore().start()])
    emit.team.changed(connected)
    const other = { member: secondId, parlayId: 1, bookId: 'bravo', sinceAt: Date.now() - 40_500 }
    emit.team.presence([{ ...other, doing: 'looking' }])
    await flushPromises()
    expect(dialog.find('[role=note]').exists()).toBe(false)
    emit.team.presence([{ ...other, doing: 'placing' }])
    await flushPromises()
    const note = dialog.get('[role=note]')
    expect(note.text()).toBe('⚠ Desk 2 is placing this at Bravo, 40s')
    // A new element a second would be read out each time.
    await expect.poll(() => note.text(), { timeout: 5_000 }).toBe('⚠ Desk 2 is placing this at Bravo, 41s')
    expect(dialog.get('[role=note]').element).toBe(note.element)
    expect(api.team.present).toHaveBeenLastCalledWith({ parlayId: 1, bookId: 'bravo', doing: 'placing' })
    dialog.unmount()
    await flushPromises()
    expect(api.team.present).toHaveBeenLastCalledWith({ parlayId: null, bookId: null, doing: 'looking' })
  })
})

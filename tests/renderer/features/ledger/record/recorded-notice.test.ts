/** Notice of a ticket that was recorded, and the undo that it leaves. */
import { expect, it } from 'vitest'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import { useTicketNoticeStore } from '../../../../../src/renderer/features/ledger/ticket-notice-store.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { button, buttonNames } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { allTickets } from '../../../../../src/shared/model/ticket/ledger-filter.ts'
import { atBravo, openRecordDialog } from '../../../../support/renderer/ledger/record-dialog.ts'

useScreen()

it.each([
  ['from a cell', atBravo, '$40.00 at Bravo, +512'],
  ['by hand', { kind: 'hand' } as const, '$40.00 at Bravo, −110'],
])('a ticket %s leaves a notice, and an undo that asks', async (_name, source, text) => {
  const { type, submit } = await openRecordDialog(source)
  if (source.kind === 'hand') {
    await type('Leg 1', 'Ada North Over 27.5')
    await type('Book', 'bravo')
    await type('Price', '-110')
  }
  await type('Stake', '40')
  await submit()
  expect(useUndoStore().nextUndo).toBe('record ticket')
  expect(useTicketNoticeStore().notice).toEqual({ kind: 'recorded', ticketId: 1, text })
})

const recorded = { kind: 'recorded', ticketId: 2, text: '$40.00 at Bravo, +480' } as const

it('the ledger says what was recorded, without a way to show a ticket that is listed', async () => {
  const { view, pinia, api, push } = await openLedger([lineOf(1)])
  useTicketNoticeStore(pinia).add(recorded)
  api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(2), lineOf(1)], next: null }))
  await push([lineOf(2)])
  expect(spacedText(view.get('.toasts [role=status]').element)).toContain('Recorded: $40.00 at Bravo, +480')
  await new Promise(resolve => setTimeout(resolve, 800))
  expect(buttonNames(view)).not.toContain('Show')
})

it('the ledger shows a recorded ticket that the filter hides', async () => {
  const { view, pinia, api, row } = await openLedger([lineOf(1)])
  await view.get('input[type=search]').setValue('north')
  await settled()
  useTicketNoticeStore(pinia).add(recorded)
  await expect.poll(() => buttonNames(view), { timeout: 2_000 }).toContain('Show')
  api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(2), lineOf(1)], next: null }))
  await button(view, 'Show').trigger('click')
  await settled()
  expect(api.ledger.page.mock.lastCall?.[0].filter).toEqual(allTickets)
  await expect.poll(() => document.activeElement).toBe(row(2).element)
  expect(buttonNames(view)).not.toContain('Show')
})

it('the ledger opens a recorded ticket that is further down the list', async () => {
  const { view, pinia, api, push } = await openLedger([lineOf(1)])
  api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(1)], next: { placedAt: 5, id: 1 } }))
  await push([lineOf(1)])
  useTicketNoticeStore(pinia).add(recorded)
  await expect.poll(() => buttonNames(view), { timeout: 2_000 }).toContain('Show')
  await button(view, 'Show').trigger('click')
  await expect.poll(() => api.ledger.ticket.mock.lastCall?.[0]).toEqual({ ticketId: 2 })
})

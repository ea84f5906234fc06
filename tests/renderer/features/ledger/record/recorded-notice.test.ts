/** Notice of a ticket that was recorded, and the undo that it leaves. */
import { expect, it } from 'vitest'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import { useTicketNoticeStore } from '../../../../../src/renderer/features/ledger/ticket-notice-store.ts'
import { atBravo, openRecordDialog } from '../../../../support/renderer/ledger/record-dialog.ts'

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

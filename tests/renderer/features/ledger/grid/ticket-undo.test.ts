/** Undo in the ledger by Ctrl+Z, and the focus after a deletion. */
import { describe, expect, it } from 'vitest'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import { useTicketNoticeStore } from '../../../../../src/renderer/features/ledger/ticket-notice-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { detailOf, lineOf, wonLine } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { field } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'

useScreen()

type Ledger = Pick<Awaited<ReturnType<typeof openLedger>>, 'view' | 'api' | 'press'>

async function deleteTicket({ view, api, press }: Ledger, id: number): Promise<void> {
  api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(id))))
  await press('Delete')
  await expect.poll(() => view.find('dialog form').exists()).toBe(true)
  await field(view, 'Reason').setValue('twice')
  await view.get('dialog form').trigger('submit')
  await settled()
  expect(api.ledger.void).toHaveBeenLastCalledWith({ ticketId: id, reason: 'twice' })
}

describe('Ctrl+Z in the ledger', () => {
  it('asks before it takes the last change of a ticket back, by Ctrl+Z', async () => {
    const { view, api, press, focusRow } = await openLedger([wonLine(1)])
    const decided = { seq: 9, at: 5, kind: 'decided', decision: { kind: 'result', result: 'won' } } as const
    api.ledger.ticket.mockResolvedValue(
      ok(detailOf(wonLine(1), { lastChange: 9, history: [{ ...decided, reason: 'seen' }] })),
    )
    await focusRow(1)
    await press('z', { ctrlKey: true })
    await expect.poll(() => view.find('dialog form').exists()).toBe(true)
    expect(view.get('dialog form').text()).toContain('You set the result: Won.')
    expect(api.ledger.undo).not.toHaveBeenCalled()
    await view.get('dialog form').trigger('submit')
    await settled()
    expect(api.ledger.undo).toHaveBeenCalledExactlyOnceWith({ ticketId: 1, seq: 9, reason: 'Undo' })
  })

  it('says so, without a dialog, when there is nothing to undo on a ticket', async () => {
    const { view, api, press, focusRow } = await openLedger([lineOf(1)])
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(1), { lastChange: null })))
    await focusRow(1)
    await press('z', { ctrlKey: true })
    expect(view.get('.toasts [role=status]').text()).toBe('Nothing to undo on this ticket.')
    expect(view.find('dialog').exists()).toBe(false)
  })

  it.each([
    { deleted: 2, next: 3, of: 'the ticket that takes the place' },
    { deleted: 3, next: 2, of: 'the one before the last' },
  ])(
    'after a deletion focuses $of, and Ctrl+Z asks to restore the deleted one',
    async ({ deleted, next }) => {
      const lines = [lineOf(1), lineOf(2), lineOf(3)]
      const { view, api, pinia, press, focusRow, row, push } = await openLedger(lines)
      await focusRow(deleted)
      await deleteTicket({ view, api, press }, deleted)
      api.ledger.page.mockResolvedValue(ok({ lines: lines.filter(({ id }) => id !== deleted), next: null }))
      api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(deleted), { isVoided: true, lastChange: 9 })))
      await push([], [deleted])
      expect(document.activeElement).toBe(row(next).element)
      expect(row(next).attributes('aria-selected')).toBe('true')
      expect(view.get('.toasts [role=status]').text()).toContain(`Deleted Ticket ${deleted}`)
      const navigation = useNavigationStore(pinia)
      const asked = { kind: 'restore-ticket', ticketId: deleted }
      await press('z', { ctrlKey: true })
      expect(navigation.dialog).toEqual(asked)
      // Esc is no answer: the notice still offers it, and so does the key.
      navigation.closeDialog()
      await settled()
      await press('z', { ctrlKey: true })
      expect(navigation.dialog).toEqual(asked)
    },
  )

  it('asks to restore the only ticket by Ctrl+Z, with the focus on the way on', async () => {
    const { view, api, pinia, press, focusRow, push } = await openLedger([lineOf(1)])
    await focusRow(1)
    await deleteTicket({ view, api, press }, 1)
    api.ledger.page.mockResolvedValue(ok({ lines: [], next: null }))
    await push([], [1])
    expect(document.activeElement?.textContent).toContain('Show all tickets')
    await press('z', { ctrlKey: true })
    expect(useNavigationStore(pinia).dialog).toEqual({ kind: 'restore-ticket', ticketId: 1 })
  })

  it('undoes the last change of a ticket by Ctrl+Z once that is later than a deletion', async () => {
    const { view, api, pinia, press, focusRow, row, push } = await openLedger([lineOf(1), lineOf(2)])
    await focusRow(2)
    await deleteTicket({ view, api, press }, 2)
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(1)], next: null }))
    await push([], [2])
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(1), { lastChange: null })))
    await press('r')
    await expect.poll(() => view.find('dialog form').exists()).toBe(true)
    api.ledger.ticket.mockResolvedValue(ok(detailOf(wonLine(1), { lastChange: 9 })))
    await push([lineOf(1)])
    await expect.poll(() => view.text()).not.toContain('Deleted Ticket 2')
    await view.get('dialog').trigger('cancel')
    row(1).element.focus()
    await press('z', { ctrlKey: true })
    expect(useNavigationStore(pinia).dialog).toEqual({ kind: 'undo-ticket', ticketId: 1 })
  })

  it('asks to delete a ticket that was just recorded by Ctrl+Z, as the desk does', async () => {
    const { pinia, press, focusRow } = await openLedger([lineOf(1), lineOf(2)])
    await focusRow(2)
    useTicketNoticeStore(pinia).add({ kind: 'recorded', ticketId: 1, text: '$40.00 at Bravo, +480' })
    await press('z', { ctrlKey: true })
    expect(useNavigationStore(pinia).dialog).toEqual({ kind: 'delete-ticket', ticketId: 1 })
  })

  it('undoes a change of the ticket pointed at by its menu, whatever was deleted last', async () => {
    const { view, api, pinia, focusRow } = await openLedger([lineOf(1), lineOf(2)])
    useTicketNoticeStore(pinia).add({ kind: 'deleted', ticketId: 3, text: 'Ticket 3' })
    api.ledger.ticket.mockResolvedValue(ok(detailOf(wonLine(2), { lastChange: 9 })))
    await focusRow(2)
    useCommandStore(pinia).run('ticket.undo')
    await expect.poll(() => view.find('dialog form').exists()).toBe(true)
    expect(api.ledger.ticket).toHaveBeenLastCalledWith({ ticketId: 2 })
    expect(useNavigationStore(pinia).dialog).toBeUndefined()
  })

  it('steps forward by Ctrl+Shift+Z, or says that there is nothing to redo', async () => {
    const { view, api, press, focusRow } = await openLedger([wonLine(1)])
    const was = { at: 5, kind: 'decided', reason: 'seen' } as const
    api.ledger.ticket.mockResolvedValue(
      ok(
        detailOf(wonLine(1), {
          nextRedo: { change: 9, undo: 12 },
          history: [
            { ...was, seq: 9, decision: { kind: 'result', result: 'won' } },
            { ...was, seq: 12, decision: { kind: 'withdrawn' } },
          ],
        }),
      ),
    )
    await focusRow(1)
    await press('Z', { ctrlKey: true, shiftKey: true })
    await expect.poll(() => view.find('dialog form').exists()).toBe(true)
    expect(view.get('dialog form').text()).toContain('You set the result: Won.')
    api.ledger.undo.mockResolvedValue(ok(detailOf(wonLine(1), { lastChange: 13 })))
    await view.get('dialog form').trigger('submit')
    await settled()
    expect(api.ledger.undo).toHaveBeenCalledExactlyOnceWith({ ticketId: 1, seq: 12, reason: 'Redo' })
    expect(view.find('dialog').exists()).toBe(false)
    api.ledger.ticket.mockResolvedValue(ok(detailOf(wonLine(1), { lastChange: 13 })))
    await focusRow(1)
    await press('y', { ctrlKey: true })
    expect(view.get('.toasts [role=status]').text()).toBe('Nothing to redo on this ticket.')
  })

  it('undoes filter changes before a ticket that was recorded earlier, a burst of typing as one', async () => {
    const { view, pinia, press, focusRow, row } = await openLedger([lineOf(1)])
    useTicketNoticeStore(pinia).add({ kind: 'recorded', ticketId: 1, text: '$40.00 at Bravo, +480' })
    const text = () => view.get<HTMLInputElement>('input[type=search]')
    await text().setValue('d')
    await text().setValue('delta')
    const book = view.findAll<HTMLSelectElement>('.bar select')[1]
    book?.element.focus()
    await book?.setValue('bravo')
    // The list that was chosen from still has the focus.
    await press('z', { ctrlKey: true })
    expect(view.get('.toasts').text()).toContain('Undone: filter tickets.')
    expect(text().element.value).toBe('delta')
    await focusRow(1)
    await press('z', { ctrlKey: true })
    expect(text().element.value).toBe('')
    expect(useNavigationStore(pinia).dialog).toBeUndefined()
    await press('y', { ctrlKey: true })
    expect(text().element.value).toBe('delta')
    await press('z', { ctrlKey: true })
    row(1).element.focus()
    await press('z', { ctrlKey: true })
    expect(useNavigationStore(pinia).dialog).toEqual({ kind: 'delete-ticket', ticketId: 1 })
  })

  it('undoes a result by Ctrl+Z whose form closed its dialog', async () => {
    const { view, api, pinia, press, focusRow } = await openLedger([lineOf(1)])
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(1), { lastChange: null })))
    await focusRow(1)
    await press('r')
    await expect.poll(() => view.find('dialog form').exists()).toBe(true)
    view.findComponent({ name: 'DecideForm' }).vm.$emit('done')
    await settled()
    expect(view.find('dialog').exists()).toBe(false)
    await focusRow(1)
    await press('z', { ctrlKey: true })
    expect(useNavigationStore(pinia).dialog).toEqual({ kind: 'undo-ticket', ticketId: 1 })
  })
})

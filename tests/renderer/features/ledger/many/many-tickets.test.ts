/** Changes of several selected tickets together. */
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import UndoManyDialog from '../../../../../src/renderer/features/ledger/many/UndoManyDialog.vue'
import { useTicketNoticeStore } from '../../../../../src/renderer/features/ledger/ticket-notice-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import type { TicketLine } from '../../../../../src/shared/model/ticket/ticket-line.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { lineOf, wonLine } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { field } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'

useScreen()

/** A ledger with all of these selected. */
async function selectAll(lines: readonly TicketLine[]) {
  const world = await openLedger(lines)
  const { view, press, focusRow } = world
  await focusRow(lines[0]?.id ?? 0)
  await press('a', { ctrlKey: true })
  const openForm = async (key: string) => {
    await press(key)
    await expect.poll(() => view.find('dialog form').exists()).toBe(true)
  }
  const text = () => spacedText(view.get('dialog').element)
  const submit = async () => {
    await view.get('dialog form').trigger('submit')
    await settled()
  }
  return { ...world, openForm, text, submit }
}

describe('several selected tickets', () => {
  it('are named by the commands of the menu, which speak of one again when one is selected', async () => {
    const { pinia, press } = await selectAll([lineOf(1), lineOf(2), lineOf(3)])
    const { titleOf } = useCommandStore(pinia)
    const titles = () =>
      (['ticket.delete', 'ticket.decide', 'tickets.tag', 'tickets.copy'] as const).map(id => titleOf(id))
    expect(titles()).toEqual([
      'Delete 3 tickets…',
      'Set result of 3 tickets…',
      'Add tag to 3 tickets…',
      'Copy 3 tickets',
    ])
    await press('Escape')
    expect(titles()).toEqual(['Delete ticket', 'Set result of ticket', 'Add tag to ticket', 'Copy tickets'])
  })

  it('are deleted by one call, after their number and the money at risk are named', async () => {
    const { view, api, openForm, text, submit } = await selectAll([
      lineOf(1),
      lineOf(2, { kind: 'bonus' }),
      wonLine(3),
      lineOf(4, { stakeMinor: 1_000, currency: 'EUR' }),
    ])
    await openForm('Delete')
    expect(text()).toContain('Delete 4 tickets?')
    expect(text()).toContain('$40.00, €10.00 at risk in 3 open tickets. Profit +$204.80 in 1 settled ticket.')
    expect(api.ledger.changeMany).not.toHaveBeenCalled()
    await submit()
    expect(api.ledger.changeMany).toHaveBeenCalledExactlyOnceWith({
      ticketIds: [1, 2, 3, 4],
      change: { kind: 'void' },
      reason: 'Recorded by mistake',
    })
    expect(view.find('dialog').exists()).toBe(false)
    expect(view.get('.toasts [role=status]').text()).toContain('Deleted 4 tickets')
  })

  it('get a result where they can take it, and name those that cannot', async () => {
    const { view, api, openForm, text, submit } = await selectAll([
      lineOf(1),
      wonLine(2),
      lineOf(3, { result: 'review', review: 'payout-wanted' }),
    ])
    await openForm('r')
    await view.get('dialog select').setValue('won')
    expect(text()).toContain('2 tickets left as they are:')
    expect(text()).toContain('Ticket 2 , Bravo: already won')
    expect(text()).toContain('Ticket 3 , Bravo: needs the payout from the book')
    await submit()
    expect(api.ledger.changeMany).toHaveBeenCalledExactlyOnceWith({
      ticketIds: [1],
      change: { kind: 'decide', result: 'won' },
      reason: 'As the book settled it',
    })
    expect(view.get('.toasts [role=status]').text()).toContain('Set 1 ticket to Won')
  })

  it('get no result before one is chosen while legs are open, and it is saved by Ctrl+Enter', async () => {
    const { view, api, openForm, text } = await selectAll([lineOf(1), lineOf(2)])
    await openForm('r')
    const save = async () => {
      await field(view.get('dialog'), 'Reason').trigger('keydown', { key: 'Enter', ctrlKey: true })
      await settled()
    }
    await save()
    expect(text()).toContain('Choose a result.')
    expect(api.ledger.changeMany).not.toHaveBeenCalled()
    await view.get('dialog select').setValue('lost')
    await save()
    expect(api.ledger.changeMany).toHaveBeenCalledOnce()
  })

  it('get no result that none can take', async () => {
    const { view, api, openForm, text, submit } = await selectAll([wonLine(1), wonLine(2)])
    await openForm('r')
    await view.get('dialog select').setValue('won')
    await submit()
    expect(text()).toContain('No selected ticket can take this.')
    expect(api.ledger.changeMany).not.toHaveBeenCalled()
  })

  it('get a tag, but for those that have it or can have no more', async () => {
    const tags = Array.from({ length: 10 }, (_, at) => `t${at}`)
    const { view, api, openForm, text, submit } = await selectAll([
      lineOf(1),
      lineOf(2, { tags: ['late'] }),
      lineOf(3, { tags }),
    ])
    await openForm('t')
    await submit()
    expect(text()).toContain('Enter a tag.')
    await field(view, 'Tag').setValue(' late ')
    expect(text()).toContain('Ticket 2 , Bravo: already has it')
    expect(text()).toContain('Ticket 3 , Bravo: has 10 tags')
    await submit()
    expect(api.ledger.changeMany).toHaveBeenCalledExactlyOnceWith({
      ticketIds: [1],
      change: { kind: 'tag', tag: 'late' },
      reason: 'Tag added',
    })
  })

  it('stay as they are, with a sentence, when the change is refused', async () => {
    const { api, openForm, text, submit, pinia } = await selectAll([lineOf(1), lineOf(2)])
    api.ledger.changeMany.mockResolvedValue(
      failed({ kind: 'storage', sentence: 'The disk is full.', remedy: 'Free some space.' }),
    )
    await openForm('Delete')
    await submit()
    expect(text()).toContain('The disk is full.')
    expect(useTicketNoticeStore(pinia).notice).toBeUndefined()
  })

  it('are too many for one change above 500', async () => {
    const lines = Array.from({ length: 501 }, (_, at) => lineOf(at + 1))
    const { pinia } = await selectAll(lines)
    expect(useCommandStore(pinia).blockedBy('ticket.delete')).toBe('Select 500 tickets or fewer')
  })

  it('are taken back together by one Ctrl+Z, which asks first', async () => {
    const { api, pinia, openForm, submit, press, push, row } = await selectAll([
      lineOf(1),
      lineOf(2),
      lineOf(3),
    ])
    await row(1).trigger('click')
    await row(2).trigger('click', { shiftKey: true })
    await openForm('Delete')
    await submit()
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(3)], next: null }))
    await push([], [1, 2])
    expect(document.activeElement).toBe(row(3).element)
    await press('z', { ctrlKey: true })
    const changes = [1, 2].map(ticketId => ({ ticketId, seq: 9 }))
    const asked = { kind: 'undo-many', changes, label: 'delete 2 tickets' } as const
    expect(useNavigationStore(pinia).dialog).toEqual(asked)
    const dialog = mount(UndoManyDialog, {
      props: asked,
      attachTo: document.body,
      global: { plugins: [pinia] },
    })
    expect(dialog.text()).toContain('Undo “delete 2 tickets”?')
    await dialog.get('form').trigger('submit')
    await settled()
    expect(api.ledger.undoMany).toHaveBeenCalledExactlyOnceWith({ changes, reason: 'Undo' })
    expect(dialog.emitted('close')).toHaveLength(1)
    expect(useTicketNoticeStore(pinia).notice).toBeUndefined()
    dialog.unmount()
  })
})

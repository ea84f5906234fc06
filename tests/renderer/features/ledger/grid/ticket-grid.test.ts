import { describe, expect, it } from 'vitest'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { useTeamStore } from '../../../../../src/renderer/features/team/team-store.ts'
import { useLedgerStore } from '../../../../../src/renderer/features/ledger/ledger-store.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import type { LedgerStatus } from '../../../../../src/shared/model/ticket/ledger-status.ts'
import { openLedger, openStatus, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { clockSeconds } from '../../../../../src/renderer/format/time-text.ts'
import { detailOf, legOf, lineOf, wonLine } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { connected, ownId, secondId } from '../../../../support/renderer/team/team-states.ts'

useScreen()

describe('TicketGrid', () => {
  it('shows a ticket in one row, with its notes', async () => {
    const { row } = await openLedger([
      wonLine(1, { was: 'lost', tags: ['props'], clv: 0.0769, isLive: true }),
      lineOf(2, { isProvisionallyLost: true, kind: 'bonus' }),
      lineOf(3, { result: 'review', review: 'payout-wanted' }),
    ])
    const won = spacedText(row(1).element)
    for (const part of ['Ticket 1', 'Regraded (was Lost) · live', 'props', 'Bravo', '+512', '$40.00'])
      expect(won).toContain(part)
    expect(won).toMatch(/\+7\.7% 2 of 2 won ✓ Won \+\$204\.80$/)
    expect(spacedText(row(2).element)).toMatch(/a leg lost · bonus bet .* ○ Open , losing –$/)
    expect(row(3).classes()).toContain('review')
  })

  it('names the desk that recorded a ticket if it is another, and what waits or is not yet shared', async () => {
    const { row, emit } = await openLedger([
      lineOf(1, { by: { member: secondId, isShared: true }, waiting: 1 }),
      lineOf(2, { by: { member: ownId, isShared: false } }),
    ])
    await useTeamStore().start()
    emit.team.changed(connected)
    await settled()
    expect(spacedText(row(1).element)).toContain('Ticket 1 Desk 2 1 change waiting')
    expect(spacedText(row(2).element)).toContain('Ticket 2 not yet shared')
    expect(spacedText(row(2).element)).not.toContain('Desk 1')
  })

  it('says how many changes wait, and opens the ticket of one', async () => {
    const status: LedgerStatus = openStatus.kind === 'open' ? { ...openStatus, waiting: 1 } : openStatus
    const { view, api } = await openLedger([lineOf(1), lineOf(2, { waiting: 1 })], { status })
    expect(spacedText(view.element)).toContain('1 change of the team waits for your decision')
    await button(view, 'Open ticket').trigger('click')
    await settled()
    await expect.poll(() => api.ledger.ticket.mock.lastCall).toEqual([{ ticketId: 2 }])
  })

  it('lists only the tickets with changes that wait', async () => {
    const status: LedgerStatus = openStatus.kind === 'open' ? { ...openStatus, waiting: 1 } : openStatus
    const { view, api } = await openLedger([lineOf(1), lineOf(2, { waiting: 1 })], { status })
    await button(view, 'Show only these').trigger('click')
    await settled()
    await expect.poll(() => api.ledger.page.mock.lastCall?.[0].filter.also).toEqual([{ kind: 'waiting' }])
    expect(view.text()).toContain('Waits for your decision')
  })

  it('marks an open ticket that waits for one leg', async () => {
    const legs = { won: 1, lost: 0, refunded: 0, pending: 1, unknown: 0 }
    const { row } = await openLedger([lineOf(1, { legs }), lineOf(2)])
    expect(spacedText(row(1).element)).toMatch(/○ 1 leg away –$/)
    expect(spacedText(row(2).element)).toMatch(/○ Open –$/)
  })

  it('shows closing odds before the start as so far: muted, in parentheses, and not in a copy', async () => {
    const at = Date.now()
    const close = {
      closing: { kind: 'priced', price: { text: '+1475', format: 'american', decimal: 15.75 }, at },
      clv: -0.311,
    } as const
    const { view, row, api } = await openLedger([
      lineOf(1, { ...close, startsAt: at + 600_000 }),
      lineOf(2, { ...close, startsAt: at - 600_000 }),
    ])
    expect(spacedText(row(1).element)).toContain('( +1475 ) (−31.1%)')
    expect(spacedText(row(2).element)).toContain('+1475 −31.1%')
    expect(row(1).get('.end.num.muted').text()).toBe('(−31.1%)')
    expect(
      row(2)
        .findAll('.end.num.muted')
        .map(cell => cell.text()),
    ).not.toContain('−31.1%')
    for (const id of [1, 2]) expect(row(id).find('.up, .down').exists()).toBe(false)
    expect(row(1).findAll(`[data-tip^="So far, at ${clockSeconds(at)}. "]`)).toHaveLength(2)
    await row(1).trigger('click')
    await row(2).trigger('click', { shiftKey: true })
    await button(view, 'Copy').trigger('click')
    await settled()
    const [, ...copied] = (api.view.copyTable.mock.lastCall?.[0].rows ?? []).map(each => each.slice(5, 7))
    expect(copied).toEqual([
      ['', ''],
      ['+1475', '-31.10%'],
    ])
  })

  it('selects by Shift and Ctrl, sums what is selected, and copies it as a table', async () => {
    const { view, api, row } = await openLedger([
      wonLine(1),
      lineOf(2, { kind: 'bonus' }),
      lineOf(3, { clv: 0.077 }),
    ])
    const chosen = () => [1, 2, 3].filter(id => row(id).attributes('aria-selected') === 'true')
    await row(1).trigger('click')
    await row(3).trigger('click', { shiftKey: true })
    expect(chosen()).toEqual([1, 2, 3])
    expect(spacedText(view.get('[aria-label="Tickets shown"] .selected').element)).toBe(
      '3 selected · wagered $80.00 · profit +$204.80',
    )
    await row(2).trigger('click', { ctrlKey: true })
    expect(chosen()).toEqual([1, 3])
    await button(view, 'Copy').trigger('click')
    await settled()
    const [head, ...lines] = (api.view.copyTable.mock.lastCall?.[0].rows ?? []).map(row => row.join('|'))
    expect(head).toBe('Placed|Parlay|Book|Price|Stake|Close|CLV|Status|Result|P/L')
    expect(lines[0]).toMatch(/\|Ticket 1\|Bravo\|\+512\|40\.00\|\|\|2 of 2 won\|Won\|204\.80$/)
    expect(lines[1]).toMatch(/\|Ticket 3\|Bravo\|\+512\|40\.00\|\|7\.70%\|0 of 2 won\|Open\|$/)
    expect(view.text()).toContain('Copied 2 tickets')
    api.view.copyTable.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1b2' }))
    await button(view, 'Copy').trigger('click')
    await settled()
    expect(view.get('[role=alert]').text()).toContain('a1b2')
  })

  it('leaves what X chose selected while keys move on, until X takes it back or Esc all of it', async () => {
    const { press, focusRow, row } = await openLedger([lineOf(1), lineOf(2), lineOf(3), lineOf(4)])
    const chosen = () => [1, 2, 3, 4].filter(id => row(id).attributes('aria-selected') === 'true')
    await focusRow(1)
    await press('ArrowDown')
    await press('x')
    expect(chosen()).toEqual([2])
    await press('ArrowDown')
    await press('ArrowDown')
    expect(chosen()).toEqual([2, 4])
    await press('x')
    expect(chosen()).toEqual([2, 4])
    await press('x')
    expect(chosen()).toEqual([2])
    await press('ArrowUp')
    await press('x')
    await press('ArrowUp')
    await press('ArrowUp')
    expect(chosen()).toEqual([1, 2, 3])
    await press('Escape')
    await press('ArrowDown')
    expect(chosen()).toEqual([2])
  })

  it('selects a range by Shift with a move, all by Ctrl+A, and one again by Esc', async () => {
    const { press, focusRow, row } = await openLedger([lineOf(1), lineOf(2), lineOf(3)])
    const chosen = () => [1, 2, 3].filter(id => row(id).attributes('aria-selected') === 'true')
    await focusRow(1)
    await press('ArrowDown', { shiftKey: true })
    expect(chosen()).toEqual([1, 2])
    await press('a', { ctrlKey: true })
    expect(chosen()).toEqual([1, 2, 3])
    await press('Escape')
    expect(chosen()).toEqual([2])
  })

  it('is reached by an arrow while nothing has the focus, and by Esc from the filter, which first loses its text', async () => {
    const { view, press, row } = await openLedger([lineOf(1), lineOf(2)])
    const focused = () => document.activeElement?.getAttribute('data-ticket')
    expect(document.activeElement).toBe(document.body)
    await press('ArrowDown')
    expect(focused()).toBe('1')
    const filter = view.get<HTMLInputElement>('[aria-label="Filter text"]')
    filter.element.focus()
    await filter.setValue('ticket')
    await press('Escape')
    await settled()
    expect(filter.element.value).toBe('')
    expect(document.activeElement).toBe(filter.element)
    await press('Escape')
    expect(focused()).toBe('1')
    expect(row(1).attributes('aria-selected')).toBe('true')
  })

  it('opens the selected ticket, where the focus is on one that is not selected', async () => {
    const { api, press, focusRow, row } = await openLedger([lineOf(1), lineOf(2), lineOf(3)])
    await focusRow(1)
    await row(3).trigger('click', { ctrlKey: true })
    await row(2).trigger('click', { ctrlKey: true })
    await row(2).trigger('click', { ctrlKey: true })
    await press('o')
    expect(api.ledger.ticket, 'with two selected beside it').not.toHaveBeenCalled()
    await row(1).trigger('click', { ctrlKey: true })
    await press('o')
    expect(api.ledger.ticket).toHaveBeenCalledExactlyOnceWith({ ticketId: 3 })
  })

  it('hedges the selected ticket by H', async () => {
    const { pinia, press, focusRow } = await openLedger([lineOf(1), lineOf(2)])
    await focusRow(2)
    await press('h')
    expect(useNavigationStore(pinia).dialog).toEqual({ kind: 'hedge', ticketId: 2 })
  })

  it.each([
    { key: 'r', title: 'Set result' },
    { key: 'e', title: 'Edit' },
    { key: 'Delete', title: 'Delete ticket?' },
  ])('opens the selected ticket at “$title” by $key', async ({ key, title }) => {
    const { view, api, press, focusRow } = await openLedger([lineOf(1), lineOf(2)])
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(2))))
    await focusRow(2)
    await press(key)
    await expect.poll(() => view.find('dialog form').exists()).toBe(true)
    expect(view.get('dialog form').attributes('aria-label')).toContain(title)
    expect(api.ledger.ticket).toHaveBeenLastCalledWith({ ticketId: 2 })
    expect(api.ledger.void).not.toHaveBeenCalled()
  })

  it('selects a ticket recorded in the ledger when it is listed and its dialog is closed', async () => {
    const { pinia, row, press, focusRow, api, push } = await openLedger([lineOf(1)])
    await focusRow(1)
    await press('n')
    useLedgerStore(pinia).recordedId = 2
    useNavigationStore(pinia).closeDialog()
    await settled()
    expect(row(1).attributes('aria-selected')).toBe('true')
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(2), lineOf(1)], next: null }))
    await push([lineOf(2)])
    await expect.poll(() => row(2).attributes('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(row(2).element)
    await press('o')
    expect(api.ledger.ticket).toHaveBeenLastCalledWith({ ticketId: 2 })
  })

  it('moves by keys with the focus on the row, and opens its legs with scores', async () => {
    const { view, api, press, focusRow, row } = await openLedger([lineOf(1), lineOf(2)])
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(2), { legs: [legOf()] })))
    await focusRow(1)
    await press('j')
    expect(document.activeElement).toBe(row(2).element)
    await press('Enter')
    expect(api.ledger.ticket).toHaveBeenCalledExactlyOnceWith({ ticketId: 2 })
    const text = spacedText(view.get('[role=grid]').element)
    expect(text).toContain('31 points (needed 28+)')
    expect(text).toContain('River Town 101 at Harbor City 112 · Final')
    expect(row(2).get('button').attributes('aria-expanded')).toBe('true')
    await press('Enter')
    expect(spacedText(view.get('[role=grid]').element)).not.toContain('31 points')
    await press('k')
    expect(document.activeElement).toBe(row(1).element)
  })

  it('reads opened legs again when their ticket changes', async () => {
    const { view, api, press, focusRow, push } = await openLedger([lineOf(1)])
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(1), { legs: [legOf({ result: 'pending' })] })))
    await focusRow(1)
    await press('Enter')
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(1), { legs: [legOf({ result: 'lost' })] })))
    await push([lineOf(1)])
    expect(view.get('.leg').text()).toContain('Lost')
  })

  it('shows a ticket that was just recorded, and drops a voided one', async () => {
    const { view, api, push } = await openLedger([lineOf(1)])
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(2)], next: null }))
    await push([lineOf(2)], [1])
    expect(view.findAll('[data-ticket]').map(row => row.attributes('data-ticket'))).toEqual(['2'])
  })

  it('reads the next page near the end of the tickets read', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => lineOf(at + 1))
    const { view, api } = await openLedger([])
    const next = { placedAt: 5, id: 100 }
    api.ledger.page.mockImplementation(({ after }) =>
      Promise.resolve(ok(after === null ? { lines, next } : { lines: [lineOf(101)], next: null })),
    )
    await view.get('input[type=search]').setValue('t')
    await settled()
    const grid = view.get('[role=grid]')
    expect(grid.attributes('aria-rowcount')).toBe('-1')
    grid.element.scrollTop = 2_900
    await grid.trigger('scroll')
    await settled()
    expect(api.ledger.page.mock.lastCall?.[0].after).toEqual(next)
    expect(view.get('[role=grid]').attributes('aria-rowcount')).toBe('102')
  })
})

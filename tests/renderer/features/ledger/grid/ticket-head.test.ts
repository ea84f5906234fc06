/** Headers of the ledger's table: their menu, places, and the undo of a change. */
import { describe, expect, it, vi } from 'vitest'
import { type CommandId } from '../../../../../src/renderer/commands/command-table.ts'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import { menus } from '../../../../../src/renderer/commands/menu-table.ts'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import { plainLedgerLayout } from '../../../../../src/shared/model/settings/view.ts'
import { newestFirst, sortKeys } from '../../../../../src/shared/model/ticket/ledger-filter.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { detailOf, legOf, lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { matchOnly } from '../../../../support/renderer/match-media.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'

useScreen()

async function openTable() {
  const world = await openLedger([lineOf(1), lineOf(2)])
  const { view, pinia, api } = world
  const keys = () => view.findAll('[data-column]').map(head => head.attributes('data-column'))
  const head = (key: string) => view.get<HTMLElement>(`[data-column="${key}"]`)
  const run = async (id: CommandId) => {
    useCommandStore(pinia).run(id)
    await settled()
  }
  const stored = () => api.view.saveLedger.mock.lastCall?.[0]
  return { ...world, keys, head, run, stored, commands: useCommandStore(pinia) }
}

describe('the menu of a column', () => {
  it('is at its header, with what can be done to this column, and not with the commands of a ticket', async () => {
    const { head, commands } = await openTable()
    await head('stake').trigger('contextmenu')
    const name = head('stake').element.closest<HTMLElement>('[data-menu]')?.dataset['menu']
    expect(name).toBe('ticket-column')
    expect(menus['ticket-column'].groups.Column.map(id => commands.titleOf(id))).toEqual([
      'Sort by Stake, ascending',
      'Sort by Stake, descending',
      'Move Stake left',
      'Move Stake right',
      'Hide Stake',
      'Choose ticket columns…',
    ])
  })

  it('sorts, moves and hides the column, with the focus on a header', async () => {
    const { head, keys, run, stored } = await openTable()
    head('stake').get('button').element.focus()
    await run('tickets.sort-up')
    expect(stored()?.sort).toEqual({ by: 'stake', isDescending: false })
    await run('tickets.column-left')
    expect(keys().slice(2, 6)).toEqual(['book', 'stake', 'price', 'close'])
    expect(stored()?.places?.slice(2, 7)).toEqual(['tags', 'league', 'book', 'stake', 'price'])
    expect(document.activeElement?.textContent).toContain('Stake')
    await run('tickets.hide-column')
    expect(keys()).not.toContain('stake')
    expect(document.activeElement?.textContent).toContain('Price')
  })

  it('opens the list of columns', async () => {
    const { view, run } = await openTable()
    const panel = view.get<HTMLElement>('[popover][aria-label=Columns]').element
    const show = vi.spyOn(panel, 'showPopover')
    await run('tickets.columns')
    expect(show).toHaveBeenCalledOnce()
  })

  it('is of no use before a header was chosen, at the ends, and to hide the parlay', async () => {
    const { head, commands } = await openTable()
    expect(commands.blockedBy('tickets.sort-up')).toBe('Click a column’s header first')
    await head('placed').trigger('contextmenu')
    expect(commands.blockedBy('tickets.column-left')).toBe('Nothing is left of it')
    await head('profit').trigger('contextmenu')
    expect(commands.blockedBy('tickets.column-right')).toBe('Nothing is right of it')
    await head('title').trigger('contextmenu')
    expect(commands.blockedBy('tickets.hide-column')).toBe('The parlay is always shown')
  })
})

describe('a column', () => {
  it('moves by Alt and an arrow while its header has the focus, and not from a row', async () => {
    const { head, keys, press, focusRow } = await openTable()
    head('book').get('button').element.focus()
    await press('ArrowRight', { altKey: true })
    expect(keys().slice(2, 4)).toEqual(['price', 'book'])
    await focusRow(1)
    await press('ArrowRight', { altKey: true })
    expect(keys().slice(2, 5)).toEqual(['price', 'book', 'stake'])
  })

  it('is dragged to another place, which does not sort', async () => {
    const { view, head, keys, stored } = await openTable()
    for (const [at, each] of view.findAll<HTMLElement>('[data-column]').entries())
      vi.spyOn(each.element, 'getBoundingClientRect').mockReturnValue(new DOMRect(100 * at, 0, 100, 30))
    const pointer = (type: string, clientX: number) =>
      new PointerEvent(type, { clientX, clientY: 10, button: 0, bubbles: true })
    head('stake').get('button').element.dispatchEvent(pointer('pointerdown', 450))
    window.dispatchEvent(pointer('pointermove', 260))
    await settled()
    expect(head('book').classes()).toContain('drop-before')
    window.dispatchEvent(pointer('pointerup', 260))
    head('stake').get('button').element.click()
    await settled()
    expect(keys().slice(1, 5)).toEqual(['title', 'stake', 'book', 'price'])
    expect(stored()?.sort).toEqual(newestFirst)
  })

  it('leaves the name of a leg under the parlay, and its standing under the status, wherever these are', async () => {
    const { view, api, head, run, focusRow, press } = await openTable()
    await head('legs').trigger('contextmenu')
    for (let at = 0; at < 6; at++) await run('tickets.column-left')
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(1), { legs: [legOf()] })))
    await focusRow(1)
    await press('Enter')
    const cells = view
      .findAll('.leg [role=gridcell]')
      .map(cell => [
        spacedText(cell.element).slice(0, 9),
        cell.element.getAttribute('style')?.replace(/\s+/g, ' '),
      ])
    expect(cells.map(([, style]) => style)).toEqual([
      expect.stringContaining('grid-column: 2'),
      expect.stringContaining('grid-column: 3 / 9'),
      expect.stringContaining('grid-column: 9'),
    ])
    expect(cells[0]?.[0]).toContain('31 points')
  })
})

describe('the tags, leagues and no-vig CLV of tickets', () => {
  const taken = { text: '+512', format: 'american', decimal: 6.12 } as const

  it('have columns that are shown once chosen, without the tags twice', async () => {
    const world = await openLedger([
      lineOf(1, { tags: ['late', 'props'], leagues: ['ubl', 'NBA'], closeP: 0.18, price: taken }),
      lineOf(2, { tags: [] }),
    ])
    const { view, row, api, press } = world
    expect(spacedText(row(1).element)).toContain('late')
    for (const name of ['Tags', 'League', 'No-vig CLV']) {
      const box = view.findAll('[aria-label=Columns] label').find(each => each.text() === name)
      await box?.get('input').setValue(true)
    }
    await settled()
    const cells = row(1)
      .findAll('[role=gridcell]')
      .map(cell => spacedText(cell.element))
    expect(cells.slice(2, 4)).toEqual(['late, props', 'Union Basketball, NBA'])
    expect(cells[1]).not.toContain('late')
    expect(cells).toContain('+10.2%')
    expect(api.view.saveLedger.mock.lastCall?.[0].extra).toEqual(['tags', 'league', 'no-vig-clv'])
    await press('z', { ctrlKey: true })
    expect(api.view.saveLedger.mock.lastCall?.[0].extra).toEqual(['tags', 'league'])
  })

  it('are shown in a very wide window until one is hidden, in every window from then on', async () => {
    matchOnly('(width >= 2400px)')
    const { view, keys, stored, press } = await openTable()
    expect(keys()).toEqual(expect.arrayContaining(['tags', 'league', 'no-vig-clv']))
    const box = view.findAll('[aria-label=Columns] label').find(each => each.text() === 'Tags')
    await box?.get('input').setValue(false)
    await settled()
    expect(stored()?.extra).toEqual(['league', 'no-vig-clv'])
    expect(keys()).not.toContain('tags')
    await press('z', { ctrlKey: true })
    expect(keys()).toContain('tags')
  })

  it('are no order: a press opens the menu of the column', async () => {
    const { view, head, api, commands } = await openTable()
    const box = view.findAll('[aria-label=Columns] label').find(each => each.text() === 'League')
    await box?.get('input').setValue(true)
    await settled()
    const opened = vi.fn()
    view.element.addEventListener('contextmenu', opened)
    await head('league').get('button').trigger('click')
    expect(opened).toHaveBeenCalledOnce()
    expect(commands.blockedBy('tickets.sort-up')).toBe('Tickets aren’t sorted by this column')
    expect(api.view.saveLedger.mock.lastCall?.[0].sort).toEqual(newestFirst)
  })
})

describe('Ctrl+Z after a change of the table', () => {
  it('takes a hidden column, a new order and a moved column back, the last one first, and Ctrl+Y not', async () => {
    const { view, head, keys, run, press, stored } = await openTable()
    await head('close').trigger('contextmenu')
    await run('tickets.hide-column')
    await head('stake').trigger('contextmenu')
    await run('tickets.sort-down')
    await run('tickets.column-right')
    const moved = keys()
    const said = () => view.get('.toasts [role=status]').text()
    await press('z', { ctrlKey: true })
    expect(keys()).toEqual(sortKeys.filter(key => key !== 'close'))
    expect(said()).toBe('Undone: move Stake.')
    await press('y', { ctrlKey: true })
    expect([keys(), said()]).toEqual([moved, 'Redone: move Stake.'])
    await press('z', { ctrlKey: true })
    await press('z', { ctrlKey: true })
    expect(stored()?.sort).toEqual(newestFirst)
    await press('z', { ctrlKey: true })
    expect(keys()).toEqual(sortKeys)
    expect(stored()).toEqual({ ...plainLedgerLayout, places: [] })
  })

  it('leaves a change of the desk to the desk', async () => {
    const { pinia, press } = await openTable()
    const undo = vi.fn()
    useUndoStore(pinia).record({ label: 'move column', undo, redo: undo })
    await press('z', { ctrlKey: true })
    expect(undo).not.toHaveBeenCalled()
  })
})

import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { useBoardStore } from '../../../../src/renderer/features/board/board-store.ts'
import { game, line } from '../../../support/renderer/board/board-answers.ts'
import { lineOf, wonLine } from '../../../support/renderer/ledger/ticket-lines.ts'
import { stubDesk, ok } from '../../../support/bridge/stub-desk.ts'
import { describe, expect, it, vi } from 'vitest'
import CommandPalette from '../../../../src/renderer/features/palette/CommandPalette.vue'
import { useAccountsStore } from '../../../../src/renderer/features/accounts/accounts-store.ts'
import { useLedgerStore } from '../../../../src/renderer/features/ledger/ledger-store.ts'
import { emptyLedger } from '../../../support/shared/ledger-answers.ts'
import { accountLine, overviewOf } from '../../../support/renderer/account-lines.ts'
import { useRecentsStore } from '../../../../src/renderer/features/palette/recents-store.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { useCommandStore, type ListedCommand } from '../../../../src/renderer/commands/command-store.ts'

/** Opens with commands that were run last. */
async function openAfter(...palette: string[]) {
  const { api } = stubDesk({ palette })
  const pinia = createPinia()
  await useRecentsStore(pinia).start()
  const parlay = { id: '7', title: 'North · South', timing: 'now' as const, run: () => undefined }
  return openPalette(api, pinia, [parlay])
}

function openPalette(api = stubDesk({}).api, pinia = createPinia(), listed: ListedCommand[] = []) {
  const commands = useCommandStore(pinia)
  const acts = { ledger: vi.fn(), copy: vi.fn(), all: vi.fn(), ticket: vi.fn() }
  commands.handle({
    'price.copy-link': { run: acts.copy, blocked: () => 'No bet slip link' },
    'desk.reprice-all': { run: acts.all },
    'view.desk': { run: vi.fn(), blocked: () => 'Current view' },
    'view.ledger': { run: acts.ledger },
    'ledger.new': { run: acts.ticket },
    'app.palette': { run: vi.fn(), blocked: () => 'Open' },
  })
  commands.addList({
    group: 'Go to parlay',
    commands: () => listed,
  })
  commands.addList({ group: 'Price', about: () => 'Bravo · North O27.5 pts' })
  const navigation = useNavigationStore(pinia)
  navigation.openDialog({ kind: 'commands' })
  const view = mount(CommandPalette, {
    attachTo: document.body,
    global: { plugins: [pinia] },
  })
  const field = view.get('input')
  const press = (key: string, held = {}) => field.trigger('keydown', { key, ...held })
  const options = () => view.findAll('[role=option]').map(option => option.get('bdi').text())
  const active = () => view.find(`[id="${field.attributes('aria-activedescendant') ?? ''}"] bdi`).text()
  const isOpen = () => navigation.dialog !== undefined
  return { api, view, pinia, navigation, isOpen, acts, field, press, options, active }
}

describe('CommandPalette', () => {
  it('is a dialog with a combobox that controls the list', () => {
    const { view, field } = openPalette()
    expect(view.get('dialog').attributes('aria-label')).toBe('Commands')
    expect(field.attributes()).toMatchObject({
      role: 'combobox',
      'aria-label': 'Search commands',
      'aria-expanded': 'true',
      'aria-controls': view.get('[role=listbox]').attributes('id'),
    })
  })

  it('lists the commands that can run by group, with their subject and key', async () => {
    const { view, options, field } = openPalette()
    expect(options()).toEqual(['Reprice all', 'Go to Ledger', 'New ticket'])
    expect(view.findAll('kbd').map(key => key.text())).toEqual(['⇧R', 'Ctrl 2', 'N'])
    await field.setValue('copy')
    expect(view.get('[role=group]').text()).toContain('Bravo · North O27.5 pts')
  })

  it('activates the first command that can run, and announces the number of matches', async () => {
    const { view, active, field } = openPalette()
    expect(active()).toBe('Reprice all')
    await field.setValue('go')
    expect(active()).toBe('Go to Ledger')
    expect(view.get('[role=status]').text()).toBe('2 commands')
  })

  it('keeps the rows of the commands that still match, so that a letter only takes rows away', async () => {
    const { view, options, field } = openPalette()
    const rows = () => view.findAll('[role=option]').map(({ element }) => element)
    const [, , ticket] = rows()
    await field.setValue('n')
    expect(options()).toEqual(['New ticket'])
    expect(rows()).toEqual([ticket])
  })

  it('moves by arrows, pages and ends, and stays at either end', async () => {
    const { press, active } = openPalette()
    const seen: string[] = []
    for (const key of [
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowUp',
      'Home',
      'PageDown',
      'PageUp',
      'End',
    ]) {
      await press(key)
      seen.push(active())
    }
    expect(seen).toEqual([
      'Go to Ledger',
      'New ticket',
      'New ticket',
      'Go to Ledger',
      'Reprice all',
      'New ticket',
      'Reprice all',
      'New ticket',
    ])
  })

  it('runs the active command on Enter, after it has closed', async () => {
    const { field, press, isOpen, acts } = openPalette()
    await field.setValue('repr all')
    await press('Enter')
    expect([isOpen(), acts.all.mock.calls.length]).toEqual([false, 1])
  })

  it('runs a clicked command, and keeps the focus in the field', async () => {
    const { view, acts } = openPalette()
    const option = view.findAll('[role=option]')[0]
    const down = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
    option?.element.dispatchEvent(down)
    expect(down.defaultPrevented).toBe(true)
    await option?.trigger('click')
    await flushPromises()
    expect(acts.all).toHaveBeenCalledOnce()
  })

  it('shows the view of a command before it runs', async () => {
    const { navigation, field, press, acts } = openPalette()
    acts.ticket.mockImplementation(() => expect(navigation.view).toBe('ledger'))
    await field.setValue('new')
    await press('Enter')
    await flushPromises()
    expect(acts.ticket).toHaveBeenCalledOnce()
  })

  it('lists a leg typed as the desk writes it beside the parlay that has it', async () => {
    const { api } = stubDesk()
    const leg = { ...line('west', 'Zeke West Over 18'), market: 'Player Points' }
    const groups = [{ game: game('rvt'), isFinal: false, selections: [leg] }]
    api.board.search.mockResolvedValue(ok({ total: 1, similar: [], groups, pinned: [], recent: [] }))
    const parlay = { id: '7', title: 'West O18 pts · Hayes O19.5 pts', run: () => undefined }
    const { field, options } = openPalette(api, createPinia(), [parlay])
    await field.setValue('west o18 pts')
    await flushPromises()
    expect(options()).toEqual([parlay.title, 'Zeke West Over 18 · Player Points'])
  })

  it('lists tickets found with their book, price, result and day, written as on the other screens', async () => {
    const { api, view, field } = openPalette()
    api.ledger.page.mockResolvedValue(ok({ lines: [wonLine(1, { day: '2026-11-26' })], next: null }))
    await field.setValue('echo')
    await flushPromises()
    expect(view.text()).toContain(`${lineOf(1).book.name} · +512 · Won · Nov 26, 2026`)
  })

  it('finds tickets by a misspelled word, and opens the ledger with the corrected one', async () => {
    const { api, pinia, field, press, options } = openPalette()
    api.ledger.page.mockImplementation(({ filter: { text } }) =>
      Promise.resolve(ok({ lines: text === 'thorn stake>30' ? [lineOf(1)] : [], next: null })),
    )
    api.ledger.findSpelling.mockResolvedValue(ok({ text: 'thorn stake>30' }))
    await field.setValue('thron stake>30')
    await flushPromises()
    expect(api.ledger.findSpelling).toHaveBeenCalledExactlyOnceWith({ text: 'thron stake>30' })
    expect(options()).toEqual(['Ticket 1'])
    await press('Enter')
    await flushPromises()
    const target = useNavigationStore(pinia).take('tickets')
    expect(target).toMatchObject({ filter: { text: 'thorn stake>30' } })
  })

  it('does not ask for a spelling of words that tickets have', async () => {
    const { api, field } = openPalette()
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(1)], next: null }))
    await field.setValue('thorn')
    await flushPromises()
    expect(api.ledger.findSpelling).not.toHaveBeenCalled()
  })

  it('gives the reason of a blocked command, and does not run it', async () => {
    const { view, field, press, isOpen, acts } = openPalette()
    await field.setValue('link')
    const option = view.get('[role=option]')
    expect(option.attributes('aria-disabled')).toBe('true')
    expect(option.text()).toContain('No bet slip link')
    await press('Enter')
    expect([isOpen(), acts.copy.mock.calls.length]).toEqual([true, 0])
  })

  it('says that nothing matches, and lists all again when the query is deleted', async () => {
    const { view, field, press, options } = openPalette()
    await field.setValue('zebra')
    expect(view.text()).toContain('Nothing matches “zebra”.')
    expect(field.attributes('aria-expanded')).toBe('false')
    expect(field.attributes('aria-activedescendant')).toBeUndefined()
    await press('Enter')
    await field.setValue('')
    expect(options()).toHaveLength(3)
  })

  it.each([{ ctrlKey: true }, { metaKey: true }])('closes on its own key: %o', async held => {
    const { press, isOpen } = openPalette()
    await press('k', held)
    expect(isOpen()).toBe(false)
  })

  it('closes on Escape and on a click beside it, which the browser sends as one event', async () => {
    const { view, isOpen } = openPalette()
    expect(view.get('dialog').attributes('closedby')).toBe('any')
    await view.get('dialog').trigger('cancel')
    expect(isOpen()).toBe(false)
  })

  it('stays open while its key is held down, and leaves keys of an input method alone', async () => {
    const { press, isOpen, acts } = openPalette()
    await press('k', { ctrlKey: true, repeat: true })
    await press('Enter', { isComposing: true })
    expect([isOpen(), acts.ledger.mock.calls.length]).toEqual([true, 0])
  })

  it('lists the commands run last first, while nothing is typed', async () => {
    const { view, options } = await openAfter('Ledger: ledger.new', 'Price: price.copy-link')
    expect(options()).toEqual(['New ticket', 'North · South', 'Reprice all', 'Go to Ledger'])
    expect(view.get('[role=group]').text()).toContain('Recent')
  })

  it('lists what is on now right below the recent ones, and remembers it by its own group', async () => {
    const { view, options, press, api } = await openAfter()
    expect(options()[0]).toBe('North · South')
    expect(view.get('[role=group]').text()).toContain('Live now')
    await press('Enter')
    expect(api.palette.remember).toHaveBeenCalledExactlyOnceWith({ command: 'Go to parlay: 7' })
  })

  it('lists a recent parlay of ended games below all other recent commands', async () => {
    const ended = { id: '8', title: 'West · East', timing: 'over' as const, run: () => undefined }
    const { api } = stubDesk({ palette: ['Go to parlay: 8', 'Ledger: ledger.new'] })
    const pinia = createPinia()
    await useRecentsStore(pinia).start()
    const { options } = openPalette(api, pinia, [ended])
    expect(options().slice(0, 2)).toEqual(['New ticket', 'West · East'])
  })

  it('lists open tickets first, those of started games before others, then the newest', async () => {
    const { api, field, options } = openPalette()
    const now = Date.now()
    const open = [
      lineOf(9, { title: 'Later', startsAt: now + 60_000 }),
      lineOf(2, { title: 'Live', startsAt: now - 60_000 }),
    ]
    const all = [wonLine(12, { title: 'Newest' }), ...open]
    api.ledger.page.mockImplementation(({ filter }) => {
      const lines = filter.result === 'pending' ? open : all
      return Promise.resolve(ok({ lines, next: null }))
    })
    await field.setValue('ticket')
    await flushPromises()
    expect(options().slice(-3)).toEqual(['Live', 'Later', 'Newest'])
  })

  it('finds the accounts at a book with their balances, and selects one', async () => {
    const { api, pinia, view, field, press, navigation } = openPalette()
    useLedgerStore(pinia).adopt(emptyLedger.status)
    const account = accountLine(0, { book: { id: 'golf', name: 'Golf River' }, balanceMinor: 50_000 })
    api.accounts.overview.mockResolvedValue(ok(overviewOf(account)))
    await field.setValue('golf')
    await flushPromises()
    expect(view.text()).toContain('Main at Golf River')
    expect(view.text()).toContain('Balance $500.00')
    await press('Enter')
    await flushPromises()
    expect([navigation.view, useAccountsStore(pinia).selectedId]).toEqual(['accounts', account.accountId])
  })

  it('lists those of games on now first among the recent ones, and remembers a parlay by its id', async () => {
    const { options, press, api } = await openAfter('Ledger: ledger.new', 'Go to parlay: 7')
    expect(options().slice(0, 2)).toEqual(['North · South', 'New ticket'])
    await press('Enter')
    expect(api.palette.remember).toHaveBeenCalledExactlyOnceWith({ command: 'Go to parlay: 7' })
  })

  it('remembers no command that was found by the words typed', async () => {
    const { api, field, press } = openPalette()
    api.board.search.mockResolvedValue(
      ok({
        groups: [{ game: game('e1'), isFinal: false, selections: [line('e1', 'Ann Flint')] }],
        total: 1,
        similar: [],
        pinned: [],
        recent: [],
      }),
    )
    await field.setValue('flint')
    await flushPromises()
    await press('Enter')
    expect(api.palette.remember).not.toHaveBeenCalled()
  })

  it('leads a parlay that fits several games to the search, which asks', async () => {
    const { api, field, options, press, navigation, pinia } = openPalette()
    const parts = ['flint', 'ml'].map(text => ({ text, leg: null, choices: [], problem: null }))
    api.board.findNamedLegs.mockResolvedValue(ok({ game: null, games: [game('e1'), game('e2')], parts }))
    await field.setValue('flint + ml')
    await flushPromises()
    expect(options()).toContain('Build: flint + ml')
    await press('Enter')
    await flushPromises()
    expect([navigation.target, useBoardStore(pinia).query]).toEqual([{ show: 'legs' }, 'flint + ml'])
  })

  it('builds a parlay of the legs typed, where each part names one', async () => {
    const { api, field, options, press } = openPalette()
    const parts = [
      line('e1', 'Ann Flint Over 21.5', { market: 'Player Points' }),
      line('e1', 'Harbor', { market: 'Moneyline' }),
    ]
    api.board.findNamedLegs.mockResolvedValue(
      ok({
        game: game('e1'),
        games: [],
        parts: parts.map(leg => ({ text: leg.name, leg, choices: [], problem: null })),
      }),
    )
    await field.setValue('flint o21.5 pts + ml')
    await flushPromises()
    expect(options()).toEqual(['Build: Flint O21.5 pts · Harbor ML'])
    await press('Enter')
    await flushPromises()
    expect(useBoardStore().legs.map(({ line: own }) => own.name)).toEqual(['Ann Flint Over 21.5', 'Harbor'])
  })

  it('runs the first result after an Enter that was faster than the search', async () => {
    const { api, field, press, isOpen } = openPalette()
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof api.board.findNamedLegs>>>()
    api.board.findNamedLegs.mockReturnValue(answer.promise)
    await field.setValue('flint + ml')
    await press('Enter')
    expect(isOpen()).toBe(true)
    const parts = ['flint', 'ml'].map(text => ({ text, leg: null, choices: [], problem: null }))
    answer.resolve(ok({ game: null, games: [game('e1'), game('e2')], parts }))
    await flushPromises()
    expect([isOpen(), useBoardStore().query]).toEqual([false, 'flint + ml'])
  })

  it('forgets such an Enter when the text changes', async () => {
    const { field, press, isOpen } = openPalette()
    await field.setValue('flint + ml')
    await press('Enter')
    await field.setValue('flint')
    await flushPromises()
    expect(isOpen()).toBe(true)
  })
})

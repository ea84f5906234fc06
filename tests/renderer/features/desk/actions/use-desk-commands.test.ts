import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import type { CommandGroup } from '../../../../../src/renderer/commands/command-spec.ts'
import { findCommands } from '../../../../../src/renderer/features/palette/find-commands.ts'
import { cell, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const links = { desktop: 'https://bets.bravo.example/slip', mobile: 'bravo://slip' }
const rows = () => [
  row(1, [cell('alpha', { quote: priced(455) }), cell('bravo', { quote: priced(512, noon, links) })]),
  row(2, [cell('alpha', { missingLegs: 1 }), cell('bravo')]),
]
const tools = [
  'Alert at this price',
  'Alt lines',
  'Fair price',
  'How these are calculated',
  'Price by leg',
  'Price history',
]
const commandsOf = (name: CommandGroup) => useCommandStore().listGroup(name)
const toGroup = (name: CommandGroup) => ({ name, about: '', view: undefined, commands: commandsOf(name) })
const about = (name: CommandGroup) => useCommandStore().aboutGroup(name)
const reasons = (name: CommandGroup) =>
  Object.fromEntries(commandsOf(name).map(({ title, blocked }) => [title, blocked]))
const run = async (group: CommandGroup, title: string) => {
  await commandsOf(group)
    .find(command => command.title === title)
    ?.run()
  await flushPromises()
}

it('useDeskCommands blocks commands that need a selected price or parlay, and says so', async () => {
  await openDesk(rows())
  expect(new Set(Object.values(reasons('Price')))).toEqual(new Set(['Select a price first']))
  expect(Object.keys(reasons('Price'))).toEqual(expect.arrayContaining(tools))
  expect(reasons('Parlay')).toMatchObject({
    'Reprice row': 'Select a parlay first',
    'Select row': 'Select a parlay first',
  })
  expect(reasons('Desk')).toMatchObject({ 'Reprice all': undefined, 'Export prices': undefined })
})

it('useDeskCommands lists the tools of a price once each, selected or not', async () => {
  const { choose, view } = await openDesk(rows())
  const found = () => commandsOf('Price').filter(({ title }) => tools.includes(title))
  const names = () => found().map(({ title }) => title)
  expect(names().toSorted()).toEqual(tools)
  await choose('bravo')
  expect(names().toSorted()).toEqual(tools)
  expect(found().filter(({ blocked }) => blocked === 'Select a price first')).toEqual([])
  await run('Price', 'Price by leg')
  await expect.poll(() => view.find('dialog').exists()).toBe(true)
  expect(view.get('dialog').text()).toContain('Price by leg')
})

it('useDeskCommands runs on the selected cell and row, and names them', async () => {
  const { choose, api } = await openDesk(rows())
  await choose('bravo')
  expect([about('Price'), about('Parlay')]).toEqual([
    expect.stringMatching(/^Bravo · ./),
    about('Price').replace('Bravo · ', ''),
  ])
  expect(reasons('Price')).toMatchObject({ 'Copy link': undefined, 'Recheck and open': undefined })
  await run('Price', 'Copy link')
  expect(api.links.copy).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'bravo', to: 'here' })
})

it('useDeskCommands blocks commands on a cell that lacks what they need, and says so', async () => {
  const { choose } = await openDesk(rows())
  await choose('alpha', 2)
  expect(reasons('Price')).toMatchObject({
    'Recheck and open': 'Not offered at this book',
    'Copy link': 'No price to copy',
    'Price by leg': 'Needs two legs, all at this book',
    'Fair price': 'Needs all legs at this book',
    'Record ticket': undefined,
  })
  expect(reasons('Parlay')).toMatchObject({
    'Recheck and open best price': 'No book has priced this parlay yet',
  })
})

it.each([
  ['no price selected', undefined, 'Select a price first.'],
  ['a book that lacks a leg', 2, 'Needs all legs at this book.'],
])('the key of the fair price says why it does nothing with %s', async (_, parlayId, reason) => {
  const { view, choose, press } = await openDesk(rows())
  if (parlayId !== undefined) await choose('alpha', parlayId)
  await press('v')
  expect(view.text()).toContain(reason)
  expect(view.find('dialog').exists()).toBe(false)
})

it.each([
  ['Fair price', 'Needs all legs at this book'],
  ['Price by leg', 'Needs two legs, all at this book'],
])('the button %s has the reason why it is off in its tooltip', async (name, reason) => {
  const { view, choose } = await openDesk(rows())
  await choose('alpha', 2)
  const button = view.findAll('.tools button').find(each => each.text() === name)
  expect(button?.attributes()).toMatchObject({ disabled: '', 'data-tip': reason })
})

it('useDeskCommands runs on all rows marked', async () => {
  const { choose, api } = await openDesk(rows())
  await choose('bravo')
  await run('Parlay', 'Select all rows')
  expect(about('Parlay')).toBe('2 parlays')
  await run('Parlay', 'Reprice row')
  expect(api.desk.price.mock.calls.map(([asked]) => asked.parlayId)).toEqual([1, 2])
})

it('useDeskCommands leads to each parlay, into the grid', async () => {
  const { cell: cellOf } = await openDesk(rows())
  const parlays = commandsOf('Go to parlay')
  expect(parlays).toHaveLength(2)
  await parlays[1]?.run()
  await flushPromises()
  expect(document.activeElement).toBe(cellOf('alpha', 2).element)
})

it('useDeskCommands orders the rows by the name of the order, and says which is in use', async () => {
  await openDesk(rows())
  await run('Order of rows', 'Best EV')
  const used = commandsOf('Order of rows').filter(({ note }) => note === 'in use')
  expect(used.map(({ title }) => title)).toEqual(['Best EV'])
})

it('row.tickets shows the tickets of the parlay in the ledger', async () => {
  const { choose } = await openDesk(rows())
  await choose('bravo')
  await run('Parlay', 'Show tickets')
  const navigation = useNavigationStore()
  expect(navigation.view).toBe('ledger')
  expect(navigation.take('tickets')).toMatchObject({
    filter: { text: '', also: [{ kind: 'parlay', legs: [{ name: 'Ada North Over 27.5' }, {}] }] },
  })
})

it('column.menu opens the menu of the selected column at its header', async () => {
  const { choose, press } = await openDesk(rows())
  await choose('bravo')
  const opened: unknown[] = []
  document.addEventListener(
    'contextmenu',
    ({ target }) => opened.push(target instanceof HTMLElement && target.dataset['column']),
    { once: true },
  )
  await press('m')
  expect(opened).toEqual(['bravo'])
})

it('the palette leads from a book’s name to its column, its tickets and its settings, and hides it last', async () => {
  const { choose, view } = await openDesk(rows())
  await choose('alpha')
  const found = findCommands([toGroup('Books'), toGroup('Settings')], 'bravo')
  const titles = found.flatMap(({ commands }) => commands.map(({ title }) => title))
  expect(titles).toEqual(['Go to Bravo', 'Tickets at Bravo', 'Hide Bravo'])
  await run('Books', 'Go to Bravo')
  expect(view.get('[role=gridcell][aria-selected=true]').attributes('data-book')).toBe('bravo')
  await run('Books', 'Tickets at Bravo')
  expect(useNavigationStore().target).toMatchObject({ show: 'tickets', filter: { bookId: 'bravo' } })
})

it.each(['Select a price first', 'The games are over.'])(
  'useCommandNotices ends the reason “%s” with one period, and goes with the next command',
  async reason => {
    const { view } = await openDesk(rows())
    useCommandStore().refusal = { reason }
    await flushPromises()
    expect(view.text()).toContain(`${reason.replace(/\.$/, '')}.`)
    expect(view.text()).not.toContain('..')
    useCommandStore().refusal = undefined
    await flushPromises()
    expect(view.text()).not.toContain(reason)
  },
)

it('useDeskCommands pins the row, says so in its header, and unpins it', async () => {
  const { choose, api, view } = await openDesk(rows())
  await choose('bravo')
  await run('Parlay', 'Pin: refresh every 15s')
  expect(api.budget.setAuto).toHaveBeenLastCalledWith({ parlayId: 1, everySeconds: 15 })
  await expect.poll(() => view.get('[role=rowheader]').text()).toContain('Pinned: refreshes every 15s')
  await run('Parlay', 'Unpin: refresh like the rest')
  expect(api.budget.setAuto).toHaveBeenLastCalledWith({ parlayId: 1, everySeconds: null })
})

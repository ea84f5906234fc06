import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { listActions, type ActionTarget } from '../../../../../src/renderer/features/desk/desk-keys.ts'
import { usePaletteStore } from '../../../../../src/renderer/features/palette/palette-store.ts'
import { cell, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const links = { desktop: 'https://bets.bravo.example/slip', mobile: 'bravo://slip' }
const rows = () => [
  row(1, [cell('alpha', { quote: priced(455) }), cell('bravo', { quote: priced(512, noon, links) })]),
  row(2, [cell('alpha', { missingLegs: 1 }), cell('bravo')]),
]
const tools = ['Alert at this price', 'Leg costs', 'Line steps', 'Price history', 'What the numbers mean']
const groupOf = (name: string) =>
  usePaletteStore()
    .list('desk')
    .find(group => group.name === name)
const reasons = (name: string) =>
  Object.fromEntries(groupOf(name)?.commands.map(({ title, blocked }) => [title, blocked]) ?? [])
const run = async (group: string, title: string) => {
  await groupOf(group)
    ?.commands.find(command => command.title === title)
    ?.run()
  await flushPromises()
}

it('listActions names every action with its key', () => {
  const objects: ActionTarget[] = ['cell', 'row', 'desk', 'legs']
  const keys = Object.fromEntries(
    objects.flatMap(listActions).map(({ action, keys: shown }) => [action, shown]),
  )
  expect(keys).toEqual({
    recheck: 'O',
    'copy-link': 'C',
    'phone-qr': 'P',
    'record-ticket': 'T',
    'hide-book': 'X',
    'column-left': 'Alt ←',
    'column-right': 'Alt →',
    'column-narrower': 'Alt ⇧←',
    'column-wider': 'Alt ⇧→',
    'recheck-best': '↵',
    'reprice-row': 'R',
    queue: 'Q',
    remove: '⌫',
    'mark-row': 'Space',
    'mark-all': 'Ctrl A',
    'mark-none': 'Esc',
    'reprice-all': '⇧R',
    export: undefined,
    'show-columns': undefined,
    'show-keys': '?',
    search: '/',
  })
})

it('useDeskCommands blocks commands that need a selected price or parlay, and says so', async () => {
  await openDesk(rows())
  expect(new Set(Object.values(reasons('Cell')))).toEqual(new Set(['Select a price first']))
  expect(Object.keys(reasons('Cell'))).toEqual(expect.arrayContaining(tools))
  expect(reasons('Rows')).toMatchObject({
    'Reprice row': 'Select a parlay first',
    'Select all rows': 'Select a parlay first',
  })
  expect(reasons('Desk')).toMatchObject({ 'Reprice all': undefined, 'Export prices': undefined })
})

it('useDeskCommands lists the tools of a price once each, selected or not', async () => {
  const { choose, view } = await openDesk(rows())
  const found = () => groupOf('Cell')?.commands.filter(({ title }) => tools.includes(title)) ?? []
  const names = () => found().map(({ title }) => title)
  expect(names().toSorted()).toEqual(tools)
  await choose('bravo')
  expect(names().toSorted()).toEqual(tools)
  expect(found().filter(({ blocked }) => blocked === 'Select a price first')).toEqual([])
  await run('Cell', 'Leg costs')
  await expect.poll(() => view.find('dialog').exists()).toBe(true)
  expect(view.get('dialog').text()).toContain('Leg costs')
})

it('useDeskCommands runs on the selected cell and row, and names them', async () => {
  const { choose, api } = await openDesk(rows())
  await choose('bravo')
  expect([groupOf('Cell')?.about, groupOf('Rows')?.about]).toEqual([
    expect.stringMatching(/^Bravo · ./),
    groupOf('Cell')?.about.replace('Bravo · ', ''),
  ])
  expect(reasons('Cell')).toMatchObject({ 'Copy link': undefined, 'Recheck and open the cell': undefined })
  await run('Cell', 'Copy link')
  expect(api.links.copy).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'bravo', to: 'here' })
})

it('useDeskCommands blocks commands on a cell that lacks what they need, and says so', async () => {
  const { choose } = await openDesk(rows())
  await choose('alpha', 2)
  expect(reasons('Cell')).toMatchObject({
    'Recheck and open the cell': 'The book lacks a leg',
    'Copy link': 'The price has no link',
    'Leg costs': 'It takes two legs, all at the book',
    'Record ticket': undefined,
  })
  expect(reasons('Rows')).toMatchObject({ 'Recheck and open best': 'No book has priced the row yet' })
})

it('useDeskCommands runs on all rows marked', async () => {
  const { choose, api } = await openDesk(rows())
  await choose('bravo')
  await run('Rows', 'Select all rows')
  expect(groupOf('Rows')?.about).toBe('2 parlays')
  await run('Rows', 'Reprice row')
  expect(api.desk.price.mock.calls.map(([asked]) => asked.parlayId)).toEqual([1, 2])
})

it('useDeskCommands leads to each parlay, into the grid', async () => {
  const { cell: cellOf } = await openDesk(rows())
  const parlays = groupOf('Go to parlay')?.commands ?? []
  expect(parlays).toHaveLength(2)
  await parlays[1]?.run()
  await flushPromises()
  expect(document.activeElement).toBe(cellOf('alpha', 2).element)
})

it('useDeskCommands orders the rows by the name of the order, and says which is in use', async () => {
  await openDesk(rows())
  await run('Order of rows', 'Best EV first')
  const used = groupOf('Order of rows')?.commands.filter(({ note }) => note === 'in use')
  expect(used?.map(({ title }) => title)).toEqual(['Best EV first'])
})

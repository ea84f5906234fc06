import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { book } from '../../../../support/shared/desk-rows.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import {
  click,
  fill,
  noteOf,
  openSettings,
  threeBooks,
  valueOf,
} from '../../../../support/renderer/settings/mounted-settings.ts'

const order = (pane: VueWrapper) => pane.findAll('tbody th').map(each => each.text())

test('books say where they come from while there are none', async () => {
  const { pane } = await openSettings({ settings: { ...threeBooks, books: [] } })
  expect(pane.text()).toContain('Books appear when odds objects bring them.')
  expect(pane.find('table').exists()).toBe(false)
})

test('books take a new host id when the field is left', async () => {
  const { pane, api } = await openSettings()
  await fill(pane, 'Host id of Bravo', ' bravo-2 ')
  await field(pane, 'Host id of Bravo').trigger('change')
  await flushPromises()
  expect(api.settings.saveBook).toHaveBeenCalledWith({ ...book('bravo', 'Bravo'), hostId: 'bravo-2' })
})

test.each(['Bravo!', '-bravo', 'a.b', ''])(
  'refuse “%s” as a host id and keep it in the field',
  async text => {
    const { pane, api } = await openSettings()
    await fill(pane, 'Host id of Bravo', text)
    await field(pane, 'Host id of Bravo').trigger('change')
    expect(noteOf(pane, 'Host id of Bravo')).toContain('Use a to z')
    expect(valueOf(pane, 'Host id of Bravo')).toBe(text)
    expect(api.settings.saveBook).not.toHaveBeenCalled()
  },
)

test('books say at the row why a change was not saved', async () => {
  const { pane, api } = await openSettings()
  api.settings.saveBook.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
  await fill(pane, 'Host id of Bravo', 'bravo-2')
  await field(pane, 'Host id of Bravo').trigger('change')
  await flushPromises()
  expect(noteOf(pane, 'Host id of Bravo')).toContain('The disk is full.')
  expect(valueOf(pane, 'Host id of Bravo')).toBe('bravo-2')
})

test('books are switched off by their switch, whatever is typed beside it', async () => {
  const { pane, api } = await openSettings()
  await fill(pane, 'Host id of Bravo', 'not valid!')
  await pane.get('[role=switch][aria-label="Bravo on"]').trigger('click')
  await flushPromises()
  expect(api.settings.saveBook).toHaveBeenCalledWith(book('bravo', 'Bravo', false))
  expect(valueOf(pane, 'Host id of Bravo')).toBe('not valid!')
})

test('books move by their buttons, and not beyond either end', async () => {
  const { pane } = await openSettings()
  await click(pane, 'Move Bravo up')
  expect(order(pane)).toEqual(['Bravo', 'Alpha', 'Charlie'])
  expect(button(pane, 'Move Bravo up').attributes('disabled')).toBeDefined()
  expect(button(pane, 'Move Charlie down').attributes('disabled')).toBeDefined()
})

test('books move by Alt and an arrow', async () => {
  const { pane } = await openSettings()
  await field(pane, 'Host id of Alpha').trigger('keydown', { key: 'ArrowDown', altKey: true })
  await flushPromises()
  expect(order(pane)).toEqual(['Bravo', 'Alpha', 'Charlie'])
})

test('at an end, Alt and an arrow change nothing', async () => {
  const { pane, api } = await openSettings()
  await field(pane, 'Host id of Alpha').trigger('keydown', { key: 'ArrowUp', altKey: true })
  await field(pane, 'Host id of Charlie').trigger('keydown', { key: 'ArrowDown', altKey: true })
  expect(api.settings.orderBooks).not.toHaveBeenCalled()
})

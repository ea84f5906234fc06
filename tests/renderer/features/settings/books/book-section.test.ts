import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { book } from '../../../../support/shared/desk-rows.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import {
  click,
  enter,
  fill,
  getFieldNote,
  openSettings,
  threeBooks,
  getFieldValue,
} from '../../../../support/renderer/settings/mounted-settings.ts'

const order = (pane: VueWrapper) => pane.findAll('tbody th').map(each => each.get('bdi').text())

test('BookSection explains where books come from while there are none', async () => {
  const { pane } = await openSettings({ settings: { ...threeBooks, books: [] } })
  expect(pane.text()).toContain('Books appear when you add odds.')
  expect(pane.find('table').exists()).toBe(false)
})

test('BookRow saves a new service ID when the field is left', async () => {
  const { pane, api } = await openSettings()
  await fill(pane, 'Service ID of Bravo', ' bravo-2 ')
  await field(pane, 'Service ID of Bravo').trigger('blur')
  await flushPromises()
  expect(api.settings.saveBook).toHaveBeenCalledWith({ ...book('bravo', 'Bravo'), hostId: 'bravo-2' })
})

test.each(['Bravo!', '-bravo', 'a.b', ''])(
  'refuse “%s” as a service ID and keep it in the field',
  async text => {
    const { pane, api } = await openSettings()
    await fill(pane, 'Service ID of Bravo', text)
    await field(pane, 'Service ID of Bravo').trigger('blur')
    expect(getFieldNote(pane, 'Service ID of Bravo')).toContain('Use a–z')
    expect(getFieldValue(pane, 'Service ID of Bravo')).toBe(text)
    expect(api.settings.saveBook).not.toHaveBeenCalled()
  },
)

test('BookRow shows why a change was not saved', async () => {
  const { pane, api } = await openSettings()
  api.settings.saveBook.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
  await enter(pane, 'Service ID of Bravo', 'bravo-2')
  expect(getFieldNote(pane, 'Service ID of Bravo')).toContain('The disk is full.')
  expect(getFieldValue(pane, 'Service ID of Bravo')).toBe('bravo-2')
})

test('BookRow hides a book, whatever is typed beside it', async () => {
  const { pane, api } = await openSettings()
  await fill(pane, 'Service ID of Bravo', 'not valid!')
  await pane.get('[role=switch][aria-label="Show Bravo"]').trigger('click')
  await flushPromises()
  expect(api.settings.saveBook).toHaveBeenCalledWith(book('bravo', 'Bravo', false))
  expect(getFieldValue(pane, 'Service ID of Bravo')).toBe('not valid!')
})

test('BookSection moves books by buttons, and not beyond either end', async () => {
  const { pane } = await openSettings()
  await click(pane, 'Move Bravo up')
  expect(order(pane)).toEqual(['Bravo', 'Alpha', 'Charlie'])
  expect(button(pane, 'Move Bravo up').attributes('disabled')).toBeDefined()
  expect(button(pane, 'Move Charlie down').attributes('disabled')).toBeDefined()
})

test('BookSection moves books by Alt and an arrow', async () => {
  const { pane } = await openSettings()
  await field(pane, 'Service ID of Alpha').trigger('keydown', { key: 'ArrowDown', altKey: true })
  await flushPromises()
  expect(order(pane)).toEqual(['Bravo', 'Alpha', 'Charlie'])
})

test('BookSection ignores Alt and an arrow at an end', async () => {
  const { pane, api } = await openSettings()
  await field(pane, 'Service ID of Alpha').trigger('keydown', { key: 'ArrowUp', altKey: true })
  await field(pane, 'Service ID of Charlie').trigger('keydown', { key: 'ArrowDown', altKey: true })
  expect(api.settings.orderBooks).not.toHaveBeenCalled()
})

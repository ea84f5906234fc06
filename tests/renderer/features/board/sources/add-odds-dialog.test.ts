import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test } from 'vitest'
import AddOddsDialog from '../../../../../src/renderer/features/board/sources/AddOddsDialog.vue'
import { failed, stubDesk, ok, type StubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { report } from '../../../../support/renderer/board/board-answers.ts'

let desk: StubDesk
let dialog: VueWrapper
beforeEach(() => {
  desk = stubDesk()
  setActivePinia(createPinia())
  dialog = mount(AddOddsDialog, { attachTo: document.body })
})
afterEach(() => dialog.unmount())

const paste = (text: string) => field(dialog, 'Odds objects').setValue(text)
const pasted = () => field(dialog, 'Odds objects').element
async function add() {
  await dialog.find('form').trigger('submit')
  await flushPromises()
}
const sent = () => desk.api.board.add.mock.calls.map(([request]) => request)

test('nothing but blanks cannot be added', async () => {
  await paste('  \n')
  expect(button(dialog, 'Add').attributes('disabled')).toBeDefined()
  await add()
  expect(sent()).toEqual([])
})

test('long text crosses in parts of one upload, and only the last loads them', async () => {
  const text = 'x'.repeat(130_000)
  await paste(text)
  await add()
  expect(sent().map(each => each.part.length)).toEqual([60_000, 60_000, 10_000])
  expect(sent().map(each => each.isLast)).toEqual([false, false, true])
  expect(sent()[0]).toMatchObject({ name: null, form: 'text' })
  expect(new Set(sent().map(each => each.upload)).size).toBe(1)
  expect(
    sent()
      .map(each => each.part)
      .join(''),
  ).toBe(text)
})

test('each adding is an upload of its own', async () => {
  await paste('a')
  await add()
  await paste('b')
  await add()
  expect(new Set(sent().map(each => each.upload)).size).toBe(2)
})

test('what was taken and left out is told with examples, and the text is gone', async () => {
  desk.api.board.add.mockResolvedValueOnce(
    ok(
      report({
        taken: 1204,
        replaced: 38,
        leftOut: [{ reason: 'the id has fewer than four parts', count: 9, example: 'alpha#evt' }],
      }),
    ),
  )
  await paste('[…]')
  await add()
  const says = dialog.find('.report').text()
  const parts = [
    'Took 1,204 odds objects',
    '38 in place of older ones',
    'Left out 9',
    'fewer than four parts',
    'alpha#evt',
  ]
  for (const part of parts) expect(says).toContain(part)
  expect(pasted()).toHaveProperty('value', '')
})

test('text of which nothing was taken stays', async () => {
  await paste('[{}]')
  await add()
  expect(dialog.find('.report').text()).toContain('Took no odds objects')
  expect(pasted()).toHaveProperty('value', '[{}]')
})

test('a failure is said in words and the text stays', async () => {
  desk.api.board.add.mockResolvedValueOnce(
    failed({ kind: 'invalid', field: 'text', sentence: 'This is not JSON: see line 3.' }),
  )
  await paste('{')
  await add()
  expect(dialog.find('[role=alert]').text()).toContain('This is not JSON: see line 3.')
  expect(pasted()).toHaveProperty('value', '{')
})

test('nothing more is sent after a part that failed', async () => {
  desk.api.board.add.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'R1' }))
  await paste('x'.repeat(130_000))
  await add()
  expect(sent()).toHaveLength(1)
})

test('while it is sent, the text is fixed and its progress told', async () => {
  desk.api.board.add.mockReturnValueOnce(new Promise(() => undefined))
  await paste('x'.repeat(130_000))
  await add()
  expect(pasted()).toHaveProperty('readOnly', true)
  expect(button(dialog, 'Add').attributes('disabled')).toBeDefined()
  expect(dialog.text()).toContain('Sending part 1 of 3')
})

test('closing and opening again keeps the text', async () => {
  await paste('half of it')
  dialog.unmount()
  dialog = mount(AddOddsDialog)
  expect(pasted()).toHaveProperty('value', 'half of it')
})

test('Ctrl+Enter in the text adds it', async () => {
  await paste('[]')
  await field(dialog, 'Odds objects').trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flushPromises()
  expect(sent()).toHaveLength(1)
})

test('Close asks to be closed', async () => {
  await button(dialog, 'Close').trigger('click')
  expect(dialog.emitted('close')).toHaveLength(1)
})

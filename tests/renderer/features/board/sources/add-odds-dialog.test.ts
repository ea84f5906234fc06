import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import AddOddsDialog from '../../../../../src/renderer/features/board/sources/AddOddsDialog.vue'
import { maxPartBytes } from '../../../../../src/renderer/features/board/sources/upload-store.ts'
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
describe('AddOddsDialog', () => {
  it('does not add blank text', async () => {
    await paste('  \n')
    expect(button(dialog, 'Add').attributes('disabled')).toBeDefined()
    await add()
    expect(sent()).toEqual([])
  })

  it('sends long text as UTF-8 in parts of one upload, of which only the last loads them', async () => {
    // The umlaut lies across the end of the first part.
    const text = `${'x'.repeat(maxPartBytes - 1)}ü${'x'.repeat(maxPartBytes)}`
    await paste(text)
    await add()
    expect(sent().map(each => each.bytes.length)).toEqual([maxPartBytes, maxPartBytes, 1])
    expect(sent().map(each => each.isLast)).toEqual([false, false, true])
    expect(sent()[0]).toMatchObject({ name: null })
    expect(new Set(sent().map(each => each.upload)).size).toBe(1)
    expect(await new Blob(sent().map(each => each.bytes)).text()).toBe(text)
  })

  it('sends each text as its own upload', async () => {
    await paste('a')
    await add()
    await paste('b')
    await add()
    expect(new Set(sent().map(each => each.upload)).size).toBe(2)
  })

  it('shows what was taken and left out with examples, and clears the text', async () => {
    desk.api.board.add.mockResolvedValueOnce(
      ok(
        report({
          taken: 1204,
          replaced: 38,
          leftOut: [{ reason: 'The ID needs four parts.', count: 9, example: 'alpha#evt' }],
        }),
      ),
    )
    await paste('[…]')
    await add()
    const says = dialog.find('.report').text()
    const parts = ['Added 1,204 odds', '38 updated', 'Skipped 9', 'needs four parts', 'alpha#evt']
    for (const part of parts) expect(says).toContain(part)
    expect(pasted()).toHaveProperty('value', '')
  })

  it('keeps text of which nothing was taken', async () => {
    await paste('[{}]')
    await add()
    expect(dialog.find('.report').text()).toContain('Nothing added')
    expect(pasted()).toHaveProperty('value', '[{}]')
  })

  it('shows a failure, and keeps the text', async () => {
    desk.api.board.add.mockResolvedValueOnce(
      failed({ kind: 'invalid', field: 'text', sentence: 'This is not JSON: see line 3.' }),
    )
    await paste('{')
    await add()
    expect(dialog.find('[role=alert]').text()).toContain('This is not JSON: see line 3.')
    // In the place of the count, so that no button moves.
    expect(dialog.text()).not.toContain('1 character')
    expect(pasted()).toHaveProperty('value', '{')
  })

  it('sends nothing after a part that failed', async () => {
    desk.api.board.add.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'R1' }))
    await paste('x'.repeat(2 * maxPartBytes + 1))
    await add()
    expect(sent()).toHaveLength(1)
  })

  it('locks the text and shows the progress while it is sent', async () => {
    desk.api.board.add.mockReturnValueOnce(new Promise(() => undefined))
    await paste('x'.repeat(2 * maxPartBytes + 1))
    await add()
    expect(pasted()).toHaveProperty('readOnly', true)
    expect(button(dialog, 'Add').attributes('disabled')).toBeDefined()
    expect(dialog.text()).toContain('Sending part 1 of 3')
  })

  it('keeps the text when it is closed and opened again', async () => {
    await paste('half of it')
    dialog.unmount()
    dialog = mount(AddOddsDialog)
    expect(pasted()).toHaveProperty('value', 'half of it')
  })

  it('adds the text with Ctrl+Enter', async () => {
    await paste('[]')
    await field(dialog, 'Odds objects').trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
    expect(sent()).toHaveLength(1)
  })

  it('emits close from its Close button', async () => {
    await button(dialog, 'Close').trigger('click')
    expect(dialog.emitted('close')).toHaveLength(1)
  })
})

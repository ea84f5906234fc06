import { flushPromises, mount } from '@vue/test-utils'
import { expect, it, onTestFinished } from 'vitest'
import CrashNoteDialog from '../../../../src/renderer/features/help/CrashNoteDialog.vue'
import { failed, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button } from '../../../support/renderer/screen.ts'

const note = { text: 'Time: now\n<b>TypeError</b>: no row', at: Date.parse('2026-12-01T12:00:00Z') }

async function open(crash: typeof note | null) {
  const desk = stubDesk({ crash })
  const dialog = mount(CrashNoteDialog, { attachTo: document.body })
  onTestFinished(() => dialog.unmount())
  await flushPromises()
  return { dialog, ...desk }
}

it('CrashNoteDialog shows nothing after a start without a note', async () => {
  const { dialog } = await open(null)
  expect(dialog.find('dialog').exists()).toBe(false)
})

it('CrashNoteDialog shows the note as text, and copies it', async () => {
  const { dialog, api } = await open(note)
  expect(dialog.find('pre').text()).toBe(note.text)
  await button(dialog, 'Copy').trigger('click')
  await flushPromises()
  expect(api.crash.copy).toHaveBeenCalledOnce()
  expect(dialog.find('[role=status]').text()).toBe('Copied')
  expect(dialog.find('dialog').exists()).toBe(true)
})

it('CrashNoteDialog deletes the note and closes, or says why it could not', async () => {
  const { dialog, api } = await open(note)
  api.crash.remove.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
  await button(dialog, 'Delete').trigger('click')
  await flushPromises()
  expect(dialog.text()).toContain('The disk is full.')
  await button(dialog, 'Delete').trigger('click')
  await flushPromises()
  expect(dialog.find('dialog').exists()).toBe(false)
})

it('CrashNoteDialog keeps the note for later when it is closed', async () => {
  const { dialog, api } = await open(note)
  await button(dialog, 'Keep for later').trigger('click')
  expect(dialog.find('dialog').exists()).toBe(false)
  expect(api.crash.remove).not.toHaveBeenCalled()
})

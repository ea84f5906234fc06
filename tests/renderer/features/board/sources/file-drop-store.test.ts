import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import DroppedFiles from '../../../../../src/renderer/features/board/sources/DroppedFiles.vue'
import DropTarget from '../../../../../src/renderer/features/board/sources/DropTarget.vue'
import { useFileDropStore } from '../../../../../src/renderer/features/board/sources/file-drop-store.ts'
import type { Outcome } from '../../../../../src/shared/failure.ts'
import { failed, stubDesk, ok, type StubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { report } from '../../../../support/renderer/board/board-answers.ts'

const Both = {
  components: { DroppedFiles, DropTarget },
  setup: () => ({ drops: useFileDropStore() }),
  template: '<div><DropTarget /><DroppedFiles :files="drops.files" @put-away="drops.putAway" /></div>',
}

let desk: StubDesk
let page: VueWrapper
let shown: boolean[]
beforeEach(() => {
  desk = stubDesk()
  shown = []
  // The test's DOM has no popovers.
  Object.assign(HTMLElement.prototype, { togglePopover: (isShown: boolean) => shown.push(isShown) })
  page = mount(Both, { global: { plugins: [createPinia()] }, attachTo: document.body })
})
afterEach(() => {
  page.unmount()
  Reflect.deleteProperty(HTMLElement.prototype, 'togglePopover')
})

const file = (name: string, bytes: number[] = [123, 125]) => new File([new Uint8Array(bytes)], name)

/** Sends a drag event at the page; answers whether it was taken, so that the browser does nothing with it. */
function drag(type: string, files: File[] | undefined, given: object = {}): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true })
  const dataTransfer = { types: [files ? 'Files' : 'text/plain'], files: files ?? [], dropEffect: 'none' }
  Object.assign(event, { dataTransfer, relatedTarget: null, ...given })
  document.body.dispatchEvent(event)
  return event.defaultPrevented
}
async function drop(...files: File[]) {
  drag('drop', files)
  await flushPromises()
  await expect.poll(() => page.text()).not.toMatch(/waiting|reading…|Cancel/)
}
const sent = () => desk.api.board.add.mock.calls.map(([request]) => request)

test('files over the window show the target, and leaving or dropping takes it away', async () => {
  drag('dragenter', [file('a')])
  await flushPromises()
  drag('dragleave', [file('a')], { relatedTarget: document.body })
  await flushPromises()
  expect(shown).toEqual([true])
  drag('dragleave', [file('a')])
  await flushPromises()
  drag('dragover', [file('a')])
  await flushPromises()
  drag('drop', [])
  await flushPromises()
  expect(shown).toEqual([true, false, true, false])
})

test.each(['dragenter', 'dragover', 'drop'])(
  'the page takes %s of files, so that it never navigates',
  type => {
    expect(drag(type, [])).toBe(true)
  },
)

test('text dragged about is nobody’s business', async () => {
  expect(['dragover', 'drop'].map(type => drag(type, undefined))).toEqual([false, false])
  await flushPromises()
  expect(shown).toEqual([])
})

test('a file crosses as bytes with its name', async () => {
  await drop(file('ü.json.gz', [0, 31, 139, 200, 255]))
  expect(sent()).toMatchObject([
    { name: 'ü.json.gz', form: 'bytes', part: '\u0000\u001f\u008b\u00c8\u00ff', isLast: true },
  ])
})

test('a large file crosses in parts of one upload, and shows how far it is', async () => {
  const arrived = Promise.withResolvers<Outcome<null>>()
  desk.api.board.add.mockReturnValueOnce(arrived.promise)
  drag('drop', [file('big.json', Array<number>(100_000).fill(32))])
  await expect.poll(() => page.text()).toContain('0.0 of 0.1 MB')
  arrived.resolve(ok(null))
  await expect.poll(() => page.text()).toContain('✓ 0 objects')
  expect(sent().map(part => [part.part.length, part.isLast])).toEqual([
    [43_000, false],
    [43_000, false],
    [14_000, true],
  ])
  expect(new Set(sent().map(part => part.upload)).size).toBe(1)
})

test('several files cross one after the other, each an upload of its own', async () => {
  await drop(file('a.json'), file('b.csv'))
  await drop(file('c.json'))
  expect(sent().map(part => part.name)).toEqual(['a.json', 'b.csv', 'c.json'])
  expect(new Set(sent().map(part => part.upload)).size).toBe(3)
})

test('a file that failed says why and does not keep the next from being sent', async () => {
  desk.api.board.add.mockResolvedValueOnce(
    failed({ kind: 'invalid', field: 'part', sentence: 'Line 3 is not JSON.' }),
  )
  await drop(file('a.json'), file('b.json'))
  expect(page.find('[role=alert]').text()).toContain('Line 3 is not JSON.')
  expect(sent()).toHaveLength(2)
})

test('what cannot be read, such as a folder, says what to do instead', async () => {
  const folder = file('feeds')
  vi.spyOn(folder, 'slice').mockImplementation(() => {
    throw new DOMException('A folder', 'NotFoundError')
  })
  await drop(folder)
  expect(page.find('[role=alert]').text()).toContain('Watch a folder')
})

test('what was left out is told with examples', async () => {
  const leftOut = [{ reason: 'no id', count: 2, example: 'line 14' }]
  desk.api.board.add.mockResolvedValueOnce(ok(report({ taken: 900, leftOut })))
  await drop(file('a.json'))
  for (const part of ['Took 900', 'left out 2', 'no id', 'line 14']) expect(page.text()).toContain(part)
})

test('cancelling sends no more of the file, and goes on with the next', async () => {
  const arrived = Promise.withResolvers<Outcome<null>>()
  desk.api.board.add.mockReturnValueOnce(arrived.promise)
  drag('drop', [file('big.json', Array<number>(100_000).fill(32)), file('b.json')])
  await expect.poll(() => page.text()).toContain('Cancel')
  await button(page, 'Cancel loading big.json').trigger('click')
  arrived.resolve(ok(null))
  await expect.poll(() => page.text()).toContain('✓')
  expect(sent().map(part => part.name)).toEqual(['big.json', 'b.json'])
  expect(page.text()).not.toContain('big.json')
})

test('a file that has been seen to is put away', async () => {
  await drop(file('a.json'))
  await button(page, 'Put a.json away').trigger('click')
  expect(page.text()).not.toContain('a.json')
})

test('a page that is gone listens no more', () => {
  page.unmount()
  expect(drag('drop', [])).toBe(false)
})

import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import DroppedFiles from '../../../../../src/renderer/features/board/sources/DroppedFiles.vue'
import DropTarget from '../../../../../src/renderer/features/board/sources/DropTarget.vue'
import { maxPartBytes } from '../../../../../src/renderer/features/board/sources/upload-store.ts'
import type { Outcome } from '../../../../../src/shared/failure.ts'
import { failed, stubDesk, ok, type StubDesk } from '../../../../support/bridge/stub-desk.ts'
import { fc } from '../../../../support/property.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { report } from '../../../../support/renderer/board/board-answers.ts'

const Both = {
  components: { DroppedFiles, DropTarget },
  template: '<div><DropTarget /><DroppedFiles /></div>',
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
/** Two whole parts and 3 bytes. */
const bigFile = () => new File([new Uint8Array(2 * maxPartBytes + 3).fill(32)], 'big.json')

/** Sends a drag event at the page; returns true when it was handled, so that the browser does nothing with it. */
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
describe('dropped files', () => {
  it('shows the target while files are over the window', async () => {
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

  it.each(['dragenter', 'dragover', 'drop'])(
    'handles %s of files, so that the page never navigates',
    type => {
      expect(drag(type, [])).toBe(true)
    },
  )

  it('leaves dragged text alone', async () => {
    expect(['dragover', 'drop'].map(type => drag(type, undefined))).toEqual([false, false])
    await flushPromises()
    expect(shown).toEqual([])
  })

  it('sends a file as bytes with its name', async () => {
    await drop(file('ü.json.gz', [0, 31, 139, 200, 255]))
    expect(sent()).toMatchObject([
      { name: 'ü.json.gz', bytes: new Uint8Array([0, 31, 139, 200, 255]), isLast: true },
    ])
  })

  it('sends a large file in parts of one upload, and shows its progress', async () => {
    const arrived = Promise.withResolvers<Outcome<null>>()
    desk.api.board.add.mockReturnValueOnce(arrived.promise)
    drag('drop', [bigFile()])
    await expect.poll(() => page.text()).toContain('0.0 of 8.4 MB')
    arrived.resolve(ok(null))
    await expect.poll(() => page.text()).toContain('✓ 0 objects')
    expect(sent().map(({ bytes, isLast }) => [bytes.length, isLast])).toEqual([
      [maxPartBytes, false],
      [maxPartBytes, false],
      [3, true],
    ])
    expect(new Set(sent().map(part => part.upload)).size).toBe(1)
  })

  it('sends several files one after the other, each as its own upload', async () => {
    await drop(file('a.json'), file('b.csv'))
    await drop(file('c.json'))
    expect(sent().map(part => part.name)).toEqual(['a.json', 'b.csv', 'c.json'])
    expect(new Set(sent().map(part => part.upload)).size).toBe(3)
  })

  it('says why a file failed, and sends the next', async () => {
    desk.api.board.add.mockResolvedValueOnce(
      failed({ kind: 'invalid', field: 'part', sentence: 'Line 3 is not JSON.' }),
    )
    await drop(file('a.json'), file('b.json'))
    expect(page.find('[role=alert]').text()).toContain('Line 3 is not JSON.')
    expect(sent()).toHaveLength(2)
  })

  it('says what to do instead with what cannot be read, such as a folder', async () => {
    const folder = file('feeds')
    vi.spyOn(folder, 'slice').mockImplementation(() => {
      throw new DOMException('A folder', 'NotFoundError')
    })
    await drop(folder)
    expect(page.find('[role=alert]').text()).toContain('Watch a folder')
  })

  it('shows what was left out with examples', async () => {
    const leftOut = [{ reason: 'no id', count: 2, example: 'line 14' }]
    desk.api.board.add.mockResolvedValueOnce(ok(report({ taken: 900, leftOut })))
    await drop(file('a.json'))
    for (const part of ['900 added', '2 skipped', 'no id', 'line 14']) expect(page.text()).toContain(part)
  })

  it('sends no more of a cancelled file, and sends the next', async () => {
    const arrived = Promise.withResolvers<Outcome<null>>()
    desk.api.board.add.mockReturnValueOnce(arrived.promise)
    drag('drop', [bigFile(), file('b.json')])
    await expect.poll(() => page.text()).toContain('Cancel')
    await button(page, 'Cancel loading big.json').trigger('click')
    arrived.resolve(ok(null))
    await expect.poll(() => page.text()).toContain('✓')
    expect(sent().map(part => part.name)).toEqual(['big.json', 'b.json'])
    expect(page.text()).not.toContain('big.json')
  })

  it('puts a file away', async () => {
    await drop(file('a.json'))
    await button(page, 'Dismiss a.json').trigger('click')
    expect(page.text()).not.toContain('a.json')
  })

  it('stops listening when it is unmounted', () => {
    page.unmount()
    expect(drag('drop', [])).toBe(false)
  })

  it('gives back any file whole from its parts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 * maxPartBytes + 1 }), async size => {
        desk.api.board.add.mockClear()
        const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251)
        await drop(new File([bytes], 'a.json'))
        const parts = sent()
        const whole = new Uint8Array(await new Blob(parts.map(part => part.bytes)).arrayBuffer())
        expect(whole.length).toBe(size)
        expect(whole.every((byte, index) => byte === bytes[index])).toBe(true)
        expect(parts.map(({ isLast }) => isLast)).toEqual(parts.map((_, index) => index === parts.length - 1))
        await button(page, 'Dismiss a.json').trigger('click')
      }),
      { numRuns: 5 },
    )
  })
})

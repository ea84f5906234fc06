import { nextTick } from 'vue'
import { expect, it, vi } from 'vitest'
import { noon, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const plain = 'Select a parlay first.'

/** The desk after R without a selected row, with the clock of its notice stopped. */
async function openWithNotice() {
  const desk = await openDesk([row(1, []), row(2, [])])
  vi.useFakeTimers({ now: noon, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  await desk.press('r')
  const wait = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await nextTick()
  }
  return { ...desk, wait, toast: () => desk.view.find('.toast .message') }
}

it('NoticeStrip removes a notice that offers nothing after 5 seconds', async () => {
  const { toast, wait } = await openWithNotice()
  expect(toast().text()).toContain(plain)
  await wait(4_900)
  expect(toast().exists()).toBe(true)
  await wait(200)
  expect(toast().exists()).toBe(false)
})

it('NoticeStrip keeps a notice while the pointer is on it', async () => {
  const { view, toast, wait } = await openWithNotice()
  await view.get('.strip').trigger('mouseenter')
  await wait(20_000)
  expect(toast().exists()).toBe(true)
  await view.get('.strip').trigger('mouseleave')
  await wait(5_100)
  expect(toast().exists()).toBe(false)
})

it('NoticeStrip removes a notice that can be undone after 10 seconds', async () => {
  const { toast, wait, press, choose, view } = await openWithNotice()
  await choose('alpha')
  await press('Delete')
  expect(view.get('.toast').text()).toContain('Undo')
  await wait(9_900)
  expect(toast().exists()).toBe(true)
  await wait(200)
  expect(toast().exists()).toBe(false)
})

it('NoticeStrip is above the buttons of selected rows, so that it covers none', async () => {
  const { view, press, choose } = await openWithNotice()
  await choose('alpha')
  await press(' ')
  const bar = view.get('[aria-label="Parlays selected"]').element
  const place = view.get('.strip').element.compareDocumentPosition(bar)
  expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

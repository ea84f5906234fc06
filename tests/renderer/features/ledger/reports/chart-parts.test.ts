import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import VChart from 'vue-echarts'
import BankrollChart from '../../../../../src/renderer/features/ledger/reports/BankrollChart.vue'

const active = new Set<string>()
let listeners: (() => void)[] = []
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(media => {
    const list = Object.assign(new EventTarget(), { media, onchange: null, matches: active.has(media) })
    listeners.push(() => {
      list.matches = active.has(media)
      list.dispatchEvent(Object.assign(new Event('change'), { matches: list.matches, media }))
    })
    return Object.assign(list, { addListener: () => undefined, removeListener: () => undefined })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  active.clear()
  listeners = []
})

/** Turns a feature of the system on or off. */
async function setMedia(media: string, isOn: boolean): Promise<void> {
  if (isOn) active.add(media)
  else active.delete(media)
  for (const notify of listeners) notify()
  await nextTick()
}

/** The style sheet as it is written, and as the build makes it smaller. */
it.each(['light-dark(#0b6a3d, #4cc38a)', 'light-dark(#0b6a3d,#4cc38a)'])(
  'a chart follows the theme and the forced colors of the system while it is open, by %s',
  async token => {
    document.documentElement.style.setProperty('--up', token)
    const point = { day: '2026-11-20', profitMinor: 100, expectedMinor: 0, lowMinor: 0, highMinor: 0 }
    const chart = mount(BankrollChart, {
      props: { curve: { currency: 'USD', settled: 1, withClose: 0, points: [point] }, isOn: () => false },
      global: { stubs: { VChart: true } },
    })
    const color = () => JSON.stringify(chart.getComponent(VChart).props('option'))
    expect(color()).toContain('"#0b6a3d"')
    await setMedia('(prefers-color-scheme: dark)', true)
    expect(color()).toContain('"#4cc38a"')
    await setMedia('(forced-colors: active)', true)
    expect(color()).toContain('"CanvasText"')
    expect(color()).not.toContain('#4cc38a')
    await setMedia('(forced-colors: active)', false)
    expect(color()).toContain('"#4cc38a"')
  },
)

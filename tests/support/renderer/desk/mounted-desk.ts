/** The desk view on a fake bridge, with a screen large enough that all rows of a test are drawn. */
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, vi } from 'vitest'
// Loaded before a test begins, as in the program before the user asks for them.
import '../../../../src/renderer/features/desk/betslip/OpenedStrip.vue'
import '../../../../src/renderer/features/desk/betslip/RecheckDialog.vue'
import '../../../../src/renderer/features/desk/cell/LegendDialog.vue'
import '../../../../src/renderer/features/desk/columns/ColumnsDialog.vue'
import '../../../../src/renderer/features/desk/layouts/LayoutsDialog.vue'
import '../../../../src/renderer/features/desk/stakes/StakePlanDialog.vue'
import DeskView from '../../../../src/renderer/features/desk/DeskView.vue'
import { useDeskStore } from '../../../../src/renderer/features/desk/desk-store.ts'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import { useViewStore } from '../../../../src/renderer/view-store.ts'
import { plainPanes } from '../../../../src/shared/model/settings/view.ts'
import { quietState } from '../../bridge/default-answers.ts'
import type { ValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { quietMeter, type Row } from '../../../../src/shared/model/parlay/desk.ts'
import { stubDesk } from '../../bridge/stub-desk.ts'
import { listenToKeys } from '../command-keys.ts'
import { book, noon, plainSettings } from '../../shared/desk-rows.ts'

const books = [book('alpha', 'Alpha Bet'), book('bravo', 'Bravo'), book('charlie', 'Charlie')]
const meter = quietMeter

/** Stops the clock at noon and gives elements the size that happy-dom, which does no layout, cannot. */
export function useStillScreen(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: noon, toFake: ['Date', 'setInterval', 'clearInterval'] })
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
}

/**
 * Mounts without starting the stores, as in the first moment of the window. Tests pass `pinia` to the stores they use: a
 * late action of the desk of an earlier test would make that desk's stores the active ones again.
 */
export function mountDesk(rows: Row[], panes = plainPanes, value: Partial<ValueSettings> = {}) {
  const fake = stubDesk({
    desk: { seq: 1, rows, meter },
    settings: { ...plainSettings, books, value: { ...plainSettings.value, ...value } },
    view: { ...quietState.view, panes },
  })
  const pinia = createPinia()
  listenToKeys(pinia, 'desk')
  const view = mount(DeskView, {
    attachTo: document.body,
    global: { plugins: [pinia] },
    slots: { default: '<input id="elsewhere" /><button id="button">Legs</button>' },
  })
  const start = () =>
    Promise.all([useSettingsStore(pinia).start(), useDeskStore(pinia).start(), useViewStore(pinia).start()])
  return { ...fake, pinia, view, start, meter }
}

/** Mounts and waits until the desk has come. */
export async function openDesk(rows: Row[], panes = plainPanes, value: Partial<ValueSettings> = {}) {
  const desk = mountDesk(rows, panes, value)
  await desk.start()
  await flushPromises()
  const cell = (book: string, parlayId = 1) =>
    desk.view.get(`[data-parlay="${parlayId}"] [role=gridcell][data-book="${book}"]`)
  /** Presses a key where the focus is. */
  const press = async (
    key: string,
    held: { shiftKey?: boolean; ctrlKey?: boolean; altKey?: boolean } = {},
  ) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
    await flushPromises()
  }
  const choose = async (book: string, parlayId = 1) => {
    const element = cell(book, parlayId).element
    if (element instanceof HTMLElement) element.focus()
    await flushPromises()
  }
  /** Chooses an item of the menu of the prices by its title. */
  const chooseInMenu = async (title: string) => {
    await desk.view.get('[aria-label="More"]').trigger('click')
    await flushPromises()
    const items = desk.view.findAll('[role=menu] [role^=menuitem]')
    const item = items.find(each => each.get('bdi').text() === title)
    if (item === undefined) throw new Error(`no ${title} in the menu`)
    await item.trigger('click')
    await flushPromises()
  }
  return {
    ...desk,
    cell,
    press,
    choose,
    chooseInMenu,
    focused: () => document.activeElement?.getAttribute('aria-label'),
  }
}

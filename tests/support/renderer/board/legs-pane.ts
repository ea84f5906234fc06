/** The Legs pane, mounted on a fake desk, and how to act on it. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { onTestFinished } from 'vitest'
import { defineComponent, h } from 'vue'
import { useCommandKeys } from '../../../../src/renderer/commands/useCommandKeys.ts'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
// Loaded before a test begins, as in the program before the user asks for it.
import '../../../../src/renderer/features/board/search/NamedLegsPanel.vue'
import LegsPane from '../../../../src/renderer/features/board/LegsPane.vue'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import type { MainState } from '../../bridge/default-answers.ts'
import { stubDesk, ok } from '../../bridge/stub-desk.ts'
import { button, field } from '../screen.ts'
import { cutAnswer, filledBoard, found } from './board-answers.ts'

/** Two games, three legs: A and B, then C. */
export const three = found({ g1: ['A', 'B'], g2: ['C'] })

/** A board of 41,208 selections, of which every search finds `answer`. */
export async function openLegs(state: Partial<MainState> = {}, answer = three) {
  const desk = stubDesk({ board: filledBoard, ...state })
  desk.api.board.search.mockImplementation(({ sent }) => Promise.resolve(ok(cutAnswer(answer, sent))))
  desk.api.board.checkSlip.mockResolvedValue(
    ok({ completeBooks: ['a'], legs: [], warnings: [], obstacle: null }),
  )
  return { pane: await mountLegs(), ...desk }
}

/** The pane in a window that runs the commands of keys. */
const withKeys = (pane: typeof LegsPane) =>
  defineComponent({
    setup() {
      useCommandKeys()
      return () => h(pane)
    },
  })

/** On the fake desk that is installed. */
export async function mountLegs(): Promise<VueWrapper> {
  const pinia = createPinia()
  const pane = mount(withKeys(LegsPane), { global: { plugins: [pinia] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  await Promise.all([useAccountStore(pinia).start(), useSettingsStore(pinia).start()])
  await flushPromises()
  return pane
}

export const search = (pane: VueWrapper) => field(pane, 'Search legs')
export const options = (pane: VueWrapper) => pane.findAll('[role=option]')
export const slipLegs = (pane: VueWrapper) => pane.findAll('.slip li').map(each => each.find('bdi').text())

export async function type(pane: VueWrapper, text: string): Promise<void> {
  await search(pane).setValue(text)
  await flushPromises()
}

/** Chooses an item of the menu in the pane's title. */
export async function chooseInMenu(pane: VueWrapper, title: string): Promise<void> {
  await button(pane, 'Odds and sources').trigger('click')
  const item = pane.findAll('[role=menuitem]').find(each => each.text().includes(title))
  if (item === undefined) throw new Error(`no “${title}” in the menu`)
  await item.trigger('click')
  await flushPromises()
}

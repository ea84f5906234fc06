/** The settings, mounted on a fake desk, and how to act on them. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { onTestFinished } from 'vitest'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import SettingsPane from '../../../../src/renderer/features/settings/SettingsPane.vue'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import type { Settings } from '../../../../src/shared/model/settings/settings.ts'
import type { MainState } from '../../bridge/default-answers.ts'
import { stubDesk } from '../../bridge/stub-desk.ts'
import { book, plainSettings } from '../../shared/desk-rows.ts'
import { button, field } from '../screen.ts'

export const threeBooks: Settings = {
  ...plainSettings,
  books: [book('alpha', 'Alpha'), book('bravo', 'Bravo'), book('charlie', 'Charlie')],
}

export async function openSettings(state: Partial<MainState> = {}) {
  const desk = stubDesk({ settings: threeBooks, ...state })
  return { pane: await mountSettings(), ...desk }
}

/** On the fake desk that is installed. */
export async function mountSettings(): Promise<VueWrapper> {
  const pinia = createPinia()
  const pane = mount(SettingsPane, { global: { plugins: [pinia] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  await Promise.all([useAccountStore(pinia).start(), useSettingsStore(pinia).start()])
  await flushPromises()
  return pane
}

export async function click(pane: VueWrapper, name: string): Promise<void> {
  await button(pane, name).trigger('click')
  await flushPromises()
}

export async function fill(pane: VueWrapper, name: string, text: string): Promise<void> {
  await field(pane, name).setValue(text)
}

/** Types into a field and leaves it, which saves it. */
export async function enter(pane: VueWrapper, name: string, text: string): Promise<void> {
  await fill(pane, name, text)
  await field(pane, name).trigger('blur')
  await flushPromises()
}

export function getFieldValue(pane: VueWrapper, name: string): string {
  const { element } = field(pane, name)
  return element instanceof HTMLInputElement ? element.value : ''
}

/** Hint or error under a field, which is its accessible description. */
export const getFieldNote = (pane: VueWrapper, name: string): string =>
  pane.find(`#${field(pane, name).attributes('aria-describedby') ?? ''}`).text()

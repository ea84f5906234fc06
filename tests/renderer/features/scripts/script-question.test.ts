import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it, onTestFinished, vi } from 'vitest'
import ScriptQuestion from '../../../../src/renderer/features/scripts/ScriptQuestion.vue'
import { useAutomationStore } from '../../../../src/renderer/features/scripts/automation-store.ts'
import { noAutomation, type AutomationState } from '../../../../src/shared/model/settings/automation.ts'
import { ok, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button } from '../../../support/renderer/screen.ts'

const tokenId = 's-0123456789ab'
const state: AutomationState = {
  ...noAutomation,
  isOn: true,
  tokens: [
    {
      id: tokenId,
      name: 'nightly',
      scopes: ['price'],
      callsPerMinute: 60,
      createdAt: 0,
      lastUsedAt: null,
    },
  ],
}

async function ask(scope: 'price' | 'record', since = Date.now()) {
  const waiting = [{ tokenId, name: 'nightly', scope, since }]
  const desk = stubDesk({ automation: { ...state, waiting } })
  const typed = document.createElement('input')
  document.body.append(typed)
  typed.focus()
  const card = mount(ScriptQuestion, { global: { plugins: [createPinia()] }, attachTo: document.body })
  await useAutomationStore().start()
  await flushPromises()
  onTestFinished(() => {
    card.unmount()
    typed.remove()
  })
  return { card, typed, ...desk }
}

it('ScriptQuestion leaves the focus where the user types, and says yes by its button', async () => {
  const { card, typed, api } = await ask('price')
  expect(document.activeElement).toBe(typed)
  expect(card.text()).toContain('Let “nightly” get prices?')
  expect(card.text()).toContain('at most 60 calls a minute')
  api.automation.answer.mockResolvedValueOnce(ok(state))
  await button(card, 'Allow').trigger('click')
  expect(api.automation.answer).toHaveBeenCalledExactlyOnceWith({ tokenId, scope: 'price', isAllowed: true })
})

it('ScriptQuestion says how long the script waits, and that it stopped', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { card } = await ask('record')
  expect(card.text()).toContain('It waits 60s more.')
  await vi.advanceTimersByTimeAsync(20_500)
  expect(card.text()).toMatch(/It waits (39|40)s/)
  await vi.advanceTimersByTimeAsync(41_000)
  expect(card.text()).toContain('It stopped waiting. Your choice counts for its next try.')
})

it('ScriptQuestion says that a dialog is in the way', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { card } = await ask('record')
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  onTestFinished(() => dialog.remove())
  await vi.advanceTimersByTimeAsync(600)
  expect(card.text()).toContain('Close the open dialog to choose.')
})

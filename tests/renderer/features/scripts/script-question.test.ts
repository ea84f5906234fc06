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

async function ask(...scopes: ('price' | 'record')[]) {
  const waiting = scopes.map(scope => ({ tokenId, name: 'nightly', scope, since: Date.now() }))
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
  return { card, typed, waiting, ...desk }
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

it('ScriptQuestion answers one of two scripts by a double click, and the next after a moment', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { card, api, waiting } = await ask('price', 'record')
  api.automation.answer.mockResolvedValueOnce(ok({ ...state, waiting: waiting.slice(1) }))
  const allow = button(card, 'Allow')
  await allow.trigger('click')
  await flushPromises()
  expect(card.text()).toContain('Let “nightly” record tickets?')
  await vi.advanceTimersByTimeAsync(200)
  await allow.trigger('click')
  expect(api.automation.answer).toHaveBeenCalledExactlyOnceWith({ tokenId, scope: 'price', isAllowed: true })
  await vi.advanceTimersByTimeAsync(400)
  api.automation.answer.mockResolvedValueOnce(ok(state))
  await allow.trigger('click')
  expect(api.automation.answer).toHaveBeenLastCalledWith({ tokenId, scope: 'record', isAllowed: true })
})

it('ScriptQuestion takes a held key for one press', async () => {
  const { card } = await ask('price', 'record')
  const press = (isRepeat: boolean) => {
    const event = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: isRepeat,
      bubbles: true,
      cancelable: true,
    })
    button(card, 'Allow').element.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(press(false)).toBe(false)
  expect(press(true)).toBe(true)
})

import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import type { Component } from 'vue'
import { expect, it, onTestFinished } from 'vitest'
import ActivitySection from '../../../../../src/renderer/features/settings/scripts/ActivitySection.vue'
import ScriptsSection from '../../../../../src/renderer/features/settings/scripts/ScriptsSection.vue'
import TokenSection from '../../../../../src/renderer/features/settings/scripts/TokenSection.vue'
import { useAutomationStore } from '../../../../../src/renderer/features/scripts/automation-store.ts'
import {
  noAutomation,
  type ActivityLine,
  type AutomationState,
} from '../../../../../src/shared/model/settings/automation.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'

const on: AutomationState = { ...noAutomation, isOn: true, socket: '/run/user/1000/parlay-desk/desk.sock' }
const id = 's-0123456789ab'
const nightly = {
  id,
  name: 'nightly',
  scopes: ['read' as const, 'price' as const],
  callsPerMinute: 60,
  createdAt: 0,
  lastUsedAt: null,
}

async function open(section: Component, automation: AutomationState) {
  const desk = stubDesk({ automation })
  const pane = mount(section, { global: { plugins: [createPinia()] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  await useAutomationStore().start()
  await flushPromises()
  return { pane, ...desk }
}

it('ScriptsSection turns scripts on, then shows the socket and a first script to copy', async () => {
  const { pane, api } = await open(ScriptsSection, noAutomation)
  expect(pane.text()).toContain('Off: nothing can connect.')
  expect(pane.find('code').exists()).toBe(false)
  api.automation.setOn.mockResolvedValueOnce(ok(on))
  await pane.get('[role=switch]').trigger('click')
  await flushPromises()
  expect(api.automation.setOn).toHaveBeenCalledExactlyOnceWith({ isOn: true })
  expect(pane.get('code').text()).toBe(on.socket)
  await button(pane, 'Copy the first script').trigger('click')
  const { text = '' } = api.view.copyText.mock.lastCall?.[0] ?? {}
  expect(text).toContain(`curl --unix-socket '${on.socket ?? ''}'`)
})

it('ScriptsSection says why scripts are on and cannot connect', async () => {
  const problem = 'Another program has the socket. Close it, then turn Scripts off and on.'
  const { pane } = await open(ScriptsSection, { ...on, socket: null, problem })
  expect(pane.text()).toContain(problem)
})

it('TokenSection makes a token with its share of calls, and shows it once', async () => {
  const { pane, api } = await open(TokenSection, on)
  await button(pane, 'New token…').trigger('click')
  await expect.poll(() => buttonNames(pane)).toContain('Make token')
  await pane.get('form').trigger('submit')
  expect(pane.text()).toContain('Name the script.')
  await field(pane, 'Name of the script').setValue('nightly')
  await pane.findAll('input[type=checkbox]')[3]?.setValue(true)
  await field(pane, 'Calls a minute, at most').setValue('0')
  await pane.get('form').trigger('submit')
  expect(pane.text()).toContain('Enter 1 to 100,000.')
  expect(api.automation.createToken).not.toHaveBeenCalled()
  await field(pane, 'Calls a minute, at most').setValue('30')
  api.automation.createToken.mockResolvedValueOnce(
    ok({ token: 'pd_secret', state: { ...on, tokens: [nightly] } }),
  )
  await pane.get('form').trigger('submit')
  await flushPromises()
  expect(api.automation.createToken).toHaveBeenCalledExactlyOnceWith({
    name: 'nightly',
    scopes: ['read', 'watch', 'price'],
    callsPerMinute: 30,
  })
  expect(field(pane, 'Token').element).toHaveProperty('value', 'pd_secret')
  await button(pane, 'Done').trigger('click')
  expect(pane.html()).not.toContain('pd_secret')
  expect(pane.text()).toContain('Read, get prices (60 calls a minute) · never used')
})

it('TokenSection names a name that is taken at its field', async () => {
  const { pane, api } = await open(TokenSection, on)
  await button(pane, 'New token…').trigger('click')
  await expect.poll(() => buttonNames(pane)).toContain('Make token')
  await field(pane, 'Name of the script').setValue('nightly')
  const sentence = 'Another script has this name. Choose a new one.'
  api.automation.createToken.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'name', sentence }))
  await pane.get('form').trigger('submit')
  await flushPromises()
  expect(pane.get('[role=alert]').text()).toContain(sentence)
})

it('TokenSection revokes a token by one press', async () => {
  const { pane, api } = await open(TokenSection, { ...on, tokens: [nightly] })
  api.automation.revokeToken.mockResolvedValueOnce(ok(on))
  await button(pane, 'Revoke nightly').trigger('click')
  await flushPromises()
  expect(api.automation.revokeToken).toHaveBeenCalledExactlyOnceWith({ id })
  expect(pane.text()).not.toContain('never used')
})

it('ActivitySection lists who did what and when, and older lines by a press', async () => {
  const line = (lineId: number, more: Partial<ActivityLine> = {}): ActivityLine => ({
    ...{ id: lineId, at: Date.now(), name: 'nightly', what: 'desk.snapshot', times: 1, isDone: true },
    ...{ sentence: 'Done.', ...more },
  })
  const { api } = stubDesk({ automation: on })
  const refused = line(8, { what: 'scripts.price', times: 3, isDone: false, sentence: 'You said no.' })
  api.automation.activity.mockResolvedValueOnce(ok({ lines: [line(9), refused], isMore: true }))
  const pane = mount(ActivitySection, { global: { plugins: [createPinia()] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  await flushPromises()
  expect(pane.findAll('tbody tr')).toHaveLength(2)
  expect(pane.findAll('tbody tr')[1]?.text()).toMatch(/nightly\s*scripts\.price × 3\s*⚠ You said no\.$/)
  api.automation.activity.mockResolvedValueOnce(ok({ lines: [line(7)], isMore: false }))
  await button(pane, 'Show older').trigger('click')
  await flushPromises()
  expect(api.automation.activity).toHaveBeenLastCalledWith({ before: 8, limit: 20 })
  expect(pane.findAll('tbody tr')).toHaveLength(3)
  expect(buttonNames(pane)).toEqual(['Refresh'])
})

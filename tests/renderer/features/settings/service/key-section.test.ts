import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { demo, everyKeyStatus, own } from '../../../../support/renderer/account/states.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'
import {
  click,
  fill,
  getFieldNote,
  openSettings,
  getFieldValue,
} from '../../../../support/renderer/settings/mounted-settings.ts'

const save = async (pane: VueWrapper, key: string) => {
  await fill(pane, 'API key', key)
  await button(pane, 'Save key').trigger('submit')
  await flushPromises()
}

function focusKey(pane: VueWrapper): void {
  const { element } = field(pane, 'API key')
  if (element instanceof HTMLElement) element.focus()
}

test('KeySection hides the key while typed, and keeps it from the browser’s memory', async () => {
  const { pane } = await openSettings({ account: own({ kind: 'missing' }) })
  expect(field(pane, 'API key').attributes()).toMatchObject({ type: 'password', autocomplete: 'off' })
})

test('KeySection sends the key once, and the field goes when it is stored', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'missing' }) })
  api.account.setKey.mockResolvedValueOnce(ok(own({ kind: 'keychain' })))
  await save(pane, ' secret-1 ')
  expect(api.account.setKey).toHaveBeenCalledExactlyOnceWith({ key: 'secret-1' })
  expect(pane.html()).not.toContain('secret-1')
  expect(pane.text().match(/works/gi)).toHaveLength(1)
  expect(pane.text()).toMatch(/Tested \d+:\d\d [AP]M: works\. Call limit is learned as you go\./)
  expect(pane.get('[data-setting=api-key] .note').text()).toBe('Saved in your system keychain.')
})

test('KeySection leads by keyboard from a saved key to the limit of its plan, and on', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'missing' }) })
  api.account.setKey.mockResolvedValueOnce(ok(own({ kind: 'keychain' })))
  const focused = () => document.activeElement
  focusKey(pane)
  await save(pane, 'secret-1')
  await expect.poll(() => focused()).toBe(field(pane, 'Calls a minute on your plan').element)
  await fill(pane, 'Calls a minute on your plan', '100')
  await field(pane, 'Calls a minute on your plan').trigger('submit')
  await flushPromises()
  expect(focused()?.textContent).toBe('Replace…')
})

test('KeySection leaves the focus where the user moved it while the key is tested', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'missing' }) })
  api.account.setKey.mockResolvedValueOnce(ok(own({ kind: 'keychain' })))
  const tested = Promise.withResolvers<Awaited<ReturnType<typeof api.account.testKey>>>()
  api.account.testKey.mockReturnValueOnce(tested.promise)
  focusKey(pane)
  await save(pane, 'secret-1')
  expect(document.activeElement?.textContent).toBe('Replace…')
  const chosen = button(pane, 'Remove key').element
  if (chosen instanceof HTMLElement) chosen.focus()
  tested.resolve(ok(null))
  await flushPromises()
  expect(pane.text()).toContain('Calls a minute on your plan')
  expect(document.activeElement).toBe(chosen)
})

test('KeySection keeps a refused key in the field, with the reason under it', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'missing' }) })
  api.account.setKey.mockResolvedValueOnce(
    failed({ kind: 'invalid', field: 'key', sentence: 'A key has no spaces.' }),
  )
  await save(pane, 'two words')
  expect(getFieldNote(pane, 'API key')).toContain('A key has no spaces.')
  expect(getFieldValue(pane, 'API key')).toBe('two words')
})

test('KeySection sends nothing for an empty field', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'missing' }) })
  await save(pane, '  ')
  expect(getFieldNote(pane, 'API key')).toContain('Enter the key')
  expect(api.account.setKey).not.toHaveBeenCalled()
})

test('KeySection removes a key', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'keychain' }) })
  await click(pane, 'Remove key')
  expect(api.account.removeKey).toHaveBeenCalledOnce()
})

test('KeySection offers no removal where there is no key', async () => {
  const { pane } = await openSettings({ account: own({ kind: 'missing' }) })
  expect(buttonNames(pane)).not.toContain('Remove key')
})

test('KeySection has no field for the key of the demo', async () => {
  const { pane } = await openSettings({ account: demo() })
  expect(pane.text()).toContain('The demo doesn’t need a key.')
  expect(pane.find('input[type=password]').exists()).toBe(false)
})

test('KeySection has a sentence for every status', async () => {
  const says = new Set<string>()
  for (const status of everyKeyStatus) {
    const { pane } = await openSettings({ account: own(status) })
    says.add(pane.get('[data-setting=api-key] .note').text())
    pane.unmount()
  }
  expect(says.size).toBe(everyKeyStatus.length)
})

test('KeySection reads a saved key again after the keychain was unlocked, and says when it is still locked', async () => {
  const unreadable = { kind: 'unreadable', reason: 'The system keychain is locked.' } as const
  const { pane, api } = await openSettings({ account: own(unreadable) })
  expect(pane.text()).toContain('Unlock it, then try again, or enter the key again.')
  expect(buttonNames(pane)).toEqual(expect.arrayContaining(['Try again', 'Replace…', 'Remove key']))
  const sentence = 'The system keychain is still locked, or it no longer has your key.'
  const failure = { kind: 'invalid', field: 'key', sentence } as const
  api.account.readKey.mockResolvedValueOnce({ ok: false, failure })
  await click(pane, 'Try again')
  expect(pane.get('[role=alert]').text()).toContain(sentence)
  api.account.readKey.mockResolvedValueOnce({ ok: true, value: own({ kind: 'keychain' }) })
  await click(pane, 'Try again')
  expect(pane.text()).toContain('Saved in your system keychain.')
  expect(pane.find('[role=alert]').exists()).toBe(false)
})

test('KeySection asks for a new key in place of the stored one, and Esc keeps that', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'keychain' }) })
  expect(pane.find('input[type=password]').exists()).toBe(false)
  await click(pane, 'Replace…')
  expect(document.activeElement).toBe(field(pane, 'API key').element)
  await fill(pane, 'API key', 'typed')
  await field(pane, 'API key').trigger('keydown', { key: 'Escape' })
  await flushPromises()
  expect(pane.html()).not.toContain('typed')
  expect(document.activeElement?.textContent).toBe('Replace…')
  expect(api.account.setKey).not.toHaveBeenCalled()
})

test('KeySection tests the stored key, and says when it worked, until it is removed', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'keychain' }) })
  await click(pane, 'Test')
  expect(api.account.testKey).toHaveBeenCalledOnce()
  expect(pane.text()).toMatch(/Tested \d+:\d\d [AP]M: works/)
  await click(pane, 'Remove key')
  expect(pane.text()).not.toContain('works')
})

test('KeySection does not say that a key works that was rejected since', async () => {
  const { pane, emit } = await openSettings({ account: own({ kind: 'keychain' }) })
  await click(pane, 'Test')
  emit.account.changed(own({ kind: 'refused' }))
  await flushPromises()
  expect(pane.text()).not.toContain('works')
})

test('KeySection says once that a key was rejected, and not that it was saved', async () => {
  const { pane, api, emit } = await openSettings({ account: own({ kind: 'missing' }) })
  api.account.setKey.mockResolvedValueOnce(ok(own({ kind: 'keychain' })))
  api.account.testKey.mockResolvedValue(failed({ kind: 'key-refused' }))
  await save(pane, 'wrong-key')
  await flushPromises()
  emit.account.changed(own({ kind: 'refused' }))
  await flushPromises()
  expect(pane.text().match(/Your API key was rejected/g)).toHaveLength(1)
  expect(pane.text()).not.toContain('Saved')
  // Nothing moves Save key, or comes where it was, for the second click of a double-click.
  expect(buttonNames(pane.get('form:has([type=password])'))).toEqual(['Save key'])
  expect(buttonNames(pane.get('[data-setting=api-key]'))).toEqual(['Test again', 'Remove key'])
  await click(pane, 'Test again')
  expect(api.account.testKey).toHaveBeenCalledTimes(2)
})

test.each([
  [own({ kind: 'keychain' }), 'Test'],
  [own({ kind: 'refused' }), 'Test again'],
])('KeySection has one button to test a key again whose test failed: %j', async (account, name) => {
  const { pane, api } = await openSettings({ account })
  api.account.testKey.mockResolvedValueOnce(
    failed({ kind: 'unreachable', host: 'api.example', detail: 'ECONNREFUSED' }),
  )
  await click(pane, name)
  expect(pane.get('[role=alert]').text()).toContain('then test again')
  expect(buttonNames(pane).filter(each => each.startsWith('Test'))).toEqual([name])
  await click(pane, name)
  expect(api.account.testKey).toHaveBeenCalledTimes(2)
  expect(pane.find('[role=alert]').exists()).toBe(false)
})

import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import { demo, own, profile } from '../../../../support/renderer/account/states.ts'
import { buttonNames, field } from '../../../../support/renderer/screen.ts'
import {
  click,
  fill,
  noteOf,
  openSettings,
  valueOf,
} from '../../../../support/renderer/settings/mounted-settings.ts'

async function submit(pane: VueWrapper, label: string) {
  await pane.get(`form[aria-label="${label}"]`).trigger('submit')
  await flushPromises()
}

const addresses = {
  Name: 'Second',
  'Pricing address': 'https://{book}.two.example/',
  'Queue address': 'https://queue.two.example/',
  'Grader address': 'https://grader.two.example',
}
async function newProfile() {
  const opened = await openSettings()
  await click(opened.pane, 'New profile')
  for (const [name, text] of Object.entries(addresses)) await fill(opened.pane, name, text)
  return opened
}

test('profiles mark the one in use, and use another at a click', async () => {
  const account = demo({ profiles: [profile('p1', 'Mine')] })
  const { pane, api } = await openSettings({ account })
  expect(pane.find('[aria-current=true]').text()).toContain('Demo')
  await click(pane, 'Use Mine')
  expect(api.account.useProfile).toHaveBeenCalledWith({ id: 'p1' })
})

test('the demo can be neither edited nor removed', async () => {
  const { pane } = await openSettings()
  expect(buttonNames(pane)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(Edit|Remove) Demo$/)]),
  )
})

test('a new one is sent as typed, without a feed when none is named, and its form closes', async () => {
  const { pane, api } = await newProfile()
  await fill(pane, 'Name', '  Second ')
  await submit(pane, 'New profile')
  expect(api.account.saveProfile).toHaveBeenCalledWith({
    id: null,
    draft: {
      name: 'Second',
      pricing: 'https://{book}.two.example/',
      queue: 'https://queue.two.example/',
      grader: 'https://grader.two.example',
      feed: null,
    },
  })
  expect(pane.find('form[aria-label="New profile"]').exists()).toBe(false)
})

test('a refused address is said at its field, and nothing typed is lost', async () => {
  const { pane, api } = await newProfile()
  api.account.saveProfile.mockResolvedValueOnce(
    failed({ kind: 'invalid', field: 'queue', sentence: 'Use https.' }),
  )
  await submit(pane, 'New profile')
  expect(noteOf(pane, 'Queue address')).toContain('Use https.')
  expect(field(pane, 'Queue address').attributes('aria-invalid')).toBe('true')
  for (const [name, text] of Object.entries(addresses)) expect(valueOf(pane, name)).toBe(text)
})

test('the field of a refusal is found by the last part of its path', async () => {
  const { pane, api } = await newProfile()
  api.account.saveProfile.mockResolvedValueOnce(
    failed({ kind: 'invalid', field: 'draft.name', sentence: 'That is too long.' }),
  )
  await submit(pane, 'New profile')
  expect(noteOf(pane, 'Name')).toContain('That is too long.')
})

test('another failure is said in words, and nothing typed is lost', async () => {
  const { pane, api } = await newProfile()
  api.account.saveProfile.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
  await submit(pane, 'New profile')
  expect(pane.get('form[aria-label="New profile"] [role=alert]').text()).toContain('The disk is full.')
  expect(valueOf(pane, 'Name')).toBe('Second')
})

test('empty fields are named before anything is sent; the feed may be empty', async () => {
  const { pane, api } = await openSettings()
  await click(pane, 'New profile')
  await submit(pane, 'New profile')
  for (const name of Object.keys(addresses)) expect(noteOf(pane, name)).toContain('Enter ')
  expect(field(pane, 'Feed address (optional)').attributes('aria-invalid')).toBe('false')
  expect(api.account.saveProfile).not.toHaveBeenCalled()
})

test('editing starts from what is saved', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'keychain' }) })
  await click(pane, 'Edit Mine')
  expect(valueOf(pane, 'Pricing address')).toBe('https://{book}.p1.example/')
  await fill(pane, 'Feed address (optional)', 'https://feed.p1.example/')
  await submit(pane, 'Edit Mine')
  expect(api.account.saveProfile.mock.lastCall?.[0]).toMatchObject({
    id: 'p1',
    draft: { name: 'Mine', feed: 'https://feed.p1.example/' },
  })
})

test('removing asks first', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'keychain' }) })
  await click(pane, 'Remove Mine')
  expect(api.account.removeProfile).not.toHaveBeenCalled()
  await click(pane, 'Keep it')
  expect(pane.find('dialog').exists()).toBe(false)
  await click(pane, 'Remove Mine')
  await click(pane, 'Remove profile')
  expect(api.account.removeProfile).toHaveBeenCalledExactlyOnceWith({ id: 'p1' })
})

test('the form takes the focus, shows the first field to mend, and gives the focus back', async () => {
  const { pane } = await newProfile()
  expect(document.activeElement).toBe(field(pane, 'Name').element)
  await fill(pane, 'Queue address', ' ')
  await submit(pane, 'New profile')
  expect(document.activeElement).toBe(field(pane, 'Queue address').element)
  await click(pane, 'Cancel')
  expect(document.activeElement?.textContent).toBe('New profile')
})

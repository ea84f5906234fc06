import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { demo, own, profile } from '../../../../support/renderer/account/states.ts'
import { buttonNames, field } from '../../../../support/renderer/screen.ts'
import {
  click,
  enter,
  fill,
  getFieldNote,
  openSettings,
  getFieldValue,
} from '../../../../support/renderer/settings/mounted-settings.ts'

async function submit(pane: VueWrapper, label: string) {
  await pane.get(`form[aria-label="${label}"]`).trigger('submit')
  await flushPromises()
}

const addresses = {
  'Profile name': 'Second',
  Pricing: 'https://{book}.two.example/',
  'Trending queue': 'https://queue.two.example/',
  Grader: 'https://grader.two.example',
}
async function newProfile() {
  const opened = await openSettings()
  await click(opened.pane, 'New profile')
  for (const [name, text] of Object.entries(addresses)) await fill(opened.pane, name, text)
  return opened
}

test('ProfileSection marks the profile in use, and switches to another on a click', async () => {
  const account = demo({ profiles: [profile('p1', 'Mine')] })
  const { pane, api } = await openSettings({ account })
  expect(pane.find('li[aria-current=true]').text()).toContain('Demo')
  await click(pane, 'Switch to Mine')
  expect(api.account.useProfile).toHaveBeenCalledWith({ id: 'p1' })
})

test('ProfileSection lets the demo be neither edited nor removed', async () => {
  const { pane } = await openSettings()
  expect(buttonNames(pane)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(Edit|Remove) Demo$/)]),
  )
})

test('ProfileSection goes on to the switch to a new profile, and then to its key', async () => {
  const { pane, api } = await newProfile()
  api.account.saveProfile.mockResolvedValueOnce(ok(demo({ profiles: [profile('p1', 'Second')] })))
  await submit(pane, 'New profile')
  const next = document.activeElement
  expect(next?.getAttribute('aria-label')).toBe('Switch to Second')
  api.account.useProfile.mockResolvedValueOnce(ok(own({ kind: 'missing' })))
  if (next instanceof HTMLElement) next.click()
  await flushPromises()
  expect(document.activeElement).toBe(field(pane, 'API key').element)
})

test('ProfileForm sends a new profile as typed, without a feed when none is named, and closes', async () => {
  const { pane, api } = await newProfile()
  await fill(pane, 'Profile name', '  Second ')
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

test('ProfileForm marks every field that is wrong at once, and sends nothing', async () => {
  const { pane, api } = await newProfile()
  await fill(pane, 'Profile name', ' ')
  await fill(pane, 'Pricing', 'https://two.example/')
  await fill(pane, 'Trending queue', 'ftp://queue.two.example/')
  await fill(pane, 'Grader', 'grader.two.example')
  await fill(pane, 'Odds feed', 'https://{book}.{book}.two.example/')
  await submit(pane, 'New profile')
  expect(getFieldNote(pane, 'Profile name')).toContain('Enter a name.')
  expect(getFieldNote(pane, 'Pricing')).toContain('Use {book} once')
  expect(getFieldNote(pane, 'Trending queue')).toContain('must start with https://')
  expect(getFieldNote(pane, 'Grader')).toContain('Enter a full address')
  expect(getFieldNote(pane, 'Odds feed')).toContain('Use {book} once')
  expect(document.activeElement).toBe(field(pane, 'Profile name').element)
  expect(api.account.saveProfile).not.toHaveBeenCalled()
})

test('ProfileForm shows a refused address at its field, and keeps what was typed', async () => {
  const { pane, api } = await newProfile()
  api.account.saveProfile.mockResolvedValueOnce(
    failed({ kind: 'invalid', field: 'queue', sentence: 'Use https.' }),
  )
  await submit(pane, 'New profile')
  expect(getFieldNote(pane, 'Trending queue')).toContain('Use https.')
  expect(field(pane, 'Trending queue').attributes('aria-invalid')).toBe('true')
  for (const [name, text] of Object.entries(addresses)) expect(getFieldValue(pane, name)).toBe(text)
})

test('toFieldError finds the field by the last part of its path', async () => {
  const { pane, api } = await newProfile()
  api.account.saveProfile.mockResolvedValueOnce(
    failed({ kind: 'invalid', field: 'draft.name', sentence: 'That is too long.' }),
  )
  await submit(pane, 'New profile')
  expect(getFieldNote(pane, 'Profile name')).toContain('That is too long.')
})

test('ProfileForm shows another failure, and keeps what was typed', async () => {
  const { pane, api } = await newProfile()
  api.account.saveProfile.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
  await submit(pane, 'New profile')
  expect(pane.get('form[aria-label="New profile"] [role=alert]').text()).toContain('The disk is full.')
  expect(getFieldValue(pane, 'Profile name')).toBe('Second')
})

test('ProfileForm names empty fields before it sends anything; the feed may be empty', async () => {
  const { pane, api } = await openSettings()
  await click(pane, 'New profile')
  await submit(pane, 'New profile')
  for (const name of Object.keys(addresses)) expect(getFieldNote(pane, name)).toContain('Enter ')
  expect(field(pane, 'Odds feed').attributes('aria-invalid')).toBe('false')
  expect(api.account.saveProfile).not.toHaveBeenCalled()
})

test('ProfileForm starts from the saved profile', async () => {
  const { pane, api } = await openSettings({ account: demo({ profiles: [profile('p1', 'Mine')] }) })
  await click(pane, 'Edit Mine')
  expect(getFieldValue(pane, 'Pricing')).toBe('https://{book}.p1.example/')
  await fill(pane, 'Odds feed', 'https://feed.p1.example/')
  await submit(pane, 'Edit Mine')
  expect(api.account.saveProfile.mock.lastCall?.[0]).toMatchObject({
    id: 'p1',
    draft: { name: 'Mine', feed: 'https://feed.p1.example/' },
  })
})

test('ProfileSection asks before it removes a profile', async () => {
  const { pane, api } = await openSettings({ account: own({ kind: 'keychain' }) })
  await click(pane, 'Remove Mine')
  expect(api.account.removeProfile).not.toHaveBeenCalled()
  await click(pane, 'Keep it')
  expect(pane.find('dialog').exists()).toBe(false)
  await click(pane, 'Remove Mine')
  await click(pane, 'Remove profile')
  expect(api.account.removeProfile).toHaveBeenCalledExactlyOnceWith({ id: 'p1' })
})

test('ProfileForm takes the focus, moves it to the first error, and gives it back', async () => {
  const { pane } = await newProfile()
  expect(document.activeElement).toBe(field(pane, 'Profile name').element)
  await fill(pane, 'Trending queue', ' ')
  await submit(pane, 'New profile')
  expect(document.activeElement).toBe(field(pane, 'Trending queue').element)
  await click(pane, 'Cancel')
  expect(document.activeElement?.textContent).toBe('New profile')
})

describe('AddressSection', () => {
  const open = () => openSettings({ account: own({ kind: 'keychain' }) })

  test('saves an address of the profile in use when its field is left', async () => {
    const { pane, api } = await open()
    await enter(pane, 'Trending queue', 'https://queue.new.example')
    const { id, ...draft } = profile('p1', 'Mine')
    expect(api.account.saveProfile).toHaveBeenCalledExactlyOnceWith({
      id,
      draft: { ...draft, queue: 'https://queue.new.example' },
    })
  })

  test('shows at its field why an address was refused, and keeps what was typed', async () => {
    const { pane, api } = await open()
    api.account.saveProfile.mockResolvedValueOnce(
      failed({ kind: 'invalid', field: 'draft.queue', sentence: 'Use https.' }),
    )
    await enter(pane, 'Trending queue', 'https://queue.example')
    expect(getFieldNote(pane, 'Trending queue')).toContain('Use https.')
    expect(getFieldValue(pane, 'Trending queue')).toBe('https://queue.example')
    await enter(pane, 'Trending queue', 'http://queue.example')
    expect(getFieldNote(pane, 'Trending queue')).toContain('must start with https://')
    await enter(pane, 'Grader', ' ')
    expect(getFieldNote(pane, 'Grader')).toContain('Enter the grader address.')
    expect(api.account.saveProfile).toHaveBeenCalledOnce()
  })

  test('is not there for the demo', async () => {
    const { pane } = await openSettings({ account: demo() })
    expect(pane.text()).not.toContain('Where Parlay Desk reaches your odds service.')
  })
})

import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
import UpdateSection from '../../../../../src/renderer/features/settings/updates/UpdateSection.vue'
import type { UpdateState, UpdateStatus } from '../../../../../src/shared/model/settings/updates.ts'
import { ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { offUpdates, release } from '../../../../support/shared/update-answers.ts'

async function openUpdates(state: Partial<UpdateState>) {
  const desk = stubDesk({ updates: { ...offUpdates, ...state } })
  const pane = mount(UpdateSection, { global: { plugins: [createPinia()] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  await flushPromises()
  const names = () => pane.findAll('button').map(each => each.text())
  return { pane, names, ...desk }
}
const on = (status: UpdateStatus) => openUpdates({ isOn: true, status })

describe('UpdateSection', () => {
  it('is off at first, offers the release page only, and is turned on by its switch', async () => {
    const { pane, names, api } = await openUpdates({})
    expect(names().filter(name => name !== '')).toEqual(['Open the release page'])
    expect(api.updates.check).not.toHaveBeenCalled()
    api.updates.setOn.mockResolvedValueOnce(ok({ ...offUpdates, isOn: true }))
    expect(pane.text()).toContain('Off until you turn it on.')
    await pane.find('[role=switch]').trigger('click')
    await flushPromises()
    expect(api.updates.setOn).toHaveBeenCalledExactlyOnceWith({ isOn: true })
    expect(names()).toContain('Check now')
    expect(pane.text()).not.toContain('until you turn it on')
  })

  it('cannot be turned on in a build without release keys, and says why', async () => {
    const { pane, api } = await openUpdates({ hasKeys: false })
    await pane.find('[role=switch]').trigger('click')
    expect(pane.text()).toContain('no release keys')
    expect(pane.text()).not.toContain('until you turn it on')
    expect(api.updates.setOn).not.toHaveBeenCalled()
  })

  it('shows what’s new as text, and downloads only when asked', async () => {
    const { pane, api } = await on({
      kind: 'available',
      release: { ...release, notes: 'Fixed\n<img src=x> of **markup**' },
      pageReason: null,
      failed: null,
    })
    expect(pane.find('img').exists()).toBe(false)
    expect(pane.text()).toContain('<img src=x> of **markup**')
    expect(api.updates.download).not.toHaveBeenCalled()
    await button(pane, 'Download 0.2.0 (118 MB)').trigger('click')
    expect(api.updates.download).toHaveBeenCalledOnce()
  })

  it('shows the points of what’s new as lists, and the points within them', async () => {
    const notes = 'Added\n\n- Prices:\n– of games\n- Tickets\n\nFixed\n- Sums'
    const { pane } = await on({ kind: 'newest' })
    expect(pane.findAll('ul')).toEqual([])
    const shown = await on({
      kind: 'downloaded',
      release: { ...release, notes },
      replaces: true,
      failed: null,
    })
    const section = shown.pane.get('[aria-label="What’s new in 0.2.0"]')
    expect(section.findAll('p').map(each => each.text())).toEqual(['Added', 'Fixed'])
    const lists = section.findAll('ul').map(list => list.findAll('li').map(each => each.text()))
    expect(lists).toEqual([['•Prices:', '•of games', '•Tickets'], ['•Sums']])
    expect(section.findAll('li.inner').map(each => each.text())).toEqual(['•of games'])
  })

  it('leads to the release page where the program does not update itself', async () => {
    const { pane, names, api } = await on({
      kind: 'available',
      release: { ...release, size: null },
      pageReason:
        'On Linux only the AppImage updates itself. Get this version from your package manager or the release page.',
      failed: null,
    })
    expect(names().some(name => name.startsWith('Download'))).toBe(false)
    expect(pane.text()).toContain('package manager')
    await button(pane, 'Open the release page').trigger('click')
    expect(api.updates.openPage).toHaveBeenCalledOnce()
  })

  it.each<[UpdateStatus, string, readonly string[]]>([
    [{ kind: 'checking' }, 'Checking…', ['Check now']],
    [{ kind: 'newest' }, '0.1.0 is the newest version.', ['Check now']],
    [{ kind: 'downloading', release, bytes: 61_728_395 }, 'Downloading 0.2.0: 50%', ['Stop']],
    [
      { kind: 'downloaded', release, replaces: true, failed: null },
      'verified',
      ['Install 0.2.0', 'Check now'],
    ],
    [
      { kind: 'downloaded', release, replaces: false, failed: null },
      'verified',
      ['Open the installer', 'Check now'],
    ],
    [{ kind: 'installed', release, replaces: true, failed: null }, 'Restart to use it.', ['Check now']],
    [
      { kind: 'installed', release, replaces: false, failed: null },
      'Quit Parlay Desk',
      ['Open the installer again', 'Check now'],
    ],
    [
      {
        ...{ kind: 'downloaded', release, replaces: true },
        failed: { step: 'check', problem: 'unreachable', sentence: 'It couldn’t be reached.' },
      },
      'Parlay Desk 0.2.0 is downloaded and verified. ⚠ The check failed. It couldn’t be reached.',
      ['Install 0.2.0', 'Check now'],
    ],
    [
      {
        ...{ kind: 'downloaded', release, replaces: true },
        failed: { step: 'install', problem: 'disk-full', sentence: 'The disk is full.' },
      },
      'Parlay Desk 0.2.0 is downloaded and verified. ⚠ It couldn’t be installed. The disk is full.',
      ['Install 0.2.0', 'Check now'],
    ],
    [
      {
        ...{ kind: 'available', release, pageReason: null },
        failed: { step: 'check', problem: 'unreachable', sentence: 'It couldn’t be reached.' },
      },
      'Parlay Desk 0.2.0 is out. ⚠ The check failed. It couldn’t be reached.',
      ['Download 0.2.0 (118 MB)', 'Check now'],
    ],
    [
      { kind: 'failed', release: null, problem: 'rollback', sentence: 'The update is older.' },
      'The update is older.',
      ['Check now'],
    ],
    [
      { kind: 'failed', release, problem: 'disk-full', sentence: 'The disk is full.' },
      'The disk is full.',
      ['Download 0.2.0 (118 MB)', 'Check now'],
    ],
  ])('says $kind in a sentence, with its buttons', async (status, sentence, buttons) => {
    const { pane, names } = await on(status)
    expect(
      pane
        .findAll('[role=status] p')
        .map(each => each.text())
        .join(' '),
    ).toContain(sentence)
    expect(names().filter(name => name !== '')).toEqual([...buttons, 'Open the release page'])
  })
})

import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
import ShareDialog from '../../../../src/renderer/features/team/ShareDialog.vue'
import SharedParlaysPane from '../../../../src/renderer/features/team/SharedParlaysPane.vue'
import { useTeamStore } from '../../../../src/renderer/features/team/team-store.ts'
import { useTeamWorkStore } from '../../../../src/renderer/features/team/team-work-store.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import type { Audience, SharedParlay } from '../../../../src/shared/model/team/instruction.ts'
import { failed, ok, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import { connected, ownId, secondId, thirdId } from '../../../support/renderer/team/team-states.ts'

const keys = ['e#points#North Over 27.5', 'e#moneyline#Harbor City']
const sharedBy = (by: string, more: Partial<SharedParlay> = {}): SharedParlay => ({
  by,
  uid: 'ab'.repeat(32),
  audience: { kind: 'all' },
  title: 'North O27.5 pts · Harbor City ML',
  legs: ['North Over 27.5, Points, RVT at HBR', 'Harbor City, Moneyline, RVT at HBR'],
  keys,
  note: '',
  parlayId: null,
  at: Date.now(),
  ...more,
})

async function start(parlays: SharedParlay[]) {
  sessionStorage.clear()
  const desk = stubDesk({ team: connected })
  desk.api.team.work.mockResolvedValue(ok({ instructions: [], statements: [], parlays }))
  desk.api.team.share.mockResolvedValue(ok({ instructions: [], statements: [], parlays: [] }))
  desk.api.desk.addParlay.mockResolvedValue(ok({ parlayId: 4, wasThere: false }))
  const pinia = createPinia()
  await Promise.all([useTeamStore(pinia).start(), useTeamWorkStore(pinia).start()])
  return { pinia, ...desk }
}

describe('SharedParlaysPane', () => {
  async function open(parlays: SharedParlay[]) {
    const { pinia, ...desk } = await start(parlays)
    const show = () => mount(SharedParlaysPane, { global: { plugins: [pinia] }, attachTo: document.body })
    const pane = show()
    onTestFinished(() => pane.unmount())
    await flushPromises()
    const press = async (name: string) => {
      await button(pane, name).trigger('click')
      await flushPromises()
    }
    return { pane, press, ...desk }
  }
  const add = 'Add to desk: North O27.5 pts · Harbor City ML'
  const hide = 'Hide: North O27.5 pts · Harbor City ML'

  it('lists what other desks share, with legs and note', async () => {
    const { pane } = await open([
      sharedBy(secondId, { note: 'Late scratch?' }),
      sharedBy(ownId, { title: 'Own' }),
    ])
    for (const part of ['1 parlay', 'Desk 2', 'Harbor City, Moneyline, RVT at HBR', 'Late scratch?'])
      expect(pane.text()).toContain(part)
    expect(pane.text()).not.toContain('Own')
  })

  it.each([
    ['Late scratch?', 'Shared by Desk 2: Late scratch?'],
    ['', 'Shared by Desk 2'],
  ])('adds one with its note (%o) and the desk that shared it', async (theirs, note) => {
    const { press, api } = await open([sharedBy(secondId, { note: theirs })])
    await press(add)
    expect(api.desk.addParlay).toHaveBeenCalledExactlyOnceWith({
      selections: keys,
      note: { ...noNote, note },
    })
  })

  it('says why one could not be added', async () => {
    const { pane, press, api } = await open([sharedBy(secondId)])
    const sentence = 'No odds for this leg.'
    api.desk.addParlay.mockResolvedValue(failed({ kind: 'invalid', field: 'selections', sentence }))
    await press(add)
    expect(pane.text()).toContain(sentence)
  })

  it('offers no second row of a parlay that is on the desk', async () => {
    const { pane } = await open([sharedBy(secondId, { parlayId: 4 })])
    expect(pane.text()).toContain('On your desk')
    expect(buttonNames(pane)).not.toContain(add)
  })

  it('hides one here, also after a reload', async () => {
    const { pane, press } = await open([sharedBy(secondId), sharedBy(thirdId, { title: 'Other' })])
    await press(hide)
    expect(buttonNames(pane)).not.toContain(hide)
    expect(pane.text()).toContain('Other')
    const desk = stubDesk({ team: connected })
    desk.api.team.work.mockResolvedValue(
      ok({ instructions: [], statements: [], parlays: [sharedBy(secondId)] }),
    )
    const again = useTeamWorkStore(createPinia())
    await again.start()
    expect(again.sharedByOthers).toEqual([])
  })

  it('is folded as it was left', async () => {
    const { pane, press, api } = await open([sharedBy(secondId)])
    await press('Shared parlays')
    expect(api.view.savePanes).toHaveBeenLastCalledWith(expect.objectContaining({ isSharedOpen: false }))
    expect(buttonNames(pane)).toEqual(['Shared parlays'])
  })

  it('is one line while other desks share nothing', async () => {
    const { pane } = await open([])
    expect(pane.text()).toBe('Shared parlaysNone')
    expect(pane.get('[role=status]').attributes('data-tip')).toContain('press Share with the team')
    expect(buttonNames(pane)).toEqual([])
  })
})

describe('ShareDialog', () => {
  async function open(audience?: Audience) {
    const { pinia, ...desk } = await start(
      audience === undefined ? [] : [sharedBy(ownId, { parlayId: 7, audience })],
    )
    const dialog = mount(ShareDialog, {
      props: { parlay: { parlayId: 7, title: 'North' } },
      global: { plugins: [pinia] },
      attachTo: document.body,
    })
    onTestFinished(() => dialog.unmount())
    const submit = async () => {
      await dialog.find('form').trigger('submit')
      await flushPromises()
    }
    return { dialog, submit, ...desk }
  }

  it('shares with all desks', async () => {
    const { dialog, submit, api } = await open()
    expect(buttonNames(dialog)).not.toContain('Stop sharing')
    await submit()
    expect(api.team.share).toHaveBeenCalledExactlyOnceWith({ parlayId: 7, audience: { kind: 'all' } })
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('shares with the desks that are chosen, and with none of the partners', async () => {
    const { dialog, submit, api } = await open()
    await dialog.findAll('[type=radio]')[1]?.setValue()
    await submit()
    expect(dialog.get('[role=alert]').text()).toContain('Choose at least one desk.')
    expect(dialog.get('fieldset').text()).not.toContain('Kim')
    await dialog.get('[type=checkbox]').setValue(true)
    await submit()
    expect(api.team.share).toHaveBeenCalledExactlyOnceWith({
      parlayId: 7,
      audience: { kind: 'some', members: [secondId] },
    })
  })

  it('shows who it is shared with, and stops sharing', async () => {
    const { dialog, api } = await open({ kind: 'some', members: [secondId] })
    expect(dialog.get<HTMLInputElement>('[type=checkbox]').element.checked).toBe(true)
    await button(dialog, 'Stop sharing').trigger('click')
    await flushPromises()
    expect(api.team.share).toHaveBeenCalledExactlyOnceWith({ parlayId: 7, audience: { kind: 'none' } })
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('stays open with the reason when the server is away', async () => {
    const { dialog, submit, api } = await open()
    const sentence = 'The team’s server can’t be reached now.'
    api.team.share.mockResolvedValue(failed({ kind: 'team', sentence, remedy: 'Try again.' }))
    await submit()
    expect(dialog.text()).toContain(sentence)
    expect(dialog.emitted('close')).toBeUndefined()
  })
})

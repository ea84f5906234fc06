import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import { useTeamStore } from '../../../../src/renderer/features/team/team-store.ts'
import { useTeamWorkStore } from '../../../../src/renderer/features/team/team-work-store.ts'
import { noTeam, type TeamState } from '../../../../src/shared/model/team/team-state.ts'
import { stubDesk } from '../../../support/bridge/stub-desk.ts'
import { book, noon, plainSettings } from '../../../support/shared/desk-rows.ts'
import { connected, secondId, thirdId } from '../../../support/renderer/team/team-states.ts'

async function open(team: TeamState = connected) {
  const desk = stubDesk({ team, settings: { ...plainSettings, books: [book('bravo', 'Bravo')] } })
  setActivePinia(createPinia())
  const work = useTeamWorkStore()
  onTestFinished(() => work.$dispose())
  await Promise.all([useTeamStore().start(), useSettingsStore().start(), work.start()])
  await flushPromises()
  return { work, ...desk }
}

describe('useTeamWorkStore', () => {
  it('describes the other desks at a parlay, and how long one is placing it', async () => {
    const { work, emit } = await open()
    emit.team.presence([
      { member: secondId, parlayId: 7, bookId: 'bravo', doing: 'placing', sinceAt: noon - 40_000 },
      { member: thirdId, parlayId: 7, bookId: null, doing: 'looking', sinceAt: noon },
      { member: thirdId, parlayId: 8, bookId: null, doing: 'looking', sinceAt: noon },
    ])
    expect(work.textsOf(7, noon)).toEqual([
      { member: secondId, text: 'Desk 2 is placing this at Bravo, 40s', isPlacing: true },
      { member: thirdId, text: 'Kim is looking at this', isPlacing: false },
    ])
    expect(work.textsOf(7)[0]?.text).toBe('Desk 2 is placing this at Bravo')
    expect(work.textsOf(9, noon)).toEqual([])
  })

  it('says what this desk is at, once for each change, and placing before looking', async () => {
    const { work, api } = await open()
    api.team.present.mockClear()
    work.look({ parlayId: 7, bookId: 'bravo' })
    await flushPromises()
    const end = work.place({ parlayId: 7, bookId: 'bravo' })
    await flushPromises()
    work.look({ parlayId: 8, bookId: null })
    await flushPromises()
    end()
    await flushPromises()
    expect(api.team.present.mock.calls.map(([own]) => own)).toEqual([
      { parlayId: 7, bookId: 'bravo', doing: 'looking' },
      { parlayId: 7, bookId: 'bravo', doing: 'placing' },
      { parlayId: 8, bookId: null, doing: 'looking' },
    ])
  })

  it('speaks again when its window is used again, and says nothing while it is at no parlay', async () => {
    const { work, api } = await open()
    expect(api.team.present).not.toHaveBeenCalled()
    work.look({ parlayId: 7, bookId: null })
    await flushPromises()
    window.dispatchEvent(new Event('blur'))
    await flushPromises()
    window.dispatchEvent(new Event('focus'))
    await flushPromises()
    work.look(undefined)
    await flushPromises()
    expect(api.team.present.mock.calls.map(([own]) => own.parlayId)).toEqual([7, 7, null])
  })

  it.each([noTeam, { ...connected, shared: 'ledger' as const }])(
    'says nothing without a team that shares parlays',
    async state => {
      const { work, api } = await open(state)
      work.look({ parlayId: 7, bookId: null })
      await flushPromises()
      expect(api.team.present).not.toHaveBeenCalled()
    },
  )
})

import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Component } from 'vue'
import EmptyAccounts from '../../../../src/renderer/features/accounts/EmptyAccounts.vue'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import EmptyLedger from '../../../../src/renderer/features/ledger/EmptyLedger.vue'
import StateCard from '../../../../src/renderer/features/settings/team/StateCard.vue'
import { useTeamStore } from '../../../../src/renderer/features/team/team-store.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import type { AccountState } from '../../../../src/shared/model/settings/profile.ts'
import { noTeam } from '../../../../src/shared/model/team/team-state.ts'
import { quietState } from '../../../support/bridge/default-answers.ts'
import { failed, ok, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import { connected, ownTeam } from '../../../support/renderer/team/team-states.ts'

const address = 'https://odds.example'
const mine = {
  ...{ id: 'profile-1', name: 'Mine', pricing: `${address}/{book}`, queue: address, grader: address },
  feed: null,
}
const onDemo: AccountState = { ...quietState.account, isDemo: true, profiles: [] }

async function open(part: Component, account: Partial<AccountState>, team = connected, props = {}) {
  const desk = stubDesk({ team, account: { ...onDemo, ...account } })
  const pinia = createPinia()
  await Promise.all([useTeamStore(pinia).start(), useAccountStore(pinia).start()])
  const pane = mount(part, { global: { plugins: [pinia] }, props })
  onTestFinished(() => pane.unmount())
  await flushPromises()
  return { pane, navigation: useNavigationStore(pinia), ...desk }
}

describe.each<[string, Component, object]>([
  ['empty ledger', EmptyLedger, {}],
  ['empty accounts', EmptyAccounts, {}],
  ['state of the team', StateCard, { team: ownTeam }],
])('the demo of a desk in a team: %s', (_, part, props) => {
  it('says in which profile the team’s tickets are, and switches to it', async () => {
    const { pane, api } = await open(part, { profiles: [mine] }, connected, props)
    expect(pane.text()).toMatch(/The team’s tickets and accounts are in your profile Mine\s*\./)
    api.account.useProfile.mockResolvedValueOnce(ok({ ...onDemo, isDemo: false }))
    await button(pane, 'Switch to Mine').trigger('click')
    await flushPromises()
    expect(api.account.useProfile).toHaveBeenCalledExactlyOnceWith({ id: 'profile-1' })
    expect(pane.text()).not.toContain('The team’s tickets')
  })

  it('leads to the profiles when there is none of the user’s own', async () => {
    const { pane, navigation } = await open(part, {}, connected, props)
    expect(pane.text()).toContain('show once you have a profile of your own')
    await button(pane, 'Open profiles').trigger('click')
    expect(navigation.target).toEqual({ show: 'setting', id: 'profiles' })
  })
})

it('ElsewhereNotice names the statements of a partner, who has no ledger', async () => {
  const team = { ...connected, team: { ...ownTeam, role: 'partner' as const } }
  const { pane } = await open(EmptyAccounts, { profiles: [mine] }, team)
  expect(pane.text()).toContain('Your statements are in your profile Mine')
})

it('ElsewhereNotice says why a switch failed', async () => {
  const { pane, api } = await open(EmptyLedger, { profiles: [mine] })
  api.account.useProfile.mockResolvedValueOnce(failed({ kind: 'not-found', what: 'Mine' }))
  await button(pane, 'Switch to Mine').trigger('click')
  await flushPromises()
  expect(pane.text()).toContain('Not found: Mine.')
})

it.each([
  ['a desk without a team', {}, noTeam],
  ['a profile of the user’s own', { isDemo: false }, connected],
])('the empty ledger says nothing of it on %s', async (_, account, team) => {
  const { pane } = await open(EmptyLedger, account, team)
  expect(pane.text()).not.toContain('made-up tickets')
  expect(buttonNames(pane)).toEqual(['New ticket', 'Import tickets'])
})

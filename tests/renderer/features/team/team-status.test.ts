import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it, onTestFinished } from 'vitest'
import TeamStatus from '../../../../src/renderer/features/team/TeamStatus.vue'
import { useTeamStore } from '../../../../src/renderer/features/team/team-store.ts'
import { clockTime } from '../../../../src/renderer/format/time-text.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import type { TeamState } from '../../../../src/shared/model/team/team-state.ts'
import { stubDesk } from '../../../support/bridge/stub-desk.ts'
import { connected } from '../../../support/renderer/team/team-states.ts'

const atNoon = new Date().setHours(12, 0, 0, 0)
const problem = { sentence: 'The team’s server doesn’t respond.', remedy: 'Check it.' }

async function open(team: TeamState) {
  const desk = stubDesk({ team })
  const pinia = createPinia()
  await useTeamStore(pinia).start()
  const status = mount(TeamStatus, { global: { plugins: [pinia] } })
  onTestFinished(() => status.unmount())
  return { status, navigation: useNavigationStore(pinia), ...desk }
}

it.each<[string, Partial<TeamState>]>([
  ['Team: 3 desks, shared', {}],
  [
    'Team: 2 desks, shared',
    { members: connected.members.map(each => ({ ...each, hasLeft: each.name === 'Desk 2' })) },
  ],
  ['Team: 12 records not yet shared', { unshared: 12 }],
  ['Team: Connecting…', { connection: { kind: 'connecting' } }],
  [
    'Team: Catching up: 1,200 of 100,000 records',
    { connection: { kind: 'catching-up', done: 1200, total: 100_000 } },
  ],
  ['Team: Waiting to be let in', { connection: { kind: 'asking', problem: null } }],
  [
    `⚠ Team: Working alone since ${clockTime(atNoon)}, 1 record not yet shared`,
    { connection: { kind: 'apart', sinceAt: atNoon, problem }, unshared: 1 },
  ],
  ['⚠ Team: Sharing stopped', { connection: { kind: 'stopped', sinceAt: atNoon, problem } }],
  ['⚠ Team: 3 desks, shared, 1 warning', { warnings: [problem] }],
])('TeamStatus says “%s”', async (text, state) => {
  const { status } = await open({ ...connected, ...state })
  expect(status.text()).toBe(text)
})

it('TeamStatus explains a problem in its tooltip, with the remedy', async () => {
  const { status } = await open({
    ...connected,
    connection: { kind: 'apart', sinceAt: atNoon, problem },
    unshared: 2,
  })
  expect(status.attributes('data-tip')).toBe(
    'The team’s server doesn’t respond. Check it. 2 records not yet shared.',
  )
})

it('TeamStatus leads to the settings of the team, and follows its state', async () => {
  const { status, navigation, emit } = await open(connected)
  await status.trigger('click')
  expect(navigation.view).toBe('settings')
  expect(navigation.target).toEqual({ show: 'setting', id: 'team' })
  emit.team.changed({ ...connected, unshared: 3 })
  await flushPromises()
  expect(status.text()).toBe('Team: 3 records not yet shared')
})

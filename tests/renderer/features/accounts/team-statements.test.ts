import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
import AccountsView from '../../../../src/renderer/features/accounts/AccountsView.vue'
import HolderStatement from '../../../../src/renderer/features/accounts/HolderStatement.vue'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import { useTeamStore } from '../../../../src/renderer/features/team/team-store.ts'
import { noTeamWork } from '../../../../src/shared/model/team/instruction.ts'
import type { Role } from '../../../../src/shared/model/team/roles.ts'
import type { TeamStatement } from '../../../../src/shared/model/team/statement.ts'
import { noTeam, type TeamState } from '../../../../src/shared/model/team/team-state.ts'
import { quietState } from '../../../support/bridge/default-answers.ts'
import { failed, ok, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import { spacedText } from '../../../support/renderer/spaced-text.ts'
import { connected, ownId, ownTeam, secondId } from '../../../support/renderer/team/team-states.ts'
import { sumsOf } from '../../../support/team/holder-sums.ts'

const statement = (holder: string, more: Partial<TeamStatement> = {}): TeamStatement => ({
  ...{ holder, by: ownId, at: new Date(2026, 0, 5, 18, 2).getTime(), isShared: true },
  rows: [
    {
      ...{ currency: 'USD', fundedMinor: 50_000, entitledMinor: 52_000 },
      ...{ holdingMinor: 60_000, differenceMinor: 8_000 },
    },
  ],
  ...more,
})
const as = (role: Role): TeamState => ({ ...connected, team: { ...ownTeam, role } })

async function open(
  part: 'statement' | 'accounts',
  team: TeamState,
  statements: TeamStatement[] = [],
  isDemo = false,
) {
  const desk = stubDesk({ team, account: { ...quietState.account, isDemo } })
  desk.api.team.work.mockResolvedValue(ok({ ...noTeamWork, statements }))
  const pinia = createPinia()
  await Promise.all([useTeamStore(pinia).start(), useAccountStore(pinia).start()])
  const global = { plugins: [pinia] }
  const pane: VueWrapper =
    part === 'accounts'
      ? mount(AccountsView, { global })
      : mount(HolderStatement, { props: { sums: sumsOf('USD', { Kim: 0 }) }, global })
  onTestFinished(() => pane.unmount())
  await flushPromises()
  return { pane, ...desk }
}

describe('HolderStatement in a team', () => {
  it('sends the statements, and shows the newest of each holder with who sent it', async () => {
    const { pane, api } = await open('statement', as('trader'), [
      statement('Kim', { by: secondId, isShared: false }),
      statement('Pool'),
    ])
    const lines = pane.findAll('li').map(({ element }) => spacedText(element))
    expect(lines[0]).toMatch(/^Kim · by Desk 2, .+ · not yet shared Funded \$500\.00 · entitled \$520\.00/)
    expect(lines[0]).toContain('holding $600.00 · to pay $80.00')
    expect(lines[1]).toMatch(/^Pool · by Desk 1, /)
    api.team.sendStatements.mockResolvedValueOnce(ok({ ...noTeamWork, statements: [statement('Lee')] }))
    await button(pane, 'Send to the team').trigger('click')
    await flushPromises()
    expect(api.team.sendStatements).toHaveBeenCalledTimes(1)
    expect(pane.findAll('li').map(({ element }) => spacedText(element))).toEqual([
      expect.stringMatching(/^Lee/),
    ])
  })

  it('says why a statement was not sent', async () => {
    const { pane, api } = await open('statement', as('owner'))
    expect(pane.text()).toContain('No statement was sent to the team yet.')
    const [sentence, remedy] = ['There are no accounts to send a statement of.', 'Add one first.']
    api.team.sendStatements.mockResolvedValueOnce(failed({ kind: 'team', sentence, remedy }))
    await button(pane, 'Send to the team').trigger('click')
    await flushPromises()
    expect(pane.get('[role="alert"]').text()).toContain(sentence)
  })

  it.each(['recorder', 'auditor'] as const)('has no button for a %s, who sees what was sent', async role => {
    const { pane } = await open('statement', as(role), [statement('Kim')])
    expect(buttonNames(pane)).not.toContain('Send to the team')
    expect(pane.findAll('li')).toHaveLength(1)
  })

  it('is as ever without a team, and asks nothing', async () => {
    const { pane, api } = await open('statement', noTeam)
    expect(buttonNames(pane)).toEqual(['Kim, rename'])
    expect(pane.text()).not.toContain('the team')
    expect(api.team.work).not.toHaveBeenCalled()
  })
})

describe('Accounts of a partner', () => {
  it('are its newest statement, and the earlier ones', async () => {
    const { pane } = await open('accounts', as('partner'), [
      statement('Kim', { by: secondId }),
      statement('Kim'),
      statement('Kim'),
    ])
    const text = spacedText(pane.element)
    expect(text).toMatch(/^Statement of Kim by Desk 2, /)
    expect(pane.findAll('tbody tr').map(({ element }) => spacedText(element))).toEqual([
      'USD $500.00 $520.00 $600.00 to pay $80.00',
    ])
    expect(text).toContain('Earlier statements')
    expect(pane.findAll('li')).toHaveLength(2)
    expect(buttonNames(pane)).toEqual([])
  })

  it('say that there is none yet', async () => {
    const { pane } = await open('accounts', as('partner'))
    expect(pane.text()).toContain('No statement yet.')
  })

  it.each([
    ['of a partner, too', 'accounts', 'partner'],
    ['with nothing to send', 'statement', 'owner'],
  ] as const)('are those of the demo in the demo: %s', async (_title, part, role) => {
    const { pane, api } = await open(part, as(role), [statement('Kim')], true)
    expect(buttonNames(pane)).not.toContain('Send to the team')
    expect(pane.text()).not.toContain('by Desk 1')
    expect(api.team.work).not.toHaveBeenCalled()
  })
})

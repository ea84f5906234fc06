import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import TeamSection from '../../../../../src/renderer/features/settings/team/TeamSection.vue'
import { noTeam, type TeamState } from '../../../../../src/shared/model/team/team-state.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'
import {
  asTrader,
  connected,
  ownTeam,
  secondId,
  thirdId,
} from '../../../../support/renderer/team/team-states.ts'

async function openTeam(state: TeamState = noTeam) {
  const desk = stubDesk({ team: state })
  const pane = mount(TeamSection, { global: { plugins: [createPinia()] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  /** Waits for parts that are loaded when they are first shown. */
  const shows = (text: string) => expect.poll(() => document.body.textContent).toContain(text)
  const press = async (name: string) => {
    await expect.poll(() => buttonNames(pane)).toContain(name)
    await button(pane, name).trigger('click')
    await flushPromises()
  }
  const fill = async (name: string, text: string) => {
    await shows(name)
    await field(pane, name).setValue(text)
  }
  await flushPromises()
  return { pane, shows, press, fill, ...desk }
}

// Parts that are loaded when they are first shown are compiled then, which takes seconds on a busy machine.
beforeAll(
  () =>
    Promise.all([
      import('../../../../../src/renderer/ui/kit/kit.ts'),
      import('../../../../../src/renderer/features/settings/team/FoundForm.vue'),
      import('../../../../../src/renderer/features/settings/team/JoinForm.vue'),
      import('../../../../../src/renderer/features/settings/team/TeamCards.vue'),
    ]),
  60_000,
)

const address = 'postgres://admin:pw@db.example/parlay'

describe('TeamSection without a team', () => {
  it('offers to set one up or to join one', async () => {
    const { pane } = await openTeam()
    expect(buttonNames(pane)).toEqual(['Set up a team…', 'Join a team…'])
  })

  it('tests a server and names what is wrong with it, until another address is typed', async () => {
    const { pane, press, fill, api } = await openTeam()
    await press('Set up a team…')
    await fill('Server address', address)
    const problem = { sentence: 'The database isn’t empty.', remedy: 'Use an empty one.' }
    const checks = [
      { name: 'Connects over TLS', problem: null },
      { name: 'Empty database', problem },
    ]
    api.team.test.mockResolvedValueOnce(ok({ checks, canFound: false }))
    await press('Test server')
    expect(api.team.test).toHaveBeenCalledExactlyOnceWith({ address, certificate: null })
    expect(pane.findAll('[role=status] li').map(line => line.text())).toEqual([
      '✓ Connects over TLS',
      '⚠ The database isn’t empty. Use an empty one.',
    ])
    await fill('Server address', `${address}2`)
    expect(pane.text()).not.toContain('Connects over TLS')
  })

  it('sets up a team with what was typed, and shares all of it', async () => {
    const { pane, press, fill, api, shows } = await openTeam()
    await press('Set up a team…')
    await fill('Server address', address)
    await fill('Team name', 'Pool')
    api.team.found.mockResolvedValueOnce(ok(connected))
    await pane.find('form').trigger('submit')
    await shows('Your records are shared.')
    expect(api.team.found).toHaveBeenCalledExactlyOnceWith({
      address,
      certificate: null,
      name: 'Pool',
      memberName: 'Desk 1',
      shared: 'all',
    })
    expect(pane.html()).not.toContain('pw@')
  })

  it('says once that the terms may not allow it, and shares the ledger only if that is chosen', async () => {
    const { pane, press, fill, api, shows } = await openTeam()
    await press('Set up a team…')
    await shows('terms may not allow')
    await fill('Server address', address)
    await fill('Team name', 'Pool')
    await pane.findAll('input[type=radio]')[1]?.setValue()
    api.team.found.mockResolvedValueOnce(ok({ ...connected, shared: 'ledger' }))
    await pane.find('form').trigger('submit')
    await shows('Your records are shared.')
    expect(api.team.found.mock.lastCall?.[0]).toMatchObject({ shared: 'ledger' })
    expect(pane.text()).not.toContain('terms may not allow')
  })

  it('asks for an address and a name before it sends anything', async () => {
    const { pane, press, shows, api } = await openTeam()
    await press('Set up a team…')
    await shows('Team name')
    await pane.find('form').trigger('submit')
    expect(pane.findAll('[role=alert]').map(error => error.text())).toEqual([
      '⚠ Enter the address from your PostgreSQL host.',
      '⚠ Enter a name for the team.',
    ])
    expect(api.team.found).not.toHaveBeenCalled()
  })

  it('joins with an invitation, and then waits to be let in', async () => {
    const { pane, press, fill, api, shows } = await openTeam()
    await press('Join a team…')
    await fill('Invitation', ' the text ')
    api.team.join.mockResolvedValueOnce(ok({ ...asTrader, connection: { kind: 'asking', problem: null } }))
    await pane.find('form').trigger('submit')
    await shows('Waiting to be let in.')
    expect(api.team.join).toHaveBeenCalledExactlyOnceWith({ invitation: 'the text' })
    expect(buttonNames(pane)).toEqual(['Try again', 'Cancel joining…'])
  })

  it('shows why an invitation is not valid at its field', async () => {
    const { pane, press, fill, api } = await openTeam()
    await press('Join a team…')
    await fill('Invitation', 'rubbish')
    const sentence = 'This isn’t an invitation. Copy the whole text.'
    api.team.join.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'invitation', sentence }))
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(pane.find('[role=alert]').text()).toBe(`⚠ ${sentence}`)
  })

  it('gives the focus back to the button whose form was canceled', async () => {
    const { pane, press } = await openTeam()
    await press('Join a team…')
    await press('Cancel')
    expect(document.activeElement).toBe(button(pane, 'Join a team…').element)
  })
})

describe('TeamSection in a team', () => {
  it('shows server, version, head, and who is in', async () => {
    const { pane, shows } = await openTeam(connected)
    await shows('desk_1@db.example:5432/parlay')
    await shows('1,204 records, head c0ffeec0ffee')
    expect(pane.findAll('[aria-label="Desks in the team"] li').map(line => line.find('bdi').text())).toEqual([
      'Desk 1',
      'Desk 2',
      'Kim',
    ])
    await shows('Trader · here now · read 1,200 · 4 records behind')
    await shows('Partner for Kim · not seen yet')
  })

  it('shows a desk that left as such, which an owner may remove', async () => {
    const at = new Date(2026, 0, 5, 18, 46).getTime()
    const members = connected.members.map(each =>
      each.name === 'Desk 2' ? { ...each, hasLeft: true, lastSeenAt: at } : each,
    )
    const { pane, shows } = await openTeam({ ...connected, members })
    await shows('Desk 2')
    const row = pane.findAll('[aria-label="Desks in the team"] li')[1]?.text() ?? ''
    expect(row).toMatch(/Trader · left .*6:46 PM/)
    expect(row).not.toMatch(/behind|here now|read /)
    expect(buttonNames(pane)).toContain('Remove Desk 2')
    expect(pane.find('[aria-label="Role of Desk 2"]').exists()).toBe(false)
  })

  it('names a server with another version', async () => {
    const { shows } = await openTeam({ ...connected, team: { ...ownTeam, servedVersion: 5 } })
    await shows('4, the server has 5')
  })

  it('makes an invitation, which is copied and then gone', async () => {
    const { pane, press, fill, api, shows } = await openTeam(connected)
    await press('Invite a desk…')
    await fill('Name of the desk', 'Desk 9')
    api.team.invite.mockResolvedValueOnce(ok({ invitation: 'secret-text' }))
    await pane.find('form').trigger('submit')
    await shows('It works once')
    expect(api.team.invite).toHaveBeenCalledExactlyOnceWith({ name: 'Desk 9', role: 'trader', holder: null })
    await press('Copy invitation')
    expect(api.view.copyText).toHaveBeenCalledExactlyOnceWith({ text: 'secret-text' })
    await press('Done')
    expect(pane.html()).not.toContain('secret-text')
    expect(document.activeElement).toBe(button(pane, 'Invite a desk…').element)
  })

  it('needs the holder of a partner', async () => {
    const { pane, press, fill, shows, api } = await openTeam(connected)
    await press('Invite a desk…')
    await shows('Name of the desk')
    await pane.find('form select').setValue('partner')
    await pane.find('form').trigger('submit')
    await shows('Enter the holder whose statements they see.')
    expect(api.team.invite).not.toHaveBeenCalled()
    await fill('Holder', 'Kim')
    api.team.invite.mockResolvedValueOnce(ok({ invitation: 'secret-text' }))
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(api.team.invite).toHaveBeenCalledExactlyOnceWith({
      name: 'Desk 5',
      role: 'partner',
      holder: 'Kim',
    })
  })

  it('lets a desk in, and cancels an invitation after a question', async () => {
    const asking = { member: secondId, name: 'Desk 7', role: 'trader' as const, holder: null, isAsking: true }
    const { press, api } = await openTeam({ ...connected, invited: [asking] })
    api.team.admit.mockResolvedValueOnce(ok({ ...connected, invited: [asking] }))
    await press('Let Desk 7 in')
    expect(api.team.admit).toHaveBeenCalledExactlyOnceWith({ member: secondId })
  })

  it('removes a desk after a question', async () => {
    const { press, api } = await openTeam(connected)
    await press('Remove Kim')
    expect(api.team.remove).not.toHaveBeenCalled()
    api.team.remove.mockResolvedValueOnce(ok(connected))
    await press('Remove desk')
    expect(api.team.remove).toHaveBeenCalledExactlyOnceWith({ member: thirdId })
  })

  it('changes a role, and asks for the holder of a partner first', async () => {
    const { pane, shows, fill, api } = await openTeam(connected)
    await shows('Desk 2')
    const role = pane.find('[aria-label="Role of Desk 2"]')
    api.team.setRole.mockResolvedValue(ok(connected))
    await role.setValue('auditor')
    expect(api.team.setRole).toHaveBeenCalledExactlyOnceWith({
      member: secondId,
      role: 'auditor',
      holder: null,
    })
    await role.setValue('partner')
    await fill('Holder', 'Lee')
    await pane.find('[aria-label="Desks in the team"] form').trigger('submit')
    expect(api.team.setRole).toHaveBeenLastCalledWith({ member: secondId, role: 'partner', holder: 'Lee' })
  })

  it('gives a desk without the right no button to change who is in or what is shared', async () => {
    const { pane, shows } = await openTeam(asTrader)
    await shows('Desk 2')
    await shows('Everything')
    expect(buttonNames(pane)).toEqual(['Leave team…'])
    expect(pane.find('select').exists()).toBe(false)
  })

  it('shares the ledger only, as an owner chose', async () => {
    const { pane, shows, api } = await openTeam(connected)
    await shows('Everything')
    api.team.setShared.mockResolvedValueOnce(ok({ ...connected, shared: 'ledger' }))
    await pane.find('[data-setting="team-shared"] select').setValue('ledger')
    await flushPromises()
    expect(api.team.setShared).toHaveBeenCalledExactlyOnceWith({ shared: 'ledger', callsPerMinute: null })
    expect(pane.find('[data-setting="team-calls"]').exists()).toBe(false)
  })

  it('says why sharing stopped, tries again, and can return what a restored server lost', async () => {
    const problem = { sentence: 'The server went back.', remedy: 'Restore a newer backup.' }
    const stopped: TeamState = { ...connected, connection: { kind: 'stopped', sinceAt: Date.now(), problem } }
    const { shows, press, api } = await openTeam(stopped)
    await shows('The server went back. Restore a newer backup.')
    await press('Try again')
    expect(api.team.retry).toHaveBeenCalledOnce()
    api.team.returnRecords.mockResolvedValueOnce(ok(connected))
    await press('Return the missing records')
    await shows('Your records are shared.')
  })

  const problem = { sentence: 'The password wasn’t accepted.', remedy: 'Ask for a new invitation.' }
  it.each<TeamState['connection']>([
    { kind: 'apart', sinceAt: Date.now(), problem },
    { kind: 'stopped', sinceAt: Date.now(), problem },
    { kind: 'asking', problem },
  ])('takes a new invitation while $kind by a problem, and keeps its ledger', async connection => {
    const { pane, shows, press, fill, api } = await openTeam({ ...asTrader, connection })
    await press('Use a new invitation…')
    await shows('This desk keeps its ledger and all that it hasn’t shared yet')
    expect(pane.text()).not.toContain('takes the place of yours')
    await fill('Invitation', ' the text ')
    api.team.join.mockResolvedValueOnce(ok({ ...asTrader, connection: { kind: 'asking', problem: null } }))
    await pane.find('form').trigger('submit')
    await shows('Waiting to be let in.')
    expect(api.team.join).toHaveBeenCalledExactlyOnceWith({ invitation: 'the text' })
    expect(pane.find('form').exists()).toBe(false)
  })

  it('gives the focus back to the button of a new invitation that was canceled', async () => {
    const connection = { kind: 'apart' as const, sinceAt: Date.now(), problem }
    const { pane, press } = await openTeam({ ...asTrader, connection })
    await press('Use a new invitation…')
    await press('Cancel')
    expect(document.activeElement).toBe(button(pane, 'Use a new invitation…').element)
  })

  it('lists tickets with one name each for itself, with its own number of records', async () => {
    const { pane, shows, press, api } = await openTeam({ ...connected, unshared: 4 })
    const bet = { kind: 'ticket' as const, title: 'Pole O3.5 at Bravo', at: Date.now() }
    const subjects = ['one', 'two', 'one', 'three']
    api.team.unshared.mockResolvedValue(ok(subjects.map(subject => ({ ...bet, subject }))))
    await press('Leave team…')
    await shows('Pole O3.5 at Bravo')
    const lines = pane.findAll('dialog [aria-label="Records not yet shared"] li').map(line => line.text())
    expect(lines.map(line => line.replace(/ · .*?(?=, \d|$)/, ''))).toEqual([
      'Ticket: Pole O3.5 at Bravo, 2 records',
      'Ticket: Pole O3.5 at Bravo',
      'Ticket: Pole O3.5 at Bravo',
    ])
  })

  it('leaves after a question, with records that are not shared only when that is checked', async () => {
    const { pane, shows, press, api } = await openTeam({ ...connected, unshared: 3, keptLedger: 'ledger-1' })
    const ofTicket = {
      kind: 'ticket' as const,
      subject: 'one',
      title: 'Ada o27.5 pts at Bravo',
      at: Date.now(),
    }
    api.team.unshared.mockResolvedValue(ok([ofTicket, ofTicket]))
    await press('Leave team…')
    await shows('3 records of this desk aren’t shared yet.')
    await expect
      .poll(() => pane.get('dialog [aria-label="Records not yet shared"]').text())
      .toMatch(/^Ticket: Ada o27\.5 pts at Bravo.*, 2 records…? ?… and 1 more record$/)
    expect(button(pane, 'Leave team').attributes('disabled')).toBeDefined()
    await pane.find('dialog input[type=checkbox]').setValue(true)
    await pane.findAll('dialog input[type=radio]')[1]?.setValue()
    api.team.leave.mockResolvedValueOnce(ok(noTeam))
    await press('Leave team')
    expect(api.team.leave).toHaveBeenCalledExactlyOnceWith({ ledger: 'kept', evenUnshared: true })
    await shows('Set up a team…')
  })
})

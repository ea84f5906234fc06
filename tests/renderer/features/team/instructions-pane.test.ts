import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useDeskStore } from '../../../../src/renderer/features/desk/desk-store.ts'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import InstructDialog from '../../../../src/renderer/features/team/InstructDialog.vue'
import InstructionsPane from '../../../../src/renderer/features/team/InstructionsPane.vue'
import { useTeamStore } from '../../../../src/renderer/features/team/team-store.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { quietMeter } from '../../../../src/shared/model/parlay/desk.ts'
import type { Instruction, PartState } from '../../../../src/shared/model/team/instruction.ts'
import type { TeamState } from '../../../../src/shared/model/team/team-state.ts'
import { ok, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../support/renderer/screen.ts'
import { spacedText } from '../../../support/renderer/spaced-text.ts'
import { book, plainSettings, row } from '../../../support/shared/desk-rows.ts'
import { asTrader, connected, ownId, secondId } from '../../../support/renderer/team/team-states.ts'

const uid = '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b11'
const instructionOf = (state: PartState, more: Partial<Instruction> = {}): Instruction => ({
  uid,
  by: ownId,
  to: secondId,
  at: Date.now(),
  title: 'North O27.5 pts · Harbor City ML',
  legs: ['North O27.5 pts', 'Harbor City ML'],
  parlayId: 1,
  currency: 'USD',
  parts: [{ bookId: 'bravo', bookName: 'Bravo', stakeMinor: 20_000, state }],
  note: '',
  isShared: true,
  ...more,
})
const given = instructionOf({ kind: 'given' })

async function start(instructions: Instruction[], team: TeamState) {
  const settings = { ...plainSettings, books: [book('alpha', 'Alpha'), book('bravo', 'Bravo')] }
  const desk = stubDesk({ team, settings, desk: { seq: 1, rows: [row(1, [])], meter: quietMeter } })
  desk.api.team.work.mockResolvedValue(ok({ instructions, parlays: [], statements: [] }))
  desk.api.team.reply.mockResolvedValue(ok({ instructions, parlays: [], statements: [] }))
  const pinia = createPinia()
  await Promise.all([
    useTeamStore(pinia).start(),
    useSettingsStore(pinia).start(),
    useDeskStore(pinia).start(),
  ])
  return { pinia, ...desk }
}

async function open(instructions: Instruction[], team: TeamState = asTrader) {
  const { pinia, ...desk } = await start(instructions, team)
  const pane = mount(InstructionsPane, { global: { plugins: [pinia] }, attachTo: document.body })
  onTestFinished(() => pane.unmount())
  await flushPromises()
  const press = async (name: string) => {
    await button(pane, name).trigger('click')
    await flushPromises()
  }
  return { pane, press, navigation: useNavigationStore(pinia), ...desk }
}

describe('InstructionsPane', () => {
  it('shows an instruction with its bets, and accepts one', async () => {
    const { pane, press, api } = await open([given])
    const text = spacedText(pane.element)
    for (const part of ['Desk 1 to Desk 2', 'Bravo $200.00 · Not accepted yet', '1 bet to place'])
      expect(text).toContain(part)
    await press('Accept the bet at Bravo')
    expect(api.team.reply).toHaveBeenCalledExactlyOnceWith({ uid, part: 0, reply: { kind: 'accepted' } })
  })

  it('records the ticket of a bet that was placed, and replies with it', async () => {
    const { press, navigation, api } = await open([given])
    await press('Record the bet at Bravo')
    const { dialog } = navigation
    if (dialog?.kind !== 'record-ticket' || dialog.source.kind !== 'cell') throw new Error('no dialog')
    expect(dialog.source.cell).toMatchObject({
      parlayId: 1,
      bookId: 'bravo',
      planned: [{ promotionId: null, stakeMinor: 20_000 }],
    })
    dialog.source.onRecorded?.(12)
    expect(api.team.reply).toHaveBeenCalledExactlyOnceWith({
      uid,
      part: 0,
      reply: { kind: 'placed', ticketId: 12 },
    })
  })

  it('replies with the stake that the book took', async () => {
    const { pane, press, api } = await open([given])
    await press('Limited at Bravo')
    await pane.find('form').trigger('submit')
    expect(pane.text()).toContain('Enter the stake that the book took, or 0.')
    await field(pane, 'Limited to').setValue('60')
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(api.team.reply).toHaveBeenCalledExactlyOnceWith({
      uid,
      part: 0,
      reply: { kind: 'limited', stake: '60', note: '' },
    })
    expect(pane.find('form').exists()).toBe(false)
  })

  it('declines with a note', async () => {
    const { pane, press, api } = await open([given])
    await press('Decline the bet at Bravo')
    await field(pane, 'Note (optional)').setValue('too low')
    await pane.find('form').trigger('submit')
    expect(api.team.reply).toHaveBeenCalledExactlyOnceWith({
      uid,
      part: 0,
      reply: { kind: 'refused', note: 'too low' },
    })
  })

  it.each<[PartState, string]>([
    [{ kind: 'placed', member: secondId, at: 0, ticketId: 3, price: '+510' }, 'Placed by Desk 2 at +510'],
    [{ kind: 'refused', member: secondId, at: 0, note: 'too low' }, 'Declined by Desk 2: too low'],
    [{ kind: 'limited', member: secondId, at: 0, stakeMinor: 6_000, note: '' }, 'Limited to $60.00, Desk 2'],
  ])('shows how a bet ended, without buttons: %o', async (state, text) => {
    const { pane } = await open([instructionOf(state)])
    expect(spacedText(pane.element)).toContain(text)
    expect(buttonNames(pane)).toEqual(['Instructions'])
  })

  it('gives no buttons to a desk that it is not for, and none to place a parlay that is not here', async () => {
    const other = await open([given], connected)
    expect(buttonNames(other.pane)).toEqual(['Instructions'])
    const { pane } = await open([instructionOf({ kind: 'given' }, { parlayId: null, to: null })])
    expect(buttonNames(pane)).not.toContain('Record the bet at Bravo')
    expect(pane.text()).toContain('Not on your desk: North O27.5 pts · Harbor City ML')
  })

  it('is folded as it was left', async () => {
    const { pane, press, api } = await open([given])
    await press('Instructions')
    expect(api.view.savePanes).toHaveBeenLastCalledWith(
      expect.objectContaining({ isInstructionsOpen: false }),
    )
    expect(pane.text()).not.toContain('Bravo')
  })
})

describe('InstructDialog', () => {
  it.each(['recorder', 'partner', 'auditor'] as const)('names no %s, who places no bets', async role => {
    const members = connected.members.map(each => (each.member === secondId ? { ...each, role } : each))
    const { pinia } = await start([], { ...connected, members })
    const props = { parlay: { parlayId: 7, title: 'North', books: [] } }
    const pane = mount(InstructDialog, { props, global: { plugins: [pinia] } })
    onTestFinished(() => pane.unmount())
    await flushPromises()
    expect(pane.findAll('select option').map(option => option.text())).toEqual(['Any desk'])
  })

  it('gives a parlay to a desk with stakes by book', async () => {
    const { pinia, api } = await start([], connected)
    const pane = mount(InstructDialog, {
      props: { parlay: { parlayId: 7, title: 'North', books: ['bravo'] } },
      global: { plugins: [pinia] },
      attachTo: document.body,
    })
    onTestFinished(() => pane.unmount())
    await flushPromises()
    expect(document.activeElement).toBe(field(pane, 'Bravo').element)
    await pane.find('form').trigger('submit')
    expect(pane.find('[role=alert]').text()).toContain('Enter a stake at one book or more.')
    expect(pane.findAll('select option').map(option => option.text())).toEqual(['Any desk', 'Desk 2'])
    await pane.find('select').setValue(secondId)
    await field(pane, 'Bravo').setValue('200')
    await pane.find('form').trigger('submit')
    await flushPromises()
    expect(api.team.instruct).toHaveBeenCalledExactlyOnceWith({
      parlayId: 7,
      to: secondId,
      parts: [{ bookId: 'bravo', stake: '200' }],
      note: '',
    })
    expect(pane.emitted('close')).toHaveLength(1)
  })
})

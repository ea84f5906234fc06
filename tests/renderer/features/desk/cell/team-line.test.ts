import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import { menus } from '../../../../../src/renderer/commands/menu-table.ts'
import { useTeamStore } from '../../../../../src/renderer/features/team/team-store.ts'
import { useTeamWorkStore } from '../../../../../src/renderer/features/team/team-work-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import type { TeamState } from '../../../../../src/shared/model/team/team-state.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'
import { button, buttonNames } from '../../../../support/renderer/screen.ts'
import {
  asTrader,
  connected,
  ownId,
  ownTeam,
  secondId,
  thirdId,
} from '../../../../support/renderer/team/team-states.ts'
import { cell, noon, priced, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

async function open(team?: TeamState) {
  const quote = { ...priced(512, noon - 4_000), author: secondId }
  const desk = await openDesk([row(1, [cell('alpha', { quote: priced(480) }), cell('bravo', { quote })])])
  const [store, work] = [useTeamStore(desk.pinia), useTeamWorkStore(desk.pinia)]
  await Promise.all([store.start(), work.start()])
  if (team) desk.emit.team.changed(team)
  await desk.choose('bravo')
  return desk
}

it('TeamLine and the tooltip name the desk that priced a cell', async () => {
  const { view, cell: at } = await open(connected)
  expect(view.get('[aria-label=Cell]').text()).toContain('Priced by Desk 2, 4s ago')
  expect(at('bravo').attributes('data-tip')).toContain('priced by Desk 2')
  expect(at('alpha').attributes('data-tip') ?? '').not.toContain('priced by')
})

it('TeamLine warns of a desk that places the parlay, as do the row and its name', async () => {
  const { view, emit } = await open(connected)
  emit.team.presence([
    { member: secondId, parlayId: 1, bookId: 'bravo', doing: 'placing', sinceAt: noon - 40_000 },
    { member: thirdId, parlayId: 1, bookId: null, doing: 'looking', sinceAt: noon },
  ])
  await flushPromises()
  const text = 'Desk 2 is placing this at Bravo, 40s'
  expect(view.get('[aria-label=Cell] .warn').text()).toBe(`⚠ ${text}`)
  expect(view.get('[role=rowheader]').text()).toMatch(
    /Desk 2 is placing this at Bravo, Kim is looking at this$/,
  )
  expect(view.get('.row-name .warn').attributes('data-tip')).toBe(`${text}\nKim is looking at this`)
})

it('the price details warn of an open ticket with the same legs at the book, at no other', async () => {
  const { view, api, choose } = await open(connected)
  const notes = () => view.findAll('[aria-label=Cell] [role=note]').map(note => note.text())
  expect(notes()).toEqual([])
  const line = lineOf(1, { placedAt: noon - 3 * 60_000, by: { member: secondId, isShared: true } })
  api.ledger.page.mockImplementation(({ filter }) =>
    Promise.resolve(ok({ lines: filter.bookId === 'bravo' ? [line] : [], next: null })),
  )
  await choose('alpha')
  await flushPromises()
  expect(notes()).toEqual([])
  await choose('bravo')
  await vi.waitFor(() => expect(notes()).toEqual(['⚠ Desk 2 bet this at Bravo, $40, 3 min ago']))
})

it('TeamLine gives the parlay to a desk, where this desk may', async () => {
  const { view, pinia, emit } = await open(asTrader)
  await button(view, 'Give to a desk…').trigger('click')
  expect(useNavigationStore(pinia).dialog).toMatchObject({
    kind: 'instruct',
    parlay: { parlayId: 1, books: ['bravo'] },
  })
  emit.team.changed({ ...connected, team: { ...ownTeam, role: 'recorder' } })
  await flushPromises()
  expect(buttonNames(view)).not.toContain('Give to a desk…')
})

it('the row menu and the palette share the parlay, where the team shares parlays', async () => {
  const { view, pinia, emit } = await open(asTrader)
  const commands = useCommandStore(pinia)
  await button(view, 'Share with the team…').trigger('click')
  expect(useNavigationStore(pinia).dialog).toMatchObject({ kind: 'share', parlay: { parlayId: 1 } })
  expect(menus.row.groups.Parlay).toContain('row.share')
  emit.team.changed({ ...asTrader, shared: 'ledger' })
  await flushPromises()
  expect([commands.isHandled('row.share'), commands.isHandled('row.give')]).toEqual([false, true])
})

it('a row that this desk shares is marked, and says with whom', async () => {
  const { view, emit } = await open(connected)
  expect(view.find('[data-tip^="Shared with"]').exists()).toBe(false)
  emit.team.workChanged({
    instructions: [],
    statements: [],
    parlays: [
      {
        ...{
          by: ownId,
          uid: 'ab'.repeat(32),
          audience: { kind: 'some', members: [secondId] },
          title: 'North',
        },
        ...{ legs: [], keys: ['e#m#n'], note: '', parlayId: 1, at: noon },
      },
    ],
  })
  await flushPromises()
  expect(view.get('.row-name [data-tip^="Shared with"]').attributes('data-tip')).toBe('Shared with Desk 2')
  expect(view.get('[role=rowheader]').text()).toContain('Shared with Desk 2')
})

it('the desk says to the team which parlay is selected', async () => {
  const { api } = await open(connected)
  expect(api.team.present).toHaveBeenLastCalledWith({ parlayId: 1, bookId: 'bravo', doing: 'looking' })
})

it('without a team the desk shows and says nothing of it', async () => {
  const { view, api } = await open()
  expect(view.get('[aria-label=Cell]').text()).not.toContain('Priced by')
  expect(buttonNames(view)).not.toContain('Give to a desk…')
  expect(buttonNames(view)).not.toContain('Share with the team…')
  expect(api.team.present).not.toHaveBeenCalled()
})

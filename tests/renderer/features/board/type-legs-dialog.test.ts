import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../support/bridge/stub-desk.ts'
import { book, plainSettings } from '../../../support/shared/desk-rows.ts'
import { button, field } from '../../../support/renderer/screen.ts'
import { game, line } from '../../../support/renderer/board/board-answers.ts'
import { chooseInMenu, openLegs, slipLegs } from '../../../support/renderer/board/legs-pane.ts'

const found = (...names: string[]) => names.map(name => ({ game: game('g1'), line: line('g1', name) }))
const books = [book('alpha', 'Alpha Bet'), book('bravo', 'Bravo')]

async function openDialog() {
  const opened = await openLegs({ settings: { ...plainSettings, books } })
  await chooseInMenu(opened.pane, 'Enter legs by ID')
  await expect.poll(() => opened.pane.find('dialog').exists()).toBe(true)
  return opened
}
async function read(pane: VueWrapper, text: string) {
  await field(pane, 'Legs').setValue(text)
  await pane.find('#type-legs').trigger('submit')
  await flushPromises()
}
const typed = (pane: VueWrapper) => field(pane, 'Legs').element
describe('TypeLegsDialog', () => {
  it('puts the legs of typed ids on the slip, and closes', async () => {
    const { pane, api } = await openDialog()
    api.board.readTyped.mockResolvedValueOnce(ok({ legs: found('A', 'B'), problems: [] }))
    await read(pane, 'alpha#e#m#A\nalpha#e#m#B')
    expect(api.board.readTyped).toHaveBeenCalledExactlyOnceWith({
      text: 'alpha#e#m#A\nalpha#e#m#B',
      bookId: null,
    })
    expect(slipLegs(pane)).toEqual(['A', 'B'])
    expect(pane.find('dialog').exists()).toBe(false)
  })

  it('reads sgp tokens as those of the chosen book', async () => {
    const { pane, api } = await openDialog()
    await pane.find('dialog select').setValue('bravo')
    await read(pane, 'token')
    expect(api.board.readTyped.mock.lastCall?.[0].bookId).toBe('bravo')
  })

  it('lists problems beside the legs that were found, and keeps the text', async () => {
    const { pane, api } = await openDialog()
    api.board.readTyped.mockResolvedValueOnce(
      ok({ legs: found('A'), problems: ['Line 2: an odds id has four parts.'] }),
    )
    await read(pane, 'alpha#e#m#A\nx')
    expect(slipLegs(pane)).toEqual(['A'])
    expect(pane.find('.problems').text()).toContain('1 leg added to the slip.')
    expect(pane.find('.problems').text()).toContain('Line 2: an odds id has four parts.')
    expect(typed(pane)).toHaveProperty('value', 'alpha#e#m#A\nx')
  })

  it('adds no leg that is on the slip already', async () => {
    const { pane, api } = await openDialog()
    api.board.readTyped.mockResolvedValue(ok({ legs: found('A', 'A'), problems: ['Line 9.'] }))
    await read(pane, 'x')
    await read(pane, 'x')
    expect(slipLegs(pane)).toEqual(['A'])
  })

  it('counts legs that have no room on the slip', async () => {
    const { pane, api } = await openDialog()
    const names = Array.from({ length: 23 }, (_, index) => `Leg ${index}`)
    api.board.readTyped.mockResolvedValueOnce(ok({ legs: found(...names), problems: [] }))
    await read(pane, 'x')
    expect(slipLegs(pane)).toHaveLength(20)
    expect(pane.find('.problems').text()).toContain('20-leg limit: 3 not added.')
  })

  it('shows a failure, and keeps the text', async () => {
    const { pane, api } = await openDialog()
    api.board.readTyped.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'R4' }))
    await read(pane, 'x')
    expect(pane.find('dialog [role=alert]').text()).toContain('R4')
    expect(typed(pane)).toHaveProperty('value', 'x')
  })

  it('refuses text that is too long for a call', async () => {
    const { pane, api } = await openDialog()
    await read(pane, 'x'.repeat(60_001))
    expect(pane.find('dialog [role=alert]').text()).toContain('Too long (limit 60,000 characters).')
    expect(api.board.readTyped).not.toHaveBeenCalled()
  })

  it('does not read blank text', async () => {
    const { pane, api } = await openDialog()
    await read(pane, ' \n')
    expect(button(pane, 'Add to slip').attributes('disabled')).toBeDefined()
    expect(api.board.readTyped).not.toHaveBeenCalled()
  })

  it('restores unread text when it opens again', async () => {
    const { pane } = await openDialog()
    await field(pane, 'Legs').setValue('alpha#e#m#A')
    await pane.get('dialog').trigger('cancel')
    expect(pane.find('dialog').exists()).toBe(false)
    await chooseInMenu(pane, 'Enter legs by ID')
    expect(typed(pane)).toHaveProperty('value', 'alpha#e#m#A')
    await pane
      .findAll('dialog button')
      .find(each => each.text() === 'Clear')
      ?.trigger('click')
    expect(typed(pane)).toHaveProperty('value', '')
  })
})

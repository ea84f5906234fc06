import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { americanPrice, cell, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { button, buttonNames } from '../../../../support/renderer/screen.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const links = { desktop: 'https://bets.bravo.example/slip', mobile: 'bravo://slip' }
const rows = () => [
  row(1, [
    cell('alpha', { quote: priced(455, noon - 4_000) }),
    cell('bravo', { quote: priced(512, noon - 4_000, links) }),
    cell('charlie', { missingLegs: 1 }),
  ]),
]
const bravo = { parlayId: 1, bookId: 'bravo' }

describe('opening a betslip', () => {
  it('rechecks and opens the selected cell on O, and says where', async () => {
    const desk = await openDesk(rows())
    await desk.choose('bravo')
    await desk.press('o')
    expect(desk.api.desk.recheck).toHaveBeenCalledExactlyOnceWith({ ...bravo, seenId: 1 })
    expect(desk.api.links.open).toHaveBeenCalledExactlyOnceWith({ ...bravo, quoteId: 2, approve: 'no' })
    expect(desk.view.text()).toContain('Opened at Bravo (bets.example): 2 legs, +100')
  })

  it('shows that a price is rechecked at its own cell', async () => {
    const desk = await openDesk(rows())
    const says = () => desk.view.get('[aria-label=Cell]').text()
    desk.api.desk.recheck.mockReturnValueOnce(new Promise(() => undefined))
    await desk.choose('bravo')
    await desk.press('o')
    expect(says()).toContain('Rechecking the price…')
    await desk.choose('alpha')
    expect(says()).not.toContain('Rechecking')
    await desk.press('o')
    expect(desk.view.get('.message').text()).toContain('instead of the one that was still waiting')
    expect(desk.view.text()).toContain('Opened at Alpha Bet')
  })

  it('rechecks the best book of the row on Enter', async () => {
    const desk = await openDesk(rows())
    await desk.choose('alpha')
    await desk.press('Enter')
    expect(desk.api.desk.recheck).toHaveBeenCalledExactlyOnceWith({ ...bravo, seenId: 1 })
    expect(desk.view.get('[aria-selected=true]').attributes('data-book')).toBe('bravo')
  })

  it('rechecks the book that was best where all prices of the row are old', async () => {
    const old = [
      cell('alpha', { quote: priced(455, noon - 90_000) }),
      cell('bravo', { quote: priced(512, noon - 600_000, links) }),
      cell('charlie', { missingLegs: 1, quote: priced(900, noon - 90_000) }),
    ]
    const desk = await openDesk([row(1, old)])
    await desk.choose('alpha')
    await desk.press('Enter')
    expect(desk.api.desk.recheck).toHaveBeenCalledExactlyOnceWith({ ...bravo, seenId: 1 })
  })

  it('says why it cannot begin: no book has a price yet, or the book lacks a leg', async () => {
    const desk = await openDesk([row(1, [cell('alpha'), cell('bravo'), cell('charlie', { missingLegs: 1 })])])
    await desk.choose('alpha')
    await desk.press('Enter')
    expect(desk.view.text()).toContain('No book has priced this parlay yet. Press R to ask them.')
    await desk.choose('charlie')
    await desk.press('o')
    expect(desk.view.get('.message').text()).toContain('This book lacks 1 of 2 legs.')
    expect(desk.api.desk.recheck).not.toHaveBeenCalled()
  })

  it('asks with the old and the new price when it got worse', async () => {
    const desk = await openDesk(rows())
    const recheck = {
      kind: 'worse',
      quoteId: 9,
      before: americanPrice(512),
      now: americanPrice(470),
    } as const
    desk.api.desk.recheck.mockResolvedValueOnce(ok(recheck))
    await desk.choose('bravo')
    await desk.press('o')
    const dialog = desk.view.get('dialog')
    expect(dialog.text()).toContain('+512')
    expect(dialog.text()).toContain('+470')
    expect(desk.api.links.open).not.toHaveBeenCalled()
    await button(desk.view, 'Open at the new price').trigger('click')
    await flushPromises()
    expect(desk.api.links.open).toHaveBeenCalledOnce()
    expect(desk.view.find('dialog').exists()).toBe(false)
  })

  it('opens nothing when the user cancels', async () => {
    const desk = await openDesk(rows())
    desk.api.desk.recheck.mockResolvedValueOnce(ok({ kind: 'gone', quoteId: 1, before: americanPrice(512) }))
    await desk.choose('bravo')
    await desk.press('o')
    await desk.view.get('dialog').trigger('cancel')
    expect(desk.view.find('dialog').exists()).toBe(false)
    expect(desk.api.links.open).not.toHaveBeenCalled()
  })

  it('has nothing to open where the price is gone and none was on screen', async () => {
    const desk = await openDesk(rows())
    desk.api.desk.recheck.mockResolvedValueOnce(ok({ kind: 'gone', quoteId: null, before: null }))
    await desk.choose('bravo')
    await desk.press('o')
    expect(desk.view.get('dialog').text()).toContain('There is no link to open.')
    expect(buttonNames(desk.view.get('dialog'))).toEqual(['Close'])
  })

  it.each([
    ['Open once', 'once'],
    ['Always for Bravo', 'always'],
  ])('shows the whole address of a new host: "%s" opens it', async (name, approve) => {
    const desk = await openDesk(rows())
    const url = 'https://new.example/slip?legs=1'
    desk.api.links.open.mockResolvedValueOnce(failed({ kind: 'link-unapproved', host: 'new.example', url }))
    await desk.choose('bravo')
    await desk.press('o')
    expect(desk.view.get('dialog').text()).toContain(url)
    await button(desk.view, name).trigger('click')
    await flushPromises()
    expect(desk.api.links.open).toHaveBeenLastCalledWith({ ...bravo, quoteId: 2, approve })
  })

  it('says why it failed', async () => {
    const desk = await openDesk(rows())
    desk.api.desk.recheck.mockResolvedValueOnce(failed({ kind: 'key-refused' }))
    await desk.choose('bravo')
    await desk.press('o')
    expect(desk.view.get('[role=alert]').text()).toContain('The service refused the API key.')
  })
})

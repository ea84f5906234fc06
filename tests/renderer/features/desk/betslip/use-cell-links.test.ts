import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import {
  americanPrice,
  book,
  cell,
  noon,
  plainSettings,
  priced,
  quote,
  row,
} from '../../../../support/shared/desk-rows.ts'
import type { QuotedPrice } from '../../../../../src/shared/model/price/quote.ts'
import { ageText } from '../../../../../src/renderer/format/time-text.ts'
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
    expect(desk.view.text()).toContain('Opened at Bravo: 2 legs at +100.')
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
    expect(desk.view.get('.message').text()).toContain('Checking this price instead')
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
    expect(desk.view.text()).toContain('No book has priced this parlay yet.')
    await desk.choose('charlie')
    await desk.press('o')
    expect(desk.view.get('.message').text()).toContain('Not offered at this book.')
    expect(desk.api.desk.recheck).not.toHaveBeenCalled()
  })

  it('says that no book combines the legs of the row', async () => {
    const never = ['alpha', 'bravo'].map(id => cell(id, { quote: quote({ kind: 'cannot-combine' }) }))
    const desk = await openDesk([row(1, never)])
    await desk.choose('alpha')
    await desk.press('Enter')
    expect(desk.view.text()).toContain('No book takes these legs together.')
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
    await button(desk.view, 'Open at +470').trigger('click')
    await flushPromises()
    expect(desk.api.links.open).toHaveBeenCalledOnce()
    expect(desk.view.find('dialog').exists()).toBe(false)
  })

  it('opens nothing when the user cancels', async () => {
    const desk = await openDesk(rows())
    desk.api.desk.recheck.mockResolvedValueOnce(
      ok({ kind: 'gone', quoteId: 1, before: americanPrice(512), failure: null }),
    )
    await desk.choose('bravo')
    await desk.press('o')
    await desk.view.get('dialog').trigger('cancel')
    expect(desk.view.find('dialog').exists()).toBe(false)
    expect(desk.api.links.open).not.toHaveBeenCalled()
  })

  describe('at a price that dropped', () => {
    const dropped = (american: number) =>
      ok({ kind: 'worse', quoteId: 9, before: americanPrice(512), now: americanPrice(american) } as const)
    const withRivals = () => [
      row(1, [
        cell('alpha', { quote: { ...priced(490, noon - 27_000, links), id: 7 } }),
        cell('bravo', { quote: priced(470, noon, links), before: americanPrice(512) }),
        cell('charlie', { quote: priced(500, noon, null) }),
      ]),
    ]
    async function ask(american: number, fairPrice: QuotedPrice | null = null) {
      const desk = await openDesk(withRivals().map(each => ({ ...each, fairPrice })))
      desk.api.desk.recheck.mockResolvedValueOnce(dropped(american))
      await desk.choose('bravo')
      await desk.press('o')
      return { ...desk, dialog: desk.view.get('dialog') }
    }

    it('says the best price elsewhere, and the best one with a bet slip, with their ages', async () => {
      const { dialog } = await ask(470)
      expect(dialog.text()).toContain('Price dropped to +470. Open the slip anyway?')
      expect(dialog.text()).toContain(
        `Best elsewhere+500 at Charlie ${ageText(0)} ago, enter it on their site`,
      )
      expect(dialog.text()).toContain(`Best with a slip+490 at Alpha Bet ${ageText(27_000)} ago`)
    })

    it('says the best price elsewhere where no bet slip can be opened at it', async () => {
      const { dialog } = await ask(495)
      expect(dialog.text()).toContain('+500 at Charlie')
      expect(dialog.text()).not.toContain('Best with a slip')
      expect(buttonNames(dialog)).toEqual(['Cancel', 'Open at +495'])
    })

    it('checks that one instead, and opens it only where it has not dropped either', async () => {
      const { api, view, dialog } = await ask(470)
      api.desk.recheck.mockResolvedValueOnce(
        ok({ kind: 'worse', quoteId: 10, before: americanPrice(490), now: americanPrice(430) }),
      )
      await button(dialog, 'Recheck and open Alpha Bet').trigger('click')
      await flushPromises()
      expect(api.desk.recheck).toHaveBeenLastCalledWith({ parlayId: 1, bookId: 'alpha', seenId: 7 })
      expect(api.links.open).not.toHaveBeenCalled()
      expect(view.get('dialog').text()).toContain('Price dropped to +430.')
      expect(view.get('[aria-selected=true]').attributes('data-book')).toBe('alpha')
      await button(view.get('dialog'), 'Open at +430').trigger('click')
      await flushPromises()
      expect(api.links.open).toHaveBeenCalledExactlyOnceWith({
        parlayId: 1,
        bookId: 'alpha',
        quoteId: 10,
        approve: 'no',
      })
    })

    it('says that nothing pays more elsewhere', async () => {
      const { dialog } = await ask(505)
      expect(dialog.text()).toContain('nothing higher')
      expect(buttonNames(dialog)).toEqual(['Cancel', 'Open at +505'])
    })

    it('says the EV at the new price', async () => {
      const { dialog } = await ask(470, americanPrice(400))
      expect(dialog.text()).toContain('EV now+14.0%')
    })

    it('says the EV at the rechecked price where the row has not got it yet', async () => {
      const { dialog } = await ask(455, americanPrice(400))
      expect(dialog.text()).toContain('EV now+11.0%')
    })

    it('follows the newest price of the cell, and opens and records that', async () => {
      const { api, view, emit, meter, dialog } = await ask(470, americanPrice(400))
      const later = withRivals().map(each => ({
        ...each,
        fairPrice: americanPrice(400),
        cells: each.cells.map(of =>
          of.bookId === 'bravo' ? { ...of, quote: { ...priced(430, noon, links), id: 10 } } : of,
        ),
      }))
      const openAt = (text: string) => button(dialog, `Open at ${text}`).trigger('click')
      const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9)
      emit.desk.changed({ seq: 2, rows: later, order: null, meter })
      await flushPromises()
      expect(dialog.text()).toContain('Price dropped to +430. Open the slip anyway?')
      expect(dialog.text()).toContain('Was+512')
      expect(dialog.text()).toContain('EV now+6.0%')
      await openAt('+430')
      expect(api.links.open).not.toHaveBeenCalled()
      clock.mockReturnValue(1e9 + 500)
      await openAt('+430')
      await flushPromises()
      expect(api.links.open).toHaveBeenCalledExactlyOnceWith({ ...bravo, quoteId: 10, approve: 'no' })
      expect(view.text()).toContain('Opened at Bravo: 2 legs at +430.')
    })

    it('keeps its rows and buttons when all prices grow old, and says why there is no EV', async () => {
      const { dialog } = await ask(470, americanPrice(400))
      const terms = dialog.findAll('dt').map(each => each.text())
      const names = buttonNames(dialog)
      vi.advanceTimersByTime(60_000)
      await flushPromises()
      expect(dialog.findAll('dt').map(each => each.text())).toEqual(terms)
      expect(buttonNames(dialog)).toEqual(names)
      expect(dialog.text()).toContain(`EV now— price ${ageText(60_000)} old`)
    })
  })

  it('asks before it opens the slip of a price that may be an error, and names what is odd', async () => {
    const fourBooks = [book('alpha', 'Alpha'), book('bravo', 'Bravo'), book('charlie', 'Charlie')].concat(
      book('delta', 'Delta'),
    )
    const others = ['charlie', 'alpha', 'delta'].map(id => cell(id, { quote: priced(450, noon) }))
    const desk = await openDesk([row(1, [cell('bravo', { quote: priced(460, noon, links) }), ...others])])
    const now = americanPrice(5_000)
    desk.emit.settings.changed({ ...plainSettings, books: fourBooks })
    desk.api.desk.recheck.mockResolvedValueOnce(
      ok({ kind: 'better', quoteId: 9, before: americanPrice(460), now }),
    )
    await desk.choose('bravo')
    await desk.press('o')
    const dialog = desk.view.get('dialog')
    expect(dialog.text()).toContain('Bravo: check this price')
    expect(dialog.text()).toContain('It may be an error: 827% above the other books’ median.')
    expect(buttonNames(dialog)).toEqual(['Cancel', 'Open at +5000'])
    expect(desk.api.links.open).not.toHaveBeenCalled()
    await button(dialog, 'Open at +5000').trigger('click')
    await flushPromises()
    expect(desk.api.links.open).toHaveBeenCalledExactlyOnceWith({ ...bravo, quoteId: 9, approve: 'no' })
  })

  it('says that a price was not checked where the book was not reached, and not that it is gone', async () => {
    const desk = await openDesk(rows())
    const failure = { kind: 'unreachable', host: 'bravo.example', detail: 'ECONNREFUSED' } as const
    const recheck = { kind: 'gone', quoteId: 1, before: americanPrice(512), failure } as const
    desk.api.desk.recheck.mockResolvedValueOnce(ok(recheck))
    await desk.choose('bravo')
    await desk.press('o')
    const text = desk.view.get('dialog').text()
    expect(text).toContain('Bravo: price not checked')
    expect(text).toContain('Can’t reach bravo.example')
    expect(text).not.toContain('pulled')
    expect(buttonNames(desk.view.get('dialog'))).toContain('Open old link')
  })

  it('says that there is still no price, and the last one, without a question', async () => {
    const lost = { ...americanPrice(161), at: noon - 120_000 }
    const without = cell('bravo', { quote: quote({ kind: 'no-price' }, noon - 60_000), before: lost })
    const desk = await openDesk([row(1, [cell('alpha', { quote: priced(455) }), without])])
    desk.api.desk.recheck.mockResolvedValue(ok({ kind: 'gone', quoteId: null, before: null, failure: null }))
    await desk.choose('bravo')
    await desk.press('o')
    expect(desk.view.find('dialog').exists()).toBe(false)
    expect(desk.view.get('.message').text()).toContain('Still no price (was +161, 2 min ago).')
    await desk.choose('alpha')
    await desk.press('o')
    expect(desk.view.get('.message').text()).toContain('No price at this book right now.')
  })

  it.each([
    ['Open this time', 'once'],
    ['Always allow for Bravo', 'always'],
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
    expect(desk.view.get('[role=alert]').text()).toContain('Your API key was rejected.')
  })
})

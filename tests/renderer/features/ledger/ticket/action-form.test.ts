import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HistoryItem } from '../../../../../src/shared/model/ticket/ticket-detail.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { button, buttonNames, field } from '../../../../support/renderer/screen.ts'
import { emptyLedger } from '../../../../support/shared/ledger-answers.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { at, openTicket } from '../../../../support/renderer/ledger/mounted-ticket.ts'
import {
  detailOf,
  gradingOf,
  legOf,
  lineOf,
  wonLine,
} from '../../../../support/renderer/ledger/ticket-lines.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('DecideForm', () => {
  it('shows how a ticket that needs review can end, with each payout', async () => {
    const { text, press } = await openTicket(
      detailOf(lineOf(1, { result: 'review', review: 'choice-wanted' }), {
        choices: [
          { ending: 'reduced', payoutMinor: null, estimateMinor: 9_300 },
          { ending: 'refunded', payoutMinor: 4_000, estimateMinor: null },
        ],
      }),
    )
    expect(text()).toContain('Choose how the ticket ended.')
    await press('Set result…')
    expect(text()).toContain(
      'Won without the pushed or voided leg: payout from the book, about $93.00 by the single odds',
    )
    expect(text()).toContain('Push/void: pays $40.00')
  })

  it('shows the result of the legs beside the payout entered, and asks which was paid', async () => {
    const { dialog, text, press } = await openTicket(
      detailOf(lineOf(1, { result: 'review', review: 'payout-contested' }), {
        choices: [
          { ending: 'lost', payoutMinor: 0, estimateMinor: null },
          { ending: 'won', payoutMinor: 24_000, estimateMinor: null },
        ],
      }),
    )
    expect(text()).toContain('The legs now say something else than the payout you entered.')
    await press('Set result…')
    expect(text()).toContain('Lost: pays $0.00')
    expect(text()).toContain('Won: pays $240.00')
    expect(field(dialog, 'Payout (USD)').exists()).toBe(true)
  })

  it('has the focus when it opens, and leaves it in the dialog', async () => {
    const { dialog, press } = await openTicket(detailOf(lineOf(1)))
    await press('Set result…')
    expect(dialog.get('form').element.contains(document.activeElement)).toBe(true)
    await press('Back')
    expect(document.activeElement).toBe(button(dialog, 'Hedge…').element)
  })

  it('leaves the focus in the dialog once the result is set, although the hedge is no longer offered', async () => {
    const { api, dialog, emit, press, submit } = await openTicket(detailOf(lineOf(1)))
    await press('Set result…')
    await submit('as the book says')
    const line = wonLine(1)
    api.ledger.ticket.mockResolvedValue(ok(detailOf(line)))
    emit.ledger.changed({ ...emptyLedger, seq: 2, lines: [line], gone: [], isMany: false })
    await settled()
    expect(buttonNames(dialog).join()).not.toContain('Hedge…')
    expect(document.activeElement).toBe(button(dialog, 'Close').element)
  })

  it('presets no result while legs are open, and closes the dialog that R opened at it once it is set', async () => {
    const { api, dialog, choose, submit, text } = await openTicket(
      detailOf(lineOf(1), { legs: [legOf({ result: 'pending' })] }),
      [],
      'decide',
    )
    await submit('as the book says')
    expect(text()).toContain('Choose a result.')
    expect(document.activeElement).toBe(dialog.get('form select').element)
    expect(api.ledger.decide).not.toHaveBeenCalled()
    await choose('Lost')
    await submit('as the book says')
    expect(api.ledger.decide.mock.lastCall?.[0].decision).toEqual({ kind: 'result', result: 'lost' })
    expect(dialog.emitted('close')).toHaveLength(1)
  })

  it('sends the result, and closes only once it is in the ledger', async () => {
    const { api, dialog, press, choose, submit, text } = await openTicket(detailOf(lineOf(1)))
    await press('Set result…')
    await choose('Push/void')
    await submit('')
    expect(text()).toContain('Add a short reason.')
    expect(api.ledger.decide).not.toHaveBeenCalled()
    api.ledger.decide.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await submit('as the book says')
    expect(text()).toContain('The disk is full.')
    await submit('as the book says')
    expect(api.ledger.decide.mock.lastCall?.[0]).toEqual({
      ticketId: 1,
      decision: { kind: 'result', result: 'refunded' },
      reason: 'as the book says',
    })
    expect(dialog.find('form').exists()).toBe(false)
  })

  it('asks for the payout where only the book knows it', async () => {
    const { api, dialog, press, submit, text } = await openTicket(
      detailOf(lineOf(1, { result: 'review', review: 'payout-wanted' })),
    )
    await press('Set result…')
    await submit('statement')
    expect(text()).toContain('Enter the payout.')
    await field(dialog, 'Payout (USD)').setValue('93')
    await submit('statement')
    expect(api.ledger.decide.mock.lastCall?.[0].decision).toEqual({ kind: 'payout', payout: '93' })
  })

  it.each(['Cashed out for…', 'The book paid…'])(
    'asks about more than the ticket can pay: %s',
    async word => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
      const { api, dialog, press, choose, submit, text } = await openTicket(detailOf(lineOf(1)))
      await press('Set result…')
      await choose(word)
      const payout = field(dialog, 'Payout (USD)')
      await payout.setValue('244.81')
      await submit('statement')
      expect(api.ledger.decide).not.toHaveBeenCalled()
      expect(text()).toContain('This ticket pays at most $244.80. Record anyway?')
      // The second press of a double-click answers nothing.
      await submit('statement')
      expect(api.ledger.decide).not.toHaveBeenCalled()
      await payout.setValue('244.80')
      expect(text()).not.toContain('Record anyway?')
      await payout.setValue('244.81')
      clock.mockReturnValue(2_000)
      await press('Record anyway')
      expect(api.ledger.decide.mock.lastCall?.[0].decision).toMatchObject({ payout: '244.81' })
    },
  )

  it('withdraws a decision', async () => {
    const decided: HistoryItem = {
      seq: 1,
      at,
      kind: 'decided',
      decision: { kind: 'result', result: 'won' },
      reason: 'x',
    }
    const { api, press, choose, submit } = await openTicket(detailOf(wonLine(1), { history: [decided] }))
    await press('Set result…')
    await choose('Undo my result')
    await submit('wrong ticket')
    expect(api.ledger.decide.mock.lastCall?.[0].decision).toEqual({ kind: 'withdrawn' })
  })

  it('sets a leg by hand, or returns it to the service’s result', async () => {
    const { api, press, choose, submit } = await openTicket(
      detailOf(lineOf(1), { legs: [legOf({ source: 'hand', grading: gradingOf({ word: 'Pending' }) })] }),
    )
    await press('Set result of Ada North Over 27.5')
    await choose('Lost')
    await submit('box score')
    expect(api.ledger.decideLeg.mock.lastCall?.[0]).toEqual({
      ticketId: 1,
      place: 0,
      result: 'lost',
      reason: 'box score',
    })
    await press('Set result of Ada North Over 27.5')
    await choose('The service’s result')
    await submit('mine was wrong')
    expect(api.ledger.decideLeg.mock.lastCall?.[0].result).toBeNull()
  })
})

describe('CorrectForm and VoidForm', () => {
  it('sends all terms and legs, with times to the millisecond', async () => {
    const line = lineOf(1, { placedAt: at + 1_234, book: { id: 'gone', name: 'Gone Book' } })
    const legs = [legOf({ game: { ...legOf().game, startAt: at + 1_567 } })]
    const { api, dialog, press, submit } = await openTicket(detailOf(line, { note: 'n', legs }))
    await press('Edit…')
    await field(dialog, 'Stake').setValue('50')
    await submit('typo')
    expect(api.ledger.correct.mock.lastCall?.[0]).toEqual({
      ticketId: 1,
      reason: 'typo',
      terms: {
        bookId: 'gone',
        bookName: 'Gone Book',
        placedAt: at + 1_234,
        stake: '50',
        currency: 'USD',
        price: { text: '+512', format: 'american' },
        kind: 'normal',
        isLive: false,
        tags: [],
        note: 'n',
      },
      legs: [
        {
          kind: 'typed',
          from: 0,
          name: 'Ada North Over 27.5',
          market: 'Player Points',
          game: 'River Town at Harbor City',
          league: 'UBL',
          startAt: at + 1_567,
          oddsId: null,
          grade: null,
          keepsGrade: true,
          price: null,
        },
      ],
    })
  })

  it('shows a refusal of main beside the field', async () => {
    const { api, dialog, press, submit } = await openTicket(detailOf(lineOf(1)))
    await press('Edit…')
    const sentence = 'Stake must be above 0.'
    api.ledger.correct.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'stake', sentence }))
    await field(dialog, 'Stake').setValue('0')
    await submit('typo')
    expect(field(dialog, 'Stake').attributes('aria-invalid')).toBe('true')
  })

  it('deletes with the proposed reason, which is selected, by Enter alone', async () => {
    const { api, dialog, press } = await openTicket(detailOf(lineOf(1)))
    await press('Delete…')
    const input = document.activeElement
    if (!(input instanceof HTMLInputElement)) throw new Error('no field has the focus')
    expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('Recorded by mistake')
    await dialog.get('form').trigger('submit')
    await settled()
    expect(api.ledger.void).toHaveBeenCalledExactlyOnceWith({ ticketId: 1, reason: 'Recorded by mistake' })
  })

  it('asks before it saves a price that no book pays, unless that was recorded before', async () => {
    const longshot = { ...lineOf(1).price, text: '+100000000' }
    const old = await openTicket(detailOf(lineOf(1, { price: longshot })))
    await old.press('Edit…')
    await old.submit('typo')
    expect(old.api.ledger.correct).toHaveBeenCalledTimes(1)
    old.dialog.unmount()
    const { api, dialog, press, submit, text } = await openTicket(detailOf(lineOf(2)))
    await press('Edit…')
    await field(dialog, 'Price').setValue('+100000000')
    await submit('typo')
    expect(api.ledger.correct).not.toHaveBeenCalled()
    expect(text()).toContain('1,000,000 to 1? Books rarely pay more than 10,000 to 1. Record anyway?')
    expect(buttonNames(dialog)).toContain('Record anyway')
  })

  it('moves the focus to the question about a book close to a known one', async () => {
    const { api, dialog, press, submit } = await openTicket(
      detailOf(lineOf(1, { book: { id: 'x', name: 'X' } })),
    )
    await press('Edit…')
    await field(dialog, 'Book').setValue('Bravoo')
    await submit('typo')
    expect(document.activeElement?.textContent).toContain('Use Bravo')
    expect(api.ledger.correct).not.toHaveBeenCalled()
  })

  it('moves the focus to the first wrong field', async () => {
    const { dialog, press, submit } = await openTicket(detailOf(lineOf(1)))
    await press('Edit…')
    await field(dialog, 'Stake').setValue('')
    await field(dialog, 'Price').setValue('x')
    await submit('typo')
    expect(document.activeElement).toBe(field(dialog, 'Price').element)
  })

  it('voids with a reason, and closes', async () => {
    const { api, dialog, press, submit } = await openTicket(detailOf(lineOf(1)))
    await press('Delete…')
    await submit('recorded twice')
    expect(api.ledger.void).toHaveBeenCalledExactlyOnceWith({ ticketId: 1, reason: 'recorded twice' })
    expect(dialog.emitted('close')).toHaveLength(1)
  })
})

describe('ActionForm with a draft', () => {
  it.each([
    ['Set result…', 'Set result', 'As the book settled it'],
    ['Edit…', 'Save changes', 'Correction'],
    ['Delete…', 'Delete ticket', 'Recorded by mistake'],
  ])('restores what was typed when the ticket opens again: %s', async (opens, does, proposed) => {
    const { dialog, mounted, press } = await openTicket(detailOf(lineOf(1)))
    await press(opens)
    await field(dialog, 'Reason').setValue('as the book says')
    dialog.unmount()
    const again = await mounted()
    await button(again, opens).trigger('click')
    expect(field(again, 'Reason').element).toHaveProperty('value', 'as the book says')
    await button(again, 'Clear').trigger('click')
    await field(again, 'Reason').setValue('statement')
    await again.get('form').trigger('submit')
    await settled()
    expect(again.findAll('button').some(each => each.text() === does)).toBe(does === 'Delete ticket')
    again.unmount()
    const later = await mounted()
    await button(later, opens).trigger('click')
    expect(field(later, 'Reason').element).toHaveProperty('value', proposed)
  })
})

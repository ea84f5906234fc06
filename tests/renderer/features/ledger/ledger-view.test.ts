import { describe, expect, it } from 'vitest'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { failed, ok } from '../../../support/bridge/stub-desk.ts'
import { noTotals } from '../../../support/shared/ledger-answers.ts'
import { button } from '../../../support/renderer/screen.ts'
import { settled } from '../../../support/renderer/settled.ts'
import { spacedText } from '../../../support/renderer/spaced-text.ts'
import { openLedger, useScreen } from '../../../support/renderer/ledger/mounted-ledger.ts'
import { detailOf, legOf, lineOf, wonLine } from '../../../support/renderer/ledger/ticket-lines.ts'

const newTicket = { kind: 'record-ticket', source: { kind: 'hand' } }

useScreen()

describe('LedgerView', () => {
  it('says that the ledger is being opened, then shows its tickets', async () => {
    const { view, emit, api } = await openLedger([lineOf(1)], { status: { kind: 'opening' } })
    expect(view.text()).toContain('The ledger is being opened')
    expect(api.ledger.page).not.toHaveBeenCalled()
    const status = {
      kind: 'open',
      tickets: 1,
      records: 1,
      verified: 1,
      behind: null,
      isWitnessed: true,
      readOnly: null,
      savedAt: null,
    } as const
    emit.ledger.changed({ seq: 9, status, lines: [], gone: [], isMany: false })
    await settled()
    expect(view.get('[role=grid][aria-label=Tickets]').text()).toContain('Ticket 1')
  })

  it('says why nothing can be recorded, until that is over', async () => {
    const status = {
      kind: 'open',
      tickets: 1,
      records: 1,
      verified: 1,
      behind: null,
      isWitnessed: true,
      readOnly: 'The disk is full.',
      savedAt: null,
    } as const
    const { view, api } = await openLedger([lineOf(1)], { status })
    expect(view.get('[role=alert]').text()).toMatch(/No ticket can be recorded.*The disk is full/)
    expect(view.text()).toContain('Ticket 1')
    api.backups.retry.mockResolvedValue(ok({ ...status, readOnly: null }))
    await button(view, 'Try again').trigger('click')
    await settled()
    expect(view.find('[role=alert]').exists()).toBe(false)
  })

  it.each([
    ['which can be recorded', null],
    ['and no more can be recorded', 'The disk is full.'],
  ])('says that the lists lack the newest tickets, %s', async (_case, readOnly) => {
    const status = {
      kind: 'open',
      tickets: 2,
      records: 3,
      verified: 3,
      behind: 'The disk is full.',
      isWitnessed: true,
      readOnly,
      savedAt: null,
    } as const
    const { view } = await openLedger([lineOf(1)], { status })
    const text = view.get('[role=alert]').text()
    expect(text).toContain('The lists and sums below lack the newest records, but an export has them all.')
    expect(text.match(/The disk is full/g)).toHaveLength(1)
    expect(text.includes('No ticket can be recorded')).toBe(readOnly !== null)
  })

  it('shows the progress of rebuilding the lists', async () => {
    const { view } = await openLedger([], { status: { kind: 'opening', lacking: 750, records: 1_000 } })
    expect(view.get('[role=status]').text()).toContain('made anew from its 1,000 records: 25% done')
  })

  it('says why the ledger is closed, and that nothing was changed', async () => {
    const sentence = 'The ledger lacks 3 records that were saved.'
    const { view } = await openLedger([], { status: { kind: 'closed', problem: 'behind', sentence } })
    expect(view.get('[role=alert]').text()).toContain(sentence)
    expect(view.text()).toContain('Nothing was changed')
  })

  it('explains how to record a first ticket where there is none', async () => {
    const { view, pinia } = await openLedger([], { books: [] })
    expect(view.text()).toContain('No tickets yet')
    await view.get('[aria-label="No tickets"] button').trigger('click')
    expect(useNavigationStore(pinia).dialog).toEqual(newTicket)
  })

  it('shows eight figures with their signs', async () => {
    const { view, api, push } = await openLedger([lineOf(1)])
    api.ledger.totals.mockResolvedValue(
      ok({
        ...noTotals,
        openRiskMinor: 41_250,
        openPotentialMinor: 318_010,
        stakedMinor: 624_000,
        profitMinor: -6_200,
        yield: 0.083,
        settled: 187,
        won: 41,
        clvMean: 0.041,
        clvTickets: 12,
        needsReview: 2,
      }),
    )
    await push([lineOf(1)])
    const figures = view.findAll('dl[aria-label=Totals] > div').map(each => spacedText(each.element))
    expect(figures).toEqual([
      'Open stake $412.50 , show them',
      'Open payout $3,180.10 , show them',
      'Staked $6,240.00 , show them',
      'Profit −$62.00 , show them',
      'Yield +8.3% , show them',
      'Won of settled 41 , show them of 187 , show them',
      'CLV, mean +4.1% , show them',
      'Needs review 2 , show them',
    ])
  })

  it('reads by the filter, and says when no ticket passes it', async () => {
    const { view, api } = await openLedger([lineOf(1)])
    api.ledger.page.mockResolvedValue(ok({ lines: [], next: null }))
    await view.get('input[type=search]').setValue('north')
    await settled()
    for (const call of [api.ledger.page, api.ledger.totals, api.ledger.bankroll, api.ledger.clv])
      expect(call.mock.lastCall?.[0].filter.text).toBe('north')
    expect(view.text()).toContain('No ticket matches the filter.')
    await button(view, 'Show all tickets').trigger('click')
    await settled()
    expect(api.ledger.page.mock.lastCall?.[0].filter).toEqual(allTickets)
  })

  it('shows the tickets that another view requested, among all tickets', async () => {
    const { view, api, pinia } = await openLedger([lineOf(1)])
    await view.get('input[type=search]').setValue('north')
    const part = { currency: 'USD', also: [{ kind: 'settled-since' as const, at: 7 }] }
    useNavigationStore(pinia).showTickets(part)
    await settled()
    expect(api.ledger.page.mock.lastCall?.[0].filter).toEqual({ ...allTickets, ...part })
    expect(view.get('[aria-label="Opened numbers"]').text()).toContain('Settled since')
  })

  it('names typed words that are not searched', async () => {
    const { view } = await openLedger([lineOf(1)])
    const search = view.get('input[type=search]')
    await search.setValue('North over 27.5')
    expect(view.get('[role=search]').text()).toContain('Not looked for: over, 27.5.')
    await search.setValue('North')
    expect(view.get('[role=search]').text()).not.toContain('Not looked for')
  })

  it('reads the days of the period chosen, or custom days', async () => {
    const { view, api } = await openLedger([lineOf(1)])
    const days = () => {
      const { fromDay, toDay } = api.ledger.page.mock.lastCall?.[0].filter ?? allTickets
      return [fromDay, toDay]
    }
    const period = view.findAll('select')[0]
    await period?.setValue('all')
    await settled()
    expect(days()).toEqual([null, null])
    await period?.setValue('days')
    await view.get('input[aria-label=From]').setValue('2026-11-01')
    await view.get('input[aria-label=From]').trigger('change')
    await view.get('input[aria-label=To]').setValue('2026-11-09')
    await view.get('input[aria-label=To]').trigger('change')
    await settled()
    expect(days()).toEqual(['2026-11-01', '2026-11-09'])
  })

  it('shows a failed page and reads it again', async () => {
    const { view, api, push } = await openLedger([lineOf(1)])
    api.ledger.page.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'r7' }))
    await push([lineOf(1)])
    expect(view.get('.failure').text()).toContain('r7')
    await button(view, 'Try again').trigger('click')
    await settled()
    expect(view.find('.failure').exists()).toBe(false)
    expect(view.get('[role=grid]').text()).toContain('Ticket 1')
  })

  it('reads the profit by the property chosen', async () => {
    const { view, api } = await openLedger([lineOf(1)])
    await view.get('[aria-label=Report] select').setValue('month')
    await settled()
    expect(api.ledger.profitBy.mock.lastCall?.[0].by).toBe('month')
  })

  it('opens a ticket by hand with N, and its keys with ?', async () => {
    const { view, pinia, press } = await openLedger([lineOf(1)])
    await press('n')
    expect(useNavigationStore(pinia).dialog).toEqual(newTicket)
    await press('?')
    expect(view.get('dialog').text()).toContain('New ticket, by hand')
  })
})

describe('TicketGrid', () => {
  it('shows a ticket in one row, with its notes', async () => {
    const { row } = await openLedger([
      wonLine(1, { was: 'lost', tags: ['props'], clv: 0.0769, isLive: true }),
      lineOf(2, { isProvisionallyLost: true, kind: 'bonus' }),
      lineOf(3, { result: 'review', review: 'payout-wanted' }),
    ])
    const won = spacedText(row(1).element)
    for (const part of ['Ticket 1', 're-graded, was Lost · in play', 'props', 'Bravo', '+512', '$40.00'])
      expect(won).toContain(part)
    expect(won).toMatch(/\+7\.7% ✓ Won \+\$204\.80$/)
    expect(spacedText(row(2).element)).toMatch(/a leg is lost · bonus bet .* ○ Pending , losing –$/)
    expect(row(3).classes()).toContain('review')
  })

  it('moves by keys with the focus on the row, and opens its legs with scores', async () => {
    const { view, api, press, focusRow, row } = await openLedger([lineOf(1), lineOf(2)])
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(2), { legs: [legOf()] })))
    await focusRow(1)
    await press('j')
    expect(document.activeElement).toBe(row(2).element)
    await press('Enter')
    expect(api.ledger.ticket).toHaveBeenCalledExactlyOnceWith({ ticketId: 2 })
    const text = spacedText(view.get('[role=grid]').element)
    expect(text).toContain('31 points, needed over 27.5')
    expect(text).toContain('River Town 101 at Harbor City 112 · Final')
    expect(row(2).get('button').attributes('aria-expanded')).toBe('true')
    await press(' ')
    expect(spacedText(view.get('[role=grid]').element)).not.toContain('31 points')
    await press('k')
    expect(document.activeElement).toBe(row(1).element)
  })

  it('reads opened legs again when their ticket changes', async () => {
    const { view, api, press, focusRow, push } = await openLedger([lineOf(1)])
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(1), { legs: [legOf({ result: 'pending' })] })))
    await focusRow(1)
    await press('Enter')
    api.ledger.ticket.mockResolvedValue(ok(detailOf(lineOf(1), { legs: [legOf({ result: 'lost' })] })))
    await push([lineOf(1)])
    expect(view.get('.leg').text()).toContain('Lost')
  })

  it('shows a ticket that was just recorded, and drops a voided one', async () => {
    const { view, api, push } = await openLedger([lineOf(1)])
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(2)], next: null }))
    await push([lineOf(2)], [1])
    expect(view.findAll('[data-ticket]').map(row => row.attributes('data-ticket'))).toEqual(['2'])
  })

  it('reads the next page near the end of the tickets read', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => lineOf(at + 1))
    const { view, api } = await openLedger([])
    const next = { placedAt: 5, id: 100 }
    api.ledger.page.mockImplementation(({ after }) =>
      Promise.resolve(ok(after === null ? { lines, next } : { lines: [lineOf(101)], next: null })),
    )
    await view.get('input[type=search]').setValue('t')
    await settled()
    const grid = view.get('[role=grid]')
    expect(grid.attributes('aria-rowcount')).toBe('-1')
    grid.element.scrollTop = 2_900
    await grid.trigger('scroll')
    await settled()
    expect(api.ledger.page.mock.lastCall?.[0].after).toEqual(next)
    expect(view.get('[role=grid]').attributes('aria-rowcount')).toBe('102')
  })
})

import { describe, expect, it, vi } from 'vitest'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { plainLedgerLayout } from '../../../../src/shared/model/settings/view.ts'
import { shortDay } from '../../../../src/renderer/format/time-text.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { failed, ok } from '../../../support/bridge/stub-desk.ts'
import { noTotals } from '../../../support/shared/ledger-answers.ts'
import { button, field } from '../../../support/renderer/screen.ts'
import { settled } from '../../../support/renderer/settled.ts'
import { spacedText } from '../../../support/renderer/spaced-text.ts'
import { openLedger, useScreen } from '../../../support/renderer/ledger/mounted-ledger.ts'
import { matchOnly } from '../../../support/renderer/match-media.ts'
import { lineOf } from '../../../support/renderer/ledger/ticket-lines.ts'

const newTicket = { kind: 'record-ticket', source: { kind: 'hand' } }

useScreen()

describe('LedgerView', () => {
  it('says that the ledger is being opened, then shows its tickets', async () => {
    const { view, emit, api } = await openLedger([lineOf(1)], { status: { kind: 'opening' } })
    expect(view.text()).toContain('Opening the ledger')
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
    expect(view.get('[role=alert]').text()).toMatch(/Tickets can’t be recorded.*The disk is full/)
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
    expect(text).toContain('The lists below are missing the newest records, but an export has them all.')
    expect(text.match(/The disk is full/g)).toHaveLength(1)
    expect(text.includes('Tickets can’t be recorded')).toBe(readOnly !== null)
  })

  it('shows the progress of rebuilding the lists', async () => {
    const { view } = await openLedger([], { status: { kind: 'opening', lacking: 750, records: 1_000 } })
    expect(view.get('[role=status]').text()).toContain('Updating your ledger: 25%')
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

  it('shows seven figures with their signs, and the tickets to review', async () => {
    const { view, api, push } = await openLedger([lineOf(1)])
    api.ledger.totals.mockResolvedValue(
      ok({
        ...noTotals,
        openRiskMinor: 41_250,
        openToWinMinor: 318_010,
        stakedMinor: 624_000,
        profitMinor: -6_200,
        yield: 0.083,
        settled: 187,
        won: 41,
        lost: 84,
        refunded: 2,
        clvMean: 0.041,
        clvError: 0.0042,
        clvTickets: 12,
        needsReview: 2,
      }),
    )
    await push([lineOf(1)])
    const figures = view.findAll('dl[aria-label=Totals] > div').map(each => spacedText(each.element))
    expect(figures).toEqual([
      'Open risk $412.50 Open risk, show tickets',
      'To win $3,180.10 To win, show tickets',
      'Risked $6,240.00 Risked, show tickets',
      'Profit −$62.00 Profit, show tickets',
      'ROI +8.3% ROI, show tickets',
      'Record W-L-P 41 won, show tickets - 84 lost, show tickets - 2 pushed or voided, show tickets',
      'Avg CLV ± error, 12 bets +4.1% Avg CLV ± error, show tickets ± 0.4',
    ])
    expect(view.get('dl[aria-label=Totals] > div:last-child dd').classes()).not.toContain('up')
    await button(view, '2 to review').trigger('click')
    await settled()
    expect(api.ledger.page.mock.lastCall?.[0].filter).toEqual({ ...allTickets, result: 'review' })
  })

  it('reads by the filter, and says when no ticket passes it', async () => {
    const { view, api } = await openLedger([lineOf(1)])
    api.ledger.page.mockResolvedValue(ok({ lines: [], next: null }))
    await view.get('input[type=search]').setValue('north')
    await settled()
    for (const call of [api.ledger.page, api.ledger.totals, api.ledger.bankroll, api.ledger.clv])
      expect(call.mock.lastCall?.[0].filter.text).toBe('north')
    expect(view.text()).toContain('No tickets match.')
    await button(view, 'Show all tickets').trigger('click')
    await settled()
    expect(api.ledger.page.mock.lastCall?.[0].filter).toEqual(allTickets)
    expect(document.activeElement).toBe(view.get('input[type=search]').element)
  })

  it('does not blame a filter for charts without a settled ticket when there is none at all', async () => {
    const { view, api, push } = await openLedger([lineOf(1)])
    expect(view.get('[aria-label="Profit over time"]').text()).toContain('No settled bets yet.')
    api.ledger.totals.mockResolvedValue(ok({ ...noTotals, tickets: 1, settled: 4 }))
    await push([lineOf(1)])
    expect(view.get('[aria-label="Profit over time"]').text()).toContain('No settled bets in this period.')
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
    const takes = `it takes words, lines like O27.5, days like ${shortDay(Date.now())}, prices like +355, amounts like $40`
    await search.setValue('27.5 over North')
    const foot = () => view.get('[aria-label="Tickets shown"]').text()
    expect(foot()).toContain(`Ignored: 27.5, over (${takes}).`)
    await search.setValue('North over 27.5')
    expect(foot()).not.toContain('Ignored')
    await search.setValue('27.5 Foo > 3 pl>x North')
    expect(foot()).toContain(
      `Ignored: 27.5 (${takes}); Foo > 3, pl>x (limits are of stake, pl, clv, legs, price).`,
    )
    await search.setValue('40')
    expect(foot()).toContain(`Not found by: 40 (${takes}).`)
    for (const text of [
      '$40',
      'nov 27 or +355',
      'north and harbor',
      'pl>',
      'stake > $30 North',
      'price<−110 clv>5%',
    ]) {
      await search.setValue(text)
      expect([text, foot()]).toEqual([text, expect.not.stringContaining('Ignored')])
    }
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
    await field(view, 'From').setValue('2026-11-01')
    await field(view, 'From').trigger('change')
    await field(view, 'To').setValue('2026-11-09')
    await field(view, 'To').trigger('change')
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

  it('gives “More” and “…” beside the filter names of their own', async () => {
    const { view } = await openLedger([lineOf(1)])
    const named = view.findAll('[role=search] button[aria-label]').map(each => each.attributes('aria-label'))
    expect(named).toEqual(['More filters', 'Ledger menu'])
  })

  it('opens a ticket by hand with N', async () => {
    const { pinia, press } = await openLedger([lineOf(1)])
    await press('n')
    expect(useNavigationStore(pinia).dialog).toEqual(newTicket)
  })

  it('sorts by a header, the other way round at the next press, and by time at the third', async () => {
    const { view, api } = await openLedger([lineOf(1)])
    const sort = () => api.ledger.page.mock.lastCall?.[0].sort
    const press = async (name: string) => {
      await button(view, name).trigger('click')
      await settled()
    }
    await press('P/L')
    expect(sort()).toEqual({ by: 'profit', isDescending: true })
    expect(api.view.saveLedger).toHaveBeenLastCalledWith({
      ...plainLedgerLayout,
      sort: { by: 'profit', isDescending: true },
    })
    await press('P/L')
    expect(sort()).toEqual({ by: 'profit', isDescending: false })
    const header = view.findAll('[role=columnheader]').find(each => each.text().startsWith('P/L'))
    expect(header?.attributes('aria-sort')).toBe('ascending')
    await press('P/L')
    expect(sort()).toEqual(newestFirst)
    await press('Book')
    expect(sort()).toEqual({ by: 'book', isDescending: false })
  })

  it('shows the top, and keeps the ticket selected below it, when another column sorts', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => lineOf(at + 1))
    const { view, api, focusRow, row } = await openLedger(lines)
    await focusRow(2)
    api.ledger.page.mockResolvedValue(ok({ lines: lines.toReversed(), next: null }))
    const grid = view.get('[role=grid]').element
    Object.defineProperties(grid, { scrollHeight: { value: 3_030 }, clientHeight: { value: 800 } })
    const scrollTo = vi.spyOn(grid, 'scrollTo')
    await button(view, 'P/L').trigger('click')
    await settled()
    expect(row(2).attributes('aria-selected')).toBe('true')
    await expect.poll(() => scrollTo).toHaveBeenCalled()
    expect(scrollTo.mock.lastCall).toEqual([expect.objectContaining({ top: 0 })])
    api.ledger.page.mockResolvedValue(ok({ lines: lines.slice(0, 1), next: null }))
    await view.get('input[type=search]').setValue('t')
    await settled()
    expect(view.findAll('[aria-selected=true]')).toEqual([])
  })

  it('selects a ticket again that was too far down the sorted list', async () => {
    const { view, api, focusRow, row } = await openLedger([lineOf(1), lineOf(2)])
    await focusRow(2)
    const next = { placedAt: 5, id: 3 }
    api.ledger.page.mockImplementation(({ limit }) =>
      Promise.resolve(ok({ lines: Array.from({ length: limit }, (_, at) => lineOf(at + 3)), next })),
    )
    await button(view, 'P/L').trigger('click')
    await settled()
    expect(view.findAll('[role=row][aria-selected=true]')).toEqual([])
    api.ledger.page.mockResolvedValue(ok({ lines: [lineOf(2)], next: null }))
    await button(view, 'P/L').trigger('click')
    await settled()
    expect(row(2).attributes('aria-selected')).toBe('true')
  })

  it('hides a column that is unchecked, but never the parlay', async () => {
    const { view } = await openLedger([lineOf(1)])
    const names = () => view.findAll('[role=columnheader]').map(each => each.text().replace(/ .$/, ''))
    expect(names()).toContain('Close')
    const box = view.findAll('[aria-label=Columns] label').find(each => each.text() === 'Close')
    await box?.get('input').setValue(false)
    await settled()
    expect(names()).not.toContain('Close')
    const parlay = view.findAll('[aria-label=Columns] label').find(each => each.text() === 'Parlay')
    expect(parlay?.get('input').attributes('disabled')).toBeDefined()
  })

  it('leaves closing odds and CLV out of a narrow window, unless they are chosen there', async () => {
    matchOnly('(width < 900px)')
    const { view, api } = await openLedger([lineOf(1)])
    const names = () => view.findAll('[role=columnheader]').map(each => each.text())
    expect(names().join()).not.toMatch(/Close|CLV/)
    expect(names().join()).toContain('P/L')
    const box = view.findAll('[aria-label=Columns] label').find(each => each.text() === 'CLV')
    expect(box?.get<HTMLInputElement>('input').element.checked).toBe(false)
    await box?.get('input').setValue(true)
    await settled()
    expect(names()).toContain('CLV')
    expect(api.view.saveLedger).not.toHaveBeenCalled()
    await box?.get('input').setValue(false)
    await settled()
    expect(names()).not.toContain('CLV')
  })

  it('begins with the charts folded in a short window, and opens them there alone', async () => {
    matchOnly('(height < 600px)')
    const { view, api } = await openLedger([lineOf(1)])
    const fold = () => view.get('[aria-label="Profit over time"] button')
    expect(fold().attributes('aria-expanded')).toBe('false')
    await fold().trigger('click')
    expect(fold().attributes('aria-expanded')).toBe('true')
    expect(api.view.saveLedger).not.toHaveBeenCalled()
  })

  it('folds the charts, which is remembered', async () => {
    const { view, api } = await openLedger([lineOf(1)])
    await button(view, 'Profit vs. closing odds').trigger('click')
    await settled()
    expect(api.view.saveLedger).toHaveBeenLastCalledWith({ ...plainLedgerLayout, areChartsOpen: false })
    expect(view.find('[aria-label="Rows of the report"]').exists()).toBe(false)
  })

  it('says which tickets the chart is of', async () => {
    const { view, api, push } = await openLedger([lineOf(1)])
    const point = { day: '2026-11-20', profitMinor: 100, expectedMinor: 87, lowMinor: 0, highMinor: 200 }
    api.ledger.bankroll.mockResolvedValue(ok({ currency: 'USD', points: [point], settled: 9, withClose: 3 }))
    await push([lineOf(1)])
    const header = () => view.get('[aria-label="Profit over time"]').text()
    expect(header()).toContain('3 tickets with a close, margin included · band ±1 SD')
    api.ledger.bankroll.mockResolvedValue(ok({ currency: 'USD', points: [point], settled: 9, withClose: 0 }))
    await push([lineOf(1)])
    // Changes in quick succession refresh the sums once in half a second.
    await expect.poll(header).toContain('9 settled tickets, none with a close')
    expect(header()).not.toContain('$0.87')
  })

  it('sums the tickets shown, of all there are', async () => {
    const { view, api, push } = await openLedger([lineOf(1)])
    let stakedMinor = 14_000
    api.ledger.totals.mockImplementation(({ filter }) =>
      Promise.resolve(
        ok({
          ...noTotals,
          tickets: filter.fromDay === null ? 1_284 : 7,
          openRiskMinor: 1_750,
          stakedMinor,
          profitMinor: 24_375,
        }),
      ),
    )
    await push([lineOf(1)])
    expect(spacedText(view.get('[aria-label="Tickets shown"] p').element)).toBe(
      '7 of 1,284 shown · wagered $157.50 ($17.50 at risk) · profit +$243.75',
    )
    stakedMinor = 0
    await view.get('input[type=search]').setValue('open')
    await settled()
    expect(view.get('[aria-label="Tickets shown"] p').text()).toContain('wagered $17.50 ($17.50 at risk)')
  })
})

import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { useCommandStore } from '../../../../src/renderer/commands/command-store.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { useLedgerStore } from '../../../../src/renderer/features/ledger/ledger-store.ts'
import TicketStrip from '../../../../src/renderer/features/ledger/TicketStrip.vue'
import type { Exposure } from '../../../../src/shared/model/ticket/ledger-report.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { useViewStore } from '../../../../src/renderer/view-store.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { plainPanes } from '../../../../src/shared/model/settings/view.ts'
import { quietState } from '../../../support/bridge/default-answers.ts'
import { stubDesk, ok } from '../../../support/bridge/stub-desk.ts'
import { noExposure, noTotals } from '../../../support/shared/ledger-answers.ts'
import { listenToKeys } from '../../../support/renderer/command-keys.ts'
import { button } from '../../../support/renderer/screen.ts'
import { settled } from '../../../support/renderer/settled.ts'
import { spacedText } from '../../../support/renderer/spaced-text.ts'
import { lineOf, wonLine } from '../../../support/renderer/ledger/ticket-lines.ts'

async function open(lines: TicketLine[], isTicketsOpen = true, oneAway: Exposure['oneAway'] = []) {
  const fake = stubDesk({ view: { ...quietState.view, panes: { ...plainPanes, isTicketsOpen } } })
  fake.api.ledger.page.mockResolvedValue(ok({ lines, next: null }))
  fake.api.ledger.totals.mockResolvedValue(
    ok({ ...noTotals, open: 4, openRiskMinor: 14_250, settled: 9, needsReview: 1 }),
  )
  fake.api.ledger.settledSince.mockResolvedValue(ok({ currency: 'USD', tickets: 2, profitMinor: 21_240 }))
  fake.api.ledger.exposure.mockResolvedValue(ok({ ...noExposure, oneAway }))
  const pinia = createPinia()
  listenToKeys(pinia, 'desk')
  const strip = mount(TicketStrip, { attachTo: document.body, global: { plugins: [pinia] } })
  await useLedgerStore(pinia).start()
  await useViewStore(pinia).start()
  await settled()
  return { ...fake, pinia, strip, navigation: useNavigationStore(pinia) }
}

it('TicketStrip shows the last few tickets and the sums of today', async () => {
  const { strip, api } = await open([lineOf(1), wonLine(2)])
  expect(spacedText(strip.element)).toContain(
    '3 open tickets · $142.50 at risk · Today +$212.40 · 1 to review',
  )
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  expect(api.ledger.settledSince).toHaveBeenLastCalledWith({ at: midnight.getTime() })
  const rows = strip.findAll('tbody tr').map(row => spacedText(row.element))
  expect(rows[0]).toMatch(/Ticket 1 Bravo \+512 \$40\.00 – – 2 open ○ Open –$/)
  expect(rows[1]).toMatch(/2 won ✓ Won \+\$204\.80$/)
})

it('TicketStrip copies its tickets as a table by Ctrl+C, and says so', async () => {
  const { strip, api, pinia } = await open([lineOf(1), wonLine(2)])
  await strip.get('button').trigger('keydown', { key: 'c', ctrlKey: true })
  await settled()
  expect(api.view.copyTable.mock.lastCall?.[0].rows.map(([, title]) => title)).toEqual([
    'Parlay',
    'Ticket 1',
    'Ticket 2',
  ])
  expect(useCommandStore(pinia).report).toEqual({ ok: true, value: 'Copied 2 tickets.' })
})

it('TicketStrip opens each of its numbers in the ledger', async () => {
  const { strip, navigation } = await open([lineOf(1)])
  const midnight = new Date().setHours(0, 0, 0, 0)
  for (const [name, part] of [
    ['3 open tickets', { result: 'pending' }],
    ['$142.50 at risk', { result: 'pending' }],
    ['Today +$212.40', { also: [{ kind: 'settled-since', at: midnight }] }],
    ['1 to review', { result: 'review' }],
  ] as const) {
    await button(strip, name).trigger('click')
    const filter = { currency: 'USD', ...part }
    expect(navigation.take('tickets')?.filter).toEqual({ ...allTickets, ...filter })
    expect(navigation.view).toBe('ledger')
    navigation.goTo('desk')
  }
})

it('TicketStrip is hidden while there are no tickets', async () => {
  const { strip } = await open([])
  expect(strip.find('section').exists()).toBe(false)
})

it('TicketStrip is one line until it is opened, which is remembered, and leads to all tickets', async () => {
  const { strip, navigation, api } = await open([lineOf(1)], false)
  expect(strip.find('table').exists()).toBe(false)
  await button(strip, 'Tickets').trigger('click')
  expect(strip.find('table').exists()).toBe(true)
  expect(api.view.savePanes).toHaveBeenLastCalledWith(expect.objectContaining({ isTicketsOpen: true }))
  await button(strip, 'Open ledger').trigger('click')
  expect(navigation.view).toBe('ledger')
  expect(navigation.target).toBeUndefined()
})

it('TicketStrip marks a ticket that is one leg away, and offers its hedge', async () => {
  const legs = { won: 2, lost: 0, refunded: 0, pending: 1, unknown: 0 }
  const { strip, navigation } = await open([lineOf(1, { legs }), lineOf(2)])
  const rows = strip.findAll('tbody tr').map(row => spacedText(row.element))
  expect(rows[0]).toMatch(/○ 1 leg away Hedge$/)
  expect(rows[1]).toMatch(/○ Open –$/)
  await button(strip, 'Hedge Ticket 1').trigger('click')
  expect(navigation.dialog).toEqual({ kind: 'hedge', ticketId: 1 })
})

it.each([1, 2])('TicketStrip counts the tickets one leg away (%s), and leads to them', async count => {
  const { book, price } = lineOf(1)
  const away = { leg: 'North', book, price, won: 1, total: 2, stakeMinor: 100, payoutMinor: 600 }
  const oneAway = Array.from({ length: count }, (_, place) => ({ ...away, ticketId: 7 + place }))
  const { strip, navigation } = await open([lineOf(1)], false, oneAway)
  await button(strip, count === 1 ? '1 ticket 1 leg away' : '2 tickets 1 leg away').trigger('click')
  if (count === 1) expect(navigation.dialog).toEqual({ kind: 'hedge', ticketId: 7 })
  else expect(navigation.take('tickets')?.filter).toMatchObject({ result: 'pending' })
})

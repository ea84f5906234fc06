import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import HedgeDialog from '../../../../../src/renderer/features/ledger/hedge/HedgeDialog.vue'
import { windowText } from '../../../../../src/renderer/features/ledger/hedge/hedge-table.ts'
import { useLedgerStore } from '../../../../../src/renderer/features/ledger/ledger-store.ts'
import { useSettingsStore } from '../../../../../src/renderer/features/settings/settings-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import type { HedgeBet, HedgePlan, PlannedHedge } from '../../../../../src/shared/model/ticket/hedge-plan.ts'
import type { LegView } from '../../../../../src/shared/model/parlay/parlay.ts'
import { failed, ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import {
  americanPrice,
  book,
  leg as deskLeg,
  noon,
  plainSettings,
} from '../../../../support/shared/desk-rows.ts'

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(noon)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function legView(name: string): LegView {
  const { key, market, game } = deskLeg(name, 'Player Points')
  return { key, name, market, game }
}
const under = legView('Ada North Under 21.5')
const nothing = { wonMinor: 0, lostMinor: 0 }
const bet = (bookId: string, given: Partial<HedgeBet> = {}): HedgeBet => ({
  ...{ side: 0, bookId, price: americanPrice(100), at: noon - 5_000, maxMinor: null, obstacle: null },
  ...{ stakeMinor: 0, profits: nothing },
  ...given,
})

const plan: PlannedHedge = {
  ...{ kind: 'planned', ticketId: 7, currency: 'USD' },
  sides: [{ leg: 'Ada North Over 21.5', opposite: under }],
  ticket: {
    ...{ book: 'Bravo', price: americanPrice(500), stakeMinor: 10_000 },
    profits: { wonMinor: 50_000, lostMinor: -10_000 },
  },
  hedges: { tickets: 0, stakeMinor: 0, profits: nothing },
  bets: [
    bet('bravo', { stakeMinor: 30_000, profits: { wonMinor: -30_000, lostMinor: 30_000 } }),
    bet('delta', { price: americanPrice(-120), at: noon - 240_000, obstacle: 'Too old to plan with.' }),
    bet('echo', { price: null, at: null, obstacle: 'This book isn’t pricing this leg right now.' }),
  ],
  profits: { wonMinor: 20_000, lostMinor: 20_000 },
  ...{ guaranteedMinor: 20_000, sentence: null, calls: 2, leader: null, middleCalls: 4 },
  middles: [
    {
      ...{ leg: legView('Ada North Under 24.5'), from: 22, to: 24 },
      bet: bet('delta', { stakeMinor: 31_000, price: americanPrice(-105) }),
      ...{ insideMinor: 78_000, worstMinor: 19_000 },
    },
    {
      leg: legView('Ada North Under 25.5'),
      from: 22,
      to: 25,
      bet: null,
      insideMinor: null,
      worstMinor: null,
    },
  ],
}

async function open(answer: HedgePlan = plan) {
  const fake = stubDesk({
    settings: {
      ...plainSettings,
      books: [book('bravo', 'Bravo'), book('delta', 'Delta'), book('echo', 'Echo')],
    },
  })
  fake.api.stakes.hedge.mockResolvedValue(ok(answer))
  const pinia = createPinia()
  await Promise.all([useSettingsStore(pinia).start(), useLedgerStore(pinia).start()])
  const dialog = mount(HedgeDialog, {
    props: { ticketId: 7 },
    attachTo: document.body,
    global: { plugins: [pinia] },
  })
  await settled()
  const rowsOf = (name: string) =>
    dialog
      .findAll('table')
      .filter(({ element }) =>
        [element.getAttribute('aria-label'), element.getAttribute('aria-labelledby')].includes(name),
      )
      .flatMap(table => table.findAll('tbody tr, tfoot tr').map(({ element }) => spacedText(element)))
  const choose = async (goal: string) => {
    const label = dialog.findAll('label').find(({ element }) => element.textContent.trim().startsWith(goal))
    await label?.get('input').setValue()
    await settled()
  }
  return { ...fake, dialog, rowsOf, choose, navigation: useNavigationStore(pinia) }
}

describe('the hedge of several legs', () => {
  it('names each leg and its other side, and records a bet on the one that it is on', async () => {
    const [first, second] = [under, legView('Ada North Under 4.5')]
    const { dialog, rowsOf, choose, navigation } = await open({
      ...plan,
      sides: [...plan.sides, { leg: 'Ada North Over 4.5', opposite: second }],
      bets: [
        bet('bravo', { side: 1, stakeMinor: 30_000, profits: { wonMinor: -30_000, lostMinor: 30_000 } }),
        bet('bravo', { side: 0 }),
      ],
      middles: [],
    })
    expect(dialog.text()).toContain('Waiting for Ada North Over 4.5')
    expect(dialog.findAll('thead th').map(head => head.text())).toContain('If one loses')
    expect(rowsOf('Hedge')[1]).toContain('Bravo: Ada North Under 4.5 +100')
    expect(rowsOf('Hedge')[2]).toContain(`Bravo: ${first.name} +100`)
    expect(dialog.text()).toContain('The lowest profit as high as can be, whichever legs win.')
    await choose('Free roll')
    expect(dialog.text()).toContain('Nothing lost if a leg loses')
    await button(dialog, 'Record hedge').trigger('click')
    expect(navigation.dialog).toMatchObject({ source: { bet: { leg: second, stakeMinor: 30_000 } } })
  })
})

describe('the hedge', () => {
  it('is a table that adds up: ticket, bets, and both together', async () => {
    const { dialog, rowsOf, api } = await open()
    expect(api.stakes.hedge).toHaveBeenCalledWith({ ticketId: 7, goal: { kind: 'equalProfit' } })
    expect(rowsOf('Hedge')).toEqual([
      'This ticket at Bravo +500 $100.00 +$500.00 −$100.00',
      'Bravo +100 5s $300.00 −$300.00 +$300.00 Record',
      'Delta −120 4 min —',
      'Echo This book isn’t pricing this leg right now. — —',
      'Together +$200.00 +$200.00',
      'Guaranteed +$200.00',
    ])
    expect(spacedText(dialog.element)).toContain('Waiting for Ada North Over 21.5')
    expect(spacedText(dialog.element)).toContain('A hedge bets on Ada North Under 21.5 .')
  })

  it('says how old its prices are, and guarantees a profit only by those of the last 30 seconds', async () => {
    const { stakeMinor = 0, profits = nothing } = plan.bets[0] ?? {}
    const of = (age: number) => ({ ...plan, bets: [bet('bravo', { stakeMinor, profits, at: noon - age })] })
    const old = await open({ ...of(60_000), calls: 1 })
    expect(old.rowsOf('Hedge').at(-1)).toBe('At these prices, 1 min old +$200.00')
    expect(old.dialog.text()).toContain('Oldest price 1 min. New prices use 1 call.')
    expect(button(old.dialog, 'Get prices').attributes('disabled')).toBeUndefined()
    const fresh = await open({ ...of(12_000), calls: 0 })
    expect(fresh.rowsOf('Hedge').at(-1)).toBe('Guaranteed +$200.00')
    expect(fresh.dialog.text()).toContain('Oldest price 12s. All prices are fresh.')
  })

  it('says in words what is missing and what to do while no book has a price', async () => {
    const unpriced = (bookId: string, obstacle: string) => bet(bookId, { price: null, at: null, obstacle })
    const bets = [
      unpriced('bravo', 'Not priced yet.'),
      unpriced('delta', 'Not priced yet.'),
      unpriced('echo', 'The call for its price failed.'),
    ]
    const sentence = 'No fresh price on the other side. Get prices to plan a hedge.'
    const { dialog, rowsOf } = await open({ ...plan, bets, sentence, calls: 3, middles: [] })
    expect(rowsOf('Hedge')).toEqual([])
    expect(dialog.findAll('[role=status] p').map(line => line.text())).toEqual([
      'A hedge needs the price of “Ada North Under 21.5”, and none of your books has one yet.',
      'Bravo, Delta: Not priced yet.',
      'Echo: The call for its price failed.',
      'Press Get prices to request them (3 calls).',
    ])
    expect(dialog.text()).not.toContain(sentence)
  })

  it('names tickets on the other side, and the stake of a bonus bet', async () => {
    const { rowsOf } = await open({
      ...plan,
      ticket: { ...plan.ticket, stakeMinor: 0, profits: { wonMinor: 50_000, lostMinor: 0 } },
      hedges: { tickets: 2, stakeMinor: 5_000, profits: { wonMinor: -5_000, lostMinor: 5_000 } },
    })
    expect(rowsOf('Hedge').slice(0, 2)).toEqual([
      'This ticket at Bravo +500 bonus +$500.00 $0.00',
      'On the other side: 2 tickets $50.00 −$50.00 +$50.00',
    ])
  })

  it('follows the goal, and says in its field that an amount is none', async () => {
    const { dialog, choose, api } = await open()
    await choose('Free roll')
    expect(api.stakes.hedge).toHaveBeenLastCalledWith({ ticketId: 7, goal: { kind: 'freeRoll' } })
    await choose('Guaranteed minimum')
    const sentence = 'Enter an amount, like 40 or 40.50.'
    api.stakes.hedge.mockResolvedValue(failed({ kind: 'invalid', field: 'minimum', sentence }))
    await field(dialog, 'Keep at least').setValue('much')
    await settled()
    expect(api.stakes.hedge).toHaveBeenLastCalledWith({
      ticketId: 7,
      goal: { kind: 'guaranteedMinimum', minimum: 'much' },
    })
    expect(dialog.get('[role=alert]').text()).toContain(sentence)
  })

  it('prices the books without a fresh price for the calls that its button names, and plans again', async () => {
    const { dialog, api } = await open()
    expect(dialog.text()).toContain('New prices use 2 calls.')
    await button(dialog, 'Get prices').trigger('click')
    await settled()
    expect(api.stakes.priceHedge).toHaveBeenCalledExactlyOnceWith({ ticketId: 7, what: 'opposite' })
    expect(api.stakes.hedge).toHaveBeenCalledTimes(2)
    await button(dialog, 'Get prices · 4 calls').trigger('click')
    await settled()
    expect(api.stakes.priceHedge).toHaveBeenLastCalledWith({ ticketId: 7, what: 'middles' })
  })

  it('cancels its calls by Stop, and when it closes', async () => {
    const { dialog, api } = await open()
    api.stakes.priceHedge.mockReturnValue(new Promise(() => {}))
    await button(dialog, 'Get prices').trigger('click')
    await settled()
    await button(dialog, 'Stop').trigger('click')
    expect(api.stakes.cancelHedge).toHaveBeenCalledTimes(1)
    dialog.unmount()
    expect(api.stakes.cancelHedge).toHaveBeenCalledTimes(2)
  })

  it('opens the form of a new ticket with its bet, by its button and by T', async () => {
    const { dialog, navigation } = await open()
    const taken = { ticketId: 7, leg: under, bookId: 'bravo', price: americanPrice(100), stakeMinor: 30_000 }
    const request = { kind: 'record-ticket', source: { kind: 'hedge', bet: { ...taken, currency: 'USD' } } }
    await dialog.trigger('keydown', { key: 't' })
    expect(navigation.dialog).toEqual(request)
    navigation.closeDialog()
    await button(dialog, 'Record hedge').trigger('click')
    expect(navigation.dialog).toEqual(request)
    expect(dialog.emitted('close')).toHaveLength(2)
  })

  it('is a sentence when there is none', async () => {
    const { dialog } = await open({
      kind: 'none',
      sentence: 'This ticket waits for 5 legs; a hedge takes at most 4.',
    })
    expect(dialog.get('[role=status]').text()).toBe('This ticket waits for 5 legs; a hedge takes at most 4.')
    expect(dialog.find('table').exists()).toBe(false)
  })
})

describe('middles', () => {
  it('have their window, best price, and the profit inside and at worst', async () => {
    const { rowsOf, dialog, navigation } = await open()
    expect(rowsOf('middles')).toEqual([
      'Ada North Under 24.5 at 22 to 24 −105 Delta $310.00 +$780.00 +$190.00 Record',
      'Ada North Under 25.5 at 22 to 25 no fresh price — — —',
    ])
    const [, ofMiddle] = dialog.findAll('td button')
    await ofMiddle?.trigger('click')
    expect(navigation.dialog).toMatchObject({ source: { bet: { leg: { name: 'Ada North Under 24.5' } } } })
  })

  it.each([
    [22, 22, null, 'at 22'],
    [22, 24, null, 'at 22 to 24'],
    [4, 6, 'Harbor City', 'Harbor City by 4 to 6'],
    [-6, -4, 'River Town', 'River Town loses by 4 to 6'],
    [-6, 2, 'River Town', 'River Town −6 to +2'],
    [0, 0, 'River Town', 'River Town 0'],
  ])('from %s to %s (%s) win both “%s”', (from, to, leader, text) => {
    expect(windowText({ from, to }, leader)).toBe(text)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { minSlipGapMs } from '../../../../../src/renderer/features/desk/stakes/useSlipQueue.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import type { StakePlan } from '../../../../../src/shared/model/ticket/stake-plan.ts'
import { plainPanes } from '../../../../../src/shared/model/settings/view.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { settled } from '../../../../support/renderer/settled.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { cell, priced, row } from '../../../../support/shared/desk-rows.ts'
import { plannedStake } from '../../../../support/shared/planned-stake.ts'

useStillScreen()

const cells = [
  cell('alpha', { quote: priced(500) }),
  cell('bravo', { quote: priced(512) }),
  cell('charlie', { quote: priced(480) }),
]
const plan: StakePlan = {
  kind: 'planned',
  parlayId: 1,
  stakes: [
    plannedStake('bravo', 512, { maxMinor: 1_000, stakeMinor: 1_000 }),
    plannedStake('alpha', 500, { stakeMinor: 450 }),
    plannedStake('charlie', 480, { maxMinor: 25_000 }),
  ],
  currency: 'USD',
  bankrollMinor: 500_000,
  fraction: 0.25,
  openTickets: 4,
  totalMinor: 1_450,
  winsMinor: 7_370,
  reason: 'Less than for one bet alone: 2 open tickets already need Harbor City.',
  basis: 'Win probability by your fair price.',
}

async function openPlan(answer: StakePlan = plan, bankrollMinor = 500_000) {
  const desk = await openDesk([row(1, cells)], plainPanes, { bankrollMinor })
  desk.api.stakes.plan.mockResolvedValue(ok(answer))
  await desk.choose('bravo')
  if (bankrollMinor > 0) await expect.poll(() => desk.api.stakes.plan).toHaveBeenCalled()
  await settled()
  await desk.press('s')
  await settled()
  const dialog = () => desk.view.get('dialog')
  const lines = () =>
    dialog()
      .findAll('tbody tr')
      .map(({ element }) => spacedText(element))
  return { ...desk, dialog, lines }
}

describe('the stake plan', () => {
  it('is a line of the price’s details, and a stake for the ticket', async () => {
    const desk = await openPlan()
    expect(desk.api.stakes.plan).toHaveBeenLastCalledWith({ parlayId: 1 })
    expect(desk.view.get('[aria-label=Value]').text()).toContain('$14.50 at 2 books')
    await button(desk.dialog(), 'Close').trigger('click')
    await desk.press('t')
    expect(useNavigationStore().dialog).toMatchObject({
      source: { cell: { bookId: 'bravo', planned: [{ promotionId: null, stakeMinor: 1_000 }] } },
    })
  })

  it('gives the ticket its reason where it stakes nothing', async () => {
    const none = plan.stakes.map(stake => ({ ...stake, stakeMinor: 0 }))
    const reason = 'No more: $25 of the stake for this bet is already open.'
    const desk = await openPlan({ ...plan, stakes: none, totalMinor: 0, winsMinor: 0, reason })
    await button(desk.dialog(), 'Close').trigger('click')
    await desk.press('t')
    expect(useNavigationStore().dialog).toMatchObject({
      source: { cell: { planned: [{ stakeMinor: 0, reason }] } },
    })
  })

  it('gives the ticket the stake of a boost apart from that at the plain price', async () => {
    const [first] = plan.stakes
    if (first === undefined) throw new Error('no stake')
    const boost = { promotionId: 'boost', decimal: 9.18 }
    const stakes = [
      { ...first, boost, stakeMinor: 895 },
      { ...first, stakeMinor: 0 },
    ]
    const desk = await openPlan({ ...plan, stakes, totalMinor: 895 })
    await button(desk.dialog(), 'Close').trigger('click')
    await desk.press('t')
    expect(useNavigationStore().dialog).toMatchObject({
      source: {
        cell: {
          planned: [
            { promotionId: 'boost', stakeMinor: 895 },
            {
              ...{ promotionId: null, stakeMinor: 0 },
              reason: 'The stake plan bets here only with the boost.',
            },
          ],
        },
      },
    })
  })

  it('lists book, price, limit and stake on S, with the sum and the reason', async () => {
    const { dialog, lines } = await openPlan()
    expect(lines()).toEqual([
      'Bravo +512 $10 $10 Recheck and open',
      'Alpha Bet +500 — $4.50 Recheck and open',
      'Charlie +480 $250 —',
    ])
    expect(dialog().text()).toContain('¼ Kelly · with 4 open tickets')
    expect(dialog().text()).toContain(
      '$14.50 in all wins $73.70. Less than for one bet alone: 2 open tickets already need Harbor City.',
    )
    expect(dialog().text()).toContain('Bankroll $5,000')
  })

  it('names the boost of a stake, and opens one slip for both stakes of its book', async () => {
    const [first, second] = plan.stakes
    if (first === undefined || second === undefined) throw new Error('no stakes')
    const boost = { promotionId: 'gone', decimal: 9.18 }
    const both = { ...plan, stakes: [{ ...first, boost }, first, { ...second, stakeMinor: 0 }] }
    const { dialog, lines, view } = await openPlan(both)
    expect(lines().slice(0, 2)).toEqual([
      'Bravo ★ Boost +818 $10 $10 Recheck and open',
      'Bravo +512 $10 $10 Recheck and open',
    ])
    expect(button(dialog(), 'Open 1 slip').attributes('disabled')).toBeUndefined()
    await button(dialog(), 'Close').trigger('click')
    expect(view.get('[aria-label=Value]').text()).toContain('$14.50 at Bravo ★')
  })

  it('opens the slips one after the other, at least half a second apart', async () => {
    const { api, dialog } = await openPlan()
    const openedAt: number[] = []
    const open = api.links.open.getMockImplementation()
    api.links.open.mockImplementation(request => {
      openedAt.push(performance.now())
      return open?.(request) ?? Promise.resolve(ok({ host: 'bets.example' }))
    })
    await button(dialog(), 'Open 2 slips').trigger('click')
    await vi.waitFor(() => expect(openedAt).toHaveLength(2), 3_000)
    expect(api.desk.recheck.mock.calls.map(([cell]) => cell.bookId)).toEqual(['bravo', 'alpha'])
    expect((openedAt[1] ?? 0) - (openedAt[0] ?? 0)).toBeGreaterThanOrEqual(minSlipGapMs - 5)
  })

  it('counts no slips where there is nothing to open', async () => {
    const { dialog } = await openPlan({ ...plan, stakes: [] })
    expect(button(dialog(), 'Open slips').attributes('disabled')).toBeDefined()
  })

  it('opens no further slip once the dialog is closed', async () => {
    const { api, dialog } = await openPlan()
    await button(dialog(), 'Open 2 slips').trigger('click')
    await settled()
    await button(dialog(), 'Close').trigger('click')
    await new Promise(resolve => setTimeout(resolve, minSlipGapMs + 100))
    expect(api.desk.recheck).toHaveBeenCalledTimes(1)
  })

  it('is copied as a table', async () => {
    const { api, dialog } = await openPlan()
    await button(dialog(), 'Copy').trigger('click')
    expect(api.view.copyTable.mock.calls[0]?.[0].rows.slice(0, 2)).toEqual([
      ['Book', 'Price', 'Takes', 'Stake'],
      ['Bravo', '+512', '$10', '$10'],
    ])
  })

  it('says why there is none', async () => {
    const none = await openPlan({ kind: 'none', sentence: 'No fresh price to plan with.' })
    expect(none.dialog().text()).toContain('No fresh price to plan with.')
    expect(none.view.get('[aria-label=Value]').text()).not.toContain('Plan')
    none.view.unmount()
    const poor = await openPlan(plan, 0)
    expect(poor.dialog().text()).toContain('Set a bankroll in Settings to plan stakes.')
    expect(poor.api.stakes.plan).not.toHaveBeenCalled()
    await button(poor.dialog(), 'Set bankroll').trigger('click')
    expect(useNavigationStore().target).toMatchObject({ show: 'setting', id: 'bankroll' })
  })
})

import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { ProofReport } from '../../../../../src/shared/model/ticket/proof-report.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { plainSettings } from '../../../../support/shared/desk-rows.ts'
import { noProof } from '../../../../support/shared/ledger-answers.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'

useScreen()

const tooFew = (count: number) => ({ kind: 'too-few' as const, count, needed: 30 })
const bin = { from: 0.2, to: 0.3, count: 40, meanProbability: 0.25, wonShare: 0.45, standardError: 0.068 }
const baseRate = { wonShare: 0.45, brier: 0.2475, logLoss: 0.6881 }
const report: ProofReport = {
  currency: 'USD',
  settled: 60,
  withClose: 52,
  withFair: 40,
  clv: [
    {
      class: 'plain',
      value: { kind: 'measured', count: 40, mean: 0.031, standardError: 0.008 },
      estimated: 12,
    },
    { class: 'boosted', value: tooFew(12), estimated: 0 },
  ],
  calibration: [
    {
      source: 'all',
      value: { kind: 'measured', count: 40, brier: 0.1875, logLoss: 0.5623, baseRate, bins: [bin] },
    },
    { source: 'mine', value: tooFew(9) },
  ],
  profit: [
    {
      by: 'taken',
      value: {
        ...{ kind: 'measured', count: 40, isWithin: true },
        ...{ expectedMinor: 8_000.4, lowMinor: -20_000.2, highMinor: 36_000.9, profitMinor: 12_345 },
      },
    },
    { by: 'close', value: tooFew(0) },
  ],
  ruin: {
    bankrollMinor: 500_000,
    lastBets: 200,
    risks: [
      { by: 'taken', value: { kind: 'measured', count: 40, risk: 0.0004 } },
      { by: 'close', value: { kind: 'measured', count: 40, risk: 1 } },
    ],
  },
}

async function openReport(answer: ProofReport) {
  const ledger = await openLedger([lineOf(1)])
  ledger.api.ledger.proof.mockResolvedValue(ok(answer))
  const pane = ledger.view.get('[aria-label=Report]')
  const option = pane.findAll('option').find(each => each.text() === 'Proof of edge')
  await pane.get('select').setValue(option?.attributes('value'))
  await expect.poll(() => ledger.api.ledger.proof).toHaveBeenCalled()
  await flushPromises()
  const rows = () => pane.findAll('tbody tr').map(row => spacedText(row.element))
  return { ...ledger, pane, rows }
}

describe('ProofReport', () => {
  it('is not asked for before it is chosen', async () => {
    const { api } = await openLedger([lineOf(1)])
    await flushPromises()
    expect(api.ledger.proof).not.toHaveBeenCalled()
  })

  it('shows each part with its number of bets, and claims nothing of too few', async () => {
    const { rows } = await openReport(report)
    expect(rows()).toEqual([
      'No-vig CLV',
      'All regular bets * +3.1% ± 0.8% 40',
      'Boosts 12 of 30 bets needed 12',
      'Profit vs. expected',
      'By your fair prices +$123.45, expected −\u2060$200.00 to +$360.01 40',
      'Risk of ruin',
      'By your fair prices under 0.1% 40',
      'By the no-vig close certain without an edge 40',
      'Your fair prices',
      'All fair prices Brier 0.188, log loss 0.562 40',
      'Always saying 45.0% Brier 0.247, log loss 0.688 40',
      'Typed by you 9 of 30 bets needed 9',
      'Said and won',
      '20% to 30% 45.0% won, 25.0% ± 6.8% said 40',
    ])
  })

  it('colors only what is more than luck', async () => {
    const { pane } = await openReport(report)
    const tones = pane.findAll('td:nth-child(2)').map(cell => [cell.classes('up'), cell.classes('down')])
    expect(tones.filter(([isUp]) => isUp)).toHaveLength(2)
    expect(tones.filter(([, isDown]) => isDown)).toHaveLength(0)
  })

  it.each([
    [50_000, '+$500.00, above the expected −\u2060$200.00 to +$360.01'],
    [-50_000, '−\u2060$500.00, below the expected −\u2060$200.00 to +$360.01'],
  ])('says on which side of the expected range a profit of %d is', async (profitMinor, says) => {
    const band = { expectedMinor: 8_000.4, lowMinor: -20_000.2, highMinor: 36_000.9, isWithin: false }
    const { rows } = await openReport({
      ...report,
      profit: [{ by: 'taken', value: { kind: 'measured', count: 40, ...band, profitMinor } }],
    })
    expect(rows()).toContain(`By your fair prices ${says} 40`)
  })

  it('says that a margin is estimated', async () => {
    const { pane } = await openReport(report)
    expect(pane.get('[data-tip^="* The margin of 12 bets"]').text()).toContain('All regular bets')
  })

  it('follows the filter of the ledger', async () => {
    const { view, api } = await openReport(report)
    await view.get('[role=search]').get('input[type=search]').setValue('north')
    await flushPromises()
    expect(api.ledger.proof).toHaveBeenLastCalledWith({ filter: expect.objectContaining({ text: 'north' }) })
  })

  it('follows the bankroll in the settings', async () => {
    const { emit, api } = await openReport(report)
    const asked = api.ledger.proof.mock.calls.length
    emit.settings.changed({ ...plainSettings, value: { ...plainSettings.value, bankrollMinor: 70_000 } })
    await flushPromises()
    expect(api.ledger.proof).toHaveBeenCalledTimes(asked + 1)
  })

  it('has a taller panel than the other reports', async () => {
    const { view, pane } = await openReport(report)
    expect(view.find('.tall-report').exists()).toBe(true)
    const other = pane.findAll('option').find(each => each.text() === 'Book health')
    await pane.get('select').setValue(other?.attributes('value'))
    expect(view.find('.tall-report').exists()).toBe(false)
  })

  it('says why there is nothing to show', async () => {
    const { pane } = await openReport(noProof)
    expect(pane.text()).toContain('No settled bets in this period.')
  })

  it('says what old tickets lack, and that a bankroll is needed', async () => {
    const { pane } = await openReport({ ...noProof, settled: 50 })
    expect(pane.text()).toContain('No ticket here has a fair price or a no-vig close.')
    expect(pane.text()).toContain('Set a bankroll in USD in Settings')
  })

  it('shows a failure instead of figures', async () => {
    const { api, pane, view } = await openReport(report)
    api.ledger.proof.mockResolvedValue(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await view.get('[role=search]').get('input[type=search]').setValue('n')
    await flushPromises()
    expect(pane.text()).toContain('The disk is full.')
  })
})

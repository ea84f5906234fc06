import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import TaxDialog from '../../../../src/renderer/features/accounts/TaxDialog.vue'
import type { CurrencyTax, TaxReport } from '../../../../src/shared/model/accounts/tax-report.ts'
import { failed, ok, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { button } from '../../../support/renderer/screen.ts'
import { settled } from '../../../support/renderer/settled.ts'
import { spacedText } from '../../../support/renderer/spaced-text.ts'

const sums = (count: number, gainMinor: number, lossMinor: number) => ({ count, gainMinor, lossMinor })
const usd: CurrencyTax = {
  currency: 'USD',
  bets: { ...sums(4, 40_960, 8_000), deductibleMinor: 7_200 },
  sessions: { ...sums(2, 36_960, 4_000), deductibleMinor: 3_600 },
  days: [
    { day: '2026-03-01', ...sums(2, 20_480, 4_000) },
    { day: '2026-03-02', ...sums(2, 20_480, 4_000) },
  ],
  books: [{ name: 'Bravo', ...sums(4, 40_960, 8_000) }],
  kinds: [{ kind: 'bonus', ...sums(1, 20_480, 0) }],
}
const report: TaxReport = {
  year: 2026,
  years: [2026, 2025],
  rule: { fromYear: 2026, lossPercent: 90, source: '26 U.S.C. § 165(d)' },
  byPlacing: 0,
  currencies: [usd],
}

async function open(answer = report) {
  const { api } = stubDesk()
  api.accounts.tax.mockResolvedValue(ok(answer))
  const dialog = mount(TaxDialog, { attachTo: document.body, global: { plugins: [createPinia()] } })
  await settled()
  const choose = async (name: string) => {
    const select = dialog.findAll('select').find(each => each.text().includes(name))
    if (select === undefined) throw new Error(`no list with “${name}”`)
    select.element.selectedIndex = [...select.element.options].findIndex(each => each.text === name)
    await select.trigger('change')
    await settled()
  }
  const rowsOf = (label: string) =>
    dialog
      .get(`table[aria-label="${label}"]`)
      .findAll('tbody tr')
      .map(row => spacedText(row.element))
  return { api, dialog, choose, rowsOf, text: () => spacedText(dialog.element) }
}

describe('TaxDialog', () => {
  it('shows gains and losses apart, with the losses to deduct and their rule, and is no advice', async () => {
    const { api, rowsOf, text } = await open()
    expect(api.accounts.tax).toHaveBeenCalledWith({ year: null, jurisdiction: 'us' })
    expect(text()).toContain('Not tax advice.')
    expect(text()).toContain(
      'From 2026: 90% of losses may be deducted, at most the gains (26 U.S.C. § 165(d)).',
    )
    expect(rowsOf('Totals of the year')).toEqual([
      'Count 4 2',
      'Gains $409.60 $369.60',
      'Losses $80.00 $40.00',
      'Net +$329.60 +$329.60',
      'Losses to deduct $72.00 $36.00',
    ])
    expect(rowsOf('Gains and losses')).toEqual([
      'Sun, Mar 1 2 $204.80 $40.00 +$164.80',
      'Mon, Mar 2 2 $204.80 $40.00 +$164.80',
    ])
  })

  it('shows them by book and by kind', async () => {
    const { choose, rowsOf } = await open()
    await choose('Book')
    expect(rowsOf('Gains and losses')).toEqual(['Bravo 4 $409.60 $80.00 +$329.60'])
    await choose('Kind of bet')
    expect(rowsOf('Gains and losses')).toEqual(['Bonus bet 1 $204.80 $0.00 +$204.80'])
  })

  it('asks for another year and another rule', async () => {
    const { api, choose, text } = await open()
    await choose('2025')
    expect(api.accounts.tax).toHaveBeenLastCalledWith({ year: 2025, jurisdiction: 'us' })
    const none = { ...usd, bets: { ...usd.bets, deductibleMinor: null } }
    api.accounts.tax.mockResolvedValue(ok({ ...report, rule: null, currencies: [none] }))
    await choose('No rule')
    expect(api.accounts.tax).toHaveBeenLastCalledWith({ year: 2025, jurisdiction: 'none' })
    expect(text()).toContain('No rule is applied to losses.')
    expect(text()).not.toContain('Losses to deduct')
  })

  it('shows one currency at a time', async () => {
    const yen = { ...usd, currency: 'JPY', books: [] }
    const { choose, rowsOf } = await open({ ...report, currencies: [yen, usd] })
    expect(rowsOf('Totals of the year')[1]).toBe('Gains ¥40,960 ¥36,960')
    await choose('USD')
    expect(rowsOf('Totals of the year')[1]).toBe('Gains $409.60 $369.60')
  })

  it('exports the shown year as a table, and says where', async () => {
    const { api, dialog, text } = await open()
    api.accounts.saveTax.mockResolvedValueOnce(ok({ name: 'tax 2026.csv' }))
    await button(dialog, 'Export CSV…').trigger('click')
    await settled()
    expect(api.accounts.saveTax).toHaveBeenCalledWith({ year: 2026, jurisdiction: 'us' })
    expect(text()).toContain('Saved as tax 2026.csv')
  })

  it('says why nothing was saved or read', async () => {
    const { api, dialog, text, choose } = await open()
    api.accounts.saveTax.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await button(dialog, 'Export CSV…').trigger('click')
    await settled()
    expect(text()).toContain('The disk is full.')
    api.accounts.tax.mockResolvedValue(failed({ kind: 'storage', sentence: 'The ledger is closed.' }))
    await choose('2025')
    expect(text()).toContain('The ledger is closed.')
  })

  it('says that a year has no results, and how imported bets count', async () => {
    const { text } = await open({ ...report, currencies: [] })
    expect(text()).toContain('No results in 2026.')
    const imported = await open({ ...report, byPlacing: 3 })
    expect(imported.text()).toContain('3 imported bets without that day: on the day placed.')
  })
})

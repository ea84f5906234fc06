import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useLinkRecordsStore } from '../../../../../src/renderer/features/desk/betslip/link-records-store.ts'
import type { BookRecord } from '../../../../../src/shared/model/price/link-outcome.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { americanPrice } from '../../../../support/shared/desk-rows.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { spacedText } from '../../../../support/renderer/spaced-text.ts'
import { openLedger, useScreen } from '../../../../support/renderer/ledger/mounted-ledger.ts'
import { lineOf } from '../../../../support/renderer/ledger/ticket-lines.ts'

useScreen()

const none = { moved: 0, refused: 0, limited: 0, lastLimit: null }
const bravo: BookRecord = { bookId: 'bravo', noted: 16, asShown: 14, ...none, moved: 2, slippage: 0.003 }
const delta: BookRecord = { bookId: 'delta', noted: 3, asShown: 0, ...none, refused: 3, slippage: null }
const limit = { stake: { minor: 2_500, currency: 'USD' }, at: new Date(2026, 10, 9, 12).getTime() }
const echo: BookRecord = {
  ...{ bookId: 'echo', noted: 8, asShown: 6 },
  ...{ ...none, limited: 2, lastLimit: limit, slippage: 0 },
}
const halfLives = [
  { bookId: 'echo', beforeMs: 48_400, liveMs: 12_000 },
  { bookId: 'golf', beforeMs: null, liveMs: 90_000 },
]
const stakes = {
  currency: 'USD',
  books: [{ book: { id: 'bravo', name: 'Bravo' }, earlierMinor: 10_000, laterMinor: 2_500 }],
}

async function openReport() {
  const ledger = await openLedger([lineOf(1)])
  ledger.api.links.records.mockResolvedValue(ok({ records: [bravo, delta, echo], halfLives }))
  ledger.api.ledger.largestStakes.mockResolvedValue(ok(stakes))
  const report = ledger.view.get('[aria-label=Report]')
  const show = async (name: string) => {
    const option = report.findAll('option').find(each => each.text() === name)
    await report.get('select').setValue(option?.attributes('value'))
    await flushPromises()
  }
  await show('Book health')
  const rows = () => report.findAll('tbody tr').map(row => spacedText(row.element))
  return { ...ledger, report, show, rows }
}

describe('BookHealth', () => {
  it('shows for each book its bet slips, how long its prices hold, and the stakes that it takes', async () => {
    const { rows, report } = await openReport()
    expect(rows()).toEqual([
      'Bravo 88% of 16 0.3 worse 0 0 – $100 → $25',
      'delta 0% of 3 – 3 0 – –',
      'echo 75% of 8 none 0 2 · $25 48s / 12s –',
      'golf – – – – – / 90s –',
    ])
    const tips = report.findAll('tbody [data-tip]').map(each => each.attributes('data-tip'))
    expect(tips).toEqual(['Last limited to $25, Nov 9.'])
    const falling = report.findAll('td.down').map(each => each.text())
    expect(falling).toEqual(['0.3 worse', '$100 → $25'])
  })

  it('compares the 30 days that end with the filter with those before', async () => {
    const { view, api } = await openReport()
    await view.get('[role=search]').get('select').setValue('days')
    await field(view, 'From').setValue('2026-11-01')
    await field(view, 'To').setValue('2026-11-30')
    await flushPromises()
    expect(api.ledger.largestStakes).toHaveBeenLastCalledWith({
      filter: expect.objectContaining({ fromDay: '2026-10-02', toDay: '2026-11-30' }),
      fromDay: '2026-11-01',
    })
  })

  it('follows the days and the book of the filter, and nothing else of it', async () => {
    const { view, api, rows } = await openReport()
    const search = view.get('[role=search]')
    await search.get('select').setValue('days')
    await field(view, 'From').setValue('2026-11-01')
    await field(view, 'To').setValue('2026-11-09')
    await flushPromises()
    expect(api.links.records).toHaveBeenLastCalledWith({
      fromAt: new Date(2026, 10, 1).getTime(),
      beforeAt: new Date(2026, 10, 10).getTime(),
    })
    const book = search.findAll('select').find(select => select.text().includes('Bravo'))
    await book?.setValue('bravo')
    await flushPromises()
    expect(rows()).toEqual(['Bravo 88% of 16 0.3 worse 0 0 – $100 → $25'])
  })

  it('shows outcomes recorded on the desk', async () => {
    const { api, pinia, rows } = await openReport()
    const now = ok({ records: [{ ...bravo, noted: 17, asShown: 15 }], halfLives: [] })
    api.links.records.mockResolvedValue(now)
    api.links.recordOutcome.mockResolvedValue(now)
    const cell = { parlayId: 1, bookId: 'bravo' }
    const link = { cell, quoteId: 2, host: 'bets.example', price: americanPrice(512) }
    await useLinkRecordsStore(pinia).recordOutcome(link, { kind: 'as-shown' })
    await flushPromises()
    expect(rows()).toEqual(['Bravo 88% of 17 0.3 worse 0 0 – $100 → $25'])
  })

  it('explains how betslips are noted while none is', async () => {
    const { api, report, show } = await openReport()
    api.links.records.mockResolvedValue(ok({ records: [], halfLives: [] }))
    api.ledger.largestStakes.mockResolvedValue(ok({ currency: 'USD', books: [] }))
    await show('Profit by month')
    await show('Book health')
    expect(report.text()).toContain('Nothing known of any book yet.')
  })

  it('shows why it cannot be read', async () => {
    const { api, report, show } = await openReport()
    api.links.records.mockResolvedValue(failed({ kind: 'internal', reference: 'r9' }))
    await show('Profit by month')
    await show('Book health')
    expect(report.get('.failure').text()).toContain('r9')
  })
})

describe('DefinitionsDialog of the ledger', () => {
  it('shows the meaning and formula of each number', async () => {
    const { view, report } = await openReport()
    await button(view, 'How these are calculated').trigger('click')
    const help = view.get('dialog').text()
    for (const name of [
      'ROI',
      'CLV',
      'Same price',
      'Slippage',
      'Rejected',
      'Limited',
      'Half-life',
      'Largest stake',
    ])
      expect(help).toContain(name)
    expect(help).toContain('1 ÷ d at the book − 1 ÷ d shown')
    const heads = report.findAll('thead th').map(head => head.attributes('data-tip') ?? '')
    expect(heads.slice(1).every(hint => hint.length > 20)).toBe(true)
  })
})

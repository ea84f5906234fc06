import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ledgerFilesIn } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../../src/main/ledger/ledger.ts'
import type { TaxRequest } from '../../../../src/shared/model/accounts/tax-report.ts'
import type { Decision } from '../../../../src/shared/model/ticket/ticket-detail.ts'
import type { TicketFacts } from '../../../../src/shared/model/ticket/ticket.ts'
import { openReports } from '../../../support/ledger/open-reports.ts'
import { makeTicket } from '../../../support/ledger/tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

const us: TaxRequest = { year: null, jurisdiction: 'us' }
const won: Decision = { kind: 'result', result: 'won' }
const lost: Decision = { kind: 'result', result: 'lost' }
const alpha = { id: 'alpha', name: 'Alpha Bet' }

let clock: number
let ledger: Ledger
let folder: string

beforeEach(() => {
  folder = tempFolder()
  ledger = new Ledger({
    files: ledgerFilesIn(folder),
    isDemo: () => false,
    log: error => {
      throw error
    },
    now: () => clock,
  })
  clock = new Date(2026, 5, 1, 12).getTime()
  ledger.open()
})
afterEach(() => ledger.close())

/** Records a ticket of 40.00 at +512, which wins 204.80, a day before, and settles it at a time. */
function settle(at: Date, decision: Decision, given: Partial<TicketFacts> = {}): number {
  clock = at.getTime() - 86_400_000
  const { ticketId } = ledger.record(makeTicket({ placedAt: clock, ...given }))
  clock = at.getTime()
  ledger.decide(ticketId, decision, 'as it ended')
  return ticketId
}

const read = (request = us) => openReports(ledger, folder).tax(request)
const noon = (month: number, day: number, year = 2026) => new Date(year, month - 1, day, 12)

describe('The tax report', () => {
  it('keeps gains and losses apart, by day, book and kind', async () => {
    settle(noon(3, 1), won)
    settle(noon(3, 1), lost)
    settle(noon(3, 2), lost, { book: alpha, kind: 'boosted' })
    settle(noon(3, 2), won, { book: alpha, kind: 'bonus' })
    const report = await read()
    expect(report).toMatchObject({ year: 2026, years: [2026], byPlacing: 0 })
    const [usd] = report.currencies
    expect(usd).toMatchObject({
      currency: 'USD',
      bets: { count: 4, gainMinor: 40_960, lossMinor: 8_000 },
      days: [
        { day: '2026-03-01', count: 2, gainMinor: 20_480, lossMinor: 4_000 },
        { day: '2026-03-02', count: 2, gainMinor: 20_480, lossMinor: 4_000 },
      ],
      books: [
        { name: 'Alpha Bet', count: 2 },
        { name: 'Bravo', count: 2 },
      ],
      kinds: [
        { kind: 'normal' },
        { kind: 'bonus', gainMinor: 20_480 },
        { kind: 'boosted', lossMinor: 4_000 },
      ],
    })
  })

  it('takes the results of a day at a book together as a session', async () => {
    settle(noon(3, 1), won)
    settle(noon(3, 1), lost)
    settle(noon(3, 1), lost, { book: alpha })
    const [usd] = (await read()).currencies
    expect(usd?.sessions).toEqual({
      count: 2,
      gainMinor: 16_480,
      lossMinor: 4_000,
      deductibleMinor: 3_600,
    })
  })

  it('applies the rule of the year', async () => {
    settle(noon(3, 1), lost)
    settle(noon(3, 2), won)
    settle(noon(3, 1, 2025), lost)
    settle(noon(3, 2, 2025), won)
    const now = await read()
    expect(now.rule).toMatchObject({ fromYear: 2026, lossPercent: 90 })
    expect(now.currencies[0]?.bets.deductibleMinor).toBe(3_600)
    expect(now.years).toEqual([2026, 2025])
    const before = await read({ ...us, year: 2025 })
    expect(before.rule).toMatchObject({ lossPercent: 100 })
    expect(before.currencies[0]?.bets.deductibleMinor).toBe(4_000)
    const none = await read({ year: 2026, jurisdiction: 'none' })
    expect([none.rule, none.currencies[0]?.bets.deductibleMinor]).toEqual([null, null])
  })

  it('deducts at most the gains', async () => {
    settle(noon(3, 1), lost, { stakeMinor: 900_000 })
    settle(noon(3, 2), won)
    expect((await read()).currencies[0]?.bets.deductibleMinor).toBe(20_480)
  })

  it('counts a result on the day it was reached in the user’s time zone, to the last minute of a year', async () => {
    settle(new Date(2025, 11, 31, 23, 59), lost)
    settle(new Date(2026, 0, 1, 0, 0), won)
    const [usd] = (await read({ ...us, year: 2025 })).currencies
    expect(usd?.days).toEqual([{ day: '2025-12-31', count: 1, gainMinor: 0, lossMinor: 4_000 }])
    expect((await read({ ...us, year: 2026 })).currencies[0]?.days[0]?.day).toBe('2026-01-01')
  })

  it('never sums across currencies, and leaves out open and deleted tickets', async () => {
    settle(noon(3, 1), won)
    settle(noon(3, 1), won, { currency: 'JPY' })
    ledger.void(settle(noon(3, 1), won), 'entered twice')
    ledger.record(makeTicket())
    const report = await read()
    expect(report.currencies.map(({ currency, bets }) => [currency, bets.count, bets.gainMinor])).toEqual([
      ['JPY', 1, 20_480],
      ['USD', 1, 20_480],
    ])
  })

  it('follows a regrading', async () => {
    const ticketId = settle(noon(3, 1), won)
    clock = noon(3, 4).getTime()
    ledger.decide(ticketId, lost, 'stat correction')
    const [usd] = (await read()).currencies
    expect(usd?.days).toEqual([{ day: '2026-03-04', count: 1, gainMinor: 0, lossMinor: 4_000 }])
  })

  it('is empty without a result, for the present year', async () => {
    const report = await read()
    expect(report.currencies).toEqual([])
    expect(report.years).toEqual([report.year])
  })

  it('is a table with exact amounts, in which no cell is run as a formula', async () => {
    settle(noon(3, 1), won)
    settle(noon(3, 2), lost, { book: { id: 'evil', name: '=1+1' } })
    settle(noon(3, 2), lost, { currency: 'JPY' })
    const { text, year } = await openReports(ledger, folder).taxCsv(us)
    expect(year).toBe(2026)
    expect(Papa.parse(text.replace('\uFEFF', '').trim()).data).toEqual([
      ['day', 'book', 'kind', 'currency', 'bets', 'gains', 'losses', 'net'],
      ['2026-03-01', 'Bravo', 'normal', 'USD', '1', '204.80', '0.00', '204.80'],
      ['2026-03-02', 'Bravo', 'normal', 'JPY', '1', '0', '4000', '-4000'],
      ['2026-03-02', "'=1+1", 'normal', 'USD', '1', '0.00', '40.00', '-40.00'],
    ])
  })
})

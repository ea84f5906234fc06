/** Every figure opens to the tickets that make it: their sum is the figure, and the figure of them alone is the same. */
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import {
  allTickets,
  figures,
  type Figure,
  type FilterPart,
  type LedgerFilter,
} from '../../../../src/shared/model/ticket/ledger-filter.ts'
import type { ExposureRow, LedgerTotals } from '../../../../src/shared/model/ticket/ledger-report.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { fc } from '../../../property.ts'
import { acts } from '../../../support/ledger/acts.ts'
import { legNamed, openedLedger, startOfTests, ticketOf } from '../../../support/ledger/tickets.ts'

const linesOf = (ledger: Ledger, filter: LedgerFilter) =>
  ledger.reads.page({ filter, after: null, limit: 200 }).lines
const narrowed = (filter: LedgerFilter, ...parts: FilterPart[]): LedgerFilter => ({
  ...filter,
  also: [...filter.also, ...parts],
})
const sumOf = (lines: readonly TicketLine[], of: (line: TicketLine) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0)
const ownMinor = ({ kind, stakeMinor }: TicketLine) => (kind === 'bonus' ? 0 : stakeMinor)
const profitOf = ({ profitMinor }: TicketLine) => profitMinor ?? 0
const one = () => 1

interface Opened {
  readonly figure: Figure
  readonly of: (totals: LedgerTotals) => number | null
  readonly summed: (lines: readonly TicketLine[]) => number | null
}

const opened: readonly Opened[] = [
  { figure: 'open-stake', of: totals => totals.openRiskMinor, summed: lines => sumOf(lines, ownMinor) },
  {
    figure: 'open-payout',
    of: totals => totals.openPotentialMinor,
    summed: lines => sumOf(lines, line => line.potentialMinor),
  },
  { figure: 'staked', of: totals => totals.stakedMinor, summed: lines => sumOf(lines, ownMinor) },
  { figure: 'settled', of: totals => totals.profitMinor, summed: lines => sumOf(lines, profitOf) },
  { figure: 'settled', of: totals => totals.settled, summed: lines => lines.length },
  {
    figure: 'settled',
    of: totals => totals.yield,
    summed: lines => {
      const staked = sumOf(lines, ownMinor)
      return staked === 0 ? null : sumOf(lines, profitOf) / staked
    },
  },
  { figure: 'clv', of: totals => totals.clvTickets, summed: lines => lines.length },
  {
    figure: 'clv',
    of: totals => totals.clvMean,
    summed: lines =>
      lines.length === 0
        ? null
        : sumOf(lines, line => Math.round((line.clv ?? 0) * 1e6)) / 1e6 / lines.length,
  },
]

/** What the ledger may be narrowed to already. */
const before: fc.Arbitrary<LedgerFilter> = fc
  .record({
    bookId: fc.constantFrom(null, 'bravo'),
    tag: fc.constantFrom(null, 'promo'),
    result: fc.constantFrom(null, 'won' as const, 'refunded' as const),
    toDay: fc.constantFrom(null, '2026-11-19'),
    currency: fc.constantFrom('USD', 'EUR'),
  })
  .map(part => ({ ...allTickets, ...part }))

describe('a figure of the totals', () => {
  it('is the sum of the tickets it opens to, and stays what it was', () => {
    fc.assert(
      fc.property(acts, before, (act, filter) => {
        const { ledger } = openedLedger()
        act(ledger)
        const totals = ledger.reads.totals(filter)
        for (const { figure, of, summed } of opened) {
          const inside = narrowed(filter, { kind: 'figure', value: figure })
          const value = of(totals)
          expect([figure, summed(linesOf(ledger, inside))]).toEqual([figure, value])
          expect([figure, of(ledger.reads.totals(inside))]).toEqual([figure, value])
        }
        ledger.close()
      }),
      { numRuns: 60 },
    )
  })
})

describe('a number of the charts', () => {
  it('of CLV opens to its tickets, step by step, with those left out', () => {
    fc.assert(
      fc.property(acts, before, (act, filter) => {
        const { ledger } = openedLedger()
        act(ledger)
        const clv = ledger.reads.clv(filter)
        const count = (part: FilterPart) => linesOf(ledger, narrowed(filter, part)).length
        for (const { step, tickets } of clv.buckets)
          expect([step, count({ kind: 'clv-step', value: step })]).toEqual([step, tickets])
        expect(count({ kind: 'figure', value: 'clv-kept-out' })).toBe(clv.keptOut)
        expect(count({ kind: 'figure', value: 'no-close' })).toBe(clv.withoutClose)
        ledger.close()
      }),
      { numRuns: 30 },
    )
  })

  it('of profit by anything opens to settled tickets that make it, and reports stay what they were', () => {
    fc.assert(
      fc.property(acts, before, (act, filter) => {
        const { ledger } = openedLedger()
        act(ledger)
        const settled = narrowed(filter, { kind: 'figure', value: 'settled' })
        for (const by of ['league', 'market', 'tag'] as const) {
          const report = ledger.reads.profitBy(by, filter)
          expect(ledger.reads.profitBy(by, settled)).toEqual(report)
          for (const row of report.rows) {
            const lines = linesOf(ledger, narrowed(settled, { kind: by, value: row.label }))
            expect([sumOf(lines, profitOf), sumOf(lines, one)]).toEqual([row.profitMinor, row.settled])
          }
        }
        expect(ledger.reads.bankroll(settled)).toEqual(ledger.reads.bankroll(filter))
        expect(ledger.reads.clv(settled)).toEqual(ledger.reads.clv(filter))
        ledger.close()
      }),
      { numRuns: 30 },
    )
  })
})

describe('a row of the exposure board', () => {
  it('opens to the open tickets that hang on it', () => {
    fc.assert(
      fc.property(acts, fc.constantFrom('USD', 'EUR'), (act, currency) => {
        const { ledger } = openedLedger()
        act(ledger)
        for (const start of [startOfTests, startOfTests + 86_400_000])
          ledger.record(ticketOf({ currency, legs: [gameOn(start), legNamed('Harbor City')] }))
        const { games, players, legs } = ledger.reads.exposure(currency)
        for (const [kind, rows] of [
          ['game', games],
          ['player', players],
          ['leg', legs],
        ] as const)
          for (const row of rows) expect(stakeAndPayout(ledger, currency, kind, row)).toEqual(valuesOf(row))
        ledger.close()
      }),
      { numRuns: 40 },
    )
  })
})

const gameOn = (startAt: number) =>
  legNamed('Over 220.5', { game: { id: '', title: 'A at B', short: 'A at B', league: 'UBL', startAt } })

const valuesOf = ({ tickets, stakeMinor, payoutMinor }: ExposureRow) => [tickets, stakeMinor, payoutMinor]

function stakeAndPayout(
  ledger: Ledger,
  currency: string,
  kind: 'game' | 'player' | 'leg',
  { label, detail, gameKey }: ExposureRow,
): number[] {
  const filter = { ...allTickets, currency, result: 'pending' as const }
  const lines = linesOf(
    ledger,
    narrowed(filter, { kind: 'figure', value: 'open-payout' }, { kind, label, detail, gameKey }),
  )
  return [lines.length, sumOf(lines, ownMinor), sumOf(lines, line => line.potentialMinor)]
}

it('every figure has tickets of its own kind', () => {
  const { ledger } = openedLedger()
  ledger.record(ticketOf())
  const found = figures.filter(
    value => linesOf(ledger, narrowed(allTickets, { kind: 'figure', value })).length > 0,
  )
  expect(found).toEqual(['open-stake', 'open-payout'])
})

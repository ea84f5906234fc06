/** Every figure opens to the tickets that make it: their sum is the figure, and the figure of them alone is the same. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { ledgerFilesIn, newestVersion } from '../../../../src/main/ledger/opening/ledger-file.ts'
import {
  allTickets,
  newestFirst,
  figures,
  type Figure,
  type FilterPart,
  type LedgerFilter,
} from '../../../../src/shared/model/ticket/ledger-filter.ts'
import type { ExposureRow, LedgerTotals } from '../../../../src/shared/model/ticket/ledger-report.ts'
import { toGameKey, type TicketLeg } from '../../../../src/shared/model/ticket/ticket.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { fc } from '../../../support/property.ts'
import { mixedCurves } from '../../../support/shared/mixed-curves.ts'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import {
  makeLeg,
  openTestLedger,
  startOfTests,
  makeTicket,
  databaseIn,
  gradeLegs,
} from '../../../support/ledger/tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

const linesOf = (ledger: Ledger, filter: LedgerFilter) =>
  ledger.reads.list.page({ filter, sort: newestFirst, after: null, limit: 200 }).lines
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
    of: totals => totals.openToWinMinor,
    summed: lines => sumOf(lines, line => line.potentialMinor - ownMinor(line)),
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

/** Filters that are set already. */
const filters: fc.Arbitrary<LedgerFilter> = fc
  .record({
    bookId: fc.constantFrom(null, 'bravo'),
    tag: fc.constantFrom(null, 'promo'),
    result: fc.constantFrom(null, 'won' as const, 'refunded' as const),
    toDay: fc.constantFrom(null, '2026-11-19'),
    currency: fc.constantFrom('USD', 'EUR'),
  })
  .map(part => ({ ...allTickets, ...part }))

describe('a figure of the totals', () => {
  it('is the sum of the tickets it opens to, and is the same for these alone', () => {
    fc.assert(
      fc.property(randomActions, filters, (applyActions, filter) => {
        const { ledger } = openTestLedger()
        applyActions(ledger)
        const totals = ledger.reads.sums.totals(filter)
        for (const { figure, of, summed } of opened) {
          const inside = narrowed(filter, { kind: 'figure', value: figure })
          const value = of(totals)
          expect([figure, summed(linesOf(ledger, inside))]).toEqual([figure, value])
          expect([figure, of(ledger.reads.sums.totals(inside))]).toEqual([figure, value])
        }
        ledger.close()
      }),
      { numRuns: 60 },
    )
  })
})

describe('a number of the charts', () => {
  it('opens a CLV step to its tickets, and the counts of those left out', () => {
    fc.assert(
      fc.property(randomActions, filters, (applyActions, filter) => {
        const { ledger } = openTestLedger()
        applyActions(ledger)
        const clv = ledger.reads.sums.clv(filter)
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

  it('opens a profit row to its settled tickets, and is the same for settled tickets alone', () => {
    fc.assert(
      fc.property(randomActions, filters, (applyActions, filter) => {
        const { ledger } = openTestLedger()
        applyActions(ledger)
        const settled = narrowed(filter, { kind: 'figure', value: 'settled' })
        for (const by of ['league', 'market', 'tag'] as const) {
          const report = ledger.reads.sums.profitBy(by, filter)
          expect(ledger.reads.sums.profitBy(by, settled)).toEqual(report)
          for (const row of report.rows) {
            const lines = linesOf(ledger, narrowed(settled, { kind: by, value: row.label }))
            expect([sumOf(lines, profitOf), sumOf(lines, one)]).toEqual([row.profitMinor, row.settled])
          }
        }
        expect(ledger.reads.sums.bankroll(settled)).toEqual(ledger.reads.sums.bankroll(filter))
        expect(ledger.reads.sums.clv(settled)).toEqual(ledger.reads.sums.clv(filter))
        ledger.close()
      }),
      { numRuns: 30 },
    )
  })
})

it('the profit curve covers what its band covers: no ticket without a close, boost, bonus bet, live bet or refund', () => {
  const { ledger } = openTestLedger()
  const { price } = makeTicket()
  const play = (part: object, result: 'won' | 'lost' | 'refunded', hasClose = true) => {
    const { ticketId } = ledger.record(makeTicket({ uid: randomUUID(), ...part }))
    if (hasClose) ledger.setClosing(ticketId, { kind: 'priced', price, at: startOfTests })
    ledger.decide(ticketId, { kind: 'result', result }, 'seen')
    return ticketId
  }
  const covered = [play({}, 'won'), play({}, 'lost')]
  play({ kind: 'bonus' }, 'won')
  play({}, 'won', false)
  play({ kind: 'boosted' }, 'won')
  play({ isLive: true }, 'lost')
  play({}, 'refunded')
  const { points, settled, withClose } = ledger.reads.sums.bankroll(allTickets)
  expect([settled, withClose]).toEqual([7, 2])
  const lines = linesOf(ledger, allTickets).filter(({ id }) => covered.includes(id))
  expect(points.at(-1)?.profitMinor).toBe(sumOf(lines, profitOf))
})

/** Singles, parlays, a bonus bet, refunds and a deleted ticket, with and without a close, in two currencies. */
function playMixedTickets(): Ledger {
  const { ledger } = openTestLedger()
  const { price } = makeTicket({ priced: { text: '+468', format: 'american' } })
  const single = { legs: [makeLeg('Harbor City', { market: 'Moneyline' })] }
  const play = (part: object, result: 'won' | 'lost' | 'refunded', hasClose = true) => {
    const { ticketId } = ledger.record(makeTicket({ uid: randomUUID(), ...part }))
    if (hasClose) ledger.setClosing(ticketId, { kind: 'priced', price, at: startOfTests })
    ledger.decide(ticketId, { kind: 'result', result }, 'seen')
    return ticketId
  }
  for (const currency of ['USD', 'EUR']) {
    play({ currency, day: '2026-11-19', ...single }, 'lost')
    play({ currency, day: '2026-11-19' }, 'won', false)
    play({ currency, day: '2026-11-20', kind: 'bonus' }, 'won')
    play({ currency, day: '2026-11-20', stakeMinor: 1_000 }, 'lost')
    play({ currency, day: '2026-11-20' }, 'refunded')
  }
  play({ stakeMinor: 2_000 }, 'won')
  ledger.void(play({}, 'won'), 'twice')
  return ledger
}

it('the curve of mixed tickets is of one currency, and is the one that the chart’s test draws', () => {
  const ledger = playMixedTickets()
  for (const currency of ['USD', 'EUR'] as const) {
    const curve = ledger.reads.sums.bankroll({ ...allTickets, currency })
    expect(curve).toEqual(mixedCurves[currency])

    const pool = linesOf(ledger, { ...allTickets, currency }).filter(line => line.isInClvPool)
    expect(curve.withClose).toBe(pool.length)
    expect(curve.points.at(-1)?.profitMinor).toBe(sumOf(pool, profitOf))
  }
})

describe('a row of the exposure board', () => {
  it('opens to the open tickets that depend on it', () => {
    fc.assert(
      fc.property(randomActions, fc.constantFrom('USD', 'EUR'), (applyActions, currency) => {
        const { ledger } = openTestLedger()
        applyActions(ledger)
        for (const start of [startOfTests, startOfTests + 86_400_000])
          ledger.record(makeTicket({ currency, legs: [gameOn(start), makeLeg('Harbor City')] }))
        const { games, players, legs } = ledger.reads.exposure({ ...allTickets, currency })
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
  makeLeg('Over 220.5', { game: { id: '', title: 'A at B', short: 'A at B', league: 'UBL', startAt } })

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

it('a parlay opens to the tickets with its legs, in any order, and no others', () => {
  const { ledger } = openTestLedger()
  const [total, winner] = [gameOn(startOfTests), makeLeg('Harbor City')]
  const record = (...legs: TicketLeg[]) => ledger.record(makeTicket({ legs })).ticketId
  const same = [record(total, winner), record(winner, total)]
  record(total)
  record(total, winner, makeLeg('River Town'))
  record(gameOn(startOfTests + 86_400_000), winner)
  const legs = [winner, total].map(({ name, market, game }) => ({ name, market, gameKey: toGameKey(game) }))
  const filter = narrowed(allTickets, { kind: 'parlay', label: 'Mine', legs })
  expect(new Set(linesOf(ledger, filter).map(({ id }) => id))).toEqual(new Set(same))
  expect(ledger.reads.sums.totals({ ...filter, currency: 'USD' }).tickets).toBe(2)
})

it('an open ticket is part of the open figures alone', () => {
  const { ledger } = openTestLedger()
  ledger.record(makeTicket())
  const found = figures.filter(
    value => linesOf(ledger, narrowed(allTickets, { kind: 'figure', value })).length > 0,
  )
  expect(found).toEqual(['open-stake', 'open-payout'])
})

const hour = 3_600_000
const midnight = startOfTests

/** A ledger with a clock that the test sets, first to an hour before midnight. */
function openClocked(folder = tempFolder()) {
  const clock = { now: midnight - hour }
  const ledger = new Ledger({
    files: ledgerFilesIn(folder),
    isDemo: () => false,
    log: error => {
      throw error
    },
    now: () => clock.now,
  })
  ledger.open()
  onTestFinished(() => ledger.close())
  const record = (given = {}) => ledger.record(makeTicket(given)).ticketId
  const today = () => {
    const sum = ledger.reads.sums.settledSince(midnight)
    expect(sumTickets(ledger, sum.currency)).toEqual(sum)
    return sum
  }
  return { ledger, clock, record, today, folder }
}

/** The same sum, from the tickets that it opens to. */
function sumTickets({ reads }: Ledger, currency: string) {
  const also = [{ kind: 'settled-since' as const, at: midnight }]
  const { lines } = reads.list.page({
    filter: { ...allTickets, currency, also },
    sort: newestFirst,
    after: null,
    limit: 50,
  })
  const profitMinor = lines.reduce((sum, line) => sum + (line.profitMinor ?? 0), 0)
  return { currency, tickets: lines.length, profitMinor }
}

const usd = (tickets: number, profitMinor: number) => ({ currency: 'USD', tickets, profitMinor })

describe('LedgerReads.settledSince', () => {
  it('counts by the time of the result, not of the bet', () => {
    const { ledger, clock, record, today } = openClocked()
    const [before, after] = [record(), record()]
    gradeLegs(ledger, before, ['won', 'won'])
    clock.now = midnight
    record()
    expect(today()).toEqual(usd(0, 0))
    gradeLegs(ledger, after, ['won', 'lost'])
    expect(today()).toEqual(usd(1, -4_000))
  })

  it('ignores later corrections of facts, but counts a result that changes', () => {
    const { ledger, clock, record, today } = openClocked()
    const [corrected, changed] = [record(), record()]
    for (const id of [corrected, changed]) gradeLegs(ledger, id, ['won', 'won'])
    clock.now = midnight + hour
    ledger.correct(corrected, { ...makeTicket(), stakeMinor: 5_000 }, 'typed wrong')
    expect(today()).toEqual(usd(0, 0))
    gradeLegs(ledger, changed, ['won', 'lost'])
    expect(today()).toEqual(usd(1, -4_000))
  })

  it('leaves out tickets that are open again, voided, or imported with their result', () => {
    const { ledger, clock, record, today } = openClocked()
    const [open, out] = [record(), record()]
    clock.now = midnight + hour
    for (const id of [open, out]) ledger.decide(id, { kind: 'result', result: 'won' }, 'seen')
    expect(today()).toEqual(usd(2, 2 * 20_480))
    ledger.decide(open, { kind: 'withdrawn' }, 'not yet')
    ledger.void(out, 'twice')
    ledger.core.log.commit(() => ledger.decide(record(), { kind: 'result', result: 'lost' }, 'from a table'))
    expect(today()).toEqual(usd(0, 0))
  })

  it('counts the currency of most tickets', () => {
    const { ledger, clock, record, today } = openClocked()
    const ids = [record(), record(), record({ currency: 'EUR' })]
    clock.now = midnight
    for (const id of ids) gradeLegs(ledger, id, ['lost', 'lost'])
    expect(today()).toEqual(usd(2, -8_000))
  })
})

it('a ledger from before settled_at was stored is migrated whole', async () => {
  const { ledger, clock, record, today, folder } = openClocked()
  const [first, second] = [record(), record({ tags: ['promo'] })]
  gradeLegs(ledger, first, ['won', 'won'])
  clock.now = midnight
  gradeLegs(ledger, second, ['lost', 'won'])
  const read = () => ({
    today: today(),
    line: ledger.reads.ticket(first).line,
    totals: ledger.reads.sums.totals(allTickets),
  })
  const before = read()
  ledger.close()
  const dropColumns = (table: string, names: readonly string[]) =>
    names.map(name => `ALTER TABLE ${table} DROP COLUMN ${name};`).join('')
  const indexed = ['title', 'book', 'price', 'stake', 'close', 'clv', 'status', 'result', 'profit']
  const withoutOrder = [
    ...indexed.map(name => `DROP INDEX tickets_by_${name};`),
    dropColumns('tickets', ['price_rank', 'close_rank', 'was_profit_minor', 'status_rank']),
    dropColumns('day_sums', ['refunded', 'open_to_win', 'clv_profit', 'clv_square']),
  ].join('')
  const old = new DatabaseSync(databaseIn(folder))
  const views = ['tickets', 'ticket_legs', 'entries', 'accounts', 'account_records']
  old.exec(views.map(name => `DROP VIEW v1_${name};`).join(''))
  old.exec(`DROP INDEX tickets_settled; ALTER TABLE tickets DROP COLUMN settled_at; DROP INDEX legs_unasked;
    DROP VIEW ticket_sums; ${withoutOrder} DROP INDEX log_of_ledger; DROP INDEX tickets_of_account; DROP INDEX tickets_in_account;
    ALTER TABLE tickets DROP COLUMN account_id;
    DROP INDEX tickets_of_promotion; DROP INDEX tickets_by_leg_count;
    ${dropColumns('tickets', ['fair_p', 'fair_source', 'close_p', 'close_p_by', 'promotion_id'])}
    DROP INDEX legs_pending; DROP TRIGGER legs_keep_their_place; ALTER TABLE legs DROP COLUMN game_key;
    DROP TABLE changes; PRAGMA user_version = 1`)
  old.close()
  ledger.open()
  expect(read()).toEqual(before)
  const status = () => ledger.snapshot().status
  await expect.poll(status).toMatchObject({ kind: 'open', verified: ledger.core.log.tail.records })
  expect(newestVersion).toBe(20)
})

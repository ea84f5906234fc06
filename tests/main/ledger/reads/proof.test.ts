import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import type { BetClass, ProofReport } from '../../../../src/shared/model/ticket/proof-report.ts'
import {
  parseTakenPrice,
  type ClosingFair,
  type TicketFacts,
} from '../../../../src/shared/model/ticket/ticket.ts'
import { betInDemo, type DemoBet } from '../../../support/ledger/demo-bettor.ts'
import { openReports } from '../../../support/ledger/open-reports.ts'
import { makeLeg, makeTicket, openTestLedger, startOfTests } from '../../../support/ledger/tickets.ts'

const bankroll = { minor: 500_000, currency: 'USD' }
const close: ClosingFair = { p: 0.25, by: 'singles' }

interface Bet {
  readonly given?: Partial<TicketFacts>
  readonly text?: string
  readonly close?: ClosingFair | null
  readonly result?: 'won' | 'lost' | 'refunded' | 'cash-out' | null
}

/** Records and settles bets, at +340 against a close of 25%: 10% too high. */
function place(ledger: Ledger, bets: readonly Bet[]): number[] {
  return ledger.core.log.commit(() => bets.map(bet => placeOne(ledger, bet)))
}

function placeOne(ledger: Ledger, bet: Bet): number {
  const { given = {}, text = '+340', result = 'won' } = bet
  const { ticketId } = ledger.record(makeTicket({ priced: { text, format: 'american' }, ...given }))
  const price = parseTakenPrice({ text: '+290', format: 'american' })
  if (!price.ok) throw new Error(price.sentence)
  const fair = bet.close === undefined ? close : bet.close
  if (fair !== null)
    ledger.setClosing(ticketId, { kind: 'priced', price: price.price, at: startOfTests, fair })
  if (result === 'cash-out') ledger.decide(ticketId, { kind: 'cash-out', payoutMinor: 5_000 }, 'sold')
  else if (result !== null) ledger.decide(ticketId, { kind: 'result', result }, 'as it ended')
  return ticketId
}

const times = (count: number, bet: Bet = {}): Bet[] => Array.from({ length: count }, () => bet)
const legs = (count: number) => ({ legs: Array.from({ length: count }, (_, at) => makeLeg(`leg ${at}`)) })
const read = (ledger: Ledger, filter = allTickets): ProofReport => ledger.reads.proof(filter, bankroll)
const clvOf = (report: ProofReport, of: BetClass) => report.clv.find(each => each.class === of)

describe('The proof of edge', () => {
  it('is the mean value against the close without its margin, with estimates counted', () => {
    const { ledger } = openTestLedger()
    place(ledger, [...times(20), ...times(20, { close: { p: 0.2, by: 'partition' }, result: 'lost' })])
    const clv = clvOf(read(ledger), 'plain')
    expect(clv?.estimated).toBe(20)
    if (clv?.value.kind !== 'measured') throw new Error('too few')
    expect(clv.value.count).toBe(40)
    expect(clv.value.mean).toBeCloseTo(-0.01, 10)
    expect(clv.value.standardError).toBeCloseTo(0.11 / Math.sqrt(39), 10)
  })

  it('claims nothing of fewer than 30 bets', () => {
    const { ledger } = openTestLedger()
    place(ledger, times(29, { given: { fair: { p: 0.25, source: 'mine' } } }))
    const tooFew = { kind: 'too-few', count: 29, needed: 30 }
    const report = read(ledger)
    expect(report.clv.map(({ value }) => value)).toEqual([tooFew, tooFew])
    expect(report.calibration).toEqual([
      { source: 'all', value: tooFew },
      { source: 'mine', value: tooFew },
    ])
    expect(report.profit.map(({ value }) => value)).toEqual([tooFew, tooFew])
    expect(report.ruin?.risks.map(({ value }) => value)).toEqual([tooFew, tooFew])
    place(ledger, times(1))
    expect(clvOf(read(ledger), 'plain')?.value.kind).toBe('measured')
  })

  it('keeps boosts, live bets and bonus bets apart, and the others by their legs', () => {
    const { ledger } = openTestLedger()
    place(ledger, [
      ...times(2, { given: { kind: 'boosted' } }),
      ...times(3, { given: { kind: 'bonus' } }),
      ...times(4, { given: { kind: 'boosted', isLive: true } }),
      ...times(5, { given: legs(1) }),
      ...times(6, { given: legs(2) }),
      ...times(7, { given: legs(6) }),
    ])
    expect(read(ledger).clv.map(each => [each.class, each.value.count])).toEqual([
      ['plain', 18],
      ['single', 5],
      ['legs-2', 6],
      ['legs-4', 7],
      ['boosted', 2],
      ['live', 4],
      ['bonus', 3],
    ])
  })

  it('leaves out open tickets, pushes, deleted ones, and those that store no probability', () => {
    const { ledger } = openTestLedger()
    const [deleted = 0] = place(ledger, [
      {},
      { result: 'refunded' },
      { result: null },
      { close: null },
      { result: 'cash-out', given: { fair: { p: 0.25, source: 'mine' } } },
      {},
    ])
    ledger.void(deleted, 'entered twice')
    const report = read(ledger)
    expect(report).toMatchObject({ settled: 4, withClose: 2, withFair: 1, calibration: [] })
    expect(clvOf(report, 'plain')?.value.count).toBe(2)
    expect(report.profit.map(({ by, value }) => [by, value.count])).toEqual([
      ['taken', 0],
      ['close', 1],
    ])
  })

  it('compares fair prices with what happened, by their source', () => {
    const { ledger } = openTestLedger()
    const fair = { p: 0.25, source: 'mine' } as const
    place(ledger, [
      ...times(10, { given: { fair } }),
      ...times(30, { given: { fair }, result: 'lost' }),
      ...times(2, { given: { fair: { p: 0.9, source: 'partition' } } }),
    ])
    const [all, partition, mine] = read(ledger).calibration
    expect([all?.source, partition?.source, mine?.source]).toEqual(['all', 'partition', 'mine'])
    if (mine?.value.kind !== 'measured' || all?.value.kind !== 'measured') throw new Error('too few')
    expect(mine.value.brier).toBeCloseTo(0.25 * 0.75, 10)
    expect(mine.value.bins).toMatchObject([{ from: 0.2, to: 0.3, count: 40, wonShare: 0.25 }])
    expect(all.value.bins.map(({ count }) => count)).toEqual([40, 2])
  })

  it('puts the real profit beside what the probabilities promise', () => {
    const { ledger } = openTestLedger()
    const fair = { p: 0.2, source: 'partition' } as const
    place(ledger, [...times(10, { given: { fair } }), ...times(30, { given: { fair }, result: 'lost' })])
    const [taken, closed] = read(ledger).profit
    if (taken?.value.kind !== 'measured' || closed?.value.kind !== 'measured') throw new Error('too few')
    // 40.00 at +340: wins 136.00, and 10 of 40 did.
    expect(taken.value.profitMinor).toBe(10 * 13_600 - 30 * 4_000)
    expect(taken.value.expectedMinor).toBeCloseTo(40 * (0.2 * 17_600 - 4_000), 6)
    expect(closed.value.expectedMinor).toBeCloseTo(40 * (0.25 * 17_600 - 4_000), 6)
  })

  it('measures the risk of ruin by the last 200 bets and a bankroll in the same currency', () => {
    const { ledger } = openTestLedger()
    const old = { given: { stakeMinor: 400_000, placedAt: startOfTests - 1_000 } }
    place(ledger, [...times(50, old), ...times(200)])
    const [, closed] = read(ledger).ruin?.risks ?? []
    if (closed?.value.kind !== 'measured') throw new Error('too few')
    expect(closed.value.count).toBe(200)
    expect(closed.value.risk).toBeLessThan(0.2)
    expect(ledger.reads.proof(allTickets, { minor: 0, currency: 'USD' }).ruin).toBeNull()
    expect(ledger.reads.proof(allTickets, { minor: 500_000, currency: 'EUR' }).ruin).toBeNull()
  })

  it('follows the filter, in one currency', () => {
    const { ledger } = openTestLedger()
    place(ledger, [
      ...times(31, { given: { tags: ['model'] } }),
      ...times(2, { given: { currency: 'EUR', tags: ['model'] } }),
      ...times(5),
    ])
    expect(read(ledger, { ...allTickets, tag: 'model' })).toMatchObject({ currency: 'USD', settled: 31 })
    expect(read(ledger, { ...allTickets, currency: 'EUR' })).toMatchObject({ currency: 'EUR', settled: 2 })
    expect(read(ledger, { ...allTickets, tag: 'unknown' })).toMatchObject({ settled: 0, clv: [] })
  })

  it('is the same from the worker', async () => {
    const { ledger, folder } = openTestLedger()
    place(ledger, times(40, { given: { fair: { p: 0.3, source: 'consensus' } } }))
    expect(await openReports(ledger, folder).proof(allTickets)).toEqual(read(ledger))
  })
})

describe('A bettor of known edge in the demo’s world', () => {
  const seeds = 20
  const count = 120
  const edge = 0.04

  it('is recovered within the bands that are shown, for nearly all of many seeds', () => {
    const { ledger } = openTestLedger()
    const found = Array.from({ length: seeds }, (_, seed) => {
      const tag = `seed ${seed}`
      const bets = betInDemo(seed, { edge, count })
      place(
        ledger,
        bets.map(bet => toBet(bet, tag)),
      )
      return read(ledger, { ...allTickets, tag })
    })
    expect(found.filter(report => hasEdge(report, edge)).length).toBeGreaterThanOrEqual(seeds - 3)
    // The same bands are no proof of another edge.
    expect(found.filter(report => hasEdge(report, edge + 0.06)).length).toBeLessThan(seeds / 4)
    for (const at of [0, 1]) {
      const within = found.filter(({ profit }) => {
        const value = profit[at]?.value
        return value?.kind === 'measured' && value.isWithin
      })
      expect(within.length).toBeGreaterThanOrEqual(seeds - 3)
    }
    const bins = found.flatMap(({ calibration }) => listBins(calibration[0]))
    const good = bins.filter(bin => Math.abs(bin.wonShare - bin.meanProbability) <= 1.96 * bin.standardError)
    expect(good.length / bins.length).toBeGreaterThan(0.9)
  }, 60_000)
})

const toBet = ({ gameId, name, p, decimal, close: of, isWon }: DemoBet, tag: string): Bet => {
  const game = { ...makeLeg(name).game, id: `${tag} ${gameId}` }
  const price = parseTakenPrice({ text: String(decimal), format: 'decimal' })
  if (!price.ok) throw new Error(price.sentence)
  const fair = { p, source: 'mine' } as const
  const taken = { price: price.price, fair, tags: [tag], legs: [makeLeg(name, { game })] }
  return { given: taken, close: of, result: isWon ? 'won' : 'lost' }
}

function hasEdge(report: ProofReport, edge: number): boolean {
  const value = clvOf(report, 'plain')?.value
  return value?.kind === 'measured' && Math.abs(value.mean - edge) <= 1.96 * value.standardError
}

function listBins(of: ProofReport['calibration'][number] | undefined) {
  return of?.value.kind === 'measured' ? of.value.bins.filter(bin => bin.count >= 10) : []
}

import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import {
  allTickets,
  newestFirst,
  sortKeys,
  type SortKey,
} from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { minorDigits } from '../../../../src/shared/model/ticket/money.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { parseTakenPrice } from '../../../../src/shared/model/ticket/ticket.ts'
import { fc } from '../../../support/property.ts'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import {
  gradeLegs,
  makeLeg,
  makeTicket,
  openTestLedger,
  startOfTests,
} from '../../../support/ledger/tickets.ts'

const pageOf = (ledger: Ledger, text: string, sort = newestFirst): TicketLine[] =>
  ledger.reads.list.page({ filter: { ...allTickets, text }, sort, after: null, limit: 200 }).lines

type Given = Parameters<typeof makeTicket>[0]
const record = (ledger: Ledger, given: Given) => ledger.record(makeTicket(given)).ticketId
const american = (text: string) => ({ priced: { text, format: 'american' } }) as const

describe('a limit in the ledger’s text', () => {
  it('of the stake is exact to the minor unit of each ticket’s own currency', () => {
    const { ledger } = openTestLedger()
    for (const stakeMinor of [2_999, 3_000, 3_001]) record(ledger, { stakeMinor })
    for (const stakeMinor of [29, 30, 31, 3_000]) record(ledger, { stakeMinor, currency: 'JPY' })
    for (const stakeMinor of [29_999, 30_001]) record(ledger, { stakeMinor, currency: 'KWD' })
    const found = (text: string) =>
      pageOf(ledger, text)
        .map(({ stakeMinor, currency }) => `${stakeMinor} ${currency}`)
        .toReversed()
    expect(found('stake>30')).toEqual(['3001 USD', '31 JPY', '3000 JPY', '30001 KWD'])
    expect(found('stake >= $30')).toEqual([
      '3000 USD',
      '3001 USD',
      '30 JPY',
      '31 JPY',
      '3000 JPY',
      '30001 KWD',
    ])
    expect(found('stake<30')).toEqual(['2999 USD', '29 JPY', '29999 KWD'])
    expect(found('stake<=29.995')).toEqual(['2999 USD', '29 JPY'])
    expect(found('stake<29.999')).toEqual(['2999 USD', '29 JPY'])
    expect(found('stake=30')).toEqual(['3000 USD', '30 JPY'])
    expect(found('stake=30.005')).toEqual([])
    expect(found('stake>30.005 stake<31')).toEqual(['3001 USD'])
  })

  it('of profit leaves out open tickets, and keeps the sign', () => {
    const { ledger } = openTestLedger()
    const [open, won, lost, refunded] = [0, 1, 2, 3].map(() => record(ledger, {}))
    gradeLegs(ledger, won ?? 0, ['won', 'won'])
    gradeLegs(ledger, lost ?? 0, ['lost', 'won'])
    gradeLegs(ledger, refunded ?? 0, ['refunded', 'refunded'])
    const yen = record(ledger, { currency: 'JPY', stakeMinor: 100 })
    gradeLegs(ledger, yen, ['won', 'won'])
    const found = (text: string) => pageOf(ledger, text).map(({ id }) => id)
    expect(open).toBe(1)
    expect(found('pl>204.79')).toEqual([yen, won])
    expect(found('p/l > 204.80')).toEqual([yen])
    expect(found('profit>=204.80 profit<300')).toEqual([won])
    for (const text of ['pl<0', 'pl<−39.99', 'pl=-$40', 'PL <= -40'])
      expect([text, found(text)]).toEqual([text, [lost]])
    expect(found('pl=0')).toEqual([refunded])
    expect(found('pl>-1000000')).toEqual([yen, refunded, lost, won])
    expect(found('pl>')).toEqual([yen, refunded, lost, won, open])
  })

  it('of CLV is in per cent, of tickets with a close alone, and equal as the column rounds', () => {
    const { ledger } = openTestLedger()
    const [best, worst, none] = ['+468', '+600', ''].map(close => {
      const id = record(ledger, {})
      const taken = parseTakenPrice({ text: close, format: 'american' })
      if (taken.ok) ledger.setClosing(id, { kind: 'priced', price: taken.price, at: startOfTests })
      return id
    })
    const found = (text: string) => pageOf(ledger, text).map(({ id }) => id)
    expect(none).toBe(3)
    // 7.7465%, and −12.5714%.
    expect(found('clv>7.7464')).toEqual([best])
    expect(found('clv>7.7465%')).toEqual([])
    expect(found('clv<0')).toEqual([worst])
    expect(found('clv>=-12.6')).toEqual([worst, best])
    expect(found('clv=7.7')).toEqual([best])
    expect(found('clv=-12.6')).toEqual([worst])
    expect(found('clv=7.8')).toEqual([])
  })

  it('of legs counts all of them, whatever their results', () => {
    const { ledger } = openTestLedger()
    const results = ['won', 'lost', 'refunded', 'unknown'] as const
    for (const count of [1, 2, 5]) {
      const legs = Array.from({ length: count }, (_, at) => makeLeg(`Leg ${at}`))
      gradeLegs(ledger, record(ledger, { legs }), results.slice(0, count))
    }
    const found = (text: string) => pageOf(ledger, text).map(({ id }) => id)
    expect(found('legs>2')).toEqual([3])
    expect(found('legs = 2')).toEqual([2])
    expect(found('legs<=2')).toEqual([2, 1])
    expect(found('legs<5 legs>1.5')).toEqual([2])
  })

  it('of the price compares what it pays, in whatever format either is written', () => {
    const { ledger } = openTestLedger()
    const prices: Given[] = [
      american('-120'),
      american('-110'),
      { priced: { text: '10/11', format: 'fractional' } },
      american('+100'),
      american('+299'),
      american('+300'),
      { priced: { text: '4.00', format: 'decimal' } },
      american('+350'),
      { priced: { text: '250.5', format: 'decimal' } },
    ]
    for (const given of prices) record(ledger, given)
    const found = (text: string) =>
      pageOf(ledger, text)
        .map(({ price }) => price.text)
        .toReversed()
    expect(found('price>300')).toEqual(['+350', '250.5'])
    expect(found('price>=+300')).toEqual(['+300', '4.00', '+350', '250.5'])
    expect(found('price=4')).toEqual(['+300', '4.00'])
    expect(found('price>=4.5')).toEqual(['+350', '250.5'])
    expect(found('price<-110')).toEqual(['-120'])
    expect(found('price=−110')).toEqual(['-110', '10/11'])
    expect(found('price<=100')).toEqual(['-120', '-110', '10/11', '+100'])
    expect(found('price>20000')).toEqual(['250.5'])
  })

  it('goes with words, and alone makes none of what is no limit', () => {
    const { ledger } = openTestLedger()
    record(ledger, { stakeMinor: 1_000 })
    record(ledger, { stakeMinor: 5_000, legs: [makeLeg('Mill City')] })
    const found = (text: string) => pageOf(ledger, text).map(({ id }) => id)
    expect(found('harbor stake<20')).toEqual([1])
    expect(found('mill stake<20')).toEqual([])
    expect(found('foo>3 mill')).toEqual([2])
    expect(found('foo>3')).toEqual([])
    expect(ledger.reads.sums.totals({ ...allTickets, text: 'foo>3' }).tickets).toBe(0)
  })

  it('finds those of thousands, in the order of its own column and of others', () => {
    const { ledger } = openTestLedger()
    const legs = [makeLeg('Harbor City')]
    const [tickets, isWon] = [5_150, (id: number) => id % 50 === 0] as const
    ledger.core.log.commit(() => {
      for (let id = 1; id <= tickets; id++) {
        record(ledger, { legs, stakeMinor: id })
        gradeLegs(ledger, id, [isWon(id) ? 'won' : 'lost'])
      }
    })
    const ids = Array.from({ length: tickets }, (_, at) => at + 1)
    const lost = ids.filter(id => !isWon(id))
    const found = (text: string, by: SortKey, isDescending: boolean) =>
      pageOf(ledger, text, { by, isDescending }).map(({ id }) => id)
    expect(found('pl<0', 'profit', true)).toEqual(lost.slice(0, 200))
    expect(found('pl<0', 'profit', false)).toEqual(lost.toReversed().slice(0, 200))
    expect(found('pl<0 stake<=50', 'profit', true)).toEqual(lost.filter(id => id <= 5_000).slice(0, 200))
    expect(found('stake>0.99 pl<0', 'placed', false)).toEqual(lost.filter(id => id > 99).slice(0, 200))
    expect(found('stake>=51.00 stake<51.01', 'stake', true)).toEqual([5_100])
    expect(ledger.reads.sums.totals({ ...allTickets, text: 'pl<0' }).tickets).toBe(lost.length)
  })

  it('finds the same tickets as a plain pass, in every order, and sums them', () => {
    const money = (minor: number, currency: string) => minor / 10 ** minorDigits(currency)
    const measures = {
      stake: (line: TicketLine) => money(line.stakeMinor, line.currency),
      pl: (line: TicketLine) => (line.profitMinor === null ? NaN : money(line.profitMinor, line.currency)),
      legs: ({ legs }: TicketLine) => Object.values(legs).reduce((sum, count) => sum + count, 0),
    }
    const passes = {
      '>': (value: number, bound: number) => value > bound,
      '<=': (value: number, bound: number) => value <= bound,
    }
    const limits = fc.record({
      of: fc.constantFrom(...(['stake', 'pl', 'legs'] as const)),
      is: fc.constantFrom(...(['>', '<='] as const)),
      at: fc.oneof(fc.integer({ min: -3, max: 4 }), fc.integer({ min: -10_000, max: 10_000 })),
    })
    fc.assert(
      fc.property(randomActions, limits, fc.constantFrom(...sortKeys), (apply, { of, is, at }, by) => {
        const { ledger } = openTestLedger()
        apply(ledger)
        const text = `${of}${is}${at}`
        const isWithin = (line: TicketLine) => passes[is](measures[of](line), at)
        const sort = { by, isDescending: true }
        const wanted = pageOf(ledger, '', sort).filter(isWithin)
        expect(pageOf(ledger, text, sort)).toEqual(wanted)
        for (const currency of ['USD', 'EUR']) {
          const summed = wanted.filter(line => line.currency === currency)
          expect(ledger.reads.sums.totals({ ...allTickets, currency, text })).toMatchObject({
            tickets: summed.length,
            profitMinor: summed.reduce((sum, line) => sum + (line.profitMinor ?? 0), 0),
          })
        }
        ledger.close()
      }),
      { numRuns: 60 },
    )
  })
})

describe('what people write in the ledger’s text', () => {
  const idsOf = (ledger: Ledger, text: string) => {
    const ids = pageOf(ledger, text).map(({ id }) => id)
    expect(ledger.reads.sums.totals({ ...allTickets, text }).tickets).toBe(ids.length)
    return ids
  }

  it('finds a day by the day of placing', () => {
    const { ledger } = openTestLedger()
    const dayMs = 86_400_000
    const [old, late] = [2, 0].map(back =>
      record(ledger, { placedAt: startOfTests - back * dayMs, day: `2026-11-${20 - back}` }),
    )
    expect(idsOf(ledger, '2026-11-20')).toEqual([late])
    expect(idsOf(ledger, 'nov 18, 2026')).toEqual([old])
    expect(idsOf(ledger, '18.11.2026 or 2026-11-20')).toEqual([late, old])
    expect(idsOf(ledger, 'not 2026-11-20')).toEqual([old])
    expect(idsOf(ledger, '2026-11-20 2026-11-18')).toEqual([])
    expect(idsOf(ledger, '2026-11-19')).toEqual([])
    expect(idsOf(ledger, 'nov 18-19, 2026')).toEqual([old])
    expect(idsOf(ledger, 'nov 2026')).toEqual([late, old])
    expect(idsOf(ledger, 'oct 2026 or nov 19-20, 2026')).toEqual([late])
    const named = record(ledger, { tags: ['april'], placedAt: startOfTests, day: '2026-11-20' })
    const inApril = record(ledger, { placedAt: startOfTests - 220 * dayMs, day: '2026-04-14' })
    expect(idsOf(ledger, 'april')).toEqual([named, inApril])
  })

  it('finds prices and amounts exactly, and open tickets without a profit', () => {
    const { ledger } = openTestLedger()
    const long = record(ledger, { ...american('+355'), stakeMinor: 4_000 })
    const short = record(ledger, { ...american('-110'), stakeMinor: 4_001 })
    const tagged = record(ledger, { tags: ['was +355'] })
    const won = record(ledger, { ...american('+100'), stakeMinor: 455 })
    gradeLegs(ledger, won, ['won', 'won'])
    expect(idsOf(ledger, '+355')).toEqual([tagged, long])
    expect(idsOf(ledger, '355')).toEqual([long])
    expect(idsOf(ledger, 'odds>=300')).toEqual([tagged, long])
    expect(idsOf(ledger, '−110')).toEqual([short])
    expect(idsOf(ledger, '4.55')).toEqual([won, long])
    expect(idsOf(ledger, '+$4.55')).toEqual([won])
    expect(idsOf(ledger, '40.01')).toEqual([short])
    expect(idsOf(ledger, '$40.01 or 4.55')).toEqual([won, short, long])
    expect(idsOf(ledger, 'not 4.55 not $40.01')).toEqual([tagged])
    expect(idsOf(ledger, 'was or pl>0')).toEqual([won, tagged])
  })
})

describe('a word after a minus in the ledger’s text', () => {
  it('leaves out the tickets that have it, in lists and sums', () => {
    const { ledger } = openTestLedger()
    const [props, both, free] = [['props'], ['props', 'free bet'], ['free']].map(tags =>
      record(ledger, { tags }),
    )
    const found = (text: string) => {
      const ids = pageOf(ledger, text).map(({ id }) => id)
      expect(ledger.reads.sums.totals({ ...allTickets, text }).tickets).toBe(ids.length)
      return ids
    }
    expect(found('-props')).toEqual([free])
    expect(found('!PROP')).toEqual([free])
    expect(found('free -props')).toEqual([free])
    expect(found('props −free')).toEqual([props])
    expect(found('-free-bet')).toEqual([free, props])
    expect(found('-free -props')).toEqual([])
    expect(found('-nothing stake>30')).toEqual([free, both, props])
    ledger.void(free ?? 0, 'twice')
    expect(found('-props')).toEqual([])
  })
})

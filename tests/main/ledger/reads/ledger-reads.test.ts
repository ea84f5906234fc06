import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import {
  allTickets,
  newestFirst,
  figures,
  type Figure,
  type FilterPart,
  type LedgerFilter,
  sortKeys,
  type SortKey,
  type TicketSort,
} from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { ticketResults } from '../../../../src/shared/model/ticket/settlement.ts'
import { ticketKinds } from '../../../../src/shared/model/ticket/ticket.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { fc } from '../../../support/property.ts'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import {
  gradeLegs,
  makeLeg,
  openTestLedger,
  startOfTests,
  makeTicket,
} from '../../../support/ledger/tickets.ts'

function everyLine(ledger: Ledger, filter: LedgerFilter, limit: number, sort = newestFirst): TicketLine[] {
  const lines: TicketLine[] = []
  let after: Parameters<Ledger['reads']['list']['page']>[0]['after'] = null
  do {
    const page = ledger.reads.list.page({ filter, sort, after, limit })
    lines.push(...page.lines)
    after = page.next
  } while (after !== null)
  return lines
}

const parts: fc.Arbitrary<FilterPart> = fc.oneof(
  fc.record({ kind: fc.constant('figure' as const), value: fc.constantFrom(...figures) }),
  fc.constant({ kind: 'market' as const, value: 'Points' }),
)
const filters: fc.Arbitrary<LedgerFilter> = fc.record({
  fromDay: fc.constantFrom(null, '2026-11-19', '2026-11-20'),
  toDay: fc.constantFrom(null, '2026-11-19', '2026-11-30'),
  bookId: fc.constantFrom(null, 'bravo', 'no-book'),
  league: fc.constantFrom(null, 'UBL'),
  market: fc.constantFrom(null, 'Moneyline'),
  tag: fc.constantFrom(null, 'promo'),
  result: fc.constantFrom(null, ...ticketResults),
  currency: fc.constantFrom(null, 'USD'),
  text: fc.constantFrom('', 'nor', 'REYES half', 'river', 'zzz', '27.5'),
  also: fc.array(parts, { maxLength: 2 }),
})

const ownMinor = ({ kind, stakeMinor }: TicketLine) => (kind === 'bonus' ? 0 : stakeMinor)
const isSettled = ({ profitMinor }: TicketLine) => profitMinor !== null

/** The tickets that a figure is made of, as a test of a line. */
const partOf: Readonly<Record<Figure, (line: TicketLine) => boolean>> = {
  'open-stake': line => !isSettled(line) && ownMinor(line) > 0,
  'open-payout': line => !isSettled(line) && !line.isProvisionallyLost,
  settled: isSettled,
  staked: line => isSettled(line) && ownMinor(line) > 0,
  clv: line => line.isInClvPool,
  'clv-kept-out': line => isSettled(line) && line.clv !== null && !line.isInClvPool,
  'no-close': line => isSettled(line) && line.clv === null,
}

const sumProfits = (lines: readonly TicketLine[]) =>
  lines.reduce((sum, line) => sum + (line.profitMinor ?? 0), 0)

function standardError(lines: readonly TicketLine[]): number {
  const values = lines.map(({ clv }) => clv ?? 0)
  if (values.length < 2) return 0
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1) / values.length)
}

const sorts: fc.Arbitrary<TicketSort> = fc.record({
  by: fc.constantFrom(...sortKeys),
  isDescending: fc.boolean(),
})

const valueOf: Readonly<Record<SortKey, (line: TicketLine) => number | string | null>> = {
  placed: () => 0,
  title: ({ title }) => title.toLowerCase(),
  book: ({ book }) => book.name.toLowerCase(),
  price: ({ price }) => Math.floor(price.decimal * 1e6 + 0.01),
  stake: ({ stakeMinor }) => stakeMinor,
  close: ({ closing }) => (closing.kind === 'priced' ? Math.floor(closing.price.decimal * 1e6 + 0.01) : null),
  clv: ({ clv }) => clv,
  legs: ({ result, startsAt, legs }) => {
    if (result === 'review') return 0
    if (result === 'pending') return startsAt ?? 4e15
    return 8e15 + 1e6 * legs.won + 1e3 * legs.lost + legs.refunded
  },
  result: ({ result }) => result,
  profit: ({ profitMinor }) => profitMinor,
}

/** `newest` is sorted by time already. */
function sortLines(newest: readonly TicketLine[], { by, isDescending }: TicketSort): TicketLine[] {
  const inTime = isDescending ? newest : newest.toReversed()
  const value = valueOf[by]
  const known = inTime.filter(line => value(line) !== null)
  const compare = (a: TicketLine, b: TicketLine) => {
    const [one, other] = [value(a) ?? 0, value(b) ?? 0]
    return one < other ? -1 : one > other ? 1 : 0
  }
  const sorted = known.toSorted((a, b) => (isDescending ? -compare(a, b) : compare(a, b)))
  return [...sorted, ...inTime.filter(line => value(line) === null)]
}

/** The filter again, as a test of a line and its opened ticket. */
function matches(ledger: Ledger, line: TicketLine, filter: LedgerFilter): boolean {
  const { legs, note } = ledger.reads.ticket(line.id)
  const text = [
    ...legs.map(leg => `${leg.name} ${leg.market} ${leg.game.title}`),
    line.book.name,
    ...line.tags,
    note,
  ]
  const words = text
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  const wanted = filter.text
    .toLowerCase()
    .split(' ')
    .filter(word => word !== '')
  return (
    (filter.fromDay === null || line.day >= filter.fromDay) &&
    (filter.toDay === null || line.day <= filter.toDay) &&
    (filter.bookId === null || line.book.id === filter.bookId) &&
    (filter.league === null || legs.some(leg => leg.game.league === filter.league)) &&
    (filter.market === null || legs.some(leg => leg.market === filter.market)) &&
    (filter.tag === null || line.tags.includes(filter.tag)) &&
    (filter.result === null || line.result === filter.result) &&
    (filter.currency === null || line.currency === filter.currency) &&
    filter.also.every(part =>
      part.kind === 'figure' ? partOf[part.value](line) : legs.some(leg => leg.market === 'Points'),
    ) &&
    wanted.every(prefix => words.some(word => word.startsWith(prefix)))
  )
}

describe('lists and sums', () => {
  it('equal those of a plain pass over every ticket, for any filter', () => {
    fc.assert(
      fc.property(randomActions, filters, (applyActions, filter) => {
        const { ledger } = openTestLedger()
        applyActions(ledger)
        const all = everyLine(ledger, allTickets, 200)
        const wanted = all.filter(line => matches(ledger, line, filter))
        expect(everyLine(ledger, filter, 3).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
        const { currency, ...totals } = ledger.reads.sums.totals(filter)
        const summed = wanted.filter(line => line.currency === currency)
        expect(totals).toMatchObject({
          tickets: summed.length,
          profitMinor: summed.reduce((sum, line) => sum + (line.profitMinor ?? 0), 0),
          needsReview: summed.filter(line => line.result === 'review').length,
          won: summed.filter(line => line.result === 'won').length,
        })
        expect(ledger.reads.sums.clv(filter).buckets.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(
          totals.clvTickets,
        )
        expect(totals.clvError ?? 0).toBeCloseTo(standardError(summed.filter(line => line.isInClvPool)), 3)
        const closed = summed.filter(line => line.isInClvPool)
        expect(ledger.reads.sums.bankroll(filter).points.at(-1)?.profitMinor ?? 0).toBe(
          closed.length === 0 ? totals.profitMinor : sumProfits(closed),
        )
        for (const by of ['book', 'month'] as const) {
          const profits = ledger.reads.sums.profitBy(by, filter).rows.map(({ profitMinor }) => profitMinor)
          expect(profits.reduce((sum, profit) => sum + profit, 0)).toBe(totals.profitMinor)
        }
        ledger.close()
      }),
      { numRuns: 60 },
    )
  })

  it('are sorted by any column in either direction, those without a value last', () => {
    fc.assert(
      fc.property(randomActions, filters, sorts, (applyActions, filter, sort) => {
        const { ledger } = openTestLedger()
        applyActions(ledger)
        const plain = everyLine(ledger, filter, 200)
        const ids = (lines: readonly TicketLine[]) => lines.map(({ id }) => id)
        expect(ids(everyLine(ledger, filter, 3, sort))).toEqual(ids(sortLines(plain, sort)))
        ledger.close()
      }),
      { numRuns: 80 },
    )
  })

  it('continue where a page ended, also among tickets of one moment', () => {
    const { ledger } = openTestLedger()
    for (let n = 0; n < 7; n++) ledger.record(makeTicket())
    expect(everyLine(ledger, allTickets, 2).map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  it('find a ticket of many legs by any word of it', () => {
    const { ledger } = openTestLedger()
    const legs = Array.from('abcdefghijklmnopqrst', letter =>
      makeLeg(`First${letter} Last${letter} Over 1.5`, { market: `Stat${letter} Extra${letter}` }),
    )
    ledger.record(makeTicket({ legs, tags: ['promo'], note: `${'filler '.repeat(90)}hedged` }))
    const found = (text: string) =>
      ledger.reads.list.page({ filter: { ...allTickets, text }, sort: newestFirst, after: null, limit: 5 })
        .lines.length
    for (const text of ['bravo', 'promo', 'hedged', 'lastt', 'extrat', 'river', 'lasta promo'])
      expect([text, found(text)]).toEqual([text, 1])
  })

  it('find a promotion by its kind', () => {
    const { ledger } = openTestLedger()
    for (const kind of ticketKinds) ledger.record(makeTicket({ kind }))
    const find = (text: string) =>
      ledger.reads.list
        .page({ filter: { ...allTickets, text }, sort: newestFirst, after: null, limit: 5 })
        .lines.map(({ kind }) => kind)
    expect(find('bonus')).toEqual(['bonus'])
    expect(find('free bet')).toEqual(['bonus'])
    expect(find('boost')).toEqual(['boosted'])
    expect(find('promo')).toEqual(['boosted', 'bonus'])
  })

  it('find a ticket by what its row shows: short legs, result, task and book', () => {
    const { ledger } = openTestLedger()
    const legs = [
      makeLeg('Ada North Over 27.5', { market: 'Player Points' }),
      makeLeg('River Town -3.5', { market: 'Point Spread' }),
    ]
    const [open, won, lost, live] = [false, false, false, true].map(
      isLive => ledger.record(makeTicket({ legs, isLive })).ticketId,
    )
    const under = ledger.record(makeTicket({ legs: [makeLeg('Ada North Under 2.5')] })).ticketId
    gradeLegs(ledger, won ?? 0, ['won', 'won'])
    gradeLegs(ledger, lost ?? 0, ['lost', 'lost'])
    const find = (text: string) =>
      ledger.reads.list
        .page({ filter: { ...allTickets, text }, sort: newestFirst, after: null, limit: 9 })
        .lines.map(({ id }) => id)
    for (const text of [
      'O27.5',
      'North O27.5 pts',
      'over 27.5',
      'o27,5 PTS',
      'o27',
      '-3.5',
      'River Town −3.5',
    ])
      expect([text, find(text)]).toEqual([text, [live, lost, won, open]])
    expect(find('u2.5')).toEqual([under])
    expect(find('won')).toEqual([won])
    expect(find('lost bravo')).toEqual([lost])
    expect(find('open')).toEqual([under, live, open])
    expect(find('live')).toEqual([live])
    expect(ledger.reads.sums.totals({ ...allTickets, text: 'lost' }).tickets).toBe(1)
    for (const text of ['o28', 'u27.5', '+3.5', '-3.6']) expect([text, find(text)]).toEqual([text, []])
  })

  it.each(['27.5', '40', 'over', 'x', '- '])('find no ticket by %s, which is not a word', text => {
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    const filter = { ...allTickets, text }
    expect(ledger.reads.list.page({ filter, sort: newestFirst, after: null, limit: 5 }).lines).toEqual([])
    expect(ledger.reads.sums.totals(filter).tickets).toBe(0)
    expect(ledger.reads.sums.totals({ ...allTickets, text: `${text} harbor` }).tickets).toBe(1)
  })

  it('count a ticket under each of its markets and tags', () => {
    const { ledger } = openTestLedger()
    gradeLegs(ledger, ledger.record(makeTicket({ tags: ['a', 'b'] })).ticketId, ['won', 'won'])
    for (const by of ['market', 'tag'] as const)
      expect(ledger.reads.sums.profitBy(by, allTickets).rows.map(({ profitMinor }) => profitMinor)).toEqual([
        20_480, 20_480,
      ])
  })
})

describe('the exposure board', () => {
  it('sums open tickets by game, player and leg, each ticket once', () => {
    const { ledger } = openTestLedger()
    const first = ledger.record(makeTicket()).ticketId
    ledger.record(
      makeTicket({
        stakeMinor: 1_000,
        legs: [makeLeg('Ada North Over 27.5'), makeLeg('Ada North Over 7.5')],
      }),
    )
    const { games, players, legs, oneAway } = ledger.reads.exposure(allTickets)
    expect(games).toEqual([
      {
        label: 'River Town at Harbor City',
        detail: 'UBL',
        gameKey: makeLeg('any').game.id,
        startAt: startOfTests + 3_600_000,
        tickets: 2,
        stakeMinor: 5_000,
        payoutMinor: 24_480 + 6_120,
      },
    ])
    expect(players).toMatchObject([{ label: 'Ada North', tickets: 2, stakeMinor: 5_000 }])
    expect(legs.map(({ label, stakeMinor }) => [label, stakeMinor])).toEqual([
      ['Ada North Over 27.5', 5_000],
      ['Harbor City', 4_000],
      ['Ada North Over 7.5', 1_000],
    ])
    expect(oneAway).toEqual([])
    gradeLegs(ledger, first, ['won', 'pending'])
    expect(ledger.reads.exposure({ ...allTickets, currency: 'USD' }).oneAway).toMatchObject([
      { ticketId: first, leg: 'Harbor City', won: 1, total: 2, stakeMinor: 4_000, payoutMinor: 24_480 },
    ])
    expect(ledger.reads.exposure({ ...allTickets, currency: 'EUR' }).games).toEqual([])
  })

  it('counts only the open tickets that the filter lets pass', () => {
    const { ledger } = openTestLedger()
    const first = ledger.record(makeTicket()).ticketId
    ledger.record(makeTicket({ stakeMinor: 1_000, tags: ['nba'], legs: [makeLeg('Zoe West Over 7.5')] }))
    gradeLegs(ledger, first, ['won', 'pending'])
    const stakes = (part: Partial<LedgerFilter>) => {
      const { games, oneAway } = ledger.reads.exposure({ ...allTickets, ...part })
      return [games.map(({ stakeMinor }) => stakeMinor), oneAway.length]
    }
    expect(stakes({})).toEqual([[5_000], 1])
    expect(stakes({ text: 'zoe' })).toEqual([[1_000], 0])
    expect(stakes({ text: 'ada', result: 'pending' })).toEqual([[4_000], 1])
    expect(stakes({ tag: 'nba' })).toEqual([[1_000], 0])
    for (const part of [{ result: 'won' }, { text: 'nothing' }, { toDay: '2020-01-01' }] as const)
      expect(stakes(part)).toEqual([[], 0])
  })

  it('keeps games of one title apart, and legs of one name in different games', () => {
    const { ledger } = openTestLedger()
    const day = 86_400_000
    const game = (id: string, title: string, startAt: number | null = startOfTests) =>
      makeLeg('Over 220.5', {
        market: 'Total Points',
        game: { id, title, short: title, league: 'UBL', startAt },
      })
    const games = [
      game('ubl:rvt:hbr:1', 'A at B'),
      game('ubl:rvt:hbr:2', 'A at B', startOfTests + day),
      game('ubl:lak:oak:1', 'C at D'),
      game('', 'E at F'),
      game('', 'E at F', startOfTests + day),
    ]
    for (const leg of games)
      ledger.record(makeTicket({ legs: [leg, { ...leg, name: 'Ada North Over 7.5' }] }))
    const exposure = ledger.reads.exposure(allTickets)
    for (const by of ['games', 'players'] as const)
      expect(exposure[by].map(({ tickets }) => tickets)).toEqual([1, 1, 1, 1, 1])
    expect(exposure.legs).toHaveLength(10)
    expect(exposure.legs.map(({ detail }) => detail)).toContain('Total Points · C at D')
    ledger.record(makeTicket({ legs: [game('ubl:rvt:hbr:1', 'A at B', startOfTests + 60_000)] }))
    expect(ledger.reads.exposure(allTickets).games[0]).toMatchObject({ label: 'A at B', tickets: 2 })
  })
})

describe('GradableLegs', () => {
  it('lists legs with a token that are pending or have an unknown word, and those settled lately', () => {
    const { ledger } = openTestLedger()
    const byHand = makeLeg('Typed', { grade: null })
    const { ticketId } = ledger.record(makeTicket({ legs: [makeLeg('A'), makeLeg('B'), byHand] }))
    const voided = ledger.record(makeTicket()).ticketId
    ledger.void(voided, 'twice')
    const awaited = () =>
      [...ledger.gradableLegs.awaited('own')].flat().map(leg => [leg.ticketId, leg.place, leg.grade])
    expect(awaited()).toEqual([
      [ticketId, 0, 'grade-of-A'],
      [ticketId, 1, 'grade-of-B'],
    ])
    gradeLegs(ledger, ticketId, ['won', 'unknown'])
    expect(awaited()).toEqual([[ticketId, 1, 'grade-of-B']])
    expect([...ledger.gradableLegs.settledSince('own', startOfTests)].flat()).toMatchObject([
      { ticketId, place: 0, result: 'won' },
    ])
    expect([...ledger.gradableLegs.settledSince('own', startOfTests + 1)].flat()).toEqual([])
  })
})

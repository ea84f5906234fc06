/** Tickets of three years, the same at every run: settled but for the newest, most with a closing price. */
import type { Ledger } from '../../src/main/ledger/ledger.ts'
import type { GradedLeg } from '../../src/main/ledger/tickets/gradings.ts'
import type { Grading, LegResult } from '../../src/shared/model/ticket/settlement.ts'
import {
  parseTakenPrice,
  type TakenPrice,
  type TicketFacts,
  type TicketLeg,
} from '../../src/shared/model/ticket/ticket.ts'

const newestDay = Date.UTC(2026, 10, 20, 20)
/** Number of the last ticket of a ledger; higher ones are placed at the same time. */
export const lastTicket = 100_000
const leagues = ['UBL', 'UFL', 'ULH', 'USL', 'UBB']
const words: readonly LegResult[] = [
  'won',
  'won',
  'won',
  'won',
  'won',
  'won',
  'won',
  'lost',
  'won',
  'won',
  'refunded',
]

/** A number below `limit` that depends only on `of`. */
function pick(limit: number, ...of: readonly number[]): number {
  const mixed = of.reduce((hash, next) => Math.imul(hash ^ next, 0x9e3779b1) ^ (hash >>> 15), 0x2545f491)
  return (mixed >>> 0) % limit
}

function price(american: number): TakenPrice {
  const taken = parseTakenPrice({ text: `+${american}`, format: 'american' })
  if (!taken.ok) throw new Error(taken.sentence)
  return taken.price
}

export function makeBenchTicket(n: number): TicketFacts {
  const placedAt = newestDay - Math.max(0, lastTicket - n) * 946_000
  const league = pick(leagues.length, n, 1)
  return {
    uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    profileId: 'own',
    isDemo: false,
    parlayId: n,
    quoteId: n * 30,
    book: { id: `book_${pick(12, n, 2)}`, name: `Book ${pick(12, n, 2)}` },
    placedAt,
    day: new Date(placedAt).toISOString().slice(0, 10),
    stakeMinor: 500 + pick(100, n, 3) * 100,
    currency: 'USD',
    price: price(150 + pick(900, n, 4)),
    kind: n % 40 === 0 ? 'boosted' : 'normal',
    isLive: n % 25 === 0,
    tags: n % 20 === 0 ? ['promo'] : [],
    note: '',
    legs: Array.from({ length: 5 }, (_, place) =>
      madeLeg(n, place, { league, startAt: placedAt + 3_600_000 }),
    ),
  }
}

function madeLeg(
  n: number,
  place: number,
  { league, startAt }: { league: number; startAt: number },
): TicketLeg {
  const player = pick(5_000, n, place, 5)
  const name = `Name${pick(60, n, place, 6)} Surname${player} Over ${pick(40, n, place, 7)}.5`
  const market = `Market ${league * 6 + pick(6, n, place, 8)}`
  const game = `ubl:team-${pick(30, n, 9)}:team-${pick(30, n, 10)}:2026-11-20`
  return {
    selectionKey: `${game}#${market}#${name}`,
    oddsId: `Book#${game}#${market}#${name}`,
    grade: toToken(n, place),
    name,
    market,
    game: {
      id: game,
      title: `Team ${pick(30, n, 9)} at Team ${pick(30, n, 10)}`,
      short: 'TMA at TMB',
      league: leagues[league] ?? '',
      startAt,
    },
    price: { text: '-110', format: 'american' },
  }
}

const toToken = (n: number, place: number) => `token-${n}-${place}-0123456789abcdef`

const grading = (result: LegResult): Grading => ({
  result,
  word: result,
  market: 'Market',
  name: 'Name Surname Over 27.5',
  game: { id: 'ubl:team-a:team-b:2026-11-20', league: 'ubl', day: '2026-11-20' },
  away: { id: 'ubl:team-a', name: 'Team A', abbreviation: 'TMA', score: 101 },
  home: { id: 'ubl:team-b', name: 'Team B', abbreviation: 'TMB', score: 99 },
  status: 'Final',
  isLive: false,
  players: [{ name: 'Name Surname', position: 'G', score: 31 }],
})

/** After the newest games, and long after the others ended. */
export const afterTheGames = newestDay + 6 * 3_600_000
export const longBefore = newestDay - 30 * 24 * 3_600_000
export const openTickets = 500

/** Records the last `tickets` tickets, with their closing prices and results; the newest stay open. */
export function fillLedger(ledger: Ledger, tickets: number): void {
  ledger.savePolicy({ bookId: 'book_1', policy: 'void_all', source: 'bench', asOf: null })
  ledger.core.log.commit(() => {
    for (let n = lastTicket - tickets + 1; n <= lastTicket; n++) {
      const { ticketId } = ledger.record(makeBenchTicket(n))
      if (n > lastTicket - openTickets) continue
      const at = newestDay - (lastTicket - n) * 946_000
      if (n % 10 !== 0)
        ledger.setClosing(ticketId, { kind: 'priced', price: price(150 + pick(900, n, 11)), at })
      ledger.grade(makeResults(ticketId, n))
    }
  })
}

function makeResults(ticketId: number, n: number): GradedLeg[] {
  return [0, 1, 2, 3, 4].map(place => ({
    ticketId,
    place,
    grade: toToken(n, place),
    grading: grading(words[pick(words.length, n, place, 12)] ?? 'won'),
  }))
}

/** Records tickets after number `after` until `legs` legs are pending. */
export function addPending(ledger: Ledger, { after, legs }: { after: number; legs: number }): void {
  ledger.core.log.commit(() => {
    for (let n = 1; n <= legs / 5 - openTickets; n++) ledger.record(makeBenchTicket(after + n))
  })
}

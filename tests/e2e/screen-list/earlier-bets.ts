/** Four weeks of invented bets, already ended, for the pictures: written by the ledger itself before the program starts. */
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import { demoProfileId } from '../../../src/shared/model/settings/profile.ts'
import type { Grading } from '../../../src/shared/model/ticket/settlement.ts'
import { parseTakenPrice, type TicketFacts } from '../../../src/shared/model/ticket/ticket.ts'
import { LOCAL_HOUR, zoneWhereItIs } from './worlds.ts'

const tickets = 90
const dayMs = 86_400_000
const books = ['Alpha Bet', 'Bravo', 'Delta', 'Echo 888', 'Foxtrot', 'Juliet', 'Kilo Sports']
const games: readonly (readonly [league: string, title: string, short: string])[] = [
  ['Union Basketball League', 'Lake Forest at Bay Town', 'LKF at BYT'],
  ['Union Football League', 'Timber at Fort Hale', 'TMB at FTH'],
  ['Union Baseball League', 'Maple Grove at San Dune', 'MPG at SDP'],
]
const selections: readonly (readonly [name: string, market: string])[] = [
  ['Pearl Thorn Over 25.5', 'Player Points'],
  ['Hale Gale Over 30.5', 'Player Points + Assists'],
  ['Yara Reed Over 7.5', 'Player Rebounds'],
  ['Otis Crane Under 20.5', 'Player Points'],
  ['Lake Forest', 'Moneyline'],
]

/** A number below `limit` that depends only on `of`, so that the pictures stay as they are. */
function pick(limit: number, ...of: readonly number[]): number {
  const mixed = of.reduce((hash, next) => Math.imul(hash ^ next, 0x9e3779b1) ^ (hash >>> 15), 0x2545f491)
  return (mixed >>> 0) % limit
}

/** One of a list, likewise. */
function pickFrom<T>(list: readonly T[], ...of: readonly number[]): T {
  const picked = list[pick(list.length, ...of)]
  if (picked === undefined) throw new RangeError('nothing to pick from')
  return picked
}

function priceOf(american: number): TicketFacts['price'] {
  const parsed = parseTakenPrice({ text: `+${american}`, format: 'american' })
  if (!parsed.ok) throw new Error(parsed.sentence)
  return parsed.price
}

/** The token that the leg of a ticket is graded by. */
const gradeOf = (n: number, place: number) => `${n}-${place}`

const americanOf = (n: number) => 240 + 10 * pick(30, n, 6)

/** Day where the program of the pictures is: `2026-11-20`, as Canadians write it. */
const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zoneWhereItIs(LOCAL_HOUR) })
const dayOf = (at: number): string => days.format(at)

function ticketOf(n: number, placedAt: number): TicketFacts {
  const [league, title, short] = pickFrom(games, n, 1)
  const book = pickFrom(books, n, 2)
  const first = pick(selections.length, n, 3)
  const picked = [...selections.slice(first), ...selections.slice(0, first)].slice(0, 2 + pick(2, n, 4))
  const legs = picked.map(([name, market], place) => {
    const startAt = placedAt + dayMs / 8
    const game = { id: `${short}-${n}`, title, short, league, startAt }
    return { selectionKey: null, oddsId: null, grade: gradeOf(n, place), name, market, game, price: null }
  })
  return {
    uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    profileId: demoProfileId,
    isDemo: true,
    parlayId: null,
    quoteId: null,
    book: { id: book.toLowerCase().replaceAll(' ', '_'), name: book },
    placedAt,
    day: dayOf(placedAt),
    stakeMinor: 1_000 + 500 * pick(9, n, 5),
    currency: 'USD',
    price: priceOf(americanOf(n)),
    kind: 'normal',
    isLive: false,
    tags: n % 4 === 0 ? ['props'] : [],
    note: '',
    fair: { p: 98 / (100 + americanOf(n)), source: n % 3 === 0 ? 'mine' : 'partition' },
    legs,
  }
}

function gradingOf(result: 'won' | 'lost'): Grading {
  const unknown = { market: null, name: null, game: null, away: null, home: null, status: null, isLive: null }
  return { result, word: result, ...unknown, players: [] }
}

/** Fills the ledger of a data folder with bets of the last weeks before `now`. */
export function fillLedger(folder: string, now: number): void {
  let at = now
  const ledger = new Ledger({
    files: ledgerFilesIn(folder),
    isDemo: () => true,
    log: console.error,
    now: () => at,
  })
  ledger.open()
  for (let n = 1; n <= tickets; n++) {
    const placedAt = now - Math.round(((tickets - n + 1) * 28 * dayMs) / tickets)
    at = placedAt
    const facts = ticketOf(n, placedAt)
    const { ticketId } = ledger.record(facts)
    at = placedAt + dayMs / 8
    const closing = Math.round((100 + americanOf(n)) * (0.92 + pick(13, n, 7) / 100)) - 100
    const fair = { p: 93 / (100 + closing), by: n % 3 === 0 ? 'singles' : 'partition' } as const
    ledger.setClosing(ticketId, { kind: 'priced', price: priceOf(closing), at, fair })
    at = placedAt + dayMs / 4
    const isWon = pick(100, n, 8) < 26
    ledger.grade(
      facts.legs.map((_, place) => ({
        ...{ ticketId, place, grade: gradeOf(n, place) },
        grading: gradingOf(isWon || place > 0 ? 'won' : 'lost'),
      })),
    )
  }
  ledger.close()
}

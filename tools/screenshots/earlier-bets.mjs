/** Four weeks of invented bets, already ended, for the pictures: written by the ledger itself before the program starts. */
import { ledgerFilesIn } from '../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../src/main/ledger/ledger.ts'
import { demoProfileId } from '../../src/shared/model/settings/profile.ts'
import { parseTakenPrice } from '../../src/shared/model/ticket/ticket.ts'

const tickets = 90
const dayMs = 86_400_000
const books = ['Alpha Bet', 'Bravo', 'Delta', 'Echo 888', 'Foxtrot', 'Juliet', 'Kilo Sports']
const games = [
  ['Union Basketball League', 'Lake Forest at Bay Town', 'LKF at BYT'],
  ['Union Football League', 'Timber at Fort Hale', 'TMB at FTH'],
  ['Union Baseball League', 'Maple Grove at San Dune', 'MPG at SDP'],
]
const selections = [
  ['Pearl Thorn Over 25.5', 'Player Points'],
  ['Hale Gale Over 30.5', 'Player Points + Assists'],
  ['Yara Reed Over 7.5', 'Player Rebounds'],
  ['Otis Crane Under 20.5', 'Player Points'],
  ['Lake Forest', 'Moneyline'],
]

/** A number below `limit` that depends only on `of`, so that the pictures stay as they are. */
function pick(limit, ...of) {
  const mixed = of.reduce((hash, next) => Math.imul(hash ^ next, 0x9e3779b1) ^ (hash >>> 15), 0x2545f491)
  return (mixed >>> 0) % limit
}

function priceOf(american) {
  return parseTakenPrice({ text: `+${american}`, format: 'american' }).price
}

const americanOf = n => 240 + 10 * pick(30, n, 6)

function ticketOf(n, placedAt) {
  const [league, title, short] = games[pick(games.length, n, 1)]
  const book = books[pick(books.length, n, 2)]
  const first = pick(selections.length, n, 3)
  const legs = Array.from({ length: 2 + pick(2, n, 4) }, (_, place) => {
    const [name, market] = selections[(first + place) % selections.length]
    const startAt = placedAt + dayMs / 8
    const game = { id: `${short}-${n}`, title, short, league, startAt }
    return { selectionKey: null, oddsId: null, grade: null, name, market, game, price: null }
  })
  return {
    uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    profileId: demoProfileId,
    isDemo: true,
    parlayId: null,
    quoteId: null,
    book: { id: book.toLowerCase().replaceAll(' ', '_'), name: book },
    placedAt,
    day: new Date(placedAt).toISOString().slice(0, 10),
    stakeMinor: 1_000 + 500 * pick(9, n, 5),
    currency: 'USD',
    price: priceOf(americanOf(n)),
    kind: 'normal',
    isLive: false,
    tags: n % 4 === 0 ? ['props'] : [],
    note: '',
    legs,
  }
}

function gradingOf(result) {
  const unknown = { market: null, name: null, game: null, away: null, home: null, status: null, isLive: null }
  return { result, word: result, ...unknown, players: [] }
}

/** Fills the ledger of a data folder with bets of the last weeks before `now`. */
export function fillLedger(folder, now) {
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
    ledger.setClosing(ticketId, { kind: 'priced', price: priceOf(closing), at })
    at = placedAt + dayMs / 4
    const isWon = pick(100, n, 8) < 26
    ledger.grade(
      facts.legs.map(({ grade }, place) => ({
        ...{ ticketId, place, grade },
        grading: gradingOf(isWon || place > 0 ? 'won' : 'lost'),
      })),
    )
  }
  ledger.close()
}

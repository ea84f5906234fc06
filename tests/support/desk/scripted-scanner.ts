/** A scanner with candidates and answers that the test scripts, on a real database and real call counting. */
import { PairStore } from '../../../src/main/desk/scanner/pair-store.ts'
import type { Candidate } from '../../../src/main/desk/scanner/scan-run.ts'
import { Scanner, type ScannerDeps } from '../../../src/main/desk/scanner/scanner.ts'
import type { AcquirePermit } from '../../../src/main/odds-service/permits.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import type { Row } from '../../../src/shared/model/parlay/desk.ts'
import type { Leg } from '../../../src/shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { defaultScanSettings, type ScanSettings } from '../../../src/shared/model/price/scan.ts'
import { defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'
import type { PairClass, PairStats, SeenPair } from '../../../src/shared/value/pair-model.ts'
import { freePermits } from '../odds-service/free-permits.ts'
import { book } from '../shared/desk-rows.ts'

export const scanBooks = [book('a', 'Alpha'), book('b', 'Bravo')]

export const pairClass: PairClass = {
  league: 'ubl',
  markets: ['Total', 'Moneyline'],
  relation: 'different',
  sign: 1,
}

/** A pair at a book whose legs pay `edge` above what the others say. */
export function candidate(name: string, bookId = 'a', edge = 0, pair: PairClass = pairClass): Candidate {
  const leg = (key: string) => ({
    key: `e#m#${key}`,
    fair: { low: 0.49, mid: 0.5, high: 0.51 },
    own: 0.5,
    decimal: 2 * (1 + edge),
  })
  return { bookId, legs: [leg(name), leg(`${name}2`)], pairs: [pair], oddsAt: 5, elsewhere: [] }
}

const legOf = (key: string): Leg => ({
  key,
  name: key.split('#')[2] ?? '',
  market: 'm',
  game: { id: 'e', title: 'A at B', short: 'A at B', league: 'ubl', startAt: null, isLive: false },
  offers: scanBooks.map(({ id }) => ({
    bookId: id,
    oddsId: `${id}#${key}`,
    sgp: `${id} ${key}`,
    grade: null,
    price: null,
  })),
})

export const priced = (decimal: number): QuoteOutcome => ({
  kind: 'priced',
  price: { text: String(decimal), format: 'decimal', decimal },
  links: null,
  limits: null,
})

export interface ScannerScript {
  candidates: readonly Candidate[]
  settings: ScanSettings
  /** Answer by book and the first leg; a promise that does not settle is a call under way. */
  reply: (bookId: string, name: string) => QuoteOutcome | Promise<QuoteOutcome>
  flags: Record<string, readonly string[]>
  gone: readonly string[]
  hasOdds: boolean
  holds: Record<string, number>
  /** Sends of one call, as when it is retried. */
  attempts: number
  /** The user's usual stake, in minor units. */
  stakeMinor: number
  /** The desk. */
  rows: readonly Row[]
  acquire: AcquirePermit
  /** Pairs that the desk has quotes of. */
  quoted: readonly SeenPair[]
}

export function startScanner(over: Partial<ScannerScript> = {}) {
  const database = openDatabase(':memory:', deskMigrations)
  const script: ScannerScript = {
    candidates: [],
    settings: { ...defaultScanSettings, calls: 10 },
    reply: () => priced(3.5),
    flags: {},
    gone: [],
    hasOdds: true,
    holds: {},
    attempts: 1,
    stakeMinor: 5_000,
    rows: [],
    quoted: [],
    acquire: freePermits().acquirePermit,
    ...over,
  }
  const at = { now: 1_000 }
  const asked: string[] = []
  const scans: { scope: object; stats: PairStats }[] = []
  const signals: AbortSignal[] = []
  let profileId = 'demo'
  let sent = 0
  const deps: ScannerDeps = {
    store: new PairStore(database),
    quotedPairs: () => Promise.resolve(script.quoted),
    profileId: () => profileId,
    books: () => scanBooks,
    settings: {
      read: () => script.settings,
      write: settings => {
        script.settings = settings
      },
    },
    scan(scope, stats) {
      scans.push({ scope, stats })
      return Promise.resolve({ candidates: script.candidates, games: 1, compared: 99 })
    },
    legs: keys =>
      Promise.resolve(
        keys.map(key =>
          script.gone.includes(key) ? { leg: null } : { leg: legOf(key), flags: script.flags[key] ?? [] },
        ),
      ),
    hasOdds: () => script.hasOdds,
    deskRows: isWanted => script.rows.filter(isWanted),
    staleAfterMs: () => 15_000,
    value: () => ({ ...defaultValueSettings, stakePresets: [script.stakeMinor] }),
    acquire: request => script.acquire(request),
    async ask({ id }, tokens, { permit, signal }) {
      signals.push(signal)
      asked.push(`${id} ${tokens[0]?.split('#')[2]}`)
      for (let attempt = 1; attempt <= script.attempts; attempt++) {
        if (attempt > 1 && !(await permit.renew(1_000))) break
        permit.left()
        sent += 1
        permit.release({ kind: 'answered' })
      }
      return script.reply(id, tokens[0]?.split('#')[2] ?? '')
    },
    holdOf: bookId => script.holds[bookId],
    now: () => at.now,
  }
  const scanner = new Scanner(deps)
  const setProfile = (id: string) => {
    profileId = id
  }
  return { scanner, script, at, asked, scans, signals, database, deps, setProfile, sent: () => sent }
}

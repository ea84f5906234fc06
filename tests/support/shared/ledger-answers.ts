/** Answers of an open and empty ledger, and a plain ticket for tests to vary. */
import type { BackupState, LedgerSnapshot } from '../../../src/shared/model/ticket/ledger-status.ts'
import type { ImportPreview } from '../../../src/shared/model/ticket/transfer.ts'
import type { TicketDetail } from '../../../src/shared/model/ticket/ticket-detail.ts'
import type { TicketLine } from '../../../src/shared/model/ticket/ticket-line.ts'

export const emptyLedger: LedgerSnapshot = {
  seq: 0,
  status: {
    kind: 'open',
    tickets: 0,
    records: 1,
    verified: 1,
    behind: null,
    isWitnessed: true,
    readOnly: null,
    savedAt: null,
  },
}

export const openTicket: TicketLine = {
  id: 1,
  placedAt: 1_795_200_000_000,
  day: '2026-11-20',
  title: 'North O27.5 pts · Harbor City ML',
  book: { id: 'bravo', name: 'Bravo' },
  price: { text: '+512', format: 'american', decimal: 6.12 },
  kind: 'normal',
  isLive: false,
  tags: [],
  currency: 'USD',
  stakeMinor: 4_000,
  startsAt: null,
  potentialMinor: 24_480,
  result: 'pending',
  isProvisionallyLost: false,
  review: null,
  was: null,
  wasProfitMinor: null,
  payout: null,
  profitMinor: null,
  legs: { won: 0, lost: 0, refunded: 0, pending: 2, unknown: 0 },
  closing: { kind: 'none' },
  clv: null,
  isInClvPool: false,
}

export const ticketDetail: TicketDetail = {
  line: openTicket,
  note: '',
  priceWarning: null,
  via: null,
  legs: [],
  policy: 'ask',
  choices: [],
  isVoided: false,
  fair: null,
  fairClose: null,
  parlayId: null,
  lastChange: null,
  nextRedo: null,
  history: [],
}

export const noTotals = {
  currency: 'USD',
  tickets: 0,
  open: 0,
  openRiskMinor: 0,
  openToWinMinor: 0,
  stakedMinor: 0,
  profitMinor: 0,
  yield: null,
  settled: 0,
  won: 0,
  lost: 0,
  refunded: 0,
  clvMean: null,
  clvError: null,
  clvTickets: 0,
  needsReview: 0,
}
export const nothingSettled = { currency: 'USD', tickets: 0, profitMinor: 0 }
export const noChoices = { books: [], leagues: [], markets: [], tags: [], currencies: [] }
export const noBankroll = { currency: 'USD', points: [], settled: 0, withClose: 0 }
export const noClv = {
  currency: 'USD',
  buckets: [],
  tickets: 0,
  mean: null,
  beat: null,
  keptOut: 0,
  withoutClose: 0,
}
export const noTax = { year: 2026, years: [2026], rule: null, byPlacing: 0, currencies: [] }
export const noProof = {
  currency: 'USD',
  settled: 0,
  withClose: 0,
  withFair: 0,
  clv: [],
  calibration: [],
  profit: [],
  ruin: null,
}
export const noExposure = { currency: 'USD', games: [], players: [], legs: [], oneAway: [] }

export const quietReport = {
  at: 0,
  asked: 0,
  answered: 0,
  settled: 0,
  reviews: 0,
  changes: [],
  strays: [],
  strayCount: 0,
  failure: null,
}

export const noBackups: BackupState = { newestAt: null, failure: null }
export const emptyPreview: ImportPreview = {
  tickets: 0,
  bad: 0,
  alike: 0,
  policies: 0,
  accounts: 0,
  first: [],
  badLines: [],
  doubts: 0,
  doubtLines: [],
  alikeLines: [],
}

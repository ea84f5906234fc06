/** The ledger's part of the fake DeskApi: open, and empty. A test scripts the answers it is about. */
import { vi } from 'vitest'
import type { DeskApi } from '../../src/shared/contract.ts'
import type { Outcome } from '../../src/shared/failure.ts'
import type { LedgerSnapshot } from '../../src/shared/model/ticket/ledger-status.ts'
import type { TicketDetail } from '../../src/shared/model/ticket/ticket-detail.ts'
import type { TicketLine } from '../../src/shared/model/ticket/ticket-line.ts'

const answers = <T>(value: T) => {
  const outcome: Outcome<T> = { ok: true, value }
  return () => Promise.resolve(outcome)
}

export const emptyLedger: LedgerSnapshot = {
  seq: 0,
  status: {
    kind: 'open',
    tickets: 0,
    records: 1,
    verified: 1,
    behind: null,
    isWitnessed: true,
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
  potentialMinor: 24_480,
  result: 'pending',
  isProvisionallyLost: false,
  review: null,
  was: null,
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
  legs: [],
  policy: 'ask',
  choices: [],
  isVoided: false,
  history: [],
}

export const noTotals = {
  currency: 'USD',
  tickets: 0,
  open: 0,
  openRiskMinor: 0,
  openPotentialMinor: 0,
  stakedMinor: 0,
  profitMinor: 0,
  yield: null,
  settled: 0,
  won: 0,
  lost: 0,
  winRate: null,
  clvMean: null,
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
export const noExposure = { currency: 'USD', games: [], players: [], legs: [], oneAway: [] }

export function ledgerCalls(snapshot: LedgerSnapshot) {
  return {
    snapshot: vi.fn<DeskApi['ledger']['snapshot']>(answers(snapshot)),
    record: vi.fn<DeskApi['ledger']['record']>(answers({ ticketId: 1, wasThere: false })),
    correct: vi.fn<DeskApi['ledger']['correct']>(answers(ticketDetail)),
    void: vi.fn<DeskApi['ledger']['void']>(answers(null)),
    decide: vi.fn<DeskApi['ledger']['decide']>(answers(ticketDetail)),
    decideLeg: vi.fn<DeskApi['ledger']['decideLeg']>(answers(ticketDetail)),
    ticket: vi.fn<DeskApi['ledger']['ticket']>(answers(ticketDetail)),
    page: vi.fn<DeskApi['ledger']['page']>(answers({ lines: [], next: null })),
    choices: vi.fn<DeskApi['ledger']['choices']>(answers(noChoices)),
    totals: vi.fn<DeskApi['ledger']['totals']>(answers(noTotals)),
    settledSince: vi.fn<DeskApi['ledger']['settledSince']>(answers(nothingSettled)),
    profitBy: vi.fn<DeskApi['ledger']['profitBy']>(({ by }) =>
      Promise.resolve({ ok: true, value: { currency: 'USD', by, rows: [] } }),
    ),
    bankroll: vi.fn<DeskApi['ledger']['bankroll']>(answers(noBankroll)),
    clv: vi.fn<DeskApi['ledger']['clv']>(answers(noClv)),
    exposure: vi.fn<DeskApi['ledger']['exposure']>(answers(noExposure)),
    policies: vi.fn<DeskApi['ledger']['policies']>(answers({ policies: [] })),
    savePolicy: vi.fn<DeskApi['ledger']['savePolicy']>(answers({ policies: [] })),
  }
}

/** The ledger's part of the quiet handlers, and a request of each of its calls that is right. */
import type { Handlers } from '../../../src/shared/contract.ts'
import { allTickets } from '../../../src/shared/model/ticket/ledger-filter.ts'
import {
  emptyLedger,
  noBankroll,
  noChoices,
  noClv,
  noExposure,
  nothingSettled,
  noTotals,
  ticketDetail,
} from '../../fakes/ledger-calls.ts'
import { quietReport } from '../../fakes/settlement-calls.ts'
import { quietSettlement } from '../../../src/shared/model/ticket/settlement.ts'

type Answers = <A>(call: string, answer: A) => (request: unknown) => A

export function quietLedger(answers: Answers): Handlers['ledger'] {
  return {
    snapshot: answers('ledger.snapshot', emptyLedger),
    record: answers('ledger.record', { ticketId: 1, wasThere: false }),
    correct: answers('ledger.correct', ticketDetail),
    void: answers('ledger.void', null),
    decide: answers('ledger.decide', ticketDetail),
    decideLeg: answers('ledger.decideLeg', ticketDetail),
    ticket: answers('ledger.ticket', ticketDetail),
    page: answers('ledger.page', { lines: [], next: null }),
    choices: answers('ledger.choices', noChoices),
    totals: answers('ledger.totals', noTotals),
    settledSince: answers('ledger.settledSince', nothingSettled),
    profitBy: answers('ledger.profitBy', { currency: 'USD', by: 'book', rows: [] }),
    bankroll: answers('ledger.bankroll', noBankroll),
    clv: answers('ledger.clv', noClv),
    exposure: answers('ledger.exposure', noExposure),
    policies: answers('ledger.policies', { policies: [] }),
    savePolicy: answers('ledger.savePolicy', { policies: [] }),
  }
}

export function quietSettling(answers: Answers): Handlers['settlement'] {
  return {
    snapshot: answers('settlement.snapshot', quietSettlement),
    settle: answers('settlement.settle', quietReport),
    checkLeg: answers('settlement.checkLeg', { report: quietReport, ticket: ticketDetail }),
  }
}

const price = { text: '+512', format: 'american' }
const terms = {
  bookId: 'bravo',
  placedAt: 1_795_200_000_000,
  stake: '40',
  currency: 'USD',
  price,
  kind: 'normal',
  isLive: false,
  tags: ['live'],
  note: '',
}

const correctedLeg = {
  kind: 'typed',
  from: 0,
  name: 'Ada North Over 27.5',
  market: 'Player Points',
  game: 'River Town at Harbor City',
  league: 'UBL',
  startAt: null,
  oddsId: null,
  grade: null,
  keepsGrade: true,
  price,
}

export const goodLedgerRequests: Readonly<Record<string, unknown>> = {
  'ledger.snapshot': null,
  'ledger.record': {
    ...terms,
    uid: '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b11',
    legs: { kind: 'parlay', parlayId: 1, quoteId: 7 },
  },
  'ledger.correct': { ticketId: 1, terms, legs: [correctedLeg], reason: 'typed wrong' },
  'ledger.void': { ticketId: 1, reason: 'entered twice' },
  'ledger.decide': { ticketId: 1, decision: { kind: 'payout', payout: '120.50' }, reason: 'as paid' },
  'ledger.decideLeg': { ticketId: 1, place: 0, result: 'won', reason: 'seen on TV' },
  'ledger.ticket': { ticketId: 1 },
  'ledger.page': { filter: allTickets, after: null, limit: 50 },
  'ledger.choices': null,
  'ledger.totals': { filter: { ...allTickets, fromDay: '2026-10-22', text: 'north' } },
  'ledger.settledSince': { at: 1_795_200_000_000 },
  'ledger.profitBy': { filter: allTickets, by: 'month' },
  'ledger.bankroll': { filter: allTickets },
  'ledger.clv': { filter: allTickets },
  'ledger.exposure': { currency: null },
  'ledger.policies': null,
  'ledger.savePolicy': { bookId: 'bravo', policy: 'void_all', source: 'house rules', asOf: '2026-11-01' },
  'settlement.snapshot': null,
  'settlement.settle': null,
  'settlement.checkLeg': { ticketId: 1, place: 0 },
}

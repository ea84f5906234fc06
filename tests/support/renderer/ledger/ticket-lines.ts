/** Tickets as the window gets them. */
import type { LegDetail, TicketDetail } from '../../../../src/shared/model/ticket/ticket-detail.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { openTicket, ticketDetail } from '../../shared/ledger-answers.ts'

export const lineOf = (id: number, given: Partial<TicketLine> = {}): TicketLine => ({
  ...openTicket,
  id,
  placedAt: openTicket.placedAt - id * 60_000,
  title: `Ticket ${id}`,
  ...given,
})

export const wonLine = (id: number, given: Partial<TicketLine> = {}): TicketLine =>
  lineOf(id, {
    result: 'won',
    payout: { minor: 24_480, isActual: false },
    profitMinor: 20_480,
    legs: { won: 2, lost: 0, refunded: 0, pending: 0, unknown: 0 },
    ...given,
  })

type Grading = NonNullable<LegDetail['grading']>

export const gradingOf = (given: Partial<Grading> = {}): Grading => ({
  result: 'won',
  word: 'Won',
  market: 'Player Points',
  name: null,
  game: null,
  away: { id: 'rvt', name: 'River Town', abbreviation: 'RVT', score: 101 },
  home: { id: 'hbr', name: 'Harbor City', abbreviation: 'HBR', score: 112 },
  status: 'Final',
  isLive: false,
  players: [{ name: 'Ada North', position: 'G', score: 31 }],
  ...given,
})

export const legOf = (given: Partial<LegDetail> = {}): LegDetail => ({
  place: 0,
  name: 'Ada North Over 27.5',
  market: 'Player Points',
  game: {
    id: 'g',
    title: 'River Town at Harbor City',
    short: 'RVT at HBR',
    league: 'UBL',
    startAt: new Date(2026, 10, 20, 19, 30).getTime(),
  },
  price: null,
  oddsId: null,
  isGradable: true,
  result: 'won',
  source: 'service',
  grading: gradingOf(),
  gradedAt: null,
  ...given,
})

export const detailOf = (line: TicketLine, given: Partial<TicketDetail> = {}): TicketDetail => ({
  ...ticketDetail,
  line,
  legs: [legOf()],
  ...given,
})

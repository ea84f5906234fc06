/** A ticket without vitest, for programs of their own. */
import { randomUUID } from 'node:crypto'
import type { TicketFacts } from '../../../src/shared/model/ticket/ticket.ts'

export const plainTicket = (): TicketFacts => ({
  uid: randomUUID(),
  profileId: 'own',
  isDemo: false,
  parlayId: null,
  quoteId: null,
  book: { id: 'bravo', name: 'Bravo' },
  placedAt: 1_795_200_000_000,
  day: '2026-11-20',
  stakeMinor: 4_000,
  currency: 'USD',
  price: { text: '+512', format: 'american', odds: '153/25' },
  kind: 'normal',
  isLive: false,
  tags: [],
  note: '',
  legs: [
    {
      selectionKey: null,
      oddsId: null,
      grade: null,
      name: 'Harbor City',
      market: 'Moneyline',
      game: { id: '', title: '', short: '', league: '', startAt: null },
      price: null,
    },
  ],
})

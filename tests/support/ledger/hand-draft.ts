import { randomUUID } from 'node:crypto'
import type { TicketDraft } from '../../../src/shared/model/ticket/ticket-draft.ts'

/** A new ticket of one typed leg, as the form sends it. */
export const makeHandDraft = (note = ''): TicketDraft => ({
  uid: randomUUID(),
  bookId: 'alpha_bet',
  bookName: null,
  placedAt: Date.now(),
  stake: '40',
  currency: 'USD',
  price: { text: '+512', format: 'american' },
  kind: 'normal',
  isLive: false,
  tags: [],
  note,
  legs: {
    kind: 'hand',
    legs: [
      {
        kind: 'typed',
        name: 'Harbor City',
        market: 'Moneyline',
        game: '',
        league: '',
        startAt: null,
        oddsId: null,
        grade: null,
        price: null,
      },
    ],
  },
})

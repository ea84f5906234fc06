/** Payloads of a team's log: tickets of five legs, each recorded and then settled, the same at every run. */
import { makeBenchTicket } from '../ledger/tickets.ts'

export function makePayload(at: number): unknown {
  const ticket = makeBenchTicket(Math.floor(at / 2))
  const ofTicket = { subject: ticket.uid, basis: null, replaces: null }
  if (at % 2 === 0) return { ...ofTicket, records: [{ ...ticket, kind: 'recorded' }] }
  const records = ticket.legs.map(({ grade }, place) => ({
    ...{ kind: 'graded', grade, place, result: 'won', word: 'Win' },
    ...{ market: 'Points', name: null, game: null, players: [{ name: 'Ada North', stat: 12 }] },
  }))
  return { ...ofTicket, records }
}

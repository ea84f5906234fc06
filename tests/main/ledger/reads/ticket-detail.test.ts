import { expect, it } from 'vitest'
import { parseTakenPrice } from '../../../../src/shared/model/ticket/ticket.ts'
import { makeTicket, openTestLedger, startOfTests } from '../../../support/ledger/tickets.ts'

it('A ticket in detail has its fair price when taken, and that at the close without the margin', () => {
  const { ledger } = openTestLedger()
  const taken = { p: 0.2, source: 'partition' } as const
  const { ticketId } = ledger.record(makeTicket({ fair: taken }))
  expect(ledger.reads.ticket(ticketId)).toMatchObject({ fair: taken, fairClose: null })
  const parsed = parseTakenPrice({ text: '+290', format: 'american' })
  if (!parsed.ok) throw new Error(parsed.sentence)
  const fair = { p: 0.22, by: 'singles' } as const
  ledger.setClosing(ticketId, { kind: 'priced', price: parsed.price, at: startOfTests, fair })
  expect(ledger.reads.ticket(ticketId).fairClose).toEqual(fair)
  const plain = ledger.record(makeTicket())
  expect(ledger.reads.ticket(plain.ticketId)).toMatchObject({ fair: null, fairClose: null })
})

import { describe, expect, it } from 'vitest'
import { readShared, verifyDesk } from '../../../support/ledger/read-shared.ts'
import { openDesks } from '../../../support/ledger/shared-desks.ts'
import { gradeLegs, makeTicket, readEntries, readLine } from '../../../support/ledger/tickets.ts'

describe('A ticket that desk 1 records', () => {
  it('is the same ticket on desk 2 once it has its place', () => {
    const { desks, settle } = openDesks(2)
    const [first, second] = desks
    if (first === undefined || second === undefined) throw new Error('no desks')
    const facts = makeTicket()
    const { ticketId } = first.ledger.record(facts)
    first.ledger.decide(ticketId, { kind: 'payout', payoutMinor: 24_480 }, 'paid')
    settle()
    expect(readLine(second.ledger, 1)).toEqual(readLine(first.ledger, ticketId))
    expect(readShared(second)).toEqual(readShared(first))
    for (const desk of desks) verifyDesk(desk)
    expect(first.ledger.shared.unsharedCount()).toBe(0)
    expect(second.ledger.shared.lastPlace()).toBe(2)
  })

  it('is graded and decided on desk 2, with reversals that name the same entries', () => {
    const { desks, settle } = openDesks(2)
    const [first, second] = desks
    if (first === undefined || second === undefined) throw new Error('no desks')
    second.ledger.record(makeTicket({ note: 'another' }))
    const { ticketId } = first.ledger.record(makeTicket())
    settle()
    gradeLegs(second.ledger, 2, ['won', 'won'])
    settle()
    first.ledger.decide(ticketId, { kind: 'result', result: 'refunded' }, 'book said so')
    settle()
    expect(readLine(second.ledger, 2)).toMatchObject({ result: 'refunded', profitMinor: 0 })
    expect(readEntries(second.ledger, 2)).toHaveLength(4)
    expect(readShared(second)).toEqual(readShared(first))
    for (const desk of desks) verifyDesk(desk)
  })
})

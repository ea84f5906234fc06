import { describe, expect, it } from 'vitest'
import { TicketDetail } from '../../../../src/shared/model/ticket/ticket-detail.ts'
import { LedgerStatus } from '../../../../src/shared/model/ticket/ledger-status.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { openPair } from '../../../support/ledger/shared-desks.ts'
import { makeTicket, openTestLedger, readLine } from '../../../support/ledger/tickets.ts'

const [one, two] = ['0000000000000001', '0000000000000002'] as const
const pay = { kind: 'payout', payoutMinor: 10_000 } as const

describe('authors in a team', () => {
  it('are on each line and each record, with what the team does not have yet', () => {
    const { first, second, settle } = openPair()
    second.ledger.decide(1, pay, 'paid')
    const detail = second.ledger.reads.ticket(1)
    expect(detail.line).toMatchObject({ by: { member: one, isShared: false } })
    expect(detail.history.map(({ kind, by }) => [kind, by])).toEqual([
      ['recorded', { member: one, isShared: true }],
      ['entry', { member: one, isShared: true }],
      ['decided', { member: two, isShared: false }],
      ['entry', { member: two, isShared: false }],
    ])
    expect(TicketDetail.parse(detail)).toEqual(detail)
    settle()
    for (const { ledger } of [first, second]) {
      const { lines } = ledger.reads.list.page({
        filter: allTickets,
        sort: newestFirst,
        after: null,
        limit: 9,
      })
      expect(lines).toMatchObject([{ by: { member: one, isShared: true } }])
    }
  })

  it('are pushed to the window when records get their place', async () => {
    const { first } = openPair()
    await new Promise(resolve => setImmediate(resolve))
    const { ticketId } = first.ledger.record(makeTicket())
    const pushed = new Promise(resolve => {
      first.ledger.on('changed', ({ lines }) => {
        if (lines.some(({ id, by }) => id === ticketId && by?.isShared === true)) resolve(true)
      })
    })
    first.send()
    first.read()
    expect(await pushed).toBe(true)
  })

  it('name a change that waits, with what it would change', () => {
    const { first, second, settle } = openPair()
    first.ledger.decide(1, pay, 'paid')
    second.ledger.decideLeg(1, { place: 0, result: 'lost', reason: 'seen' })
    settle()
    const detail = first.ledger.reads.ticket(1)
    expect(detail.line.waiting).toBe(1)
    expect(detail.withoutEffect).toMatchObject([
      {
        why: 'waiting',
        by: { member: two, isShared: true },
        items: [{ kind: 'leg-decided', name: 'Ada North Over 27.5', result: 'lost' }, { kind: 'judged' }],
      },
    ])
    expect(TicketDetail.parse(detail)).toEqual(detail)
    const { status } = first.ledger.snapshot()
    expect(status).toMatchObject({ waiting: 1 })
    expect(LedgerStatus.parse(status)).toEqual(status)
  })

  it('are nowhere without a team', () => {
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    expect(readLine(ledger, 1)).not.toHaveProperty('by')
    const detail = ledger.reads.ticket(1)
    expect(detail).not.toHaveProperty('withoutEffect')
    for (const item of detail.history) expect(item).not.toHaveProperty('by')
    expect(ledger.snapshot().status).not.toHaveProperty('waiting')
  })
})

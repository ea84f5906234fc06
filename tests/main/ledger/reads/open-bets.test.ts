import { describe, expect, it } from 'vitest'
import { gradeLegs, makeLeg, makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'

describe('openBets', () => {
  it('are the open tickets of a currency with the legs that they wait for, and a count of the others', () => {
    const { ledger } = openTestLedger()
    const legs = [makeLeg('Ada North Over 27.5'), makeLeg('Harbor City', { market: 'Moneyline' })]
    ledger.record(makeTicket({ legs, priced: { text: '+300', format: 'american' } }))
    ledger.record(makeTicket({ kind: 'bonus', priced: { text: '+300', format: 'american' } }))
    ledger.record(makeTicket({ currency: 'EUR' }))
    ledger.record(makeTicket())
    ledger.record(makeTicket())
    gradeLegs(ledger, 1, ['won', 'pending'])
    gradeLegs(ledger, 4, ['won', 'won'])
    gradeLegs(ledger, 5, ['lost', 'pending'])

    const { bets, others } = ledger.reads.openBets('USD')
    expect(others).toBe(1)
    expect(bets.map(({ ticketId }) => ticketId)).toEqual([1, 2])
    expect(bets[0]).toMatchObject({
      bookId: 'bravo',
      stakeMinor: 4_000,
      payoutMinor: 16_000,
      decimal: 4,
      legCount: 2,
    })
    expect(bets[0]?.legs).toEqual([
      { gameKey: 'ubl:rvt:hbr:2026-11-20', market: 'Moneyline', name: 'Harbor City' },
    ])
    expect(bets[1]).toMatchObject({ stakeMinor: 0, payoutMinor: 12_000 })
    expect(bets[1]?.legs).toHaveLength(2)
  })

  it('are none in an empty ledger', () => {
    expect(openTestLedger().ledger.reads.openBets('USD')).toEqual({ bets: [], others: 0 })
  })
})

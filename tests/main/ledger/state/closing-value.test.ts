import { describe, expect, it } from 'vitest'
import { toClosingValue } from '../../../../src/main/ledger/state/closing-value.ts'
import { deriveOutcome } from '../../../../src/main/ledger/state/ticket-outcome.ts'
import type { TicketState } from '../../../../src/main/ledger/state/ticket-state.ts'
import type { TicketFacts } from '../../../../src/shared/model/ticket/ticket.ts'
import { closedAt, ended, stateOf } from '../../../support/ledger/ticket-states.ts'
import { makeTicket } from '../../../support/ledger/tickets.ts'

const valueOf = (state: TicketState) => toClosingValue(state, deriveOutcome(state))
const closedTicket = (facts: TicketFacts) => stateOf(facts, ended('won'), closedAt('+468'))

describe('the value of a ticket at its closing price', () => {
  // $40 at 6.12 that closes at 5.68: 244.80 / 5.68 - 40 = 3.10, and p (1 - p) win² = 4.68 / 5.68² * 244.80².
  it('is its CLV, its expected profit and its variance', () => {
    expect(valueOf(closedTicket(makeTicket()))).toEqual({
      clvPpm: 77_465,
      expectedMinor: 310,
      variance: 8_693,
      isInPool: true,
    })
  })

  it('counts for a bonus bet the profit alone, and no stake of the user', () => {
    expect(valueOf(closedTicket(makeTicket({ kind: 'bonus' })))).toMatchObject({
      clvPpm: 77_465,
      expectedMinor: 3_606,
      variance: 6_084,
    })
  })

  it('is below zero when the price got longer', () => {
    const state = stateOf(makeTicket(), closedAt('+612'))
    expect(valueOf(state)).toMatchObject({ clvPpm: -140_449, expectedMinor: -562 })
  })

  it('has a variance that a sum of many tickets can hold', () => {
    const facts = makeTicket({ stakeMinor: 50_000_000_000, priced: { text: '+100', format: 'american' } })
    expect(valueOf(stateOf(facts, closedAt('+100')))).toMatchObject({ clvPpm: 0, variance: 10 ** 13 })
  })

  it('is null without a closing price', () => {
    expect(valueOf(stateOf(makeTicket()))).toBeNull()
    const unquotable = { kind: 'closed', closing: { kind: 'unquotable', why: 'Not asked.', at: 1 } } as const
    expect(valueOf(stateOf(makeTicket(), unquotable))).toBeNull()
  })

  it.each([
    ['won', {}, true],
    ['lost', {}, true],
    ['refunded', {}, false],
    ['won', { kind: 'boosted' }, false],
    ['won', { isLive: true }, false],
    ['won', { kind: 'bonus' }, false],
  ] as const)('of a ticket that %s %j is compared with results: %s', (ending, given, isInPool) => {
    const state = stateOf(makeTicket(given), ended(ending), closedAt('+468'))
    expect(valueOf(state)).toMatchObject({ isInPool })
  })

  it('of a cashed-out ticket is compared with results, of an open one not', () => {
    const soldBack = {
      kind: 'decided',
      decision: { kind: 'cash-out', payoutMinor: 9_000 },
      reason: '',
    } as const
    expect(valueOf(stateOf(makeTicket(), closedAt('+468'), soldBack))).toMatchObject({ isInPool: true })
    expect(valueOf(stateOf(makeTicket(), closedAt('+468')))).toMatchObject({ isInPool: false })
  })
})

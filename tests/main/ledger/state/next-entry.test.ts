import { describe, expect, it } from 'vitest'
import { applyRecord } from '../../../../src/main/ledger/state/ticket-state.ts'
import type { TicketRecord } from '../../../../src/main/ledger/log/record.ts'
import type { Decision } from '../../../../src/shared/model/ticket/ticket-detail.ts'
import type { TicketTerms } from '../../../../src/shared/model/ticket/ticket.ts'
import { bookAll, ended, graded, stateAfter, stateOf } from '../../../support/ledger/ticket-states.ts'
import { makeTicket } from '../../../support/ledger/tickets.ts'

const movement = (cashMinor: number, atRiskMinor: number) => ({
  cashMinor,
  atRiskMinor,
  profitMinor: cashMinor + atRiskMinor,
})
const decided = (decision: Decision): TicketRecord => ({ kind: 'decided', decision, reason: 'seen' })
const corrected = (terms: Partial<TicketTerms>): TicketRecord => ({
  kind: 'corrected',
  was: {},
  terms,
  reason: '',
})

/** The reason given with the result of a ticket. */
const reasonAfter = (...records: TicketRecord[]) => bookAll(stateAfter(...records)).entries[1]?.because

describe('the entries of a ticket', () => {
  it('book the stake, then the result', () => {
    expect(bookAll(stateAfter(ended('won'))).entries).toEqual([
      {
        kind: 'entry',
        entry: 'stake',
        currency: 'USD',
        movement: movement(-4_000, 4_000),
        because: 'Stake of 40.00 USD.',
        reverses: null,
        result: null,
        payoutMinor: null,
        isActual: false,
      },
      {
        kind: 'entry',
        entry: 'result',
        currency: 'USD',
        movement: movement(24_480, -4_000),
        because: 'Won, as its legs are: 40.00 × 153/25 (+512) rounded half up.',
        reverses: null,
        result: 'won',
        payoutMinor: 24_480,
        isActual: false,
      },
    ])
  })

  it('of a bonus bet move no money of the user before it won', () => {
    const { entries } = bookAll(stateOf(makeTicket({ kind: 'bonus' }), ended('won')))
    expect(entries).toMatchObject([
      { movement: movement(0, 0), because: 'Bonus bet of 40.00 USD: the stake is the book’s.' },
      {
        movement: movement(20_480, 0),
        because: 'Won, as its legs are: 40.00 × 153/25 (+512) rounded half up, less the bonus stake.',
      },
    ])
  })

  it.each<[string, TicketRecord, number, object[]]>([
    [
      'another result reverses the old one and books its own',
      ended('lost'),
      2,
      [
        {
          entry: 'result',
          reverses: 502,
          movement: movement(-24_480, 4_000),
          because: 'Takes record 502 back.',
          result: null,
          payoutMinor: null,
        },
        { entry: 'result', reverses: null, movement: movement(0, -4_000), result: 'lost' },
      ],
    ],
    [
      'another amount of the same result does, too',
      decided({ kind: 'payout', payoutMinor: 24_000 }),
      2,
      [{ reverses: 502 }, { movement: movement(24_000, -4_000), result: 'won', isActual: true }],
    ],
    [
      'the same amount as the user’s own word does, too',
      decided({ kind: 'payout', payoutMinor: 24_480 }),
      2,
      [{ reverses: 502 }, { movement: movement(24_480, -4_000), isActual: true }],
    ],
    [
      'the same amount with another result does, too',
      decided({ kind: 'cash-out', payoutMinor: 24_480 }),
      2,
      [{ reverses: 502 }, { movement: movement(24_480, -4_000), result: 'cashed-out' }],
    ],
    [
      'another stake reverses both, the result first',
      corrected({ stakeMinor: 5_000 }),
      4,
      [
        { entry: 'result', reverses: 502 },
        {
          entry: 'stake',
          reverses: 501,
          movement: movement(4_000, -4_000),
          because: 'Takes record 501 back.',
        },
        { entry: 'stake', movement: movement(-5_000, 5_000) },
        { entry: 'result', movement: movement(30_600, -5_000) },
      ],
    ],
    [
      'another currency books both in it',
      corrected({ currency: 'EUR' }),
      4,
      [
        { reverses: 502, currency: 'USD' },
        { reverses: 501, currency: 'USD' },
        { entry: 'stake', currency: 'EUR', because: 'Stake of 40.00 EUR.' },
        { entry: 'result', currency: 'EUR' },
      ],
    ],
    [
      'a deletion reverses both and books none',
      { kind: 'voided', reason: '' },
      2,
      [{ reverses: 502 }, { reverses: 501 }],
    ],
    ['another note changes nothing', corrected({ note: 'half time' }), 0, []],
  ])('follow a change: %s', (_, change, count, expected) => {
    const { state } = bookAll(stateAfter(ended('won')))
    const { entries } = bookAll(applyRecord(state, { seq: 600, at: 600, record: change }), 700)
    expect(entries).toHaveLength(count)
    expect(entries).toMatchObject(expected)
  })

  it.each<[string, TicketRecord, object[]]>([
    [
      'another amount',
      decided({ kind: 'payout', payoutMinor: 25_000 }),
      [{ movement: movement(25_000, -4_000) }],
    ],
    [
      'the same amount as a cash-out',
      decided({ kind: 'cash-out', payoutMinor: 24_480 }),
      [{ result: 'cashed-out' }],
    ],
    [
      'another stake, whose payout stays',
      corrected({ stakeMinor: 5_000 }),
      [{ reverses: 501 }, { entry: 'stake' }, { movement: movement(24_480, -5_000) }],
    ],
  ])('follow a change of an entered payout: %s', (_, change, expected) => {
    const { state } = bookAll(stateAfter(ended('won'), decided({ kind: 'payout', payoutMinor: 24_480 })))
    const { entries } = bookAll(applyRecord(state, { seq: 600, at: 600, record: change }), 700)
    expect(entries).toMatchObject([{ entry: 'result', reverses: 502 }, ...expected])
    expect(entries).toHaveLength(1 + expected.length)
  })

  it.each<[string, TicketRecord[], string]>([
    ['lost legs', [graded('won', 'lost'), ended('lost')], 'Lost, as its legs are.'],
    [
      'a decision',
      [graded('won', 'refunded'), decided({ kind: 'result', result: 'lost' })],
      'Lost, by your word.',
    ],
    ['a payout', [decided({ kind: 'payout', payoutMinor: 24_000 })], 'The payout you entered.'],
    ['a cash-out', [decided({ kind: 'cash-out', payoutMinor: 24_000 })], 'The cash-out you entered.'],
    [
      'a refunded leg',
      [graded('won', 'refunded'), ended('refunded', 'void_all')],
      'Stake refunded, by the book’s rule for refunds (void_all).',
    ],
    [
      'a refunded leg where a tie loses',
      [graded('won', 'refunded'), ended('lost', 'tie_loses')],
      'Lost, as a refunded leg counts as lost by the book’s rule (tie_loses). Where the book gave the stake back, as for a void bet, settle it by hand.',
    ],
    [
      'a lost leg beside a refunded one where a tie loses',
      [graded('lost', 'refunded'), ended('lost', 'tie_loses')],
      'Lost, by the book’s rule for refunds (tie_loses).',
    ],
    [
      'lost legs where a tie loses',
      [graded('won', 'lost'), ended('lost', 'tie_loses')],
      'Lost, as its legs are.',
    ],
  ])('say by what the ticket ended: %s', (_, records, because) => {
    expect(reasonAfter(...records)).toBe(because)
  })
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { RecordTime, ticketRecordFields, type TicketRecord } from '../../../../src/main/ledger/log/record.ts'
import { maxLegs } from '../../../../src/shared/model/parlay/parlay.ts'
import { makeGrading, makeLeg, makeTicket } from '../../../support/ledger/tickets.ts'

const facts = makeTicket()
const [ada, city] = [makeLeg('Ada North Over 27.5'), makeLeg('Harbor City')]
const now = [
  { from: null, leg: city },
  { from: 0, leg: ada },
]

const records: readonly TicketRecord[] = [
  { kind: 'recorded', facts },
  { kind: 'corrected', was: { note: '' }, terms: { note: 'half time' }, reason: 'typo' },
  { kind: 'corrected', was: {}, terms: {}, legs: { was: [ada], now }, reason: 'one more' },
  { kind: 'voided', reason: 'x'.repeat(1_000) },
  { kind: 'restored', reason: '' },
  { kind: 'graded', legs: [0, 1].map(place => ({ place, grading: makeGrading('won') })) },
  { kind: 'leg-decided', place: 0, result: null, reason: 'seen' },
  { kind: 'decided', decision: { kind: 'payout', payoutMinor: 1 }, reason: 'seen', overrules: true },
  { kind: 'judged', ruling: { kind: 'ended', ending: 'won' }, policy: 'ask', contests: true },
  { kind: 'closed', closing: { kind: 'priced', price: facts.price, at: 1 } },
  { kind: 'closed', closing: { kind: 'unquotable', why: 'x'.repeat(1_000), at: 0 } },
  {
    kind: 'entry',
    entry: 'stake',
    currency: 'USD',
    movement: { cashMinor: -1, atRiskMinor: 1, profitMinor: 0 },
    because: 'Stake of 0.01 USD.',
    reverses: null,
    result: null,
    payoutMinor: null,
    isActual: false,
  },
]

const read = (record: Record<string, unknown> & Pick<TicketRecord, 'kind'>): unknown =>
  z.strictObject({ kind: z.string(), ...ticketRecordFields[record.kind] }).parse(record)

describe('the record of a ticket', () => {
  it.each(records)('of kind $kind is read as it was written', record => {
    expect(read(record)).toEqual(record)
  })

  it.each([
    ['a reason too long', { kind: 'voided', reason: 'x'.repeat(1_001) }],
    ['a place below 0', { kind: 'leg-decided', place: -1, result: 'won', reason: '' }],
    ['a grading of no leg', { kind: 'graded', legs: [] }],
    [
      'a correction to no leg',
      { kind: 'corrected', was: {}, terms: {}, legs: { was: [ada], now: [] }, reason: '' },
    ],
    [
      'a correction to too many legs',
      {
        kind: 'corrected',
        was: {},
        terms: {},
        legs: { was: [ada], now: Array(maxLegs + 1).fill({ from: null, leg: ada }) },
        reason: '',
      },
    ],
    [
      'an explanation too long',
      { kind: 'closed', closing: { kind: 'unquotable', why: 'x'.repeat(1_001), at: 1 } },
    ],
    ['a closing price of another kind', { kind: 'closed', closing: { kind: 'guessed', why: '', at: 1 } }],
  ] as const)('is refused with %s', (_, record) => {
    expect(() => read(record)).toThrow(z.ZodError)
  })

  it('has a time that a date can hold', () => {
    const isTime = (value: number) => RecordTime.safeParse(value).success
    expect([0, 8_640_000_000_000_000].map(isTime)).toEqual([true, true])
    expect([-1, 0.5, 8_640_000_000_000_001].map(isTime)).toEqual([false, false, false])
  })
})

import { describe, expect, it } from 'vitest'
import {
  applyRecord,
  legResult,
  settledAt,
  toTicketState,
  type TicketState,
} from '../../../../src/main/ledger/state/ticket-state.ts'
import type { LegRevision, TicketRecord } from '../../../../src/main/ledger/log/record.ts'
import {
  bookAll,
  closedAt,
  ended,
  graded,
  stateAfter,
  stateOf,
} from '../../../support/ledger/ticket-states.ts'
import { makeGrading, makeLeg, makeTicket } from '../../../support/ledger/tickets.ts'

const [ada, city] = [makeLeg('Ada North Over 27.5'), makeLeg('Harbor City')]
const facts = makeTicket({ legs: [ada, city] })
const unknownLeg = { grading: null, gradedAt: null, byHand: null, resultedAt: null }
const decidedLeg = (result: 'won' | null): TicketRecord => ({
  kind: 'leg-decided',
  place: 0,
  result,
  reason: '',
})
const legsNow = (now: readonly LegRevision[]): TicketRecord => ({
  kind: 'corrected',
  was: {},
  terms: {},
  legs: { was: [ada, city], now },
  reason: '',
})

describe('the state of a ticket', () => {
  it('knows nothing after its recording but that', () => {
    expect(stateOf(facts)).toEqual({
      id: 7,
      recordedAt: 10,
      facts,
      legs: [
        { leg: ada, ...unknownLeg },
        { leg: city, ...unknownLeg },
      ],
      judged: null,
      decision: null,
      conflict: null,
      closing: null,
      stake: null,
      result: null,
      reversed: null,
      isVoided: false,
    })
  })

  it('needs its recording first, and once', () => {
    expect(() => toTicketState(7, [])).toThrow('ticket 7 does not begin with its recording')
    expect(() => toTicketState(7, [{ seq: 1, at: 1, record: graded('won') }])).toThrow(
      'ticket 7 does not begin',
    )
    expect(() => stateOf(facts, { kind: 'recorded', facts })).toThrow('ticket 7 is recorded twice')
  })

  it('takes corrected terms, and keeps all others', () => {
    const state = stateOf(facts, { kind: 'corrected', was: {}, terms: { stakeMinor: 5_000 }, reason: '' })
    expect(state.facts).toEqual({ ...facts, stakeMinor: 5_000 })
    expect(state.legs.map(({ leg }) => leg)).toEqual([ada, city])
  })

  it('is deleted until it is restored', () => {
    const voided = { kind: 'voided', reason: '' } as const
    expect(stateAfter(voided).isVoided).toBe(true)
    expect(stateAfter(voided, { kind: 'restored', reason: '' })).toMatchObject({
      isVoided: false,
      reversed: null,
    })
  })

  it('keeps a decision until it is withdrawn', () => {
    const decision = { kind: 'payout', payoutMinor: 1 } as const
    const payout: TicketRecord = { kind: 'decided', decision, reason: '' }
    const withdrawn: TicketRecord = { kind: 'decided', decision: { kind: 'withdrawn' }, reason: '' }
    expect(stateAfter(payout)).toMatchObject({ decision, conflict: null })
    expect(stateAfter(payout, withdrawn).decision).toBeNull()
  })

  it('remembers a payout that contradicts the legs, and one entered after them, until either changes', () => {
    const decision = { kind: 'payout', payoutMinor: 1 } as const
    const payout = { kind: 'decided', decision, reason: '' } as const
    const lost = { kind: 'judged', ruling: { kind: 'ended', ending: 'lost' }, policy: 'void_all' } as const
    const contests: TicketRecord = { ...lost, contests: true }
    const overrules: TicketRecord = { ...payout, overrules: true }
    const conflictAfter = (...records: TicketRecord[]) => stateAfter(...records).conflict
    expect(conflictAfter(payout, contests)).toBe('contradictsPayout')
    expect(conflictAfter(payout, contests, overrules)).toBe('overridesLegs')
    expect(conflictAfter(payout, contests, payout)).toBeNull()
    expect(conflictAfter(payout, contests, lost)).toBeNull()
    expect(stateAfter(lost).judged).toEqual({ ruling: { kind: 'ended', ending: 'lost' }, policy: 'void_all' })
  })
})

describe('a leg', () => {
  const legAfter = (...records: TicketRecord[]) => stateOf(facts, ...records).legs[0]

  it('is as graded, and had its result since the first time it was not pending', () => {
    expect(legAfter(graded('won'))).toEqual({
      leg: ada,
      grading: makeGrading('won'),
      gradedAt: 20,
      byHand: null,
      resultedAt: 20,
    })
    expect(legAfter(graded('won'), graded('lost'))).toMatchObject({ gradedAt: 30, resultedAt: 20 })
    expect(legAfter(graded('pending'))).toMatchObject({ gradedAt: 20, resultedAt: null })
    expect(legAfter(graded('won'), graded('pending'), graded('won'))).toMatchObject({ resultedAt: 40 })
    expect(stateOf(facts, graded('won')).legs[1]).toEqual({ leg: city, ...unknownLeg })
  })

  it('is as the user says, until that is withdrawn', () => {
    const resultAfter = (...records: TicketRecord[]) => {
      const leg = legAfter(...records)
      return leg && legResult(leg)
    }
    expect(resultAfter()).toBe('pending')
    expect(resultAfter(graded('lost'))).toBe('lost')
    expect(resultAfter(graded('lost'), decidedLeg('won'))).toBe('won')
    expect(resultAfter(graded('lost'), decidedLeg('won'), decidedLeg(null))).toBe('lost')
    expect(stateOf(facts, decidedLeg('won')).legs[1]).toEqual({ leg: city, ...unknownLeg })
  })

  it('keeps gradings and results through a correction as long as it is the same bet', () => {
    const renamed = { ...ada, name: 'A. North Over 27.5' }
    const known = [graded('lost'), decidedLeg('won')] as const
    expect(legAfter(...known, legsNow([{ from: 0, leg: renamed }]))).toEqual({
      leg: renamed,
      grading: makeGrading('lost'),
      gradedAt: 20,
      byHand: 'won',
      resultedAt: 20,
    })
    const other = { ...ada, grade: 'another' }
    expect(legAfter(...known, legsNow([{ from: 0, leg: other }]))).toEqual({ leg: other, ...unknownLeg })
    const tokenless = { ...ada, grade: null }
    expect(legAfter(...known, legsNow([{ from: 0, leg: tokenless }]))).toEqual({
      leg: tokenless,
      ...unknownLeg,
      byHand: 'won',
      resultedAt: 20,
    })
  })

  it('that was added is unknown, and one that moved up keeps what is known', () => {
    const now = [
      { from: 1, leg: city },
      { from: null, leg: ada },
    ]
    const state = stateOf(facts, graded('lost', 'won'), legsNow(now))
    expect(state.facts.legs).toEqual([city, ada])
    expect(state.legs).toEqual([
      { leg: city, grading: makeGrading('won'), gradedAt: 20, byHand: null, resultedAt: 20 },
      { leg: ada, ...unknownLeg },
    ])
  })

  it('with another selection ends the closing price and the fair price of its ticket', () => {
    const closed = closedAt('+468')
    const fair = { p: 0.2, source: 'mine' } as const
    const valued = { ...facts, fair }
    const closing = stateOf(facts, closed).closing
    expect(closing).toMatchObject({ kind: 'priced' })
    const [same, other] = [
      { ...ada, name: 'A. North' },
      { ...ada, selectionKey: 'x' },
    ].map(leg =>
      legsNow([
        { from: 0, leg },
        { from: 1, leg: city },
      ]),
    )
    if (same === undefined || other === undefined) throw new Error('no correction')
    expect(stateOf(facts, closed, same).closing).toEqual(closing)
    expect(stateOf(facts, closed, other).closing).toBeNull()
    expect(stateOf(valued, same).facts.fair).toEqual(fair)
    expect(stateOf(valued, other).facts).not.toHaveProperty('fair')
  })
})

describe('the entries of a ticket', () => {
  const applyAt = (at: number, state: TicketState, record: TicketRecord) =>
    applyRecord(state, { seq: at, at, record })
  const settled = () => bookAll(stateAfter(ended('won')), 500).state

  it('are known until they are reversed, and then the result with its profit and times', () => {
    const state = settled()
    const won = bookAll(stateAfter(ended('won'))).entries[1]
    if (won === undefined) throw new Error('no result')
    const { movement, currency, result, payoutMinor, isActual } = won
    expect(state.stake).toMatchObject({ seq: 501, since: 500, movement: { cashMinor: -4_000 } })
    expect(state.result).toEqual({ seq: 502, movement, currency, result, payoutMinor, isActual, since: 500 })
    const reversed = bookAll(applyAt(600, state, { kind: 'voided', reason: '' }), 600).state
    expect(reversed).toMatchObject({ stake: null, result: null })
    expect(reversed.reversed).toEqual({
      result: 'won',
      since: 500,
      profitMinor: 20_480,
      at: 600,
      isByService: false,
    })
  })

  it('keep the time of a result that is booked again at once, not later, and not of another', () => {
    const reversed = bookAll(applyAt(600, settled(), { kind: 'voided', reason: '' }), 600).state
    const restored = applyAt(700, reversed, { kind: 'restored', reason: '' })
    expect(restored.reversed).toMatchObject({ at: 700, since: 500 })
    expect(bookAll(restored, 700).state.result).toMatchObject({ result: 'won', since: 500 })
    expect(bookAll(restored, 800).state.result).toMatchObject({ result: 'won', since: 800 })
    const lost = bookAll(applyAt(700, restored, ended('lost')), 700).state
    expect(lost.result).toMatchObject({ result: 'lost', since: 700 })
    expect(lost.reversed).toMatchObject({ result: 'won' })
  })

  it('settle the ticket at the time of the result, which an imported one does not have', () => {
    expect(settledAt(stateAfter())).toBeNull()
    expect(settledAt(settled())).toBe(500)
    expect(settledAt(bookAll(stateAfter(ended('won')), 10).state)).toBeNull()
  })
})

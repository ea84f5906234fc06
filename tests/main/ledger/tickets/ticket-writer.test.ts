import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import type { RefundPolicy } from '../../../../src/shared/model/ticket/refund-policy.ts'
import {
  entriesOf,
  grade,
  gradedLeg,
  gradingOf,
  kindsOf,
  lineOf,
  openedLedger,
  ticketOf,
  totalsOf,
} from '../../../support/ledger/tickets.ts'

const rule = (ledger: Ledger, policy: RefundPolicy) =>
  ledger.savePolicy({ bookId: 'bravo', policy, source: 'house rules', asOf: '2026-11-01' })

describe('a ticket', () => {
  it('is recorded with its stake at risk', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    expect(lineOf(ledger, ticketId)).toMatchObject({
      result: 'pending',
      stakeMinor: 4_000,
      potentialMinor: 24_480,
    })
    expect(totalsOf(ledger)).toMatchObject({
      open: 1,
      openRiskMinor: 4_000,
      openPotentialMinor: 24_480,
      stakedMinor: 0,
    })
  })

  it('told twice is one', () => {
    const { ledger } = openedLedger()
    const facts = ticketOf({ uid: randomUUID() })
    expect(ledger.record(facts)).toEqual({ ticketId: 1, wasThere: false })
    expect(ledger.record(facts)).toEqual({ ticketId: 1, wasThere: true })
    expect(totalsOf(ledger).tickets).toBe(1)
  })

  it('is there after the program ends', () => {
    const { ledger, folder } = openedLedger()
    ledger.record(ticketOf())
    ledger.close()
    expect(totalsOf(openedLedger(folder).ledger).openRiskMinor).toBe(4_000)
  })

  it('of the demo is not among the user’s own', () => {
    let isDemo = false
    const { ledger } = openedLedger(undefined, () => isDemo)
    ledger.record(ticketOf({ isDemo: true }))
    expect(totalsOf(ledger).tickets).toBe(0)
    expect(() => ledger.reads.ticket(1)).toThrow('not-found')
    isDemo = true
    expect(totalsOf(ledger).tickets).toBe(1)
  })

  it('taken as a bonus bet puts nothing of the user’s at risk, and wins the profit alone', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf({ kind: 'bonus' }))
    expect(totalsOf(ledger)).toMatchObject({ openRiskMinor: 0, openPotentialMinor: 20_480 })
    grade(ledger, ticketId, ['won', 'won'])
    expect(totalsOf(ledger)).toMatchObject({ stakedMinor: 0, profitMinor: 20_480, yield: null })
  })
})

describe('settlement', () => {
  it('wins a ticket whose legs all won, by its exact price', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['won', 'pending'])
    expect(lineOf(ledger, ticketId).result).toBe('pending')
    grade(ledger, ticketId, ['won', 'won'])
    expect(lineOf(ledger, ticketId)).toMatchObject({ result: 'won', profitMinor: 20_480, was: null })
    expect(totalsOf(ledger)).toMatchObject({
      openRiskMinor: 0,
      stakedMinor: 4_000,
      profitMinor: 20_480,
      winRate: 1,
    })
  })

  it('reverses a result that turns, and books the new one', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['won', 'won'])
    grade(ledger, ticketId, ['won', 'lost'])
    expect(lineOf(ledger, ticketId)).toMatchObject({ result: 'lost', was: 'won', profitMinor: -4_000 })
    const [stake, won, reversal, lost] = entriesOf(ledger, ticketId)
    expect([stake?.reverses, won?.reverses, reversal?.reverses, lost?.reverses]).toEqual([
      null,
      null,
      won?.seq,
      null,
    ])
    expect((won?.movement.cashMinor ?? 0) + (reversal?.movement.cashMinor ?? 0)).toBe(0)
    expect(totalsOf(ledger)).toMatchObject({ profitMinor: -4_000, won: 0, lost: 1 })
  })

  it('asked the same again records nothing', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['won', 'won'])
    const before = kindsOf(ledger, ticketId)
    grade(ledger, ticketId, ['won', 'won'])
    expect(kindsOf(ledger, ticketId)).toEqual(before)
  })

  it('shows how far a pending leg has come without a record of it', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    const players = [{ name: 'Ada North', position: 'G', score: 12 }]
    const grading = gradingOf('pending', { players, isLive: true, status: '2nd quarter' })
    ledger.grade([gradedLeg(ledger, ticketId, 0, grading)])
    expect(ledger.reads.ticket(ticketId).legs[0]).toMatchObject({ result: 'pending', grading })
    expect(kindsOf(ledger, ticketId)).toEqual(['recorded', 'entry'])
  })

  it('puts a ticket up for review when a word is not known, and takes it back when it is', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['unknown', 'lost'])
    expect(lineOf(ledger, ticketId)).toMatchObject({
      result: 'review',
      review: 'unknown-word',
      profitMinor: null,
    })
    expect(totalsOf(ledger)).toMatchObject({ needsReview: 1, openRiskMinor: 4_000, lost: 0 })
    grade(ledger, ticketId, ['won', 'lost'])
    expect(lineOf(ledger, ticketId)).toMatchObject({ result: 'lost', review: null })
    expect(totalsOf(ledger).needsReview).toBe(0)
  })

  it('leaves what belongs to no ticket alone', () => {
    const { ledger } = openedLedger()
    ledger.record(ticketOf())
    ledger.grade([gradedLeg(ledger, 99, 0, gradingOf('won')), gradedLeg(ledger, 1, 9, gradingOf('won'))])
    expect(kindsOf(ledger, 1)).toEqual(['recorded', 'entry'])
  })

  it('offers the choice of endings where the book’s rule is to ask', () => {
    const { ledger } = openedLedger()
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['won', 'refunded'])
    expect(ledger.reads.ticket(ticketId).choices).toEqual([
      { ending: 'reduced', payoutMinor: null, estimateMinor: 7_636 },
      { ending: 'refunded', payoutMinor: 4_000, estimateMinor: null },
    ])
    ledger.decide(ticketId, { kind: 'payout', payoutMinor: 7_600 }, 'as paid')
    expect(lineOf(ledger, ticketId)).toMatchObject({
      result: 'won',
      profitMinor: 3_600,
      payout: { isActual: true },
    })
  })

  it('judges open tickets anew when the book’s rule is changed, and leaves settled ones', () => {
    const { ledger } = openedLedger()
    const [first, second] = [ticketOf(), ticketOf()].map(facts => ledger.record(facts).ticketId)
    grade(ledger, first ?? 0, ['won', 'refunded'])
    grade(ledger, second ?? 0, ['won', 'won'])
    rule(ledger, 'void_all')
    expect(lineOf(ledger, first ?? 0)).toMatchObject({ result: 'refunded', profitMinor: 0 })
    expect(lineOf(ledger, second ?? 0).result).toBe('won')
    expect(ledger.policies()).toEqual([expect.objectContaining({ bookId: 'bravo', policy: 'void_all' })])
  })

  describe('that ended by a rule which the book has changed since', () => {
    function ended() {
      const { ledger } = openedLedger()
      rule(ledger, 'void_all')
      const { ticketId: id } = ledger.record(ticketOf())
      grade(ledger, id, ['refunded', 'lost'])
      rule(ledger, 'void_all_unless_loss')
      return { ledger, id }
    }

    it.each<[string, (ledger: Ledger, id: number) => void]>([
      [
        'its note is corrected',
        (ledger, id) => ledger.correct(id, { ...ledger.facts(id), note: 'seen' }, 'typo'),
      ],
      [
        'the service says more of a leg, and the same result',
        (ledger, id) => ledger.grade([gradedLeg(ledger, id, 1, gradingOf('lost', { status: 'Final/OT' }))]),
      ],
      [
        'a closing price comes',
        (ledger, id) => ledger.setClosing(id, { kind: 'unquotable', why: 'Not asked.', at: 1 }),
      ],
      [
        'a decision is made and withdrawn',
        (ledger, id) => {
          ledger.decide(id, { kind: 'result', result: 'won' }, 'seen')
          ledger.decide(id, { kind: 'withdrawn' }, 'not so')
        },
      ],
    ])('keeps its result when %s', (_, act) => {
      const { ledger, id } = ended()
      act(ledger, id)
      expect(lineOf(ledger, id)).toMatchObject({ result: 'refunded', profitMinor: 0 })
    })

    it('is judged by the new one when a leg’s result changes', () => {
      const { ledger, id } = ended()
      grade(ledger, id, ['won', 'lost'])
      grade(ledger, id, ['refunded', 'lost'])
      expect(lineOf(ledger, id)).toMatchObject({ result: 'lost', profitMinor: -4_000 })
    })

    it('is judged by another book’s when its book is corrected', () => {
      const { ledger, id } = ended()
      ledger.correct(id, { ...ledger.facts(id), book: { id: 'delta', name: 'Delta' } }, 'it was Delta')
      expect(lineOf(ledger, id)).toMatchObject({ result: 'review', review: 'choice-wanted' })
    })
  })

  it('holds a lost leg to be provisional where a refund still saves the stake', () => {
    const { ledger } = openedLedger()
    rule(ledger, 'void_all')
    const { ticketId } = ledger.record(ticketOf())
    grade(ledger, ticketId, ['lost', 'pending'])
    expect(lineOf(ledger, ticketId)).toMatchObject({ result: 'pending', isProvisionallyLost: true })
    expect(totalsOf(ledger)).toMatchObject({ openRiskMinor: 4_000, openPotentialMinor: 0 })
    grade(ledger, ticketId, ['lost', 'refunded'])
    expect(lineOf(ledger, ticketId)).toMatchObject({ result: 'refunded', profitMinor: 0 })
  })
})

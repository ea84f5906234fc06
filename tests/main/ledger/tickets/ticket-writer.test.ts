import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import type { RefundPolicy } from '../../../../src/shared/model/ticket/refund-policy.ts'
import {
  readEntries,
  gradeLegs,
  makeGradedLeg,
  makeGrading,
  readKinds,
  readLine,
  openTestLedger,
  makeTicket,
  readTotals,
} from '../../../support/ledger/tickets.ts'

const savePolicy = (ledger: Ledger, policy: RefundPolicy) =>
  ledger.savePolicy({ bookId: 'bravo', policy, source: 'house rules', asOf: '2026-11-01' })

describe('recording a ticket', () => {
  it('puts its stake at risk', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    expect(readLine(ledger, ticketId)).toMatchObject({
      result: 'pending',
      stakeMinor: 4_000,
      potentialMinor: 24_480,
    })
    expect(readTotals(ledger)).toMatchObject({
      open: 1,
      openRiskMinor: 4_000,
      openToWinMinor: 20_480,
      stakedMinor: 0,
    })
  })

  it('finds the ticket when its uid is recorded twice', () => {
    const { ledger } = openTestLedger()
    const facts = makeTicket({ uid: randomUUID() })
    expect(ledger.record(facts)).toEqual({ ticketId: 1, wasThere: false })
    expect(ledger.record(facts)).toEqual({ ticketId: 1, wasThere: true })
    expect(readTotals(ledger).tickets).toBe(1)
  })

  it('survives the end of the program', () => {
    const { ledger, folder } = openTestLedger()
    ledger.record(makeTicket())
    ledger.close()
    expect(readTotals(openTestLedger(folder).ledger).openRiskMinor).toBe(4_000)
  })

  it('keeps the demo’s tickets apart from the user’s own', () => {
    let isDemo = false
    const { ledger } = openTestLedger(undefined, () => isDemo)
    ledger.record(makeTicket({ isDemo: true }))
    expect(readTotals(ledger).tickets).toBe(0)
    expect(() => ledger.reads.ticket(1)).toThrow('not-found')
    isDemo = true
    expect(readTotals(ledger).tickets).toBe(1)
  })

  it('puts no money of the user at risk for a bonus bet, which wins the profit alone', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket({ kind: 'bonus' }))
    expect(readTotals(ledger)).toMatchObject({ openRiskMinor: 0, openToWinMinor: 20_480 })
    gradeLegs(ledger, ticketId, ['won', 'won'])
    expect(readTotals(ledger)).toMatchObject({ stakedMinor: 0, profitMinor: 20_480, yield: null })
  })
})

describe('grading a ticket', () => {
  it('settles it as won when all legs won, by its exact price', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'pending'])
    expect(readLine(ledger, ticketId).result).toBe('pending')
    gradeLegs(ledger, ticketId, ['won', 'won'])
    expect(readLine(ledger, ticketId)).toMatchObject({ result: 'won', profitMinor: 20_480, was: null })
    expect(readTotals(ledger)).toMatchObject({
      openRiskMinor: 0,
      stakedMinor: 4_000,
      profitMinor: 20_480,
      won: 1,
      lost: 0,
      refunded: 0,
    })
  })

  it('reverses a result that changes, and books the new one', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'won'])
    gradeLegs(ledger, ticketId, ['won', 'lost'])
    expect(readLine(ledger, ticketId)).toMatchObject({ result: 'lost', was: 'won', profitMinor: -4_000 })
    const [stake, won, reversal, lost] = readEntries(ledger, ticketId)
    expect([stake?.reverses, won?.reverses, reversal?.reverses, lost?.reverses]).toEqual([
      null,
      null,
      won?.seq,
      null,
    ])
    expect((won?.movement.cashMinor ?? 0) + (reversal?.movement.cashMinor ?? 0)).toBe(0)
    expect(readTotals(ledger)).toMatchObject({ profitMinor: -4_000, won: 0, lost: 1 })
  })

  it('records nothing for the same results again', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'won'])
    const before = readKinds(ledger, ticketId)
    gradeLegs(ledger, ticketId, ['won', 'won'])
    expect(readKinds(ledger, ticketId)).toEqual(before)
  })

  it('shows the progress of a pending leg without a record of it', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    const players = [{ name: 'Ada North', position: 'G', score: 12 }]
    const grading = makeGrading('pending', { players, isLive: true, status: '2nd quarter' })
    ledger.grade([makeGradedLeg(ledger, ticketId, 0, grading)])
    expect(ledger.reads.ticket(ticketId).legs[0]).toMatchObject({ result: 'pending', grading })
    expect(readKinds(ledger, ticketId)).toEqual(['recorded', 'entry'])
  })

  it('needs review for an unknown word, and settles when the word is known', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['unknown', 'lost'])
    expect(readLine(ledger, ticketId)).toMatchObject({
      result: 'review',
      review: 'unknown-word',
      profitMinor: null,
    })
    expect(readTotals(ledger)).toMatchObject({ needsReview: 1, openRiskMinor: 4_000, lost: 0 })
    gradeLegs(ledger, ticketId, ['won', 'lost'])
    expect(readLine(ledger, ticketId)).toMatchObject({ result: 'lost', review: null })
    expect(readTotals(ledger).needsReview).toBe(0)
  })

  it('ignores gradings of tickets and legs that do not exist', () => {
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    ledger.grade([
      makeGradedLeg(ledger, 99, 0, makeGrading('won')),
      makeGradedLeg(ledger, 1, 9, makeGrading('won')),
    ])
    expect(readKinds(ledger, 1)).toEqual(['recorded', 'entry'])
  })

  it('offers the choice of endings where the book’s policy is to ask', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'refunded'])
    expect(ledger.reads.ticket(ticketId).choices).toEqual([
      { ending: 'reduced', payoutMinor: null, estimateMinor: 7_636 },
      { ending: 'refunded', payoutMinor: 4_000, estimateMinor: null },
    ])
    ledger.decide(ticketId, { kind: 'payout', payoutMinor: 7_600 }, 'as paid')
    expect(readLine(ledger, ticketId)).toMatchObject({
      result: 'won',
      profitMinor: 3_600,
      payout: { isActual: true },
    })
  })

  it('settles open tickets again when the book’s policy changes, and leaves settled ones', () => {
    const { ledger } = openTestLedger()
    const [first, second] = [makeTicket(), makeTicket()].map(facts => ledger.record(facts).ticketId)
    gradeLegs(ledger, first ?? 0, ['won', 'refunded'])
    gradeLegs(ledger, second ?? 0, ['won', 'won'])
    savePolicy(ledger, 'void_all')
    expect(readLine(ledger, first ?? 0)).toMatchObject({ result: 'refunded', profitMinor: 0 })
    expect(readLine(ledger, second ?? 0).result).toBe('won')
    expect(ledger.policies()).toEqual([expect.objectContaining({ bookId: 'bravo', policy: 'void_all' })])
  })

  describe('settled by a policy which the book has changed since', () => {
    function settled() {
      const { ledger } = openTestLedger()
      savePolicy(ledger, 'void_all')
      const { ticketId: id } = ledger.record(makeTicket())
      gradeLegs(ledger, id, ['refunded', 'lost'])
      savePolicy(ledger, 'void_all_unless_loss')
      return { ledger, id }
    }

    it.each<[string, (ledger: Ledger, id: number) => void]>([
      [
        'its note is corrected',
        (ledger, id) => ledger.correct(id, { ...ledger.facts(id), note: 'seen' }, 'typo'),
      ],
      [
        'the service says more of a leg, and the same result',
        (ledger, id) =>
          ledger.grade([makeGradedLeg(ledger, id, 1, makeGrading('lost', { status: 'Final/OT' }))]),
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
    ])('keeps its result when %s', (_case, change) => {
      const { ledger, id } = settled()
      change(ledger, id)
      expect(readLine(ledger, id)).toMatchObject({ result: 'refunded', profitMinor: 0 })
    })

    it('follows the new policy when a leg’s result changes', () => {
      const { ledger, id } = settled()
      gradeLegs(ledger, id, ['won', 'lost'])
      gradeLegs(ledger, id, ['refunded', 'lost'])
      expect(readLine(ledger, id)).toMatchObject({ result: 'lost', profitMinor: -4_000 })
    })

    it('follows the policy of another book when its book is corrected', () => {
      const { ledger, id } = settled()
      ledger.correct(id, { ...ledger.facts(id), book: { id: 'delta', name: 'Delta' } }, 'it was Delta')
      expect(readLine(ledger, id)).toMatchObject({ result: 'review', review: 'choice-wanted' })
    })
  })

  it('counts no win of a ticket to review that has a lost leg', () => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'refunded'])
    expect(readLine(ledger, ticketId)).toMatchObject({ review: 'choice-wanted', isProvisionallyLost: false })
    expect(readTotals(ledger)).toMatchObject({ openRiskMinor: 4_000, openToWinMinor: 20_480 })
    gradeLegs(ledger, ticketId, ['lost', 'refunded'])
    expect(readLine(ledger, ticketId)).toMatchObject({ review: 'choice-wanted', isProvisionallyLost: true })
    expect(readTotals(ledger)).toMatchObject({ openRiskMinor: 4_000, openToWinMinor: 0 })
  })

  it('treats a lost leg as provisional where a refund can still save the stake', () => {
    const { ledger } = openTestLedger()
    savePolicy(ledger, 'void_all')
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['lost', 'pending'])
    expect(readLine(ledger, ticketId)).toMatchObject({ result: 'pending', isProvisionallyLost: true })
    expect(readTotals(ledger)).toMatchObject({ openRiskMinor: 4_000, openToWinMinor: 0 })
    gradeLegs(ledger, ticketId, ['lost', 'refunded'])
    expect(readLine(ledger, ticketId)).toMatchObject({ result: 'refunded', profitMinor: 0 })
  })
})

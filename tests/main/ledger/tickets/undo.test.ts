import { describe, expect, it, onTestFinished } from 'vitest'
import { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { ledgerFilesIn } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { fc } from '../../../support/property.ts'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import {
  gradeLegs,
  makeLeg,
  makeTicket,
  openTestLedger,
  readTotals,
} from '../../../support/ledger/tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

function undo(ledger: Ledger, ticketId: number): void {
  const { lastChange } = ledger.reads.ticket(ticketId)
  ledger.undo(ticketId, { seq: lastChange ?? 0, reason: 'mistake' })
}

function open() {
  let now = Date.UTC(2026, 10, 20, 12)
  const ledger = new Ledger({
    files: ledgerFilesIn(tempFolder()),
    isDemo: () => false,
    log: console.error,
    now: () => (now += 1_000),
  })
  ledger.open()
  onTestFinished(() => ledger.close())
  const { ticketId } = ledger.record(makeTicket({ legs: [makeLeg('A'), makeLeg('B')] }))
  /** Everything of the ticket but its history. */
  const facts = () => {
    const detail = ledger.reads.ticket(ticketId)
    return { ...detail, history: [], lastChange: null }
  }
  return { ledger, ticketId, facts, undo: () => undo(ledger, ticketId) }
}

describe('undo of a change', () => {
  it('brings a deleted ticket back into lists and sums, as settled when it was', () => {
    const { ledger, ticketId, facts, undo: takeBack } = open()
    gradeLegs(ledger, ticketId, ['won', 'won'])
    const [before, totals] = [facts(), readTotals(ledger)]
    const settledBefore = ledger.reads.sums.settledSince(1)
    ledger.void(ticketId, 'twice')
    expect(readTotals(ledger).tickets).toBe(0)
    takeBack()
    expect(facts()).toEqual(before)
    expect(readTotals(ledger)).toEqual(totals)
    expect(ledger.reads.sums.settledSince(1)).toEqual(settledBefore)
    const late = Date.UTC(2026, 10, 20, 12, 0, 4)
    expect(ledger.reads.sums.settledSince(late).tickets).toBe(0)
  })

  it('is no regrade of the service, which only a later grading is', () => {
    const { ledger, ticketId, undo: takeBack } = open()
    const result = () => {
      const [line] = ledger.reads.list.lines([ticketId])
      return [line?.result, line?.was]
    }
    ledger.decide(ticketId, { kind: 'result', result: 'won' }, 'seen')
    takeBack()
    expect(result()).toEqual(['pending', null])
    gradeLegs(ledger, ticketId, ['won', 'won'])
    expect(result()).toEqual(['won', null])
    gradeLegs(ledger, ticketId, ['won', 'lost'])
    expect(result()).toEqual(['lost', 'won'])
  })

  it('takes back a correction of terms and legs, and again brings it back', () => {
    const { ledger, ticketId, facts, undo: takeBack } = open()
    const before = facts()
    const { legs, ...terms } = ledger.facts(ticketId)
    const [first] = legs
    if (first === undefined) throw new Error('no leg')
    const now = [
      { from: 0, leg: { ...first, name: 'A!' } },
      { from: null, leg: makeLeg('C') },
    ]
    ledger.correct(ticketId, { ...terms, stakeMinor: 5_000 }, 'typed wrong', now)
    const corrected = facts()
    takeBack()
    expect(facts()).toEqual(before)
    takeBack()
    expect(facts()).toEqual(corrected)
  })

  it('undoes a manual result to the one before it', () => {
    const { ledger, ticketId, facts, undo: takeBack } = open()
    ledger.decide(ticketId, { kind: 'result', result: 'won' }, 'seen')
    const before = facts()
    ledger.decide(ticketId, { kind: 'payout', payoutMinor: 100 }, 'statement')
    takeBack()
    expect(facts()).toMatchObject({ line: { result: 'won', profitMinor: before.line.profitMinor } })
    ledger.decideLeg(ticketId, { place: 1, result: 'lost', reason: 'box score' })
    takeBack()
    expect(facts().legs[1]).toMatchObject({ result: 'pending', source: null })
  })

  it('refuses a change that is not the last, and a ticket that was never changed', () => {
    const { ledger, ticketId } = open()
    const undoOf = (seq: number) => () => ledger.undo(ticketId, { seq, reason: 'mistake' })
    expect(undoOf(1)).toThrow('not-found')
    ledger.decide(ticketId, { kind: 'result', result: 'won' }, 'seen')
    const { lastChange } = ledger.reads.ticket(ticketId)
    ledger.decide(ticketId, { kind: 'result', result: 'lost' }, 'seen')
    expect(undoOf(lastChange ?? 0)).toThrow('not-found')
  })

  it('appends and never shortens, whatever was done', () => {
    fc.assert(
      fc.property(randomActions, fc.integer({ min: 1, max: 8 }), (applyActions, ticketId) => {
        const { ledger } = openTestLedger()
        applyActions(ledger)
        const records = () => ledger.core.log.ofTicket(ticketId)
        const before = records()
        try {
          undo(ledger, ticketId)
        } catch {
          expect(records()).toEqual(before)
        }
        expect(records().slice(0, before.length)).toEqual(before)
        ledger.close()
      }),
      { numRuns: 40 },
    )
  })
})

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

function redo(ledger: Ledger, ticketId: number): void {
  const { nextRedo } = ledger.reads.ticket(ticketId)
  ledger.undo(ticketId, { seq: nextRedo?.undo ?? 0, reason: 'after all' })
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
    return { ...detail, history: [], lastChange: null, nextRedo: null }
  }
  const stake = (stakeMinor: number) =>
    ledger.correct(ticketId, { ...ledger.facts(ticketId), stakeMinor }, 'typed wrong')
  const readStake = () => ledger.facts(ticketId).stakeMinor
  return {
    ...{ ledger, ticketId, facts, stake, readStake },
    undo: () => undo(ledger, ticketId),
    redo: () => redo(ledger, ticketId),
  }
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

  it('takes back a correction of terms and legs, and makes it again', () => {
    const { ledger, ticketId, facts, undo: takeBack, redo: makeAgain } = open()
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
    makeAgain()
    expect(facts()).toEqual(corrected)
    takeBack()
    expect(facts()).toEqual(before)
  })

  it('steps back change by change to the ticket as recorded, and forward again', () => {
    const { ledger, ticketId, stake, readStake, undo: takeBack, redo: makeAgain } = open()
    const recorded = readStake()
    stake(4_100)
    stake(4_200)
    takeBack()
    expect(readStake()).toBe(4_100)
    takeBack()
    expect(readStake()).toBe(recorded)
    expect(takeBack).toThrow('not-found')
    makeAgain()
    expect(readStake()).toBe(4_100)
    makeAgain()
    expect(readStake()).toBe(4_200)
    expect(makeAgain).toThrow('not-found')
    takeBack()
    takeBack()
    expect(readStake()).toBe(recorded)
    expect(ledger.reads.ticket(ticketId).history.filter(({ kind }) => kind === 'corrected')).toHaveLength(8)
  })

  it('passes over an undone change and its undo', () => {
    const { ledger, ticketId, stake, readStake, undo: takeBack } = open()
    const recorded = readStake()
    stake(4_100)
    ledger.decide(ticketId, { kind: 'cash-out', payoutMinor: 100 }, 'cashed out')
    takeBack()
    expect(readStake()).toBe(4_100)
    takeBack()
    expect(readStake()).toBe(recorded)
  })

  it('leaves nothing to make again after another change', () => {
    const { stake, undo: takeBack, redo: makeAgain, ledger, ticketId } = open()
    stake(4_100)
    takeBack()
    expect(ledger.reads.ticket(ticketId).nextRedo).not.toBeNull()
    stake(4_200)
    expect(ledger.reads.ticket(ticketId).nextRedo).toBeNull()
    expect(makeAgain).toThrow('not-found')
  })

  it('steps over a deletion, and deletes again', () => {
    const { ledger, ticketId, stake, readStake, undo: takeBack, redo: makeAgain } = open()
    const recorded = readStake()
    stake(4_100)
    ledger.void(ticketId, 'twice')
    takeBack()
    takeBack()
    expect(readStake()).toBe(recorded)
    makeAgain()
    makeAgain()
    expect(ledger.reads.ticket(ticketId).isVoided).toBe(true)
    takeBack()
    expect(readStake()).toBe(4_100)
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

import { describe, expect, it } from 'vitest'
import { ledgerFilesIn, openCore } from '../../../../src/main/ledger/opening/ledger-file.ts'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { findNextEntry } from '../../../../src/main/ledger/state/next-entry.ts'
import {
  contradictsPayout,
  deriveOutcome,
  endingByAmount,
} from '../../../../src/main/ledger/state/ticket-outcome.ts'
import { toTicketState } from '../../../../src/main/ledger/state/ticket-state.ts'
import type { TicketRecord } from '../../../../src/main/ledger/log/record.ts'
import type { LegResult } from '../../../../src/shared/model/ticket/settlement.ts'
import { ended, judged, stateAfter } from '../../../support/ledger/ticket-states.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  gradeLegs,
  makeGradedLeg,
  makeGrading,
  makeLeg,
  readLine,
  openTestLedger,
  startOfTests,
  makeTicket,
  readTotals,
} from '../../../support/ledger/tickets.ts'
import { importFile, exportLedger, readText } from '../../../support/ledger/import-export.ts'

/** A ticket with an entered payout and a leg whose result then changes. */
function regrade(
  before: LegResult,
  payoutMinor: number,
  after: LegResult,
  kind: 'normal' | 'bonus' = 'normal',
) {
  const { ledger, folder } = openTestLedger()
  ledger.savePolicy({ bookId: 'bravo', policy: 'void_all', source: '', asOf: null })
  const id = ledger.record(makeTicket({ kind })).ticketId
  gradeLegs(ledger, id, ['won', before])
  ledger.decide(id, { kind: 'payout', payoutMinor }, 'as paid')
  const ended = ledger.grade([makeGradedLeg(ledger, id, 1, makeGrading(after))])
  return { ledger, folder, id, ended }
}

describe('the outcome of a ticket by its legs', () => {
  it.each([
    ['pending before it is judged', [], { result: 'pending' }],
    ['pending while a leg is', [judged({ kind: 'pending', outlook: null })], { result: 'pending' }],
    [
      'provisionally lost while a refund may save it',
      [judged({ kind: 'pending', outlook: 'lost' })],
      { result: 'pending', isProvisionallyLost: true },
    ],
    [
      'in review for an unknown word',
      [judged({ kind: 'unknown-word' })],
      { result: 'review', review: 'unknown-word' },
    ],
    ['ended with its legs', [ended('lost')], { result: 'lost', payout: { minor: 0, isActual: false } }],
  ] as const)('is %s', (_, records, outcome) => {
    const open = { result: 'pending', review: null, isProvisionallyLost: false, payout: null }
    expect(deriveOutcome(stateAfter(...records))).toEqual({ ...open, ...outcome })
  })
})

describe('the outcome that an amount alone implies', () => {
  it.each([
    [0, 'normal', 'lost'],
    [4_000, 'normal', 'refunded'],
    [3_999, 'normal', 'won'],
    [4_000, 'bonus', 'won'],
    [0, 'bonus', 'lost'],
  ] as const)('of %i for a %s bet is %s', (payoutMinor, kind, ending) => {
    expect(endingByAmount({ facts: makeTicket({ kind }) }, payoutMinor)).toBe(ending)
  })

  it.each([
    [24_480, 'won', false],
    [24_000, 'won', false],
    [24_000, 'lost', true],
    [4_000, 'won', true],
    [4_000, 'refunded', false],
    [3_999, 'lost', false],
    [1, 'refunded', false],
    [0, 'won', true],
    [0, 'lost', false],
  ] as const)('of %i contradicts legs that are %s: %s', (payoutMinor, ending, isContested) => {
    const payout = { kind: 'decided', decision: { kind: 'payout', payoutMinor }, reason: '' } as const
    expect(contradictsPayout(stateAfter(payout, ended(ending)))).toBe(isContested)
    expect(contradictsPayout(stateAfter(payout))).toBe(false)
    expect(contradictsPayout(stateAfter(ended(ending)))).toBe(false)
  })
})

describe('an entered payout', () => {
  it.each([
    ['won', 24_000, 'lost', 'normal'],
    ['won', 4_000, 'lost', 'normal'],
    ['won', 24_000, 'refunded', 'normal'],
    ['lost', 0, 'won', 'normal'],
    ['refunded', 4_000, 'won', 'normal'],
    ['won', 20_000, 'lost', 'bonus'],
  ] as const)(
    'of a ticket that was %s, of %i, needs review when a leg turns out %s (%s)',
    (was, minor, is, kind) => {
      const { ledger, id, ended } = regrade(was, minor, is, kind)
      expect(ended).toEqual([id])
      expect(readLine(ledger, id)).toMatchObject({
        result: 'review',
        review: 'payout-contested',
        payout: null,
      })
      expect(readTotals(ledger)).toMatchObject({ needsReview: 1, won: 0, lost: 0, profitMinor: 0 })
    },
  )

  it.each([
    [['won', 24_000, 'won', 'normal'], 'won'],
    [['won', 24_000, 'pending', 'normal'], 'won'],
    [['won', 2_000, 'lost', 'normal'], 'lost'],
    [['refunded', 3_999, 'refunded', 'normal'], 'refunded'],
    [['lost', 0, 'refunded', 'bonus'], 'refunded'],
  ] as const)('stays when it agrees, as in %j: the ticket is %s', ([was, minor, is, kind], result) => {
    const { ledger, id } = regrade(was, minor, is, kind)
    expect(readLine(ledger, id)).toMatchObject({ result, payout: { minor, isActual: true } })
  })

  it('is offered beside the ending of the legs, and the user decides', () => {
    const { ledger, id } = regrade('won', 24_000, 'lost')
    expect(ledger.reads.ticket(id).choices).toEqual([
      { ending: 'lost', payoutMinor: 0, estimateMinor: null },
      { ending: 'won', payoutMinor: 24_000, estimateMinor: null },
    ])
    ledger.decide(id, { kind: 'payout', payoutMinor: 24_000 }, 'paid early')
    expect(readLine(ledger, id)).toMatchObject({ result: 'won', profitMinor: 20_000 })
    ledger.decide(id, { kind: 'withdrawn' }, 'taken back')
    expect(readLine(ledger, id)).toMatchObject({ result: 'lost', profitMinor: -4_000 })
  })

  it('survives an export and import, with and without the user’s decision', async () => {
    for (const isAnswered of [false, true]) {
      const { ledger, folder, id } = regrade('won', 24_000, 'lost')
      if (isAnswered) ledger.decide(id, { kind: 'payout', payoutMinor: 24_000 }, 'paid early')
      const path = await exportLedger(ledger, folder, 'json')
      const other = openTestLedger()
      expect(await importFile(other.ledger, path)).toMatchObject({ imported: 1, preview: { bad: 0 } })
      expect(readLine(other.ledger, 1).result).toBe(isAnswered ? 'won' : 'review')
      expect(readText(await exportLedger(other.ledger, other.folder, 'json'))).toBe(readText(path))
    }
  })
})

it('a ledger from before contradicted payouts were recorded keeps its outcomes, and its file can be imported', async () => {
  const folder = tempFolder()
  const core = openCore(ledgerFilesIn(folder), () => false)
  const { log } = core
  log.commit(() => {
    const id = log.nextTicketId()
    const write = (record: TicketRecord) => log.append(startOfTests, id, record)
    const judge = (ending: 'won' | 'lost') =>
      write({ kind: 'judged', ruling: { kind: 'ended', ending }, policy: 'ask' })
    const book = () => {
      for (let next = findNext(); next !== undefined; next = findNext()) write(next)
    }
    const findNext = () => findNextEntry(toTicketState(id, log.ofTicket(id)))
    write({ kind: 'recorded', facts: makeTicket() })
    write({ kind: 'graded', legs: [0, 1].map(place => ({ place, grading: makeGrading('won') })) })
    judge('won')
    write({ kind: 'decided', decision: { kind: 'payout', payoutMinor: 24_000 }, reason: 'as paid' })
    book()
    write({ kind: 'graded', legs: [{ place: 1, grading: makeGrading('lost') }] })
    judge('lost')
    book()
  })
  core.close()
  const { ledger } = openTestLedger(folder)
  expect(readLine(ledger, 1)).toMatchObject({ result: 'lost', payout: { minor: 24_000 } })
  const other = openTestLedger()
  expect(await importFile(other.ledger, await exportLedger(ledger, folder, 'json'))).toMatchObject({
    imported: 1,
  })
  expect(readLine(other.ledger, 1)).toMatchObject({ result: 'lost', payout: { minor: 24_000 } })
})

describe('a ticket of one leg that is refunded, at a book where a tie loses', () => {
  const single = () => makeTicket({ legs: [makeLeg('Harbor City')] })
  const policy = { bookId: 'bravo', policy: 'tie_loses', source: 'rules', asOf: null } as const

  function record() {
    const opened = openTestLedger()
    opened.ledger.savePolicy(policy)
    return { ...opened, id: opened.ledger.record(single()).ticketId }
  }
  const reasons = (ledger: Ledger, id: number) =>
    ledger.reads.ticket(id).history.flatMap(item => (item.kind === 'entry' ? [item.because] : []))

  it('is lost, and says why and what to do about a void bet', () => {
    const { ledger, id } = record()
    gradeLegs(ledger, id, ['refunded'])
    expect(readLine(ledger, id)).toMatchObject({ result: 'lost', payout: { minor: 0 } })
    expect(reasons(ledger, id)).toContain(
      'Lost, as a refunded leg counts as lost by the book’s rule (tie_loses). Where the book gave the stake back, as for a void bet, settle it by hand.',
    )
    ledger.decide(id, { kind: 'result', result: 'refunded' }, 'player did not play')
    expect(readLine(ledger, id)).toMatchObject({ result: 'refunded', payout: { minor: 4_000 } })
  })

  it('keeps the refund by which an earlier version ended it, also through an export', async () => {
    const { ledger, id, folder } = record()
    const { core } = ledger
    core.log.commit(() => {
      const at = startOfTests
      const grading = makeGrading('refunded')
      core.log.append(at, id, { kind: 'graded', legs: [{ place: 0, grading }] })
      core.log.append(at, id, {
        kind: 'judged',
        ruling: { kind: 'ended', ending: 'refunded' },
        policy: 'tie_loses',
      })
      const entry = findNextEntry(core.writer.get(id))
      if (entry !== undefined) core.log.append(at, id, entry)
    })
    ledger.grade([makeGradedLeg(ledger, id, 0, makeGrading('refunded', { status: 'Final/OT' }))])
    expect(readLine(ledger, id)).toMatchObject({ result: 'refunded', payout: { minor: 4_000 } })
    const other = openTestLedger().ledger
    const file = await exportLedger(ledger, folder, 'json')
    expect(await importFile(other, file)).toMatchObject({ imported: 1, preview: { bad: 0 } })
    expect(readLine(other, 1)).toMatchObject({ result: 'refunded', payout: { minor: 4_000 } })
  })
})

import { describe, expect, it } from 'vitest'
import { ledgerFilesIn } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { openCore } from '../../../../src/main/ledger/opening/open-core.ts'
import { findNextEntry } from '../../../../src/main/ledger/state/bookings.ts'
import { toTicketState } from '../../../../src/main/ledger/state/ticket-state.ts'
import type { TicketRecord } from '../../../../src/main/ledger/log/record.ts'
import type { LegResult } from '../../../../src/shared/model/ticket/settlement.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  grade,
  gradedLeg,
  gradingOf,
  lineOf,
  openedLedger,
  startOfTests,
  ticketOf,
  totalsOf,
} from '../../../support/ledger/tickets.ts'
import { imported, saved, textOf } from '../../../support/ledger/import-export.ts'

/** A ticket of which the user entered what was paid, and a leg that then turns. */
function turned(
  before: LegResult,
  payoutMinor: number,
  after: LegResult,
  kind: 'normal' | 'bonus' = 'normal',
) {
  const { ledger, folder } = openedLedger()
  ledger.savePolicy({ bookId: 'bravo', policy: 'void_all', source: '', asOf: null })
  const id = ledger.record(ticketOf({ kind })).ticketId
  grade(ledger, id, ['won', before])
  ledger.decide(id, { kind: 'payout', payoutMinor }, 'as paid')
  const ended = ledger.grade([gradedLeg(ledger, id, 1, gradingOf(after))])
  return { ledger, folder, id, ended }
}

describe('a payout that was entered', () => {
  it.each([
    ['won', 24_000, 'lost', 'normal'],
    ['won', 4_000, 'lost', 'normal'],
    ['won', 24_000, 'refunded', 'normal'],
    ['lost', 0, 'won', 'normal'],
    ['refunded', 4_000, 'won', 'normal'],
    ['won', 20_000, 'lost', 'bonus'],
  ] as const)(
    'of a ticket that was %s, and is %i, needs review when it turns out %s (%s)',
    (was, minor, is, kind) => {
      const { ledger, id, ended } = turned(was, minor, is, kind)
      expect(ended).toEqual([id])
      expect(lineOf(ledger, id)).toMatchObject({ result: 'review', review: 'payout-contested', payout: null })
      expect(totalsOf(ledger)).toMatchObject({ needsReview: 1, won: 0, lost: 0, profitMinor: 0 })
    },
  )

  it.each([
    [['won', 24_000, 'won', 'normal'], 'won'],
    [['won', 24_000, 'pending', 'normal'], 'won'],
    [['won', 2_000, 'lost', 'normal'], 'lost'],
    [['refunded', 3_999, 'refunded', 'normal'], 'refunded'],
    [['lost', 0, 'refunded', 'bonus'], 'refunded'],
  ] as const)('that is as %j stands, and the ticket is %s', ([was, minor, is, kind], result) => {
    const { ledger, id } = turned(was, minor, is, kind)
    expect(lineOf(ledger, id)).toMatchObject({ result, payout: { minor, isActual: true } })
  })

  it('shows both, and ends as the user then says', () => {
    const { ledger, id } = turned('won', 24_000, 'lost')
    expect(ledger.reads.ticket(id).choices).toEqual([
      { ending: 'lost', payoutMinor: 0, estimateMinor: null },
      { ending: 'won', payoutMinor: 24_000, estimateMinor: null },
    ])
    ledger.decide(id, { kind: 'payout', payoutMinor: 24_000 }, 'paid early')
    expect(lineOf(ledger, id)).toMatchObject({ result: 'won', profitMinor: 20_000 })
    ledger.decide(id, { kind: 'withdrawn' }, 'taken back')
    expect(lineOf(ledger, id)).toMatchObject({ result: 'lost', profitMinor: -4_000 })
  })

  it('is taken out of a file and in again with the question and the answer', async () => {
    for (const isAnswered of [false, true]) {
      const { ledger, folder, id } = turned('won', 24_000, 'lost')
      if (isAnswered) ledger.decide(id, { kind: 'payout', payoutMinor: 24_000 }, 'paid early')
      const path = await saved(ledger, folder, 'json')
      const other = openedLedger()
      expect(await imported(other.ledger, path)).toMatchObject({ imported: 1, preview: { bad: 0 } })
      expect(lineOf(other.ledger, 1).result).toBe(isAnswered ? 'won' : 'review')
      expect(textOf(await saved(other.ledger, other.folder, 'json'))).toBe(textOf(path))
    }
  })
})

it('a ledger from before payouts were contested stands as it stood, and its file comes in', async () => {
  const folder = tempFolder()
  const core = openCore(ledgerFilesIn(folder), () => false)
  const { log } = core
  log.commit(() => {
    const id = log.nextTicketId()
    const write = (record: TicketRecord) => log.append(startOfTests, id, record)
    const judged = (ending: 'won' | 'lost') =>
      write({ kind: 'judged', ruling: { kind: 'ended', ending }, policy: 'ask' })
    const book = () => {
      for (let next = missing(); next !== undefined; next = missing()) write(next)
    }
    const missing = () => findNextEntry(toTicketState(id, log.ofTicket(id)))
    write({ kind: 'recorded', facts: ticketOf() })
    write({ kind: 'graded', legs: [0, 1].map(place => ({ place, grading: gradingOf('won') })) })
    judged('won')
    write({ kind: 'decided', decision: { kind: 'payout', payoutMinor: 24_000 }, reason: 'as paid' })
    book()
    write({ kind: 'graded', legs: [{ place: 1, grading: gradingOf('lost') }] })
    judged('lost')
    book()
  })
  core.close()
  const { ledger } = openedLedger(folder)
  expect(lineOf(ledger, 1)).toMatchObject({ result: 'lost', payout: { minor: 24_000 } })
  const other = openedLedger()
  expect(await imported(other.ledger, await saved(ledger, folder, 'json'))).toMatchObject({ imported: 1 })
  expect(lineOf(other.ledger, 1)).toMatchObject({ result: 'lost', payout: { minor: 24_000 } })
})

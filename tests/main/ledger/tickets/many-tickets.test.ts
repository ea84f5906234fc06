/** Changes of several tickets in one commit, and their undo. */
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import type { ManyChange } from '../../../../src/shared/model/ticket/ticket-changes.ts'
import {
  gradeLegs,
  makeTicket,
  openTestLedger,
  readEntries,
  readKinds,
  readLine,
  readTotals,
} from '../../../support/ledger/tickets.ts'

function openWithThree() {
  const { ledger } = openTestLedger()
  const ids = [1, 2, 3].map(() => ledger.record(makeTicket()).ticketId)
  return { ledger, ids }
}

/** Records of a ticket after the first, but for the entries, which name places in the log. */
const userRecords = (ledger: Ledger, id: number) =>
  ledger.core.log
    .ofTicket(id)
    .map(({ record }) => record)
    .filter(({ kind }) => kind !== 'recorded' && kind !== 'entry')

describe('Ledger.changeMany', () => {
  it.each<{
    change: ManyChange
    apply: (ledger: Ledger, id: number) => void
  }>([
    { change: { kind: 'void' }, apply: (ledger, id) => ledger.void(id, 'twice') },
    {
      change: { kind: 'decide', result: 'lost' },
      apply: (ledger, id) => ledger.decide(id, { kind: 'result', result: 'lost' }, 'twice'),
    },
    {
      change: { kind: 'tag', tag: 'late' },
      apply: (ledger, id) => ledger.correct(id, { ...ledger.facts(id), tags: ['late'] }, 'twice'),
    },
  ])('writes the records of each ticket that the change $change.kind writes of one', ({ change, apply }) => {
    const [many, each] = [openWithThree(), openWithThree()]
    const changes = many.ledger.changeMany({ ticketIds: many.ids, change, reason: 'twice' })
    expect(changes.map(({ ticketId }) => ticketId)).toEqual(many.ids)
    for (const id of each.ids) apply(each.ledger, id)
    for (const id of each.ids) {
      expect(readKinds(many.ledger, id)).toEqual(readKinds(each.ledger, id))
      expect(userRecords(many.ledger, id)).toEqual(userRecords(each.ledger, id))
      expect(readEntries(many.ledger, id).map(({ movement }) => movement)).toEqual(
        readEntries(each.ledger, id).map(({ movement }) => movement),
      )
    }
    expect(readTotals(many.ledger)).toEqual(readTotals(each.ledger))
  })

  it('changes none when one of them is gone', () => {
    const { ledger, ids } = openWithThree()
    ledger.void(2, 'gone')
    const before = ledger.core.log.tail.records
    const request = { ticketIds: ids, change: { kind: 'void' }, reason: 'all' } as const
    expect(() => ledger.changeMany(request)).toThrow('not-found')
    expect(ledger.core.log.tail.records).toBe(before)
    expect(readTotals(ledger)).toMatchObject({ tickets: 2 })
  })

  it('leaves a ticket out that has the tag, and refuses one more than a ticket can have', () => {
    const { ledger, ids } = openWithThree()
    const tag = (name: string, ticketIds = ids) =>
      ledger.changeMany({ ticketIds, change: { kind: 'tag', tag: name }, reason: 'all' })
    tag('late', [2])
    expect(tag('la\u200bte').map(({ ticketId }) => ticketId)).toEqual([1, 3])
    expect(readLine(ledger, 1).tags).toEqual(['late'])
    for (let at = 1; at < 10; at++) tag(`t${at}`, [1])
    expect(() => tag('one more')).toThrow('invalid')
    expect(readLine(ledger, 3).tags).toEqual(['late'])
  })
})

describe('Ledger.undoMany', () => {
  it('takes all of them back in one commit', () => {
    const { ledger, ids } = openWithThree()
    gradeLegs(ledger, 1, ['won', 'won'])
    const before = ids.map(id => readLine(ledger, id))
    const sums = readTotals(ledger)
    const changes = ledger.changeMany({ ticketIds: ids, change: { kind: 'void' }, reason: 'all' })
    expect(readTotals(ledger)).toMatchObject({ tickets: 0 })
    ledger.undoMany({ changes, reason: 'mistake' })
    expect(ids.map(id => readLine(ledger, id))).toEqual(before)
    expect(readTotals(ledger)).toEqual(sums)
    expect(readKinds(ledger, 2)).toContain('restored')
  })

  it('takes none back when one was changed since', () => {
    const { ledger, ids } = openWithThree()
    const change = { kind: 'decide', result: 'lost' } as const
    const changes = ledger.changeMany({ ticketIds: ids, change, reason: 'all' })
    ledger.decide(2, { kind: 'result', result: 'won' }, 'seen')
    const records = ledger.core.log.tail.records
    expect(() => ledger.undoMany({ changes, reason: 'mistake' })).toThrow('invalid')
    expect(ledger.core.log.tail.records).toBe(records)
    expect(ids.map(id => readLine(ledger, id).result)).toEqual(['lost', 'won', 'lost'])
  })
})

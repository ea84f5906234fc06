import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import {
  allTickets,
  newestFirst,
  type LedgerFilter,
} from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { readShared, verifyDesk } from '../../../support/ledger/read-shared.ts'
import { listChanges, openPair } from '../../../support/ledger/shared-desks.ts'
import { makeLeg, makeTicket, readLine } from '../../../support/ledger/tickets.ts'

const pay = (ledger: Ledger, payoutMinor: number) => ledger.decide(1, { kind: 'payout', payoutMinor }, 'paid')

function findSentence(run: () => void): string {
  try {
    run()
    return 'not refused'
  } catch (error) {
    return error instanceof Refusal && 'sentence' in error.failure ? error.failure.sentence : String(error)
  }
}

/** Both decide the payout of one ticket; the second desk's is read later and waits. */
function openContested() {
  const pair = openPair()
  const { first, second, settle } = pair
  pay(first.ledger, 10_000)
  pay(second.ledger, 20_000)
  settle()
  const [uid = ''] = listChanges(first, 'waiting')
  const expectSame = () => {
    expect(readShared(second)).toEqual(readShared(first))
    for (const desk of [first, second]) verifyDesk(desk)
  }
  return { ...pair, uid, expectSame }
}

describe('Two desks that decide one ticket without each other', () => {
  it('list it alone among the tickets that wait', () => {
    const { first, settle } = openContested()
    first.ledger.record(makeTicket({ note: 'another' }))
    settle()
    const list = (also: LedgerFilter['also']) =>
      first.ledger.reads.list
        .page({ filter: { ...allTickets, also }, sort: newestFirst, after: null, limit: 10 })
        .lines.map(({ id }) => id)
    expect(list([])).toHaveLength(2)
    expect(list([{ kind: 'waiting' }])).toEqual([1])
  })

  it('both show the one that came first; the other waits, on both', () => {
    const { first, second, expectSame } = openContested()
    for (const { ledger } of [first, second])
      expect(readLine(ledger, 1)).toMatchObject({ payout: { minor: 10_000 }, profitMinor: 6_000 })
    expect(listChanges(second, 'waiting')).toHaveLength(1)
    expectSame()
  })

  it('show the desk that came second its own decision until it reads the other', () => {
    const { first, second } = openPair()
    pay(first.ledger, 10_000)
    pay(second.ledger, 20_000)
    expect(readLine(second.ledger, 1).profitMinor).toBe(16_000)
    first.send()
    second.read()
    expect(readLine(second.ledger, 1).profitMinor).toBe(6_000)
    verifyDesk(second)
  })
})

describe('A correction of legs that waits', () => {
  it('gives the legs back what they were', () => {
    const { first, second } = openPair({ legs: [makeLeg('a'), makeLeg('b')] })
    second.ledger.correct(1, second.ledger.facts(1), 'wrong', [{ from: 1, leg: makeLeg('c') }])
    const readNames = () => second.ledger.reads.ticket(1).legs.map(({ name }) => name)
    expect(readNames()).toEqual(['c'])
    first.ledger.decideLeg(1, { place: 0, result: 'lost', reason: 'seen' })
    first.send()
    second.read()
    expect(readNames()).toEqual(['a', 'b'])
    verifyDesk(second)
  })
})

describe('decideWaiting', () => {
  it.each(['first', 'second'] as const)('applies the change again for a user of the %s desk', which => {
    const { uid, settle, expectSame, ...desks } = openContested()
    desks[which].ledger.decideWaiting({ uid, word: 'apply' })
    settle()
    for (const { ledger } of [desks.first, desks.second]) expect(readLine(ledger, 1).profitMinor).toBe(16_000)
    expect(listChanges(desks.first, 'answered')).toEqual([uid])
    expectSame()
  })

  it('declines the change, which then never applies', () => {
    const { uid, first, second, settle, expectSame } = openContested()
    first.ledger.decideWaiting({ uid, word: 'decline' })
    settle()
    expect(readLine(second.ledger, 1).profitMinor).toBe(6_000)
    expect(listChanges(second, 'waiting')).toEqual([])
    expect(() => second.ledger.decideWaiting({ uid, word: 'apply' })).toThrow('not-found')
    expectSame()
  })

  it('declines a change that would change nothing any more', () => {
    const { uid, first, second, settle, expectSame } = openContested()
    pay(first.ledger, 20_000)
    first.ledger.decideWaiting({ uid, word: 'apply' })
    settle()
    expect(listChanges(second, 'declined')).toHaveLength(1)
    expectSame()
  })

  it('counts once when both desks apply it', () => {
    const { uid, first, second, settle, expectSame } = openContested()
    for (const { ledger } of [first, second]) ledger.decideWaiting({ uid, word: 'apply' })
    settle()
    expect(readLine(first.ledger, 1).profitMinor).toBe(16_000)
    expect(listChanges(first, 'waiting')).toHaveLength(1)
    expectSame()
  })

  it('refuses a change of a ticket that was deleted, and of legs that were corrected', () => {
    const { uid, first, second, settle } = openContested()
    first.ledger.void(1, 'by mistake')
    expect(findSentence(() => first.ledger.decideWaiting({ uid, word: 'apply' }))).toContain('was deleted')
    settle()

    const other = openPair({ legs: [makeLeg('a'), makeLeg('b')] })
    other.first.ledger.correct(1, other.first.ledger.facts(1), 'one leg only', [
      { from: 1, leg: makeLeg('b') },
    ])
    other.second.ledger.decideLeg(1, { place: 0, result: 'lost', reason: 'seen' })
    other.settle()
    const [waiting = ''] = listChanges(other.second, 'waiting')
    const decide = () => other.second.ledger.decideWaiting({ uid: waiting, word: 'apply' })
    expect(findSentence(decide)).toContain('legs of this ticket were changed')
    expect(second.faults).toEqual([])

    const third = openPair({ legs: [makeLeg('a'), makeLeg('b')] })
    for (const [{ ledger }, name] of [
      [third.first, 'c'],
      [third.second, 'd'],
    ] as const)
      ledger.correct(1, ledger.facts(1), 'wrong', [
        { from: 0, leg: makeLeg(name) },
        { from: 1, leg: makeLeg('b') },
      ])
    third.settle()
    const [both = ''] = listChanges(third.first, 'waiting')
    const decideBoth = () => third.first.ledger.decideWaiting({ uid: both, word: 'apply' })
    expect(findSentence(decideBoth)).toContain('legs of this ticket were changed')
  })

  it('applies a correction again with the values before it as they are now', () => {
    const { first, second, settle } = openPair()
    const correct = (ledger: Ledger, given: object) =>
      ledger.correct(1, { ...ledger.facts(1), ...given }, 'typed wrong')
    correct(first.ledger, { note: 'from 1', stakeMinor: 5_000 })
    correct(second.ledger, { stakeMinor: 6_000 })
    settle()
    const [uid = ''] = listChanges(first, 'waiting')
    first.ledger.decideWaiting({ uid, word: 'apply' })
    settle()
    expect(second.ledger.facts(1)).toMatchObject({ note: 'from 1', stakeMinor: 6_000 })
    const last = second.ledger.reads.ticket(1).history.findLast(({ kind }) => kind === 'corrected')
    expect(last).toMatchObject({ changes: [{ field: 'stake', was: '50.00 USD', is: '60.00 USD' }] })
    expect(readShared(second)).toEqual(readShared(first))
  })
})

describe('undo in a team', () => {
  it('undoes the last change that applies, whoever made it', () => {
    const { first, second, settle, expectSame } = openContested()
    const seq = second.ledger.reads.ticket(1).lastChange ?? 0
    second.ledger.undo(1, { seq, reason: 'not paid yet' })
    settle()
    expect(readLine(first.ledger, 1)).toMatchObject({ result: 'pending', profitMinor: null })
    expectSame()
  })

  it('refuses when another change came meanwhile', () => {
    const { first, second, settle } = openPair()
    pay(first.ledger, 10_000)
    settle()
    const seq = second.ledger.reads.ticket(1).lastChange ?? 0
    pay(first.ledger, 12_000)
    settle()
    expect(() => second.ledger.undo(1, { seq, reason: '' })).toThrow('not-found')
  })

  it('declines a change that waits', () => {
    const { uid, second, settle, expectSame } = openContested()
    const { seq } = second.ledger.core.database
      .prepare('SELECT first_seq AS seq FROM changes WHERE uid = ?')
      .get(uid) ?? { seq: 0 }
    second.ledger.undo(1, { seq: Number(seq), reason: 'theirs is right' })
    settle()
    expect(listChanges(second, 'answered')).toEqual([uid])
    expectSame()
  })
})

import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { addEntry, openAccount } from '../../../support/ledger/random-accounts.ts'
import { readShared, verifyDesk } from '../../../support/ledger/read-shared.ts'
import { listChanges, openDesks, openPair } from '../../../support/ledger/shared-desks.ts'
import {
  gradeLegs,
  makeTicket,
  readEntries,
  readLine,
  startOfTests,
} from '../../../support/ledger/tickets.ts'

describe('A ticket that desk 1 records', () => {
  it('is the same ticket on desk 2 once it has its place', () => {
    const { desks, settle } = openDesks(2)
    const [first, second] = desks
    if (first === undefined || second === undefined) throw new Error('no desks')
    const facts = makeTicket()
    const { ticketId } = first.ledger.record(facts)
    first.ledger.decide(ticketId, { kind: 'payout', payoutMinor: 24_480 }, 'paid')
    settle()
    expect(readLine(second.ledger, 1)).toEqual(readLine(first.ledger, ticketId))
    expect(readShared(second)).toEqual(readShared(first))
    for (const desk of desks) verifyDesk(desk)
    expect(first.ledger.shared.unsharedCount()).toBe(0)
    expect(second.ledger.shared.lastPlace()).toBe(2)
  })

  it('belongs to a profile of desk 2 there, so that both grade it', () => {
    const { first, second, settle } = openPair()
    first.ledger.record(makeTicket({ profileId: 'theirs' }))
    settle()
    expect([1, 2].map(id => second.ledger.facts(id).profileId)).toEqual(['own', 'mine'])
    expect(second.ledger.gradableLegs.countAwaited('mine')).toBe(2)
    verifyDesk(second)
  })

  it('is graded and decided on desk 2, with reversals that name the same entries', () => {
    const { desks, settle } = openDesks(2)
    const [first, second] = desks
    if (first === undefined || second === undefined) throw new Error('no desks')
    second.ledger.record(makeTicket({ note: 'another' }))
    const { ticketId } = first.ledger.record(makeTicket())
    settle()
    gradeLegs(second.ledger, 2, ['won', 'won'])
    settle()
    first.ledger.decide(ticketId, { kind: 'result', result: 'refunded' }, 'book said so')
    settle()
    expect(readLine(second.ledger, 2)).toMatchObject({ result: 'refunded', profitMinor: 0 })
    expect(readEntries(second.ledger, 2)).toHaveLength(4)
    expect(readShared(second)).toEqual(readShared(first))
    for (const desk of desks) verifyDesk(desk)
  })
})

describe('An answer of the service that another change came before', () => {
  it('is written again by its own desk, on the state as it is now', () => {
    const { first, second, settle } = openPair()
    first.ledger.correct(1, { ...first.ledger.facts(1), note: 'half time' }, 'forgotten')
    second.clock.now += 1_000
    gradeLegs(second.ledger, 1, ['won', 'won'])
    second.ledger.setClosing(1, { kind: 'unquotable', why: 'No price.', at: startOfTests })
    first.send()
    second.read()
    expect(readLine(second.ledger, 1)).toMatchObject({ result: 'won', closing: { kind: 'unquotable' } })
    settle()
    expect(readLine(first.ledger, 1)).toMatchObject({ result: 'won', closing: { kind: 'unquotable' } })
    expect(first.ledger.facts(1).note).toBe('half time')
    expect(listChanges(first, 'superseded')).toHaveLength(2)
    expect(readShared(second)).toEqual(readShared(first))
  })

  it('is not written again when the other desk had the same answer', () => {
    const { first, second, settle } = openPair()
    for (const { ledger } of [first, second]) gradeLegs(ledger, 1, ['won', 'won'])
    settle()
    expect(listChanges(first, 'applied')).toHaveLength(2)
    expect(readShared(second)).toEqual(readShared(first))
  })

  it('is not written again when the other desk asked later', () => {
    const { first, second, settle } = openPair()
    first.clock.now += 1_000
    gradeLegs(first.ledger, 1, ['lost', 'won'])
    gradeLegs(second.ledger, 1, ['won', 'won'])
    settle()
    for (const { ledger } of [first, second]) expect(readLine(ledger, 1).result).toBe('lost')
  })
})

describe('Records of an account that two desks write without each other', () => {
  it('apply in the order of the team’s log on both', () => {
    const { first, second, settle } = openPair()
    const accountId = openAccount(first.ledger)
    settle()
    const limit = (ledger: Ledger, maxStakeMinor: number) =>
      addEntry(ledger, accountId, {
        kind: 'account-state',
        state: { kind: 'limited', maxStakeMinor },
        note: '',
      })
    limit(first.ledger, 100)
    limit(second.ledger, 200)
    const read = (ledger: Ledger) => ledger.accounts.maxStakes('USD').get('bravo')
    expect([first, second].map(({ ledger }) => read(ledger))).toEqual([100, 200])
    second.send()
    settle()
    expect([first, second].map(({ ledger }) => read(ledger))).toEqual([100, 100])
    for (const desk of [first, second]) verifyDesk(desk)
  })

  it('name a holder alike on both, whoever renamed it meanwhile', () => {
    const { first, second, settle } = openPair()
    const accountId = openAccount(first.ledger)
    settle()
    const money = { amountMinor: 500, holder: 'Main', day: '2026-11-20', note: '' }
    addEntry(first.ledger, accountId, { kind: 'account-deposit', ...money })
    second.ledger.writeAccounts(({ accounts }, at) => accounts.renameHolder(at, 'Main', 'Ada'))
    second.send()
    settle()
    expect(second.ledger.accounts.overview()).toEqual(first.ledger.accounts.overview())
  })
})

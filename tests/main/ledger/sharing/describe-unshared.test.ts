import { expect, it } from 'vitest'
import { describeUnshared } from '../../../../src/main/ledger/sharing/describe-unshared.ts'
import { openAccount } from '../../../support/ledger/random-accounts.ts'
import { openDesks } from '../../../support/ledger/shared-desks.ts'
import { makeTicket, startOfTests } from '../../../support/ledger/tickets.ts'

it('describeUnshared names the subject of each own change until it has its place', () => {
  const { desks, settle } = openDesks(2)
  const [desk] = desks
  if (desk === undefined) throw new Error('no desk')
  const { ledger, clock } = desk
  const { ticketId } = ledger.record(makeTicket())
  clock.now += 1_000
  ledger.decide(ticketId, { kind: 'result', result: 'won' }, 'box score')
  openAccount(ledger)
  ledger.savePolicy({
    bookId: 'alphabet',
    policy: 'ask',
    source: 'house rules',
    asOf: '2026-11-01',
  })
  const listed = describeUnshared(ledger.core, 10)
  expect(listed.map(({ kind }) => kind)).toEqual(['ticket', 'ticket', 'account', 'rule'])
  expect(listed.map(({ at }) => at - startOfTests)).toEqual([0, 1_000, 1_000, 1_000])
  const [first, second, account, rule] = listed
  // Another ticket may have the same title.
  const { ticketId: alike } = ledger.record(makeTicket())
  const other = describeUnshared(ledger.core, 10).at(-1)
  expect(alike).not.toBe(ticketId)
  expect(second?.subject).toBe(first?.subject)
  expect(other?.subject).not.toBe(first?.subject)
  expect(first?.title).toMatch(/ at \w/)
  expect(account?.title).toMatch(/ at \w/)
  expect(rule?.title).toBe('alphabet')
  expect(describeUnshared(ledger.core, 2)).toEqual(listed.slice(0, 2))
  settle()
  expect(describeUnshared(ledger.core, 10)).toEqual([])
})

it('AccountReads names the author of each record, and what the team does not have yet', () => {
  const { desks, settle } = openDesks(2)
  const [first, second] = desks
  if (first === undefined || second === undefined) throw new Error('no desks')
  const accountId = openAccount(first.ledger)
  const authors = (desk: typeof first) => desk.ledger.accounts.items(accountId).items.map(({ by }) => by)
  expect(authors(first)).toEqual([{ member: first.member, isShared: false }])
  settle()
  for (const desk of desks) expect(authors(desk)).toEqual([{ member: first.member, isShared: true }])
})

import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import { randomAction } from '../../../support/ledger/random-actions.ts'
import { openAccount, testAccounts } from '../../../support/ledger/random-accounts.ts'
import { makeTicket } from '../../../support/ledger/tickets.ts'
import { readShared, verifyDesk } from '../../../support/ledger/read-shared.ts'
import { openDesks } from '../../../support/ledger/shared-desks.ts'
import { fc } from '../../../support/property.ts'

const count = 3

/** The word of a user on one of the changes that wait, or their undo. */
const decide = fc
  .tuple(fc.nat(20), fc.constantFrom('apply' as const, 'decline' as const, 'undo' as const))
  .map(([which, word]) => (ledger: Ledger) => {
    const rows = ledger.core.database.prepare(waitingChanges).all()
    const { uid, seq, ticketId } = rows[which % rows.length] ?? {}
    if (uid === undefined) return
    try {
      if (word === 'undo') ledger.undo(Number(ticketId), { seq: Number(seq), reason: '' })
      else ledger.decideWaiting({ uid: String(uid), word })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  })
const waitingChanges = `SELECT c.uid, c.first_seq AS seq, l.ticket_id AS ticketId FROM changes AS c
  JOIN log AS l ON l.seq = c.first_seq WHERE c.standing = 'waiting' ORDER BY c.uid`

/** A desk writes, sends some of what the server lacks, or reads some of what it lacks itself. */
const step = fc.record({
  desk: fc.nat(count - 1),
  step: fc.oneof(
    { arbitrary: randomAction.map(action => ({ kind: 'write' as const, action })), weight: 5 },
    { arbitrary: decide.map(action => ({ kind: 'write' as const, action })), weight: 1 },
    {
      arbitrary: fc.record({ kind: fc.constant('send' as const), limit: fc.integer({ min: 1, max: 5 }) }),
      weight: 1,
    },
    {
      arbitrary: fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 5 }) }),
      weight: 1,
    },
  ),
})

/** Desks that share tickets and accounts already, so that most of what they do is on the same ones. */
function openSharing() {
  const opened = openDesks(count)
  const [first] = opened.desks
  if (first === undefined) throw new Error('no desks')
  for (const account of testAccounts) openAccount(first.ledger, account)
  for (const note of ['a', 'b', 'c']) first.ledger.record(makeTicket({ note }))
  opened.settle()
  return opened
}

describe('desks that write, send and read in any order', () => {
  it('come to the same tickets, accounts, policies, sums and standings, each true to its records', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 80 }), steps => {
        const { desks, settle } = openSharing()
        for (const [at, { desk: which, step: next }] of steps.entries()) {
          const desk = desks[which]
          if (desk === undefined) continue
          desk.clock.now += 1 + at
          if (next.kind === 'write') next.action(desk.ledger)
          else desk[next.kind](next.limit)
          if (at % 10 === 0) verifyDesk(desk)
        }
        settle()
        const [first, ...others] = desks.map(readShared)
        for (const other of others) expect(other).toEqual(first)
        for (const desk of desks) {
          verifyDesk(desk)
          expect(desk.faults).toEqual([])
          desk.ledger.close()
        }
      }),
      { numRuns: 20 },
    )
  }, 120_000)
})

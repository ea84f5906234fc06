import { describe, expect, it } from 'vitest'
import { randomAction } from '../../../support/ledger/random-actions.ts'
import { openAccount, testAccounts } from '../../../support/ledger/random-accounts.ts'
import { makeTicket } from '../../../support/ledger/tickets.ts'
import { openDesks, readShared, verifyDesk } from '../../../support/ledger/shared-desks.ts'
import { fc } from '../../../support/property.ts'

const count = 3

/** A desk writes, sends some of what the server lacks, or reads some of what it lacks itself. */
const step = fc.record({
  desk: fc.nat(count - 1),
  step: fc.oneof(
    { arbitrary: randomAction.map(action => ({ kind: 'write' as const, action })), weight: 5 },
    { arbitrary: fc.record({ kind: fc.constant('send' as const), limit: fc.integer({ min: 1, max: 5 }) }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 5 }) }), weight: 1 },
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
      { numRuns: Number(process.env['RUNS'] ?? 30) },
    )
  }, 600_000)
})

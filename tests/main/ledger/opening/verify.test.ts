import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ledgerFilesIn, openCore, type LedgerCore } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { verify } from '../../../../src/main/ledger/opening/verify.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { gradeLegs, openTestLedger, copyAsStopped, makeTicket } from '../../../support/ledger/tickets.ts'

/** The same random numbers at every run. */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

function verifyAll(core: LedgerCore): void {
  const steps = verify(core)
  while (steps.next().done !== true);
}

/** Everything a ledger answers, as one text; `reported` when it refuses. */
function readAll(folder: string): string {
  try {
    const core = openCore(ledgerFilesIn(folder), () => false)
    try {
      verifyAll(core)
      const { lines } = core.reads.list.page({
        filter: allTickets,
        sort: newestFirst,
        after: null,
        limit: 200,
      })
      const found = ['nor', 'harbor', 'river', 'bravo'].map(text =>
        core.reads.sums.totals({ ...allTickets, text }),
      )
      const tickets = lines.map(({ id }) => core.reads.ticket(id))
      const by = (['book', 'league', 'market', 'month'] as const).map(kind =>
        core.reads.sums.profitBy(kind, allTickets),
      )
      const curves = [
        core.reads.sums.bankroll(allTickets),
        core.reads.sums.clv(allTickets),
        core.reads.exposure(allTickets),
      ]
      return JSON.stringify([
        lines,
        tickets,
        found,
        by,
        curves,
        core.policies.all(),
        [...core.gradableLegs.awaited('own')],
      ])
    } finally {
      core.close()
    }
  } catch {
    return 'reported'
  }
}

describe('one byte changed anywhere', () => {
  it.each([
    ['in the file', 'ledger.db', 250],
    ['in its log', 'ledger.db-wal', 250],
  ])('%s is harmless or reported: %s, %d times', (_case, name, times) => {
    const { ledger, folder } = openTestLedger()
    for (let n = 0; n < 4; n++)
      gradeLegs(ledger, ledger.record(makeTicket({ tags: ['x'] })).ticketId, ['won', 'lost'])
    ledger.record(makeTicket())
    ledger.savePolicy({ bookId: 'bravo', policy: 'void_all', source: 'rules', asOf: null })
    ledger.reads.choices()
    if (name === 'ledger.db') ledger.close()
    const original = copyAsStopped(folder)
    const whole = readFileSync(join(original, name))
    const sound = readAll(copyAsStopped(original))
    expect(sound).not.toBe('reported')
    const random = randomNumbers(20_261_120)
    let reported = 0
    for (let round = 0; round < times; round++) {
      const copy = copyAsStopped(original)
      const bytes = Buffer.from(whole)
      const at = random.next().value % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (random.next().value % 8))
      writeFileSync(join(copy, name), bytes)
      const answer = readAll(copy)
      if (answer === 'reported') reported += 1
      else expect([at, answer]).toEqual([at, sound])
      rmSync(copy, { recursive: true })
    }
    expect(reported).toBeGreaterThan(0)
  })
})

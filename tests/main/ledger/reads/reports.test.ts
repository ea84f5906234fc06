import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { databaseIn, gradeLegs, openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import { openReports } from '../../../support/ledger/open-reports.ts'

/** Too many for a report on a word to be summed at once. */
function manyTickets() {
  const opened = openTestLedger()
  const { ledger } = opened
  ledger.core.log.commit(() => {
    for (let at = 1; at <= 2_000; at++)
      ledger.record(makeTicket({ stakeMinor: at * 100, tags: [`t${at % 3}`] }))
  })
  for (const id of [1, 2, 3]) gradeLegs(ledger, id, ['won', id === 2 ? 'lost' : 'won'])
  return opened
}

const byWord = { ...allTickets, text: 'harb' }

describe('Reports on a large ledger', () => {
  it('answer the same from the worker as from this thread, for any filter, with the newest record', async () => {
    const { ledger, folder } = manyTickets()
    const reports = openReports(ledger, folder)
    for (const filter of [
      allTickets,
      byWord,
      { ...allTickets, tag: 't1' },
      { ...byWord, result: 'won' as const },
    ]) {
      expect(await reports.totals(filter)).toEqual(ledger.reads.sums.totals(filter))
      expect(await reports.bankroll(filter)).toEqual(ledger.reads.sums.bankroll(filter))
      expect(await reports.clv(filter)).toEqual(ledger.reads.sums.clv(filter))
      for (const by of ['market', 'month'] as const)
        expect(await reports.profitBy(by, filter)).toEqual(ledger.reads.sums.profitBy(by, filter))
    }
    const stakes = { filter: byWord, fromDay: '2026-11-01' }
    expect(await reports.largestStakes(stakes)).toEqual(ledger.reads.largestStakes(stakes))
    expect((await reports.totals(byWord)).tickets).toBe(2_000)
    ledger.record(makeTicket())
    expect((await reports.totals(byWord)).tickets).toBe(2_001)
  })

  it.runIf(process.platform !== 'win32')('are of the open ledger once its file was removed', async () => {
    const { ledger, folder } = manyTickets()
    const reports = openReports(ledger, folder)
    const before = await reports.totals(byWord)
    rmSync(databaseIn(folder))
    expect(await reports.totals(byWord)).toEqual(before)
  })

  it('refuse while the ledger is closed', async () => {
    const { ledger, folder } = openTestLedger()
    ledger.close()
    await expect(openReports(ledger, folder).totals(byWord)).rejects.toMatchObject({
      failure: { kind: 'storage' },
    })
  })

  it('fail when their worker ends, and the next starts another', async () => {
    const { ledger, folder } = manyTickets()
    const broken = openReports(ledger, folder, new URL('data:text/javascript,throw new Error("of ours")'))
    await expect(broken.totals(byWord)).rejects.toThrow('worker ended')
    await expect(broken.totals(byWord)).rejects.toThrow('worker ended')
    await expect(gone(ledger)).rejects.toThrow('unable to open')
  })
})

const gone = (ledger: Ledger) => openReports(ledger, '/nowhere').totals(byWord)

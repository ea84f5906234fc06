import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { grade, openedLedger, ticketOf } from '../../../support/ledger/tickets.ts'
import { reportsOf } from '../../../support/ledger/reports-of.ts'

/** So many that reports on a word are not summed at once. */
function manyTickets() {
  const opened = openedLedger()
  const { ledger } = opened
  ledger.transact(() => {
    for (let at = 1; at <= 2_000; at++)
      ledger.record(ticketOf({ stakeMinor: at * 100, tags: [`t${at % 3}`] }))
  })
  for (const id of [1, 2, 3]) grade(ledger, id, ['won', id === 2 ? 'lost' : 'won'])
  return opened
}

const byWord = { ...allTickets, text: 'harb' }

describe('reports on a large ledger', () => {
  it('are the same from the worker as from here, for any filter, and know of the newest record', async () => {
    const { ledger, folder } = manyTickets()
    const reports = reportsOf(ledger, folder)
    for (const filter of [
      allTickets,
      byWord,
      { ...allTickets, tag: 't1' },
      { ...byWord, result: 'won' as const },
    ]) {
      expect(await reports.totals(filter)).toEqual(ledger.reads.totals(filter))
      expect(await reports.bankroll(filter)).toEqual(ledger.reads.bankroll(filter))
      expect(await reports.clv(filter)).toEqual(ledger.reads.clv(filter))
      for (const by of ['market', 'month'] as const)
        expect(await reports.profitBy(by, filter)).toEqual(ledger.reads.profitBy(by, filter))
    }
    expect((await reports.totals(byWord)).tickets).toBe(2_000)
    ledger.record(ticketOf())
    expect((await reports.totals(byWord)).tickets).toBe(2_001)
  })

  it('are refused while the ledger is closed', async () => {
    const { ledger, folder } = openedLedger()
    ledger.close()
    await expect(reportsOf(ledger, folder).totals(byWord)).rejects.toMatchObject({
      failure: { kind: 'storage' },
    })
  })

  it('fail when their worker does, and the next begins another', async () => {
    const { ledger, folder } = manyTickets()
    const broken = reportsOf(ledger, folder, new URL('data:text/javascript,throw new Error("of ours")'))
    await expect(broken.totals(byWord)).rejects.toThrow('worker ended')
    await expect(broken.totals(byWord)).rejects.toThrow('worker ended')
    await expect(gone(ledger)).rejects.toThrow('unable to open')
  })
})

const gone = (ledger: Ledger) => reportsOf(ledger, '/nowhere').totals(byWord)

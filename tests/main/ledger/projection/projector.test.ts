import { expect, it, onTestFinished } from 'vitest'
import { ledgerFilesIn, openCore } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { startOfTests, makeTicket } from '../../../support/ledger/tickets.ts'

it('Projector takes records in again after a transaction was rolled back, with their facets', async () => {
  const core = openCore(ledgerFilesIn(tempFolder()), () => false)
  onTestFinished(() => core.close())
  const { log, writer, projector, database, reads } = core
  log.commit(() => {
    for (const tag of ['one', 'two', 'three']) writer.record(startOfTests, makeTicket({ tags: [tag] }))
  })
  database.exec(`CREATE TEMP TRIGGER fails BEFORE INSERT ON tickets WHEN NEW.id = 3
    BEGIN SELECT RAISE(ABORT, 'of ours'); END`)
  await expect(projector.catchUpInSlices()).rejects.toThrow('of ours')
  expect(() => projector.catchUp()).toThrow('of ours')
  expect(projector.lacking).toBe(log.tail.records)
  database.exec('DROP TRIGGER fails')
  expect(reads.choices().tags).toEqual([])
  expect(projector.catchUp()).toEqual([1, 2, 3])
  expect(reads.choices().tags).toEqual(['one', 'three', 'two'])
  expect(reads.sums.totals({ ...allTickets, tag: 'two' }).open).toBe(1)
})

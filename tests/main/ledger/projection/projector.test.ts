import { expect, it, onTestFinished } from 'vitest'
import { ledgerFilesIn } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { openCore } from '../../../../src/main/ledger/opening/open-core.ts'
import { transactInSlices } from '../../../../src/main/storage/database.ts'
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
  const { seq } = projector
  const broken = (function* () {
    yield* projector.stepByTicket(4)
    throw new Error('of ours')
  })()
  await expect(transactInSlices(database, broken)).rejects.toThrow('of ours')
  expect(projector.seq).toBeGreaterThan(seq)
  projector.rollBackTo(seq)
  expect(reads.choices().tags).toEqual([])
  expect(projector.catchUp()).toEqual([1, 2, 3])
  expect(reads.choices().tags).toEqual(['one', 'three', 'two'])
  expect(reads.totals({ ...allTickets, tag: 'two' }).open).toBe(1)
})

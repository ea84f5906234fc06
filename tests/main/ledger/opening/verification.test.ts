import { expect, it, onTestFinished } from 'vitest'
import { ledgerFilesIn } from '../../../../src/main/ledger/opening/ledger-file.ts'
import { openCore } from '../../../../src/main/ledger/opening/open-core.ts'
import { Verification } from '../../../../src/main/ledger/opening/verification.ts'
import { readPragma } from '../../../../src/main/storage/database.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { startOfTests, makeTicket } from '../../../support/ledger/tickets.ts'

it('Verification waits while the disk is full, and reports no damage', async () => {
  const core = openCore(ledgerFilesIn(tempFolder()), () => false)
  const { log, writer, database } = core
  log.commit(() => {
    for (let at = 0; at < 50; at++) writer.record(startOfTests, makeTicket({ note: 'x'.repeat(500) }))
  })
  let onProgress: () => void
  const damage: string[] = []
  const verification = new Verification(core, {
    onProgress: () => onProgress(),
    onDamage: sentence => damage.push(sentence),
  })
  onTestFinished(() => {
    verification.stop()
    core.close()
  })
  const verified = () => {
    const done = new Promise<void>(resolve => (onProgress = resolve))
    verification.start(0)
    return done.then(() => verification.verified)
  }
  database.exec(`PRAGMA max_page_count = ${String(readPragma(database, 'page_count'))}`)
  expect(await verified()).toBe(0)
  database.exec('PRAGMA max_page_count = 1000000')
  expect(await verified()).toBe(log.records)
  expect(damage).toEqual([])
})

/** The data folder, the ledger's file or its witness is moved, removed or replaced while the ledger is open. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { readWitness } from '../../../../src/main/storage/witness.ts'
import { exportLedger, getRefusal } from '../../../support/ledger/import-export.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { databaseIn, makeTicket, openTestLedger, readTotals } from '../../../support/ledger/tickets.ts'

/** Windows keeps an open database from being moved or removed. */
const canMoveOpened = process.platform !== 'win32'
const witnessIn = (folder: string) => join(folder, 'ledger.witness')

/** An open ledger of two tickets in a data folder that can be moved. */
function openTwo() {
  const folder = join(tempFolder(), 'data')
  mkdirSync(folder)
  const { ledger } = openTestLedger(folder)
  ledger.record(makeTicket())
  ledger.record(makeTicket())
  ledger.reads.choices()
  return { ledger, folder }
}

const record = (ledger: Ledger) => Promise.resolve().then(() => ledger.record(makeTicket()))
const readOnly = (ledger: Ledger) => {
  const { status } = ledger.snapshot()
  return status.kind === 'open' ? status.readOnly : status
}

function replaceFile(file: string): void {
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
}

describe.runIf(canMoveOpened)('a ledger whose', () => {
  it.each<[string, (folder: string) => void, RegExp]>([
    ['folder was moved', folder => renameSync(folder, `${folder} 2`), /data.ledger\.db was (re)?moved/],
    ['folder was removed', folder => rmSync(folder, { recursive: true }), /was moved or deleted/],
    [
      'file was removed',
      folder => rmSync(databaseIn(folder)),
      /was moved or deleted.*put it back, or export your tickets/,
    ],
    ['file was replaced', folder => replaceFile(databaseIn(folder)), /Another file/],
    ['log was removed', folder => rmSync(`${databaseIn(folder)}-wal`), /-wal was moved or deleted/],
    ['witness was replaced', folder => replaceFile(witnessIn(folder)), /Another file.*witness/],
  ])('%s refuses tickets in words, and answers reads and exports', async (_, displace, words) => {
    const { ledger, folder } = openTwo()
    displace(folder)
    expect(await getRefusal(record(ledger))).toMatch(words)
    expect(readOnly(ledger)).toMatch(words)
    expect(readTotals(ledger).open).toBe(2)
    const path = await exportLedger(ledger, tempFolder(), 'json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('tickets.length', 2)
    ledger.retry()
    expect(readTotals(ledger).open).toBe(2)
    ledger.close()
  })

  it('folder was moved records again once it is back, and lost nothing', async () => {
    const { ledger, folder } = openTwo()
    renameSync(folder, `${folder} 2`)
    await getRefusal(record(ledger))
    renameSync(`${folder} 2`, folder)
    await record(ledger)
    expect(readOnly(ledger)).toBeNull()
    ledger.close()
    const { ledger: again } = openTestLedger(folder)
    expect(readTotals(again).open).toBe(3)
  })

  it('witness was removed has another at the next ticket', async () => {
    const { ledger, folder } = openTwo()
    rmSync(witnessIn(folder))
    await record(ledger)
    expect(readWitness(witnessIn(folder))?.records).toBe(ledger.tail?.records)
    expect(readOnly(ledger)).toBeNull()
    ledger.close()
    expect(readTotals(openTestLedger(folder).ledger).open).toBe(3)
  })

  it('folder was removed does not make it again', async () => {
    const { ledger, folder } = openTwo()
    rmSync(folder, { recursive: true })
    await getRefusal(record(ledger))
    ledger.close()
    expect(existsSync(folder)).toBe(false)
  })
})

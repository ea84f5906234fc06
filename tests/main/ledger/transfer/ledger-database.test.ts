import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { gradeLegs, openTestLedger, copyAsStopped, makeTicket } from '../../../support/ledger/tickets.ts'
import {
  importFile,
  createImports,
  exportLedger,
  getRefusal,
  readText,
} from '../../../support/ledger/import-export.ts'

/** A ledger of some tickets, one of them corrected, one voided, as its files are right after a kill. */
function makeLedger(tickets = 12) {
  const { ledger, folder } = openTestLedger()
  ledger.savePolicy({ bookId: 'bravo', policy: 'void_all', source: 'rules', asOf: null })
  const ids = Array.from({ length: tickets }, (_, n) => {
    const { ticketId } = ledger.record(makeTicket({ stakeMinor: 1_000 + n, note: `ticket ${n}` }))
    if (n % 2 === 0) gradeLegs(ledger, ticketId, ['won', n % 4 === 0 ? 'won' : 'lost'])
    return ticketId
  })
  const [first = 0, second = 0] = ids
  // A ticket whose last records are lost is in the state before them.
  const earlier = [first, second].map((id, n) => `${ledger.facts(id).uid} ${1_000 + n}`)
  ledger.correct(first, { ...ledger.facts(first), stakeMinor: 9_000 }, 'typed wrong')
  ledger.void(second, 'never placed')
  return { ledger, ids, earlier, kept: join(copyAsStopped(folder), 'ledger.db') }
}

const totals = ({ reads }: Ledger) => reads.sums.totals(allTickets)
const choosing = (path: string) => getRefusal(createImports(openTestLedger().ledger, path).choose())

/** Changes the file by SQL, past the triggers that guard it. */
function forge(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(`DROP TRIGGER log_is_fixed; DROP TRIGGER log_is_kept; ${sql}`)
  database.close()
}

/** Uids of all tickets with their stakes. */
const listStakes = (ledger: Ledger) =>
  ledger.reads.list
    .page({ filter: allTickets, sort: newestFirst, after: null, limit: 200 })
    .lines.map(({ id }) => {
      const { uid, stakeMinor } = ledger.facts(id)
      return `${uid} ${stakeMinor}`
    })

describe('A ledger’s own file', () => {
  it('is imported whole, with the records that are still in its write-ahead log', async () => {
    const { ledger, kept } = makeLedger()
    const { ledger: other } = openTestLedger()
    const { preview, imported: count } = await importFile(other, kept)
    expect(preview).toMatchObject({ tickets: 12, bad: 0, alike: 0, policies: 1 })
    expect(count).toBe(12)
    expect(totals(other)).toEqual(totals(ledger))
    const folder = tempFolder()
    const before = readText(await exportLedger(ledger, folder, 'json'))
    expect(readText(await exportLedger(other, folder, 'json'))).toBe(before)
  })

  it('adds only the tickets that a ledger lacks, on request', async () => {
    const { ledger, kept } = makeLedger()
    const { preview, imported: count, skipped } = await importFile(ledger, kept)
    expect(preview.alike).toBe(12)
    expect([count, skipped]).toEqual([0, 12])
  })

  it('is not changed by a byte', async () => {
    const { kept } = makeLedger()
    const before = [kept, `${kept}-wal`].map(file => readFileSync(file))
    await importFile(openTestLedger().ledger, kept)
    expect([kept, `${kept}-wal`].map(file => readFileSync(file))).toEqual(before)
  })
})

describe('A damaged ledger', () => {
  it('is imported without the ticket whose record was changed, and names that record', async () => {
    const { kept, ids } = makeLedger()
    const id = ids[4] ?? 0
    forge(
      kept,
      `UPDATE log SET body = replace(body, '1004', '9004') WHERE ticket_id = ${id} AND kind = 'recorded'`,
    )
    const { preview } = await importFile(openTestLedger().ledger, kept)
    expect(preview).toMatchObject({ tickets: 11, bad: 1 })
    expect(preview.badLines[0]?.reason).toMatch(/^Record \d+ of this ticket doesn’t match what was saved\.$/)
  })

  it.each(['{}', 'null'])('is imported without the ticket whose first record became %s', async body => {
    const { ids, kept } = makeLedger()
    forge(kept, `UPDATE log SET body = '${body}' WHERE ticket_id = ${ids[4] ?? 0} AND kind = 'recorded'`)
    const { preview, imported: count } = await importFile(openTestLedger().ledger, kept)
    expect(preview).toMatchObject({ tickets: 11, bad: 1 })
    expect(count).toBe(11)
  })

  it('reports the changed ticket of the demo in the demo’s ledger only', async () => {
    const { ledger, folder } = openTestLedger()
    ledger.record(makeTicket())
    const { ticketId } = ledger.record(makeTicket({ isDemo: true }))
    const kept = join(copyAsStopped(folder), 'ledger.db')
    forge(kept, `UPDATE log SET body = replace(body, '4000', '9999') WHERE ticket_id = ${ticketId}`)
    const { preview } = await importFile(openTestLedger(tempFolder(), () => true).ledger, kept)
    expect(preview).toMatchObject({ tickets: 0, bad: 1 })
    expect(preview.badLines[0]?.reason).toMatch(/^Record \d+ of this ticket doesn’t match what was saved\.$/)
    const { preview: own } = await importFile(openTestLedger().ledger, kept)
    expect(own).toMatchObject({ tickets: 1, bad: 0 })
  })

  it('reports records that cannot be read, and the tickets that lack them', async () => {
    const { kept, ids } = makeLedger()
    const ofTicket = (at: number) => `WHERE ticket_id = ${ids[at] ?? 0} AND kind = 'recorded'`
    forge(kept, `DELETE FROM log ${ofTicket(5)}; UPDATE log SET body = '{' ${ofTicket(7)}`)
    const { preview } = await importFile(openTestLedger().ledger, kept)
    expect(preview).toMatchObject({ tickets: 10, bad: 3 })
    expect(preview.badLines.map(({ reason }) => reason)).toEqual([
      'Its first record is missing.',
      'Its first record is missing.',
      '2 records can’t be read. Compare your tickets with your bet history at the books.',
    ])
  })

  it('is imported from its sound pages, and never with another amount', async () => {
    const { ledger, kept, earlier } = makeLedger(150)
    const whole = join(tempFolder(), 'ledger.db')
    const database = new DatabaseSync(kept)
    database.prepare('VACUUM INTO ?').run(whole)
    database.close()
    const { ledger: all } = openTestLedger()
    await importFile(all, whole)
    expect(totals(all)).toEqual(totals(ledger))
    const bytes = readFileSync(whole)
    const known = [...listStakes(ledger), ...earlier]
    const counts: number[] = []
    for (let page = 1; page * 4096 < bytes.length; page += 11) {
      const hurt = join(tempFolder(), 'ledger.db')
      writeFileSync(hurt, Buffer.from(bytes).fill(0xa5, page * 4096, (page + 1) * 4096))
      const { ledger: other } = openTestLedger()
      const said = await getRefusal(importFile(other, hurt).then(({ imported: count }) => `${count}`))
      if (/^\d+$/.test(said)) counts.push(Number(said))
      else expect(said).toMatch(/ wasn’t imported. This isn’t a Parlay Desk ledger, or it can’t be read.$/)
      expect(known).toEqual(expect.arrayContaining(listStakes(other)))
      other.close()
    }
    expect(Math.min(...counts)).toBeGreaterThan(100)
    // A page of records costs the tickets on it, not the import.
    expect(Math.min(...counts)).toBeLessThan(150)
  }, 60_000)
})

describe('A file that is not a ledger', () => {
  it('is refused in a sentence: another database, one of a newer version, an empty file', async () => {
    const folder = tempFolder()
    const other = join(folder, 'other.db')
    new DatabaseSync(other).exec('CREATE TABLE t (a)')
    expect(await choosing(other)).toMatch(
      / wasn’t imported. This isn’t a Parlay Desk ledger, or it can’t be read.$/,
    )
    const { kept } = makeLedger(2)
    const newer = join(folder, 'newer.db')
    copyFileSync(kept, newer)
    new DatabaseSync(newer).exec('PRAGMA user_version = 99')
    expect(await choosing(newer)).toMatch(
      / wasn’t imported. This file is from a newer version. Update Parlay Desk.$/,
    )
    const empty = join(folder, 'empty.db')
    writeFileSync(empty, '')
    expect(await choosing(empty)).toMatch(/ wasn’t imported. This file is empty. Choose another one.$/)
  })
})

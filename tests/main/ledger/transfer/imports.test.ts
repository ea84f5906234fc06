import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Refusal } from '../../../../src/shared/failure.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import { createImports, skipDuplicates } from '../../../support/ledger/import-export.ts'

it.each([
  ['2026-11-20 18:30,Bravo,Harbor City,+512,40', 1],
  ['2026-11-20,Bravo,SGP of two legs,+512,40', 1],
  ['2026-11-20,Bravo,Harbor City,+511.7,40', 1],
  ['2026-11-21,Bravo,Harbor City,+512,40', 0],
  ['2026-11-20,Delta,Harbor City,+512,40', 0],
  ['2026-11-20,Bravo,Harbor City,+512,41', 0],
  ['2026-11-20,Bravo,Harbor City,+520,40', 0],
])('Imports beside a similar ticket of the desk, %s, shows %i duplicates', async (row, alike) => {
  const { ledger } = openTestLedger()
  ledger.record(makeTicket())
  const path = join(tempFolder(), 'tracker.csv')
  writeFileSync(path, `Date,Book,Bet,Odds,Stake\n${row}\n`)
  const imports = createImports(ledger, path)
  const file = await imports.choose()
  const preview = await imports.preview(file?.kind === 'table' ? file.mapping : null)
  expect(preview).toMatchObject({ tickets: 1, alike })
  expect(preview.alikeLines.map(({ duplicateKind }) => duplicateKind)).toEqual(Array(alike).fill('perhaps'))
  expect(await imports.commit(skipDuplicates)).toMatchObject({ imported: 1 - alike, skipped: alike })
})

it('An import is undone as one act, by a deletion record of each ticket, and only once', async () => {
  const { ledger } = openTestLedger()
  const { ticketId: own } = ledger.record(makeTicket())
  const path = join(tempFolder(), 'tracker.csv')
  const rows = ['2026-11-20,Delta,Harbor City,+512,40', '2026-11-20,Delta,River Town,+200,10']
  writeFileSync(
    path,
    ['Date,Book,Bet,Odds,Stake', ...rows, '2026-11-20,Delta,Ada North,+300,5', ''].join('\n'),
  )
  const imports = createImports(ledger, path)
  const file = await imports.choose()
  await imports.preview(file?.kind === 'table' ? file.mapping : null)
  const { tickets } = await imports.commit(skipDuplicates)
  if (tickets === null) throw new Error('Nothing was imported.')
  const idsOf = () =>
    ledger.reads.list
      .page({ filter: allTickets, sort: newestFirst, after: null, limit: 10 })
      .lines.map(({ id }) => id)
  expect(idsOf().toSorted()).toEqual([own, tickets.first, tickets.first + 1, tickets.last])
  ledger.void(tickets.first, 'mine')
  const records = ledger.core.log.tail.records
  await expect(imports.undo({ ...tickets, first: own }, 'x')).rejects.toBeInstanceOf(Refusal)
  expect(await imports.undo(tickets, 'wrong file')).toBe(2)
  expect(idsOf()).toEqual([own])
  // Each has a deletion, and the entry that it reverses.
  expect(ledger.core.log.tail.records).toBe(records + 4)
  const deletionsOf = (id: number) =>
    ledger.reads.ticket(id).history.flatMap(item => (item.kind === 'voided' ? [item.reason] : []))
  expect([tickets.first, tickets.last].map(deletionsOf)).toEqual([['mine'], ['wrong file']])
  await expect(imports.undo(tickets, 'again')).rejects.toBeInstanceOf(Refusal)
})

it('Imports of a table name lines that are hardly true, and skip those of the future', async () => {
  const { ledger } = openTestLedger()
  ledger.record(makeTicket())
  const path = join(tempFolder(), 'tracker.csv')
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const rows = [
    '2026-11-20,Bravo,Harbor City,+150,50,999,won',
    '2026-11-20,Barvo,River Town,+150,50,75,won',
    '2026-11-20,Barvo,Ada North,+150,50,-50,lost',
    `${later},Bravo,Bea South,+150,50,,`,
    `${later} 23:59,Bravo,Bea South,+150,50,,`,
  ]
  writeFileSync(path, ['Date,Book,Bet,Odds,Stake,Profit,Result', ...rows, ''].join('\n'))
  const imports = createImports(ledger, path)
  const file = await imports.choose()
  expect(await imports.preview(file?.kind === 'table' ? file.mapping : null)).toMatchObject({
    tickets: 3,
    bad: 2,
    badLines: [5, 6].map(line => ({ line, reason: 'Its date is in the future.' })),
    doubts: 2,
    doubtLines: [
      { line: 2, text: 'This ticket pays at most $125.00. It is imported with the $1,049.00 of the file.' },
      { line: 3, text: '“Barvo” is a new book. Did you mean Bravo? It is imported as “Barvo”.' },
    ],
  })
})

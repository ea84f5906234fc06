import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
  expect(await imports.commit(skipDuplicates)).toEqual({ imported: 1 - alike, skipped: alike })
})

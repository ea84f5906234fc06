import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { hasPipes, otherKinds } from '../../../support/storage/other-kinds.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import {
  importFile,
  createImports,
  skipDuplicates,
  exportLedger,
  getRefusal,
  readText,
} from '../../../support/ledger/import-export.ts'

/** Exports a ledger of `count` tickets as JSON. */
async function exportTickets(count: number, note = '') {
  const { ledger } = openTestLedger()
  ledger.core.log.commit(() => {
    for (let at = 0; at < count; at++) ledger.record(makeTicket({ stakeMinor: at + 1, note }))
  })
  return exportLedger(ledger, tempFolder(), 'json')
}

it('openFile reads an export of more than 256 MB a line at a time', { timeout: 60_000 }, async () => {
  const [head = '', ticket = '', ...end] = readText(await exportTickets(1)).split('\n')
  const path = join(tempFolder(), 'long.json')
  const file = openSync(path, 'w')
  writeSync(file, `${head}\n${ticket}\n`)
  const blank = Buffer.alloc(2 ** 20, ' ').fill('\n', 2 ** 20 - 1)
  for (let at = 0; at < 257; at++) writeSync(file, blank)
  writeSync(file, end.join('\n'))
  closeSync(file)
  const { ledger } = openTestLedger()
  expect(await importFile(ledger, path)).toMatchObject({ imported: 1, preview: { tickets: 1, bad: 0 } })
  rmSync(path)
})

it('openFile reads a table of more than 256 MB a row at a time', { timeout: 120_000 }, async () => {
  const path = join(tempFolder(), 'long.csv')
  const file = openSync(path, 'w')
  const header = 'Date,Sportsbook,Bet,Odds,Stake,Result,Link\r\n'
  const row = (bet: string) => `2026-11-20,Bravo,"${bet}\r\nand more",+512,40,Won,`
  writeSync(file, `${header}${row('North')}\r\n`)
  const long = Buffer.from(`${row('Long')}${'x'.repeat(2 ** 22)}\r\n`)
  for (let at = 0; at < 65; at++) writeSync(file, long)
  writeSync(file, `2026-11-20,"Bravo"x,South,+512,40,Won,\r\n${row('South')}`)
  closeSync(file)
  const imports = createImports(openTestLedger().ledger, path)
  await imports.choose()
  const { tickets, alike, badLines } = await imports.preview(null)
  expect({ tickets, alike, lines: badLines.map(({ line }) => line) }).toEqual({
    tickets: 67,
    alike: 64,
    lines: [134],
  })
  rmSync(path)
})

it('openFile reads tickets across the borders of pieces whole', { timeout: 60_000 }, async () => {
  const path = await exportTickets(600, 'ćż'.repeat(500))
  expect(readFileSync(path).length).toBeGreaterThan(2 ** 20)
  const { ledger, folder } = openTestLedger()
  expect(await importFile(ledger, path)).toMatchObject({ imported: 600, preview: { bad: 0 } })
  expect(readText(await exportLedger(ledger, folder, 'json'))).toBe(readText(path))
})

it(
  'openFile, of a file that is not text from some line on, says so and reads the lines before it',
  { timeout: 60_000 },
  async () => {
    const path = await exportTickets(600, 'ćż'.repeat(500))
    const bytes = readFileSync(path)
    bytes[bytes.length - 20] = 0xff
    writeFileSync(path, bytes)
    const { ledger } = openTestLedger()
    const { preview, imported: count } = await importFile(ledger, path)
    expect(preview).toMatchObject({ tickets: count, bad: 1, badLines: [{ line: count + 2 }] })
    expect(preview.badLines[0]?.reason).toMatch(/isn’t UTF-8 text; some tickets are missing/)
    expect(count).toBeGreaterThan(100)
  },
)

it.each<[string, (path: string) => void]>([
  ['changed', path => writeFileSync(path, readText(path).replace('"stakeMinor":1,', '"stakeMinor":2000,'))],
  ['removed', path => rmSync(path)],
])('openFile refuses a file that is %s after its preview, and nothing is imported', async (_, change) => {
  const path = await exportTickets(2)
  const { ledger } = openTestLedger()
  const imports = createImports(ledger, path)
  await imports.choose()
  await imports.preview(null)
  change(path)
  expect(await getRefusal(imports.commit(skipDuplicates))).toMatch(/changed after you chose it/)
  expect(ledger.reads.sums.totals(allTickets).tickets).toBe(0)
})

it.skipIf(!hasPipes).each(otherKinds)('openFile refuses %s by name', async (_, make, words) => {
  const path = await make(join(tempFolder(), 'tickets.json'))
  const imports = createImports(openTestLedger().ledger, path)
  expect(await getRefusal(imports.choose())).toBe(`“tickets.json” ${words}`)
})

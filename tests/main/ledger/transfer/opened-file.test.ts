import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { openTestLedger, makeTicket } from '../../../support/ledger/tickets.ts'
import {
  imported,
  importsOf,
  noneAlike,
  saved,
  sentenceOf,
  textOf,
} from '../../../support/ledger/import-export.ts'

/** A ledger of as many tickets as said, saved as JSON. */
async function savedTickets(count: number, note = '') {
  const { ledger } = openTestLedger()
  ledger.transact(() => {
    for (let at = 0; at < count; at++) ledger.record(makeTicket({ stakeMinor: at + 1, note }))
  })
  return saved(ledger, tempFolder(), 'json')
}

it(
  'a JSON ledger beyond what other files may have is read a line at a time',
  { timeout: 60_000 },
  async () => {
    const [head = '', ticket = '', ...end] = textOf(await savedTickets(1)).split('\n')
    const path = join(tempFolder(), 'long.json')
    const file = openSync(path, 'w')
    writeSync(file, `${head}\n${ticket}\n`)
    const blank = Buffer.alloc(2 ** 20, ' ').fill('\n', 2 ** 20 - 1)
    for (let at = 0; at < 257; at++) writeSync(file, blank)
    writeSync(file, end.join('\n'))
    closeSync(file)
    const { ledger } = openTestLedger()
    expect(await imported(ledger, path)).toMatchObject({ imported: 1, preview: { tickets: 1, bad: 0 } })
    rmSync(path)
  },
)

it('a table beyond what other files may have is read a row at a time', { timeout: 120_000 }, async () => {
  const path = join(tempFolder(), 'long.csv')
  const file = openSync(path, 'w')
  const header = 'Date,Sportsbook,Bet,Odds,Stake,Result,Link\r\n'
  const row = (bet: string) => `2026-11-20,Bravo,"${bet}\r\nand more",+512,40,Won,`
  writeSync(file, `${header}${row('North')}\r\n`)
  const long = Buffer.from(`${row('Long')}${'x'.repeat(2 ** 22)}\r\n`)
  for (let at = 0; at < 65; at++) writeSync(file, long)
  writeSync(file, `2026-11-20,"Bravo"x,South,+512,40,Won,\r\n${row('South')}`)
  closeSync(file)
  const imports = importsOf(openTestLedger().ledger, path)
  await imports.choose()
  const { tickets, alike, badLines } = await imports.preview(null)
  expect({ tickets, alike, lines: badLines.map(({ line }) => line) }).toEqual({
    tickets: 67,
    alike: 64,
    lines: [134],
  })
  rmSync(path)
})

it('tickets that lie across the pieces of a file come in whole', { timeout: 60_000 }, async () => {
  const path = await savedTickets(600, 'ćż'.repeat(500))
  expect(readFileSync(path).length).toBeGreaterThan(2 ** 20)
  const { ledger, folder } = openTestLedger()
  expect(await imported(ledger, path)).toMatchObject({ imported: 600, preview: { bad: 0 } })
  expect(textOf(await saved(ledger, folder, 'json'))).toBe(textOf(path))
})

it(
  'a file that is not text from some line on says so, and brings in what is well before it',
  { timeout: 60_000 },
  async () => {
    const path = await savedTickets(600, 'ćż'.repeat(500))
    const bytes = readFileSync(path)
    bytes[bytes.length - 20] = 0xff
    writeFileSync(path, bytes)
    const { ledger } = openTestLedger()
    const { preview, imported: count } = await imported(ledger, path)
    expect(preview).toMatchObject({ tickets: count, bad: 1, badLines: [{ line: count + 2 }] })
    expect(preview.badLines[0]?.reason).toMatch(/not text in UTF-8, and tickets are missing/)
    expect(count).toBeGreaterThan(100)
  },
)

it.each<[string, (path: string) => void]>([
  ['changed', path => writeFileSync(path, textOf(path).replace('"stakeMinor":1,', '"stakeMinor":2000,'))],
  ['removed', path => rmSync(path)],
])('a file that is %s after its preview is refused, and nothing comes in', async (_, act) => {
  const path = await savedTickets(2)
  const { ledger } = openTestLedger()
  const imports = importsOf(ledger, path)
  await imports.choose()
  await imports.preview(null)
  act(path)
  expect(await sentenceOf(imports.commit(noneAlike))).toMatch(/changed after it was chosen/)
  expect(ledger.reads.totals(allTickets).tickets).toBe(0)
})

import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import type { TableMapping } from '../../../../src/shared/model/ticket/transfer.ts'
import { fc } from '../../../support/property.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { openTestLedger } from '../../../support/ledger/tickets.ts'
import { importFile, createImports, getRefusal } from '../../../support/ledger/import-export.ts'

const header = 'Date,Sportsbook,Bet,Odds,Stake,Result,Payout,Tags'

function writeTable(bytes: string | Uint8Array): string {
  const path = join(tempFolder(), 'tracker.csv')
  writeFileSync(path, bytes)
  return path
}

/** Imports rows under the header of a tracker. */
async function importRows(rows: readonly string[], change: Partial<TableMapping> = {}) {
  const { ledger } = openTestLedger()
  const result = await importFile(ledger, writeTable([header, ...rows].join('\r\n')), change)
  return { ledger, ...result, reasons: result.preview.badLines }
}

const importRow = async (row: string, change: Partial<TableMapping> = {}) => {
  const { ledger, reasons } = await importRows([row], change)
  expect(reasons).toEqual([])
  return ledger.reads.ticket(1)
}

describe('A tracker’s table', () => {
  it('with hidden characters becomes the same tickets as without them, and keeps the lines of a note', async () => {
    const rows = (hidden: string) => [
      `${hidden}Date,Sports${hidden}book,Bet,Odds,Stake,Re${hidden}sult,Tags,Market,League,Note`,
      `11/${hidden}20/2026,Bra${hidden}vo,No${hidden}rth | City${hidden},+5${hidden}12,$4${hidden}0.00,Wo${hidden}n,pro${hidden}mo,Spr${hidden}ead,Ho${hidden}ops,"one${hidden}\ntwo"`,
    ]
    const importText = async (hidden: string) => {
      const { ledger } = openTestLedger()
      const { preview } = await importFile(ledger, writeTable(rows(hidden).join('\r\n')))
      expect(preview.badLines).toEqual([])
      const { line, note, legs } = ledger.reads.ticket(1)
      return { preview, line, note, names: legs.map(({ name, market, game }) => [name, market, game.league]) }
    }
    const plain = await importText('')
    for (const hidden of ['\u202e', '\u200b', '\u2066', '\u0007'])
      expect(await importText(hidden)).toEqual(plain)
    expect(plain.note).toBe('one\ntwo')
  })

  it('becomes tickets, with results that name the file', async () => {
    const detail = await importRow(
      '11/20/2026 6:30 PM,Bravo,North over 27.5 | Harbor City,+512,$40.00,Won,,promo; model',
    )
    expect(detail.line).toMatchObject({
      book: { id: 'bravo', name: 'Bravo' },
      day: '2026-11-20',
      stakeMinor: 4_000,
      result: 'won',
      payout: { minor: 24_480, isActual: false },
      tags: ['promo', 'model'],
    })
    expect(detail.line.placedAt).toBe(new Date(2026, 10, 20, 18, 30).getTime())
    expect(detail.legs.map(({ name }) => name)).toEqual(['North over 27.5', 'Harbor City'])
    expect(detail.history.find(({ kind }) => kind === 'decided')).toMatchObject({
      reason: 'imported from tracker.csv',
    })
  })

  it.each([
    ['lost', 'L,', { result: 'lost', payout: { minor: 0, isActual: false } }],
    ['refunded', 'Push,', { result: 'refunded', payout: { minor: 4_000, isActual: false } }],
    ['open', 'Open,', { result: 'pending', payout: null }],
    ['cashed out', 'Cashed out,51.25', { result: 'cashed-out', payout: { minor: 5_125, isActual: true } }],
    ['won, and paid otherwise', 'Won,250', { result: 'won', payout: { minor: 25_000, isActual: true } }],
    ['known by its payout only', ',244.80', { result: 'won', payout: { minor: 24_480, isActual: true } }],
  ])('has a ticket that is %s', async (_, ending, expected) => {
    const detail = await importRow(`2026-11-20,Bravo,North,+512,40,${ending},`)
    expect(detail.line).toMatchObject(expected)
  })

  it.each([
    ['-40.00', 'lost', 0],
    ['($12.50)', 'won', 2_750],
    ['+204.80', 'won', 24_480],
  ])('with a profit of %s is %s', async (profit, result, payout) => {
    const { line } = await importRow(`2026-11-20,Bravo,North,+512,40,,"${profit}",`, {
      fields: ['placedAt', 'book', 'legs', 'odds', 'stake', 'result', 'profit', 'tags'],
    })
    expect(line).toMatchObject({ result, payout: { minor: payout } })
  })

  it.each([
    ['2026-02-30,Bravo,North,+512,40,Won,,', /isn’t a date/],
    ['13/13/2026,Bravo,North,+512,40,Won,,', /isn’t a date/],
    ['2026-11-20,,North,+512,40,Won,,', /no book/],
    ['2026-11-20,Bravo,,+512,40,Won,,', /legs are missing/],
    ['2026-11-20,Bravo,North,+51,40,Won,,', /American price/],
    ['2026-11-20,Bravo,North,,40,Won,,', /no odds/],
    ['2026-11-20,Bravo,North,+512,"40,5",Won,,', /stake/],
    ['2026-11-20,Bravo,North,+512,40.005,Won,,', /at most 2 decimals/],
    ['2026-11-20,Bravo,North,+512,-40,Won,,', /stake/],
    ['2026-11-20,Bravo,North,+512,0,Won,,', /above 0/],
    ['2026-11-20,Bravo,North,+512,9999999999,Won,,', /too large/],
    ['2026-11-20,Bravo,North,+512,40,Half won,,', /Unrecognized result/],
    ['2026-11-20,Bravo,North,+512,40,Cashed out,,', /needs a payout/],
    ['2026-11-20,Bravo,North,+512,40,Lost,12,', /Marked lost/],
    [
      '2026-11-20,Bravo,North,+512,40,Push,0.00,',
      /Marked refunded, but the payout is 0\.00 of a stake of 40\.00/,
    ],
    ['2026-11-20,Bravo,North,+512,40,Refunded,20,', /Marked refunded, but/],
    ['2026-11-20,Bravo,North,+512,40,Won,0,', /Marked won, but/],
    ['2026-11-20,Bravo,North,+512,40,Won,40,', /Marked won, but/],
    ['2026-11-20,Bravo,North,+512,40,,0,', /lost or open/],
    ['2026-11-20,Bravo,North,+512,40,,$0.00,', /lost or open/],
    ['2026-11-20,Bravo,North,+512,40,P,,', /Unrecognized result/],
    ['2026-11-20,Bravo,North,+512,40', /columns, found 5/],
    ['2026-11-20,"Bravo"x,North,+512,40,Won,,', /quote/],
  ])('leaves out %s and says why', async (row, reason) => {
    const { reasons, imported: count } = await importRows([row, '2026-11-20,Bravo,Harbor,+100,1,Won,,'])
    expect(reasons).toMatchObject([{ line: 2 }])
    expect(reasons[0]?.reason).toMatch(reason)
    expect(reasons[0]?.reason).toMatch(/^[A-Z“].*\.$/)
    expect(count).toBe(1)
  })

  it.each([
    ['Refunded,,-40', /Marked refunded, but/],
    ['Won,,-40', /Marked won, but/],
    ['Won,,0', /Marked won, but/],
    ['Lost,,0', /Marked lost, but/],
    [',,0', /lost or open/],
    [',0,0', /don’t match/],
    ['Won,204.80,204.80', /don’t match/],
    ['Lost,0,-12', /don’t match/],
  ])('with a result, payout and profit of %s is left out', async (ending, reason) => {
    const { reasons } = await importRows([`2026-11-20,Bravo,North,+512,40,${ending}`], {
      fields: ['placedAt', 'book', 'legs', 'odds', 'stake', 'result', 'payout', 'profit'],
    })
    expect(reasons[0]?.reason).toMatch(reason)
  })

  it.each([
    ['Push,,0', { result: 'refunded', payout: { minor: 4_000, isActual: false } }],
    ['Won,244.80,204.80', { result: 'won', payout: { minor: 24_480, isActual: false } }],
    [',0,-40', { result: 'lost', payout: { minor: 0, isActual: true } }],
    ['Open,0,0', { result: 'pending', payout: null }],
    ['Open,244.80,0', { result: 'pending', payout: null }],
  ])('with a result, payout and profit of %s comes in', async (ending, expected) => {
    const { line } = await importRow(`2026-11-20,Bravo,North,+512,40,${ending}`, {
      fields: ['placedAt', 'book', 'legs', 'odds', 'stake', 'result', 'payout', 'profit'],
    })
    expect(line).toMatchObject(expected)
  })

  it('reads dates in the order chosen, and amounts of a currency without decimals', async () => {
    const detail = await importRow('05.04.2026,Bravo,North,2.50,4000,won,,', {
      dateOrder: 'day-first',
      priceFormat: 'decimal',
      currency: 'JPY',
    })
    expect(detail.line).toMatchObject({ day: '2026-04-05', stakeMinor: 4_000, currency: 'JPY' })
    expect(detail.line.payout).toMatchObject({ minor: 10_000 })
  })

  it('is shown with a guess of its columns', async () => {
    const path = writeTable(`${header}\n20/11/2026,Bravo,A|B,2.50,1,won,,\n`)
    const file = await createImports(openTestLedger().ledger, path).choose()
    expect(file).toMatchObject({
      kind: 'table',
      name: 'tracker.csv',
      columns: header.split(','),
      sample: [['20/11/2026', 'Bravo', 'A|B', '2.50', '1', 'won', '', '']],
      mapping: {
        fields: ['placedAt', 'book', 'legs', 'odds', 'stake', 'result', 'payout', 'tags'],
        priceFormat: 'decimal',
        dateOrder: 'day-first',
        legSeparator: 'pipe',
      },
    })
  })

  it('with a bet twice shows the second as alike', async () => {
    const row = '2026-11-20,Bravo,North,+512,40,Won,,'
    const { preview, imported: count, skipped } = await importRows([row, row])
    expect(preview).toMatchObject({ tickets: 2, alike: 1, alikeLines: [{ line: 3, duplicateKind: 'alike' }] })
    expect({ count, skipped }).toEqual({ count: 1, skipped: 1 })
  })

  it.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, big end first', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
    ['tabs', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
    ['bare carriage returns', (text: string) => Buffer.from(text.replaceAll('\n', '\r'))],
  ])('is read in %s', async (_, bytes) => {
    const { ledger } = openTestLedger()
    const path = writeTable(bytes(`${header}\n2026-11-20,Bravo,Ćwiczenie,+512,40,Won,,\n`))
    expect(await importFile(ledger, path)).toMatchObject({ imported: 1, preview: { bad: 0 } })
    expect(ledger.reads.ticket(1).legs[0]?.name).toBe('Ćwiczenie')
  })

  it.each([
    ['empty', '', /empty/],
    ['blank', ' \n\n', /empty/],
    ['binary', new Uint8Array([0, 1, 2, 255, 254]), /isn’t UTF-8/],
    ['Latin-1', Buffer.from('Date,Buchmacher\nMärz,x', 'latin1'), /isn’t UTF-8/],
    ['of one column', 'Date\n2026-11-20', /isn’t a ledger/],
    ['of too many columns', Array(300).fill('a').join(','), /300 columns/],
    ['JSON of something else', '{"a":1}', /isn’t a Parlay Desk/],
    ['JSON that was cut off', '{"format":"parlay-desk-ledger","version":1,', /isn’t a Parlay Desk/],
    [
      'of a newer version',
      '{"format":"parlay-desk-ledger","version":5,"ledger":"own","exportedAt":"","policies":[],"tickets":[\n]}',
      /newer version/,
    ],
  ])('that is %s is refused by its name', async (_, bytes, reason) => {
    const path = writeTable(bytes)
    const sentence = await getRefusal(createImports(openTestLedger().ledger, path).choose())
    expect(sentence).toMatch(reason)
    expect(sentence).toContain(`“${basename(path)}” wasn’t imported. This`)
  })

  it('of any content gives tickets and reasons, and never an error', { timeout: 60_000 }, async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '"',
        '""',
        '=1+1',
        '@x',
        '\t',
        '2026-11-20',
        'Bravo',
        '+512',
        '40',
        'Won',
        `'`,
        '\u0000',
        '{}',
        '9e999',
      ),
      fc.string({ maxLength: 30 }),
      fc.constant('x'.repeat(70_000)),
    )
    const rows = fc.array(fc.array(cell, { maxLength: 10 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(rows, async given => {
        const { ledger } = openTestLedger()
        const text = [header, ...given.map(cells => cells.join(','))].join('\n').replaceAll('\u0000', '')
        const { preview, imported: count } = await importFile(ledger, writeTable(text))
        expect(preview.badLines.every(({ reason }) => /\S/.test(reason))).toBe(true)
        expect(ledger.reads.sums.totals(allTickets).tickets).toBe(count)
        ledger.close()
      }),
      { numRuns: 30 },
    )
  })
})

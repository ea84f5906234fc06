import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { reportKinds } from '../../../../src/shared/model/ticket/ledger-report.ts'
import {
  parseTakenPrice,
  type TakenPrice,
  type TicketLeg,
} from '../../../../src/shared/model/ticket/ticket.ts'
import { fc } from '../../../support/property.ts'
import { commitImport } from '../../../../src/main/ledger/transfer/ledger-tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import {
  gradeLegs,
  makeLeg,
  openTestLedger,
  makeTicket,
  startOfTests,
} from '../../../support/ledger/tickets.ts'
import {
  importFile,
  createImports,
  exportLedger,
  getRefusal,
  readText,
} from '../../../support/ledger/import-export.ts'

const withToken = (leg: TicketLeg): TicketLeg => ({ ...leg, grade: 'the-right-one' })

/** All sums and reports, in both currencies. */
const sums = ({ reads }: Ledger) =>
  ['USD', 'EUR'].map(currency => {
    const filter = { ...allTickets, currency }
    return [
      reads.sums.totals(filter),
      reads.sums.bankroll(filter),
      reads.sums.clv(filter),
      ...reportKinds.map(by => reads.sums.profitBy(by, filter)),
    ]
  })

describe.each(['json', 'csv'] as const)('A ledger exported as %s', format => {
  it('is imported with the same sums, and exported as the same file again', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(randomActions, async act => {
        const folder = tempFolder()
        const { ledger } = openTestLedger()
        const { ledger: other } = openTestLedger()
        act(ledger)
        const path = await exportLedger(ledger, folder, format)
        const before = readText(path)
        const { preview, imported: count } = await importFile(other, path)
        expect(preview.bad).toBe(0)
        if (preview.alike === 0) {
          expect(count).toBe(ledger.core.log.lastTicketId)
          expect(sums(other)).toEqual(sums(ledger))
          expect(readText(await exportLedger(other, folder, format))).toBe(before)
        }
        ledger.close()
        other.close()
      }),
      { numRuns: 15 },
    )
  })

  it('keeps the history of a ticket that was corrected, graded, decided and voided', async () => {
    const folder = tempFolder()
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket({ note: '=1+1', tags: ['@promo'] }))
    ledger.correct(ticketId, { ...ledger.facts(ticketId), stakeMinor: 9_000 }, 'typed wrong')
    gradeLegs(ledger, ticketId, ['won', 'lost'])
    const [ada = makeLeg('Ada'), city = makeLeg('City')] = ledger.facts(ticketId).legs
    ledger.correct(ticketId, ledger.facts(ticketId), 'misread the slip', [
      { from: 1, leg: { ...city, grade: 'the-right-one' } },
      { from: null, leg: ada },
    ])
    gradeLegs(ledger, ticketId, ['won', 'won'])
    ledger.decide(ticketId, { kind: 'payout', payoutMinor: 55_081 }, 'the book pays a cent more')
    ledger.void(ledger.record(makeTicket({ stakeMinor: 1 })).ticketId, 'never placed')
    const { ledger: other } = openTestLedger()
    const { preview } = await importFile(other, await exportLedger(ledger, folder, format))
    expect(preview).toMatchObject({ tickets: 2, bad: 0, alike: 0 })
    expect(other.reads.ticket(1)).toEqual(ledger.reads.ticket(1))
    expect(() => other.facts(2)).toThrow('not-found')
  })

  it('is imported once: tickets that are there are skipped, or imported beside them on request', async () => {
    const folder = tempFolder()
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    const path = await exportLedger(ledger, folder, format)
    expect(await importFile(ledger, path)).toMatchObject({
      preview: { tickets: 1, alike: 1, alikeLines: [{ duplicateKind: 'same' }] },
      imported: 0,
      skipped: 1,
    })
    const again = createImports(ledger, path)
    await again.choose()
    await again.preview(null)
    expect(await again.commit({ all: 'import', except: [] })).toMatchObject({ imported: 1, skipped: 0 })
    expect(ledger.reads.sums.totals(allTickets).open).toBe(2)
  })

  it('is imported by the very lines that were chosen', async () => {
    const folder = tempFolder()
    const { ledger } = openTestLedger()
    for (const stakeMinor of [1_000, 2_000, 3_000]) ledger.record(makeTicket({ stakeMinor }))
    const path = await exportLedger(ledger, folder, format)
    const choose = async (all: 'skip' | 'import') => {
      const imports = createImports(ledger, path)
      await imports.choose()
      const { alikeLines } = await imports.preview(null)
      const second = alikeLines.find(({ stake }) => stake === '20.00')?.line ?? 0
      return imports.commit({ all, except: [second] })
    }
    const stakes = () =>
      ledger.reads.list
        .page({ filter: allTickets, sort: newestFirst, after: null, limit: 20 })
        .lines.map(line => line.stakeMinor)
    expect(await choose('skip')).toMatchObject({ imported: 1, skipped: 2 })
    expect(stakes().toSorted()).toEqual([1_000, 2_000, 2_000, 3_000])
    expect(await choose('import')).toMatchObject({ imported: 2, skipped: 1 })
    expect(stakes().toSorted()).toEqual([1_000, 1_000, 2_000, 2_000, 3_000, 3_000])
  })

  it('is read with data of older versions: lone surrogates and long tokens', async () => {
    const { ledger, folder } = openTestLedger()
    const legs = [makeLeg('Ada\0North\ud800', { grade: 'g'.repeat(19_000) }), makeLeg('B\u0007')]
    ledger.record(makeTicket({ legs, note: 'a\0b', tags: ['\0'] }))
    const path = await exportLedger(ledger, folder, format)
    const other = openTestLedger()
    expect(await importFile(other.ledger, path)).toMatchObject({ imported: 1, preview: { bad: 0 } })
    expect(other.ledger.facts(1)).toEqual(ledger.facts(1))
    expect(readText(await exportLedger(other.ledger, other.folder, format))).toBe(readText(path))
  })

  it('shows a ticket that is only alike', async () => {
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    const { ledger: other } = openTestLedger()
    other.record(makeTicket())
    const { preview } = await importFile(other, await exportLedger(ledger, tempFolder(), format))
    expect(preview.alikeLines).toMatchObject([{ duplicateKind: 'alike', book: 'Bravo', stake: '40.00' }])
  })

  it('from the demo is not imported into the user’s own', async () => {
    const { ledger } = openTestLedger(undefined, () => true)
    ledger.record(makeTicket({ isDemo: true }))
    const path = await exportLedger(ledger, tempFolder(), format)
    const { ledger: own } = openTestLedger()
    const attempt = importFile(own, path).then(({ preview }) => preview.badLines[0]?.reason ?? '')
    expect(await getRefusal(attempt)).toMatch(/a demo ticket/)
  })
})

describe('A ledger exported as json', () => {
  it('is read when another program has formatted it', async () => {
    const folder = tempFolder()
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    ledger.savePolicy({ bookId: 'bravo', policy: 'tie_loses', source: 'rules', asOf: '2026-11-01' })
    const text = readText(await exportLedger(ledger, folder, 'json'))
    writeFileSync(join(folder, 'neat.json'), JSON.stringify(JSON.parse(text), null, 2))
    const { ledger: other } = openTestLedger()
    const { preview, imported: count } = await importFile(other, join(folder, 'neat.json'))
    expect(preview).toMatchObject({ tickets: 1, policies: 1 })
    expect(count).toBe(1)
    expect(other.policies()).toMatchObject([{ bookId: 'bravo', policy: 'tie_loses' }])
  })

  it.each([
    ['an amount', '"stakeMinor":4000', '"stakeMinor":400000'],
    ['a movement of money', '"cashMinor":-4000', '"cashMinor":-4001'],
    ['the exact odds', '"odds":"153/25"', '"odds":"154/25"'],
    ['a field of its own', '"uid"', '"hack":1,"uid"'],
    ['the result of a leg', '"result":"won","word"', '"result":"lost","word"'],
    ['a leg before its correction', '"was":[{"selectionKey":"ubl', '"was":[{"selectionKey":"nbl'],
    ['the place a leg had', '"from":1', '"from":2'],
    ['a leg after its correction', '"grade":"the-right-one"', '"grade":"grade-of-Harbor City"'],
  ])('is refused line by line where %s was changed', async (_, from, to) => {
    const folder = tempFolder()
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'won'])
    const now = ledger.facts(ticketId).legs.map((leg, from) => ({ from, leg }))
    const corrected = now.map(leg => (leg.from === 0 ? leg : { from: 1, leg: withToken(leg.leg) }))
    ledger.correct(ticketId, ledger.facts(ticketId), 'wrong token', corrected)
    gradeLegs(ledger, ticketId, ['won', 'won'])
    ledger.record(makeTicket({ stakeMinor: 77, priced: { text: '-110', format: 'american' } }))
    const path = await exportLedger(ledger, folder, 'json')
    const text = readText(path)
    expect(text).toContain(from)
    writeFileSync(path, text.replace(from, to))
    const { ledger: other } = openTestLedger()
    const { preview, imported: count } = await importFile(other, path)
    expect(preview).toMatchObject({ tickets: 1, bad: 1, badLines: [{ line: 2 }] })
    expect(preview.badLines[0]?.reason).toMatch(/^[A-Z].*\.$/)
    expect(count).toBe(1)
  })

  it('without its end, says so', async () => {
    const folder = tempFolder()
    const { ledger } = openTestLedger()
    for (let at = 0; at < 3; at++) ledger.record(makeTicket({ stakeMinor: 1 + at }))
    const path = await exportLedger(ledger, folder, 'json')
    writeFileSync(path, readText(path).split('\n').slice(0, 3).join('\n'))
    const { ledger: other } = openTestLedger()
    const { preview } = await importFile(other, path)
    expect(preview.badLines).toMatchObject([{ line: 4 }])
    expect(preview.badLines[0]?.reason).toContain('cut off')
  })
})

describe('A ledger exported as csv', () => {
  it('has no cell that a spreadsheet runs', async () => {
    const { ledger } = openTestLedger()
    ledger.record(makeTicket({ note: '=cmd', legs: [makeLeg('@SUM(A1)', { market: '-2+3' })] }))
    const text = readText(await exportLedger(ledger, tempFolder(), 'csv'))
    expect(text).toContain(`'=cmd`)
    expect(text).toContain(`'@SUM(A1)`)
    expect(text).not.toMatch(/,"?[=@\t]/)
  })

  it('has the league of each leg as the service’s id and as its name, which an import ignores', async () => {
    const { ledger } = openTestLedger()
    const inLeague = (name: string, league: string) =>
      makeLeg(name, { game: { ...makeLeg(name).game, league } })
    ledger.record(makeTicket({ legs: [inLeague('Ada', 'ubl'), inLeague('Ben', '')] }))
    const path = await exportLedger(ledger, tempFolder(), 'csv')
    const [row] = Papa.parse<Record<string, string>>(readText(path).trim(), { header: true }).data
    expect(row).toMatchObject({
      leg_1_league: 'ubl',
      leg_1_league_name: 'Union Basketball',
      leg_2_league: '',
      leg_2_league_name: '',
    })
    for (const edit of [
      (text: string) => text.replace(',Union Basketball,', ',Union,'),
      (text: string) => dropColumns(text, ['leg_1_league_name', 'leg_2_league_name']),
    ]) {
      const edited = join(tempFolder(), 'edited.csv')
      writeFileSync(edited, edit(readText(path)))
      const { ledger: other } = openTestLedger()
      expect(await importFile(other, edited)).toMatchObject({ preview: { bad: 0 }, imported: 1 })
    }
    writeFileSync(path, readText(path).replace(',ubl,', ',nba,'))
    const { preview } = await importFile(openTestLedger().ledger, path)
    expect(preview.badLines[0]?.reason).toContain('“leg_1_league” was changed')
  })

  it('has the profit to the cent and the CLV of each ticket', async () => {
    const { ledger } = openTestLedger()
    const at = startOfTests
    const settle = (given: Parameters<typeof makeTicket>[0], result: 'won' | 'lost') => {
      const { ticketId } = ledger.record(makeTicket(given))
      gradeLegs(ledger, ticketId, [result, 'won'])
      return ticketId
    }
    ledger.setClosing(settle({ fair: { p: 0.187504, source: 'mine' } }, 'won'), {
      kind: 'priced',
      price: takePrice('+468'),
      at,
      fair: { p: 0.16, by: 'singles' },
    })
    ledger.setClosing(settle({ kind: 'bonus' }, 'won'), { kind: 'priced', price: takePrice('+700'), at })
    settle({}, 'lost')
    settle({ kind: 'bonus' }, 'lost')
    ledger.record(makeTicket())
    const text = readText(await exportLedger(ledger, tempFolder(), 'csv'))
    const { data } = Papa.parse<Record<string, string>>(text.trim(), { header: true })
    expect(data.map(row => [row['fair_percent'], row['closing_fair_percent']]).slice(0, 2)).toEqual([
      ['18.7504', '16.0000'],
      ['', ''],
    ])
    expect(data.map(row => [row['profit'], row['clv_percent']])).toEqual([
      ['204.80', '7.7465'],
      ['204.80', '-23.5000'],
      ['-40.00', ''],
      ['0.00', ''],
      ['', ''],
    ])
  })

  it.each([
    ['with another CLV', (text: string) => text.replace(',7.7465,', ',8,')],
    [
      'of an older version without them',
      (text: string) => dropColumns(text, ['profit', 'clv_percent', 'fair_percent', 'closing_fair_percent']),
    ],
  ])('is imported %s, as profit and CLV follow from the rest', async (_, edit) => {
    const { ledger } = openTestLedger()
    const { ticketId } = ledger.record(makeTicket())
    gradeLegs(ledger, ticketId, ['won', 'won'])
    ledger.setClosing(ticketId, { kind: 'priced', price: takePrice('+468'), at: startOfTests })
    const path = await exportLedger(ledger, tempFolder(), 'csv')
    const edited = edit(readText(path))
    expect(edited).not.toBe(readText(path))
    writeFileSync(path, edited)
    const { ledger: other } = openTestLedger()
    expect(await importFile(other, path)).toMatchObject({ preview: { bad: 0 }, imported: 1 })
    expect(sums(other)).toEqual(sums(ledger))
  })

  describe('with a closing price of before the start', () => {
    const startAt = startOfTests + 3_600_000
    const minuteBefore = startAt - 60_000
    const game = { ...makeLeg('Ada').game, startAt }
    const open = () => {
      const opened = openTestLedger()
      const { ticketId } = opened.ledger.record(makeTicket({ legs: [makeLeg('Ada', { game })] }))
      const closing = {
        price: takePrice('+468'),
        at: minuteBefore,
        fair: { p: 0.16, by: 'singles' },
      } as const
      opened.ledger.setClosing(ticketId, { kind: 'priced', ...closing })
      return { ...opened, ticketId }
    }
    const readClose = (path: string) => {
      const { data } = Papa.parse<Record<string, string>>(readText(path).trim(), { header: true })
      return ['closing', 'closing_so_far', 'clv_percent', 'closing_fair_percent'].map(name => data[0]?.[name])
    }

    it('does not give it as the close, and counts no CLV, until the game starts', async () => {
      const { ledger } = open()
      const folder = tempFolder()
      const before = ['', '+468', '', '']
      const after = ['+468', '', '7.7465', '16.0000']
      expect(readClose(await exportLedger(ledger, folder, 'csv', { at: minuteBefore }))).toEqual(before)
      expect(readClose(await exportLedger(ledger, folder, 'csv', { at: startAt }))).toEqual(after)
    })

    it('gives it as the close of a ticket that is settled', async () => {
      const { ledger, ticketId } = open()
      gradeLegs(ledger, ticketId, ['won'])
      const path = await exportLedger(ledger, tempFolder(), 'csv', { at: minuteBefore })
      expect(readClose(path).slice(0, 2)).toEqual(['+468', ''])
    })

    it.each([minuteBefore, startAt])('is imported whenever it was written', async at => {
      const { ledger } = open()
      const path = await exportLedger(ledger, tempFolder(), 'csv', { at })
      const { ledger: other } = openTestLedger()
      expect(await importFile(other, path)).toMatchObject({ preview: { bad: 0 }, imported: 1 })
      writeFileSync(path, readText(path).replace(',+468,', ',+469,'))
      const { preview } = await importFile(openTestLedger().ledger, path)
      expect(preview.badLines[0]?.reason).toMatch(/“closing(_so_far)?” was changed/)
    })
  })

  it('is refused where a cell was edited, as its history differs', async () => {
    const folder = tempFolder()
    const { ledger } = openTestLedger()
    ledger.record(makeTicket())
    const path = await exportLedger(ledger, folder, 'csv')
    writeFileSync(path, readText(path).replace(',40.00,', ',4000.00,'))
    const { ledger: other } = openTestLedger()
    const { preview } = await importFile(other, path)
    expect(preview.badLines[0]?.reason).toContain('“stake” was changed')
  })
})

describe('commitImport', () => {
  it('refuses other writes, and leaves nothing when it is stopped half-way', async () => {
    const { ledger, folder } = openTestLedger()
    const running = commitImport(ledger, { policies: [], reason: 'imported from x.csv', tickets: endless() })
    await nextTurn()
    expect(() => ledger.record(makeTicket())).toThrow('storage')
    expect(ledger.reads.sums.totals(allTickets).tickets).toBe(0)
    ledger.close()
    await expect(running).rejects.toThrow()
    const { ledger: again } = openTestLedger(folder)
    expect(again.snapshot().status).toMatchObject({ kind: 'open', tickets: 0, records: 1 })
    again.record(makeTicket())
    expect(again.reads.sums.totals(allTickets).open).toBe(1)
  })
})

function takePrice(text: string): TakenPrice {
  const taken = parseTakenPrice({ text, format: 'american' })
  if (!taken.ok) throw new Error(taken.sentence)
  return taken.price
}

function dropColumns(csv: string, names: readonly string[]): string {
  const [header = [], ...rows] = Papa.parse<string[]>(csv.trim()).data
  const kept = (_: string, at: number) => !names.includes(header[at] ?? '')
  return `${Papa.unparse([header, ...rows].map(row => row.filter(kept)))}\r\n`
}

function* endless() {
  for (let at = 0; ; at++)
    yield at < 20 ? { kind: 'new' as const, facts: makeTicket(), decision: null } : null
}

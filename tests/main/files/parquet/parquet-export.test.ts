import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet'
import { describe, expect, it, vi } from 'vitest'
import { ParquetExport } from '../../../../src/main/files/parquet/parquet-export.ts'
import { openReadOnly } from '../../../../src/main/storage/database.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import { ParquetTable } from '../../../../src/shared/model/ticket/parquet-table.ts'
import type { QuoteOutcome } from '../../../../src/shared/model/price/quote.ts'
import { openQuotes } from '../../../support/desk/stored-quotes.ts'
import { addEntry, openAccount } from '../../../support/ledger/random-accounts.ts'
import { databaseIn, gradeLegs, makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'
import { americanPrice } from '../../../support/shared/desk-rows.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

const workerFile = new URL('../../../../src/main/files/parquet/parquet-worker.ts', import.meta.url)
const day = Date.UTC(2026, 10, 20, 12)

/** Exports a table of a database's file; the Parquet file's bytes, and the answer. */
async function exportTable(file: string, table: ParquetTable) {
  const folder = tempFolder()
  const exporting = new ParquetExport({
    fileOf: () => file,
    prepare: () => {},
    askWhere: name => Promise.resolve(join(folder, name)),
    workerFile,
  })
  const answer = await exporting.save(table, day)
  const bytes = readFileSync(join(folder, `${table} 2026-11-20.parquet`))
  expect(readdirSync(folder)).toHaveLength(1)
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  return { answer, buffer }
}

function readView(file: string, table: ParquetTable) {
  using database = openReadOnly(file)
  const statement = database.prepare(`SELECT * FROM v1_${table}`)
  statement.setReadBigInts(true)
  return { rows: statement.all(), columns: statement.columns().map(({ name }) => name) }
}

/** A value of the Parquet file as the view has it. */
function toViewValue(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null)
}

async function compare(file: string, table: ParquetTable): Promise<number> {
  const { answer, buffer } = await exportTable(file, table)
  const { rows, columns } = readView(file, table)
  expect(answer).toEqual({ name: `${table} 2026-11-20.parquet`, rows: rows.length })
  const schema = parquetSchema(parquetMetadata(buffer))
  expect(schema.children.map(({ element }) => element.name)).toEqual(columns)
  const read = await parquetReadObjects({ file: buffer })
  expect(read).toHaveLength(rows.length)
  for (const [at, row] of rows.entries())
    for (const column of columns) {
      const value = toViewValue(read[at]?.[column])
      // A double may be whole in the view.
      const wanted = typeof value === 'number' ? Number(row[column]) : row[column]
      expect([column, value]).toEqual([column, wanted])
    }
  return rows.length
}

const outcomes: readonly QuoteOutcome[] = [
  { kind: 'priced', price: americanPrice(450), links: null, limits: null },
  { kind: 'priced', price: americanPrice(-110), links: null, limits: null },
  { kind: 'priced', price: { text: '2.0', format: 'decimal', decimal: 2 }, links: null, limits: null },
  { kind: 'no-price' },
  { kind: 'message', text: 'Ask — später, “今”' },
  { kind: 'failed', failure: { kind: 'timed-out', afterMs: 10_000 } },
]

describe('an export to Parquet', () => {
  it('has every value of the desk’s views, as another library reads them', async () => {
    const file = join(tempFolder(), 'desk.db')
    const { keep } = openQuotes(3, file)
    keep(
      outcomes.flatMap((outcome, at) =>
        [1, 2, 3].map(parlayId => ({ parlayId, bookId: 'bravo', at: day + at * 1_234, outcome })),
      ),
    )
    expect(await compare(file, 'quotes')).toBe(18)
    expect(await compare(file, 'parlays')).toBe(3)
    expect(await compare(file, 'legs')).toBe(3)
    expect(await compare(file, 'link_outcomes')).toBe(0)
    expect(await compare(file, 'rule_decisions')).toBe(0)
  })

  it('has every value of the ledger’s views', async () => {
    const { ledger, folder } = openTestLedger()
    openAccount(ledger)
    const accountId = ledger.accounts.overview().accounts[0]?.accountId ?? ''
    const money = { amountMinor: 12_345, holder: 'Main', day: '2026-11-20', note: '' }
    addEntry(ledger, accountId, { kind: 'account-deposit', ...money })
    ledger.record(makeTicket({ accountId, tags: ['a "b"'] }))
    ledger.record(makeTicket({ kind: 'bonus', currency: 'JPY', stakeMinor: 1_000_001 }))
    gradeLegs(ledger, 1, ['won', 'won'])
    expect(ledger.reads.ticket(1).line.result).toBe('won')
    const file = databaseIn(folder)
    expect(await compare(file, 'tickets')).toBe(2)
    expect(await compare(file, 'ticket_legs')).toBe(4)
    expect(await compare(file, 'entries')).toBe(3)
    expect(await compare(file, 'accounts')).toBe(1)
    expect(await compare(file, 'account_records')).toBe(2)
  })

  it('has what was written after its place was chosen, and of the right table', async () => {
    const file = join(tempFolder(), 'desk.db')
    const { quotes, add } = openQuotes(1, file)
    const answer = { parlayId: 1, bookId: 'bravo', at: day, outcome: { kind: 'no-price' } } as const
    add([answer])
    const steps: string[] = []
    const path = join(tempFolder(), 'chosen.parquet')
    const exporting = new ParquetExport({
      fileOf: () => file,
      prepare(table) {
        steps.push(`prepare ${table}`)
        quotes.save()
      },
      askWhere() {
        steps.push('ask')
        add([answer])
        return Promise.resolve(path)
      },
      workerFile,
    })
    expect(await exporting.save('quotes', day)).toEqual({ name: 'chosen.parquet', rows: 2 })
    expect(steps).toEqual(['prepare quotes', 'ask', 'prepare quotes'])
  })

  it('asks for no place when its table cannot be read', async () => {
    const askWhere = vi.fn<() => Promise<undefined>>()
    const unread = () => {
      throw new Refusal({ kind: 'not-found', what: 'the ledger' })
    }
    const exporting = new ParquetExport({ fileOf: () => '', prepare: unread, askWhere, workerFile })
    await expect(exporting.save('tickets', day)).rejects.toThrow('not-found')
    expect(askWhere).not.toHaveBeenCalled()
  })

  it('covers every view of docs/data.md', () => {
    const docs = readFileSync(new URL('../../../../docs/data.md', import.meta.url), 'utf8')
    const views = [...docs.matchAll(/^### v1_(\w+)$/gm)].map(([, name]) => name)
    expect(views.toSorted()).toEqual(ParquetTable.options.toSorted())
  })

  it('of many quotes comes in groups, in order, and lets the main thread work meanwhile', async () => {
    const file = join(tempFolder(), 'desk.db')
    const { database } = openQuotes(1, file)
    const outcome = JSON.stringify(outcomes[0])
    database.exec('BEGIN')
    const insert = database.prepare(
      'INSERT INTO quotes (id, parlay_id, book_id, at, outcome) VALUES (?, 1, ?, ?, ?)',
    )
    for (let id = 1; id <= 50_001; id += 1) insert.run(id, `book-${id % 30}`, day + id, outcome)
    database.exec('COMMIT')
    let maxPauseMs = 0
    let last = performance.now()
    const timer = setInterval(() => {
      maxPauseMs = Math.max(maxPauseMs, performance.now() - last)
      last = performance.now()
    }, 1)
    const { answer, buffer } = await exportTable(file, 'quotes')
    clearInterval(timer)
    expect(answer.rows).toBe(50_001)
    const metadata = parquetMetadata(buffer)
    const sizes = metadata.row_groups.map(({ num_rows: rows }) => Number(rows))
    expect(sizes).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 1])
    const ids = await parquetReadObjects({ file: buffer, columns: ['quote_id'] })
    expect(ids.map(({ quote_id: id }) => Number(id))).toEqual(
      Array.from({ length: 50_001 }, (_, at) => at + 1),
    )
    // Generous, as other tests run on the same machine.
    expect(maxPauseMs).toBeLessThan(250)
  })

  it('leaves nothing behind when it fails or the user chose no file', async () => {
    const folder = tempFolder()
    const start = (file: string, path: string | undefined) =>
      new ParquetExport({
        fileOf: () => file,
        prepare: () => {},
        askWhere: () => Promise.resolve(path),
        workerFile,
      }).save('quotes', day)
    expect(await start('/no/such', undefined)).toEqual({ name: null, rows: 0 })
    await expect(start(join(folder, 'missing.db'), join(folder, 'quotes.parquet'))).rejects.toMatchObject({
      failure: { kind: 'storage' },
    })
    expect(existsSync(join(folder, 'quotes.parquet'))).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })
})

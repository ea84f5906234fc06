import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, openReadOnly, type Database } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { ledgerMigrations } from '../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { findPrice, type QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { majorText } from '../../../src/shared/model/ticket/money.ts'
import { priceIn } from '../../../src/shared/odds/price-format.ts'
import { parsePrice } from '../../../src/shared/odds/price-parse.ts'
import type { PriceFormat } from '../../../src/shared/odds/price.ts'
import { moneyColumns } from '../../../src/main/storage/migrations/view-columns.ts'
import { openQuotes } from '../../support/desk/stored-quotes.ts'
import { fc } from '../../support/property.ts'
import { dataDocs, describedViews } from '../../support/storage/described-views.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

/** Names of the columns that docs/data.md describes, by view. */
const described = new Map(
  [...describedViews].map(([view, columns]) => [view, columns.map(({ name }) => name)]),
)

/** Columns that a new file has, by view. */
function readColumns(database: Database): [string, string[]][] {
  const views = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'view' AND name GLOB 'v[0-9]*' ORDER BY rowid`)
    .all()
    .map(row => String(row['name']))
  const columns = (view: string) => database.prepare(`SELECT name FROM pragma_table_info(?)`).all(view)
  return views.map(view => [view, columns(view).map(row => String(row['name']))])
}

function openNew(migrations: readonly string[]): Database {
  const database = openDatabase(join(tempFolder(), 'new.db'), migrations)
  onTestFinished(() => {
    database.close()
  })
  return database
}

describe('docs/data.md', () => {
  const files = { 'desk.db': deskMigrations, 'ledger.db': ledgerMigrations }

  it('describes every view and every column, in their order, and no other', () => {
    const real = new Map(Object.values(files).flatMap(migrations => readColumns(openNew(migrations))))
    expect([...described.keys()].toSorted()).toEqual([...real.keys()].toSorted())
    for (const [view, columns] of real) expect([view, described.get(view)]).toEqual([view, columns])
    expect(real.size).toBeGreaterThan(9)
  })

  it.each(Object.entries(files))('names the file %s of each of its views', (file, migrations) => {
    for (const [view] of readColumns(openNew(migrations)))
      expect(dataDocs).toContain(`### ${view}\n\nIn \`${file}\``)
  })

  it('gives every time in epoch ms and as text, and every amount in minor units and as text', () => {
    for (const [view, columns] of described)
      for (const column of columns) {
        const [, name = '', kind = ''] = /^(\w+)_(ms|at|minor)$/.exec(column) ?? []
        if (kind === 'minor') expect([view, columns]).toEqual([view, expect.arrayContaining([name])])
        if (kind === 'ms') expect([view, columns]).toEqual([view, expect.arrayContaining([`${name}_at`])])
        if (kind === 'at') expect([view, columns]).toEqual([view, expect.arrayContaining([`${name}_ms`])])
      }
  })
})

const toOutcome = (text: string, format: PriceFormat): QuoteOutcome => {
  const parsed = parsePrice(text, format)
  if (!parsed.ok) throw new Error(parsed.sentence)
  return { kind: 'priced', price: { text, format, decimal: parsed.price.decimal }, links: null, limits: null }
}
const american = fc
  .tuple(fc.integer({ min: 100, max: 90_000 }), fc.constantFrom('+', '-'))
  .map(([value, sign]) => toOutcome(`${sign}${value}`, 'american'))
const decimal = fc
  .integer({ min: 1_010, max: 900_000 })
  .map(thousandths => toOutcome((thousandths / 1_000).toFixed(3), 'decimal'))
const other = fc.constantFrom<QuoteOutcome>(
  { kind: 'no-price' },
  { kind: 'cannot-combine' },
  { kind: 'message', text: 'n/a' },
  { kind: 'failed', failure: { kind: 'timed-out', afterMs: 10_000 } },
)

/** As the screen writes it. */
function toAmerican(text: string, format: PriceFormat): number {
  const parsed = parsePrice(text, format)
  if (!parsed.ok) throw new Error(parsed.sentence)
  return Number(priceIn('american', parsed.price))
}

describe('v1_quotes', () => {
  const answers = fc.array(
    fc.record({
      parlayId: fc.integer({ min: 1, max: 3 }),
      bookId: fc.constantFrom('alpha', 'bravo'),
      at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
      outcome: fc.oneof(american, decimal, other),
    }),
    { minLength: 1, maxLength: 20 },
  )

  it('has every quote as the program reads it', () => {
    fc.assert(
      fc.property(answers, given => {
        const { database, quotes, keep } = openQuotes(3, ':memory:')
        const ids = keep(given)
        const rows = database.prepare('SELECT * FROM v1_quotes ORDER BY quote_id').all()
        expect(rows.map(row => row['quote_id'])).toEqual(ids)
        for (const row of rows) {
          const stored = quotes.find(Number(row['quote_id'])) ?? expect.unreachable('not stored')
          const { outcome, at } = stored.quote
          const price = findPrice(stored.quote)
          expect(row).toMatchObject({
            ...{ parlay_id: stored.parlayId, book_id: stored.bookId, profile_id: 'demo', author: null },
            ...{ quoted_ms: at, quoted_at: new Date(at).toISOString(), outcome: outcome.kind },
            ...{ price_text: price?.text ?? null, price_format: price?.format ?? null },
            ...{ decimal: price?.decimal ?? null, before_decimal: stored.before?.decimal ?? null },
            message: outcome.kind === 'message' ? outcome.text : null,
            failure: outcome.kind === 'failed' ? outcome.failure.kind : null,
          })
          // An American price of −100 pays as +100.
          const shown = price === undefined ? null : toAmerican(price.text, price.format)
          expect(row['american']).toBe(shown === -100 ? 100 : shown)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is read by another process while the desk writes', async () => {
    const file = join(tempFolder(), 'desk.db')
    const { keep } = openQuotes(1, file)
    const read = async () => {
      const script = `
        const { DatabaseSync } = require('node:sqlite')
        const desk = new DatabaseSync(process.argv[1], { readOnly: true })
        const { n } = desk.prepare("SELECT count(*) AS n FROM v1_quotes WHERE outcome = 'priced'").get()
        process.stdout.write(String(n))`
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, file])
      return stdout
    }
    const quote = { parlayId: 1, bookId: 'alpha', at: 0, outcome: toOutcome('+450', 'american') }
    keep([quote])
    expect(await read()).toBe('1')
    keep([quote, quote])
    expect(await read()).toBe('3')
    using outside = openReadOnly(file)
    expect(() => outside.exec('DELETE FROM quotes')).toThrow(/readonly/)
  })
})

describe('an amount in a view', () => {
  it('is the program’s own text, in every currency', () => {
    const database = openNew([])
    const minor = fc.oneof(fc.constant(0), fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }))
    const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'CLF', 'XOF', 'BHD', 'ABC')
    const one = database.prepare(
      `SELECT ${moneyColumns('x', 'm.v', 'm.c')} FROM (SELECT CAST(? AS INTEGER) AS v, ? AS c) AS m`,
    )
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(one.get(amount, code)).toEqual({ x_minor: amount, x: majorText(amount, code) })
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../../../src/main/ledger/ledger.ts'
import { allTickets, newestFirst } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import { majorText } from '../../../../src/shared/model/ticket/money.ts'
import { openReadOnly, openDatabase } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { randomActions } from '../../../support/ledger/random-actions.ts'
import { databaseIn, gradeLegs, makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'
import { fc } from '../../../support/property.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

type Rows = Record<string, unknown>[]

function readView(folder: string, view: string): Rows {
  using database = openReadOnly(databaseIn(folder))
  return database.prepare(`SELECT * FROM ${view} ORDER BY 1`).all()
}

/** Catches the tables up, as every query does. */
const readLines = (ledger: Ledger) =>
  ledger.reads.list.page({ filter: allTickets, sort: newestFirst, after: null, limit: 500 }).lines

const text = (minor: number | null, currency: string) => (minor === null ? null : majorText(minor, currency))
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const flag = (is: boolean) => Number(is)

describe('the ledger’s views', () => {
  it('have what the program reads, after any actions', () => {
    fc.assert(
      fc.property(randomActions, act => {
        const { ledger, folder } = openTestLedger()
        act(ledger)
        const lines = readLines(ledger).toSorted((a, b) => a.id - b.id)
        expect(readView(folder, 'v1_tickets')).toMatchObject(lines.map(toTicketRow))
        expect(readView(folder, 'v1_ticket_legs')).toMatchObject(
          lines.flatMap(({ id }) =>
            ledger.reads.ticket(id).legs.map((leg, place) => ({ ticket_id: id, place, name: leg.name })),
          ),
        )
        expect(sumOf(readView(folder, 'v1_entries'), 'profit_minor')).toBe(
          lines.reduce((sum, { profitMinor }) => sum + (profitMinor ?? 0), 0),
        )
        const accounts = ledger.accounts.overview().accounts
        expect(byId(readView(folder, 'v1_accounts'))).toMatchObject(
          byId(
            accounts.map(account => ({
              account_id: account.accountId,
              ...{ holder: account.holder, book_id: account.book.id, currency: account.currency, is_demo: 0 },
              balance_minor: account.balanceMinor,
              balance: text(account.balanceMinor, account.currency),
              open_stakes_minor: account.openMinor,
            })),
          ),
        )
        for (const { accountId } of accounts) checkRecords(ledger, folder, accountId)
        ledger.close()
      }),
      { numRuns: 60 },
    )
  })

  function checkRecords(ledger: Ledger, folder: string, accountId: string): void {
    const { items } = ledger.accounts.items(accountId)
    const records = items.flatMap(item => (item.kind === 'record' ? [item] : [])).toReversed()
    const rows = readView(folder, 'v1_account_records').filter(row => row['account_id'] === accountId)
    expect(rows).toMatchObject(
      records.map(({ seq, at, record, isUndone, amountMinor }) => ({
        ...{ record_id: seq, recorded_ms: at, kind: record.kind.replace('account-', '') },
        ...{ is_undone: flag(isUndone), note: record.note },
        // An undoing takes its record back; the view marks that record instead.
        ...(record.kind !== 'account-undone' && { amount_minor: amountMinor }),
      })),
    )
  }

  it('stay when the tables are rebuilt from the log', () => {
    const { ledger, folder } = openTestLedger()
    ledger.record(makeTicket())
    gradeLegs(ledger, 1, ['won', 'lost'])
    readLines(ledger)
    const before = readView(folder, 'v1_tickets')
    ledger.close()
    {
      using database = openDatabase(databaseIn(folder), ledgerMigrations)
      database.exec('UPDATE projected SET seq = 0')
    }
    const again = openTestLedger(folder)
    readLines(again.ledger)
    expect(readView(folder, 'v1_tickets')).toEqual(before)
    expect(before).toMatchObject([{ result: 'lost', profit: '-40.00', american: 512 }])
  })

  it('come with the next start to a ledger of an earlier version', () => {
    const file = databaseIn(tempFolder())
    openDatabase(file, ledgerMigrations.slice(0, 16)).close()
    using database = openDatabase(file, ledgerMigrations)
    expect(database.prepare('SELECT count(*) AS n FROM v1_tickets').get()).toEqual({ n: 0 })
  })
})

const sumOf = (rows: Rows, column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0)
const byId = (rows: Rows): Rows =>
  rows.toSorted((a, b) => String(a['account_id']).localeCompare(String(b['account_id'])))

function toTicketRow(line: ReturnType<typeof readLines>[number]) {
  const { currency, closing, payout } = line
  return {
    ...{ ticket_id: line.id, is_demo: 0, title: line.title, kind: line.kind, result: line.result },
    ...{ placed_ms: line.placedAt, placed_at: iso(line.placedAt), day: line.day, currency },
    ...{
      book_id: line.book.id,
      book: line.book.name,
      is_live: flag(line.isLive),
      tags: JSON.stringify(line.tags),
    },
    ...{ account_id: line.accountId ?? null, promotion_id: line.promotionId ?? null, review: line.review },
    ...{ stake_minor: line.stakeMinor, stake: text(line.stakeMinor, currency) },
    ...{ to_return_minor: line.potentialMinor, to_return: text(line.potentialMinor, currency) },
    ...{ price_text: line.price.text, decimal: line.price.decimal, american: Number(line.price.text) },
    ...{ payout_minor: payout?.minor ?? null, payout: text(payout?.minor ?? null, currency) },
    ...{ is_payout_typed: flag(payout?.isActual ?? false), is_in_clv_mean: flag(line.isInClvPool) },
    ...{ profit_minor: line.profitMinor, profit: text(line.profitMinor, currency), clv: line.clv },
    ...{ legs_won: line.legs.won, legs_pending: line.legs.pending, closing: closing.kind },
    closing_decimal: closing.kind === 'priced' ? closing.price.decimal : null,
    is_provisionally_lost: flag(line.isProvisionallyLost),
  }
}

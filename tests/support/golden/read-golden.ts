/** Reads what a user would miss from a program: tickets, sums, parlays, quotes, accounts and settings. */
import { allTickets, newestFirst } from '../../../src/shared/model/ticket/ledger-filter.ts'
import type { DeskApi } from '../../../src/shared/contract.ts'
import type { Outcome } from '../../../src/shared/failure.ts'

async function must<T>(asked: Promise<Outcome<T>>): Promise<T> {
  const outcome = await asked
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

/** Nothing in it depends on the time of reading. */
export async function readGolden(api: DeskApi) {
  const { rows } = await must(api.desk.snapshot())
  const page = await must(api.ledger.page({ filter: allTickets, sort: newestFirst, after: null, limit: 200 }))
  const { accounts } = await must(api.accounts.overview())
  const cells = rows.flatMap(row => row.cells.map(({ bookId }) => ({ parlayId: row.id, bookId })))
  return {
    settings: await must(api.settings.snapshot()),
    view: await must(api.view.snapshot()),
    keys: await must(api.keys.snapshot()),
    alerts: (await must(api.alerts.snapshot())).alerts,
    policies: await must(api.ledger.policies()),
    parlays: rows.map(({ id, note, stakeMinor, group, legs }) => ({
      ...{ id, note, stakeMinor, group },
      legs: legs.map(({ key, name, market }) => ({ key, name, market })),
    })),
    quotes: await Promise.all(
      cells.map(async cell => ({
        ...cell,
        history: await must(api.quotes.history({ ...cell, limit: 500 })),
      })),
    ),
    tickets: await Promise.all(page.lines.map(({ id }) => must(api.ledger.ticket({ ticketId: id })))),
    totals: await must(api.ledger.totals({ filter: allTickets })),
    accounts: accounts.map(({ accountId, holder, book, currency, balanceMinor }) => ({
      ...{ accountId, holder, book, currency, balanceMinor },
    })),
    entries: await Promise.all(accounts.map(({ accountId }) => must(api.accounts.items({ accountId })))),
  }
}

import type { DeskApi } from '../../../src/shared/contract.ts'
import type { Outcome } from '../../../src/shared/failure.ts'
import { allTickets, newestFirst } from '../../../src/shared/model/ticket/ledger-filter.ts'

/** Reads everything of a program that requests can name, through the bridge; empty when there is none. */
export async function readFacts(api: DeskApi) {
  const noFilter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
  const shelves = ['waiting', 'queued', 'refused', 'cancelled'] as const
  const [
    account,
    settings,
    board,
    desk,
    alerts,
    found,
    page,
    overview,
    backups,
    phone,
    rules,
    ...submissions
  ] = await Promise.all([
    valueOf(api.account.snapshot()),
    valueOf(api.settings.snapshot()),
    valueOf(api.board.snapshot()),
    valueOf(api.desk.snapshot()),
    valueOf(api.alerts.snapshot()),
    valueOf(api.board.search({ query: '', limit: 200, filter: noFilter })),
    valueOf(api.ledger.page({ filter: allTickets, sort: newestFirst, after: null, limit: 200 })),
    valueOf(api.accounts.overview()),
    valueOf(api.backups.list()),
    valueOf(api.phone.snapshot()),
    valueOf(api.rules.snapshot()),
    ...shelves.map(filter => valueOf(api.trending.page({ filter, from: 0, limit: 100 }))),
  ])
  const rows = desk?.rows ?? []
  const parlays = await Promise.all(rows.slice(0, 4).map(row => findParlay(api, row.id)))
  const cells = rows.flatMap(row => row.cells.map(cell => ({ parlayId: row.id, ...cell })))
  return {
    profiles: account?.profiles ?? [],
    settings,
    sources: board?.sources ?? [],
    rows,
    /** Two of each kind of answer. */
    cells: [...Map.groupBy(cells, ({ quote }) => quote?.outcome.kind).entries()].flatMap(([kind, those]) =>
      kind === undefined ? [] : those.slice(0, 2),
    ),
    lines: (found?.groups ?? []).flatMap(({ selections }) => selections),
    alertIds: (alerts?.alerts ?? []).map(({ id }) => id),
    parlays: parlays.flat(),
    submissions: submissions.flatMap(shelf => shelf?.rows ?? []),
    tickets: page?.lines ?? [],
    changes: await findChanges(api, page?.lines[0]?.id),
    accounts: (overview?.accounts ?? []).map(({ accountId }) => accountId),
    backups: backups?.backups ?? [],
    phones: phone?.targets ?? [],
    ruleIds: (rules?.rules ?? []).map(({ id }) => id),
  }
}

/** A parlay to send to the trending queue, with the ids of the first book that has them all. */
async function findParlay(api: DeskApi, parlayId: number) {
  const found = await valueOf(api.trending.findIds({ parlayId }))
  const complete = (found?.books ?? []).filter(({ lacks }) => lacks === 0)
  return complete.slice(0, 1).map(({ bookId, ids }) => ({ parlayId, bookId, ids, title: 'North' }))
}

/** The latest changes of a ticket that can be undone: their numbers in the log. */
async function findChanges(api: DeskApi, ticketId: number | undefined) {
  if (ticketId === undefined) return []
  const detail = await valueOf(api.ledger.ticket({ ticketId }))
  const changes = (detail?.history ?? []).filter(({ kind }) => kind !== 'recorded' && kind !== 'entry')
  return changes.slice(-3).map(({ seq }) => ({ ticketId, seq }))
}
export type Facts = Awaited<ReturnType<typeof readFacts>>

const valueOf = async <T>(asked: Promise<Outcome<T>>): Promise<T | undefined> => {
  const outcome = await asked
  return outcome.ok ? outcome.value : undefined
}

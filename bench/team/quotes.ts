/** Prices that eight desks share: the time from one desk's answer to the last desk's grid, and the calls that they save. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  gridOf,
  pricedAt,
  startMarketClient,
  type MarketClient,
} from '../../tests/support/team/market-client.ts'
import type { TestMember, TestTeam } from '../../tests/support/team/team-server.ts'
import { goals } from '../goals.ts'
import { quantile, toRow, type BenchRow } from '../report.ts'

const desks = 8
const warmUps = 20
const answers = 200
const parlays = 20
const books = 12
/** Time of a call to the service. */
const callMs = 20

export async function quoteRows(team: TestTeam): Promise<BenchRow[]> {
  const names = Array.from({ length: desks }, (_, at) => `Pricer ${at + 1}`)
  const members: TestMember[] = []
  for (const name of names) members.push(await team.addMember(name, 'trader'))
  return [await arrivalRow(team, members), await savedRow(team, members)]
}

/** The other side is a bare notice, from the statement to the last of as many connections that listen. */
async function arrivalRow(team: TestTeam, members: readonly TestMember[]): Promise<BenchRow> {
  const cells = gridOf(warmUps + answers, 1)
  let onSeen = () => {}
  const clients = await startAll(team, members, { cells, onSeen: () => onSeen() })
  const [author, ...others] = clients
  const ours: number[] = []
  const theirs: number[] = []
  for (const cell of cells) {
    const before = others.map(({ seen }) => seen.length)
    const startedAt = performance.now()
    const allSeen = new Promise<void>(resolve => {
      onSeen = () => {
        if (others.every(({ seen }, at) => seen.length > (before[at] ?? 0))) resolve()
      }
    })
    author?.quotes.put(cell, pricedAt(5.1))
    await allSeen
    ours.push(performance.now() - startedAt)
    theirs.push(await timeNotice(team, others))
  }
  for (const client of clients) client.close()
  return toRow({
    question: 'a price from one desk’s answer to the grid of the last of seven others: p95',
    ...{ ours: ours.slice(warmUps), theirs: theirs.slice(warmUps), unit: 'ms' },
    against: 'a bare notice of the same server',
    goal: { on: 'ours', max: goals.team.quoteP95Ms },
    statistic: times => quantile(times, 0.95),
  })
}

async function timeNotice({ admin }: TestTeam, listeners: readonly MarketClient[]): Promise<number> {
  const startedAt = performance.now()
  const heard = listeners.map(({ reader }) => new Promise(resolve => reader.once('notice', resolve)))
  await Promise.all([admin.query(`SELECT pg_notify('parlay_team', 'bare')`), ...heard])
  return performance.now() - startedAt
}

/** All desks want a price of every cell at once, again and again, until each has one. */
async function savedRow(team: TestTeam, members: readonly TestMember[]): Promise<BenchRow> {
  const cells = gridOf(parlays, books)
  const clients = await startAll(team, members, { cells })
  let calls = 0
  const signal = new AbortController().signal
  const ask = async ({ quotes }: MarketClient, cell: (typeof cells)[number]) => {
    const claim = await quotes.claim({ ...cell, freshMs: 60_000, maxWaitMs: 60_000, signal })
    if (claim.kind === 'answered') return
    calls += 1
    await pause(callMs)
    quotes.put(cell, pricedAt(5.1))
  }
  await Promise.all(clients.flatMap(client => cells.map(cell => ask(client, cell))))
  for (const client of clients) client.close()
  return toRow({
    question: `calls of ${desks} desks with the same ${parlays} parlays at ${books} books`,
    ...{ ours: [calls], theirs: [desks * cells.length], unit: 'calls' },
    against: 'desks that each ask for themselves',
    goal: { on: 'ratio', max: goals.team.callsRatio },
  })
}

const startAll = (
  team: TestTeam,
  members: readonly TestMember[],
  options: Parameters<typeof startMarketClient>[2],
): Promise<MarketClient[]> => Promise.all(members.map(member => startMarketClient(team, member, options)))

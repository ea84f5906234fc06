/**
 * A team over a PostgreSQL on this machine, its files on this disk: a record appended, prices and calls of eight
 * desks and in two windows, and a new desk's whole copy of a log of 100,000 records. `npm run bench -- team`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgres, PostgresServer } from '../tests/support/team/postgres-server.ts'
import { TestTeam } from '../tests/support/team/team-server.ts'
import type { BenchOptions, BenchRow } from './report.ts'
import { appendRows } from './team/append.ts'
import { catchUpRows, fillLog } from './team/catch-up.ts'
import { quoteRows } from './team/quotes.ts'
import { windowRow } from './team/windows.ts'

export async function run({ isQuick }: BenchOptions): Promise<BenchRow[]> {
  if (!hasPostgres) {
    console.error('team: no PostgreSQL is installed')
    return []
  }
  const folder = await mkdtemp(join(tmpdir(), 'bench-team-'))
  const server = await PostgresServer.start(settings, undefined, tmpdir())
  let team: TestTeam | undefined
  try {
    team = await TestTeam.found(server)
    const writer = await team.addMember('Desk 2', 'trader')
    const writers = [writer, await team.addMember('Desk 3', 'trader')]
    const rows = await appendRows(team, writer, isQuick ? 300 : 1_000)
    rows.push(...(await quoteRows(team)))
    // Its ratio is not steady: the other side is over in a moment.
    if (isQuick) return rows
    rows.push(await windowRow(folder))
    await fillLog(team, writers, 100_000)
    rows.push(...(await catchUpRows(team, writer, { folder, rounds: 3 })))
    return rows
  } finally {
    team?.close()
    await server.remove()
    await rm(folder, { recursive: true })
  }
}

/** As a small server has them; the tests' own are smaller. */
const settings = ['shared_buffers = 128MB', 'max_wal_size = 1GB']

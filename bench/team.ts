/**
 * A team over a PostgreSQL on this machine, its files on this disk: a record appended, and a new desk's whole copy of a log
 * of 100,000 records. `npm run bench -- team`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgresServer } from '../tests/support/team/postgres-server.ts'
import { TestTeam } from '../tests/support/team/team-server.ts'
import type { BenchOptions, BenchRow } from './report.ts'
import { appendRows } from './team/append.ts'
import { catchUpRows, fillLog } from './team/catch-up.ts'

export async function run({ isQuick }: BenchOptions): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-team-'))
  const server = await PostgresServer.start(settings, undefined, tmpdir())
  try {
    const team = await TestTeam.found(server)
    const writers = [await team.addMember('Desk 2', 'trader'), await team.addMember('Desk 3', 'trader')]
    const [writer] = writers
    const rows = await appendRows(team, writer, isQuick ? 300 : 1_000)
    await fillLog(team, writers, isQuick ? 20_000 : 100_000)
    rows.push(...(await catchUpRows(team, writer, { folder, rounds: isQuick ? 2 : 3 })))
    team.close()
    return rows
  } finally {
    await server.remove()
    await rm(folder, { recursive: true })
  }
}

/** As a small server has them; the tests' own are smaller. */
const settings = ['shared_buffers = 128MB', 'max_wal_size = 1GB']

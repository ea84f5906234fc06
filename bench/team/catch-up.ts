/** A new desk reads, checks and keeps a whole team's log, beside psql copying the same rows into a file. */
import { join } from 'node:path'
import { TeamCopy } from '../../src/main/team/copy/team-copy.ts'
import { appendRecords } from '../../src/main/team/schema/log-calls.ts'
import { readOn } from '../../src/main/team/sync/read-on.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { teamMigrations } from '../../src/main/storage/migrations/team/team-migrations.ts'
import type { TestTeam, TestMember } from '../../tests/support/team/team-server.ts'
import { goals } from '../goals.ts'
import { toRow, type BenchRow } from '../report.ts'
import { makePayload } from './changes.ts'

const recordsAtOnce = 500

/** Fills the log up to `records`, by its traders in turn. */
export async function fillLog(
  team: TestTeam,
  writers: readonly TestMember[],
  records: number,
): Promise<void> {
  for (let at = 0, round = 0; at < records; at += recordsAtOnce, round++) {
    const writer = writers[round % writers.length]
    if (writer === undefined) throw new Error('no writer')
    const many = Array.from({ length: recordsAtOnce }, (_, of) =>
      team.sign(writer, 'change', makePayload(at + of)),
    )
    await appendRecords(writer.connection.query, many)
  }
  await team.admin.query('VACUUM ANALYZE parlay_team.log')
}

interface CatchUpOptions {
  readonly folder: string
  readonly rounds: number
}

export async function catchUpRows(
  team: TestTeam,
  reader: TestMember,
  { folder, rounds }: CatchUpOptions,
): Promise<BenchRow[]> {
  const ours: number[] = []
  const theirs: number[] = []
  let records = 0
  for (let round = 0; round < rounds; round++) {
    const copied = () => {
      const startedAt = performance.now()
      copyAll(team, join(folder, `copied-${round}`))
      theirs.push(performance.now() - startedAt)
    }
    const caughtUp = async () => {
      const database = openDatabase(join(folder, `team-${round}.db`), teamMigrations)
      const copy = new TeamCopy(database, { team: team.team, member: reader.member })
      const startedAt = performance.now()
      const fault = await readOn(reader.connection.query, copy, { role: reader.role, onPage: () => {} })
      ours.push(performance.now() - startedAt)
      if (fault !== undefined) throw fault
      records = copy.head.place
      database.close()
    }
    await caughtUp()
    copied()
  }
  return [
    toRow({
      question: `${records.toLocaleString('en')} records read, checked and kept by a new desk`,
      ...{ ours, theirs, against: 'psql’s \\copy of the same rows into a file, binary', unit: 'ms' },
      goal: { on: 'ratio', max: goals.team.catchUp },
    }),
  ]
}

function copyAll({ server, database }: TestTeam, file: string): void {
  server.runProgram(
    'psql',
    '-d',
    database,
    '-X',
    '-q',
    '-c',
    `\\copy parlay_team.log TO '${file}' WITH (FORMAT binary)`,
  )
}

/** A new desk reads, checks and keeps a whole team's log, beside psql copying the same rows into a file. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openTeamFile } from '../../src/main/team/copy/team-about.ts'
import { TeamCopy } from '../../src/main/team/copy/team-copy.ts'
import { appendRecords } from '../../src/main/team/schema/log-calls.ts'
import { readOn } from '../../src/main/team/sync/read-on.ts'
import type { TestTeam, TestMember } from '../../tests/support/team/team-server.ts'
import { goals } from '../goals.ts'
import { toRow, type BenchRow } from '../report.ts'
import { makePayload } from './changes.ts'
import { hasCpuTime, readCpuMs } from './cpu-time.ts'

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
  const [ours, theirs] = [new Costs(team), new Costs(team)]
  let records = 0
  for (let round = 0; round < rounds; round++) {
    const caughtUp = async () => {
      const database = openTeamFile(join(folder, `team-${round}.db`))
      const copy = new TeamCopy(database, { team: team.team, member: reader.member })
      const fault = await readOn(reader.connection.query, copy, { role: reader.role, onPage: () => {} })
      if (fault !== undefined) throw fault
      records = copy.head.place
      database.close()
    }
    await ours.add(caughtUp)
    await theirs.add(() => copyAll(team, join(folder, `copied-${round}`)))
  }
  const question = `${records.toLocaleString('en')} records read, checked and kept by a new desk`
  const words = { against: 'psql’s \\copy of the same rows into a file, binary', unit: 'ms' } as const
  const goal = { on: 'ratio', max: goals.team.catchUp } as const
  const rows = [toRow({ question, ours: ours.wallMs, theirs: theirs.wallMs, ...words, goal })]
  if (hasCpuTime)
    rows.push(
      toRow({
        ...{ question: `${question}: CPU time of desk and server`, ...words, goal },
        ...{ ours: ours.cpuMs, theirs: theirs.cpuMs },
      }),
    )
  return rows
}

/** Times of one side. Its CPU time says more where other programs share the machine. */
class Costs {
  readonly #team: TestTeam
  readonly wallMs: number[] = []
  readonly cpuMs: number[] = []

  constructor(team: TestTeam) {
    this.#team = team
  }

  async add(work: () => unknown): Promise<void> {
    const { server } = this.#team
    const cpuBefore = hasCpuTime ? readCpuMs(server) : 0
    const startedAt = performance.now()
    await work()
    this.wallMs.push(performance.now() - startedAt)
    // The session of a program that ended is counted once its process has ended too.
    await pause(500)
    if (hasCpuTime) this.cpuMs.push(readCpuMs(server) - cpuBefore)
  }
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

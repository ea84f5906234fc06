/** A record written to a team's log, beside a bare INSERT of the same row into a table of the same server. */
import { Client } from 'pg'
import { appendRecords } from '../../src/main/team/schema/log-calls.ts'
import type { SignedRecord } from '../../src/main/team/log/record.ts'
import type { TestTeam, TestMember } from '../../tests/support/team/team-server.ts'
import { goals } from '../goals.ts'
import { quantile, rotate, toRow, type BenchRow } from '../report.ts'
import { makePayload } from './changes.ts'

const warmUps = 200

const bareTable = `
  CREATE TABLE bare (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member text NOT NULL, number bigint NOT NULL, kind text NOT NULL, body text NOT NULL, signature bytea NOT NULL
  )`

/** Both sides have one connection without TLS, and wait for the answer with the place. */
export async function appendRows(team: TestTeam, writer: TestMember, runs: number): Promise<BenchRow[]> {
  const { host, port, database, login: user, password } = team.server.address(team.database)
  const bare = new Client({ host, port, database, user, password, ssl: false })
  await bare.connect()
  await bare.query(bareTable)
  const insert = ({ member, number, kind, body, signature }: SignedRecord) =>
    bare.query({
      name: 'bare',
      text: 'INSERT INTO bare (member, number, kind, body, signature) VALUES ($1, $2, $3, $4, $5) RETURNING place',
      values: [member, number, kind, body, Buffer.from(signature, 'hex')],
    })
  const ours: number[] = []
  const theirs: number[] = []
  for (let at = -warmUps; at < runs; at++) {
    const record = team.sign(writer, 'change', makePayload(at + warmUps))
    const append = async () => {
      const ms = await timed(() => appendRecords(writer.connection.query, [record]))
      if (at >= 0) ours.push(ms)
    }
    const insertBare = async () => {
      const ms = await timed(() => insert(record))
      if (at >= 0) theirs.push(ms)
    }
    for (const write of rotate([append, insertBare], at + warmUps)) await write()
  }
  await bare.end()
  const words = { ours, theirs, against: 'a bare INSERT of the same row, prepared', unit: 'ms' } as const
  const question = 'a record of a ticket appended to the team’s log'
  return [
    toRow({ ...words, question, goal: { on: 'ratio', max: goals.team.append } }),
    toRow({ ...words, question: `${question}: p99`, statistic: times => quantile(times, 0.99) }),
  ]
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await action()
  return performance.now() - startedAt
}

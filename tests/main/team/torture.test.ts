import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runTeamRounds, standardDesks, standardKills } from '../../../tools/torture/team/rounds.mjs'
import { tempFolder } from '../../support/storage/temp-folder.ts'
import { hasPostgres } from '../../support/team/postgres-server.ts'

/** One of the server, seven of desks. */
const kills = 8

it.skipIf(!hasPostgres)(
  'desks that are killed at any moment, with their server, have every acknowledged change once, equal copies, and no minute over the limit',
  { timeout: 240_000 },
  async () => {
    const { acknowledged, records, calls, problems } = await runTeamRounds({
      folder: tempFolder(),
      kills,
      desks: 4,
    })
    expect(problems).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    expect(calls).toBeGreaterThan(0)
    expect(records).toBeGreaterThanOrEqual(acknowledged)
  },
)

it('the torture of a team kills as often as docs/quality.md says', () => {
  const quality = readFileSync(new URL('../../../docs/quality.md', import.meta.url), 'utf8')
  expect(quality).toContain(
    `${standardDesks} desks of a team and their server, killed ${standardKills} times`,
  )
})

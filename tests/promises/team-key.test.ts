/** Source: docs/quality.md, 1. Skipped if !hasPostgres, where no PostgreSQL is installed. Two desks share everything over a
 * real server that logs each statement with its values. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OwnSlots } from '../../src/main/odds-service/call-slots.ts'
import { LocalSlots } from '../../src/main/desk/budget/local-slots.ts'
import { TeamCalls } from '../../src/main/team/calls/team-calls.ts'
import { TeamSecrets } from '../../src/main/team/joining/team-secrets.ts'
import { learnedAtOnce } from '../../src/shared/model/settings/budget.ts'
import { formsOf } from '../support/odds-service/key-forms.ts'
import { hasPostgres, PostgresServer } from '../support/team/postgres-server.ts'
import { addDesk, expectEqual, foundTeam, type TestDesk } from '../support/team/test-desk.ts'

/** Reads otherwise in each form. */
const canary = 'canary-7f3a+9c/2e=51&d%40"kb'

const clock = { steady: () => performance.now(), epoch: () => Date.now(), uptime: () => performance.now() }

const openOwnSlots = (): OwnSlots =>
  new LocalSlots({
    limits: () => ({ kind: 'by-hand', perMinute: 60, ...learnedAtOnce }),
    stored: undefined,
    write: () => {},
    clock,
  })

/** Sends a call of the key by a slot of the team. */
async function callOnce({ team, vault }: TestDesk): Promise<void> {
  const secret = Buffer.from((await new TeamSecrets(vault).read())?.teamSecret ?? '')
  const problems: unknown[] = []
  const onProblem = (error: unknown) => problems.push(error)
  const calls = new TeamCalls({ secret: () => secret, keyOf: () => canary, clock, onProblem })
  const link = team.session?.link
  if (link === undefined) throw new Error('no server')
  calls.connect(link.writer)
  const slots = calls.open('mine', openOwnSlots(), () => {})
  await expect.poll(() => slots.take(1)?.left(), { timeout: 10_000 }).toBe(true)
  await calls.signOff()
  expect(problems).toEqual([])
}

/** Everything that desks do on a server, with two of them. */
async function shareAll(server: PostgresServer) {
  const founded = await foundTeam(server)
  const desks = [founded.owner, await addDesk(founded)]
  const secrets = new Map([['the service key', canary]])
  for (const [at, desk] of desks.entries()) {
    await callOnce(desk)
    desk.ledger.write({ from: at })
    const held = await new TeamSecrets(desk.vault).read()
    if (held === undefined) throw new Error('no secrets')
    secrets.set(`the password of desk ${at + 1}`, held.password)
    secrets.set(`the signing key of desk ${at + 1}`, held.key.privateKey)
    secrets.set('the secret of the team', held.teamSecret)
  }
  await expectEqual(...desks)
  return { secrets, database: founded.database }
}

describe('The server of a team gets neither the service key nor a desk’s password, signing key or secret.', () => {
  it.skipIf(!hasPostgres)(
    'has none of them in its files, its log or a dump',
    async () => {
      const server = await PostgresServer.start(['log_statement = all', 'log_min_duration_statement = 0'])
      onTestFinished(() => server.remove())
      const { secrets, database } = await shareAll(server)
      const dump = dumpAll(server, database)
      await server.stop()
      const texts = new Map([['the dump', dump], ...readFiles(server.folder)])
      const whereIs = (text: string) =>
        [...texts].filter(([, all]) => all.includes(text)).map(([name]) => name)
      // The search finds text that the server does get.
      expect(whereIs('lease_slots').map(name => basename(name))).toContain('log')
      expect(whereIs('COPY parlay_team.windows')).toContain('the dump')
      expect(secrets.size).toBe(6)
      const found = [...secrets].flatMap(([name, secret]) =>
        [...formsOf(secret), ...inHex(secret)].flatMap(form =>
          whereIs(form).map(file => `${name} in ${file}`),
        ),
      )
      expect(found).toEqual([])
    },
    90_000,
  )
})

/** As a dump writes bytes: of the text, and of the bytes that are written in it. */
const inHex = (secret: string): string[] =>
  [Buffer.from(secret), Buffer.from(secret, 'base64url')].map(bytes => bytes.toString('hex'))

/** Contents of all files, each byte a character. */
function readFiles(folder: string): [string, string][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  expect(files.length).toBeGreaterThan(500)
  return files.map(file => [file, readFileSync(file, 'latin1')])
}

/** Rows and roles, as backups have them. */
const dumpAll = (server: PostgresServer, database: string): string =>
  server.runProgram('pg_dump', '-d', database) +
  server.runProgram('pg_dumpall', '--roles-only', '-l', database)

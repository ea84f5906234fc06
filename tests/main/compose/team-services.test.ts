/** Two whole programs in a team, over a real server: their ledgers, keychains and files are the real ones. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PostgresConnection } from '../../../src/main/team/postgres/connection.ts'
import { z } from 'zod'
import { allTickets, newestFirst } from '../../../src/shared/model/ticket/ledger-filter.ts'
import { profileFor } from '../../../src/demo/service.ts'
import { readLog, startProgram, type Program } from '../../support/bridge/running-program.ts'
import { makeHandDraft } from '../../support/ledger/hand-draft.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'
import { hasPostgres, PostgresServer } from '../../support/team/postgres-server.ts'
import { toText } from '../../support/team/test-desk.ts'

const ShareRow = z.object({ name: z.string() })

describe.skipIf(!hasPostgres)('two programs in a team', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())

  async function start(folder = tempFolder()): Promise<Program> {
    const file = join(folder, 'profile.json')
    writeFileSync(file, JSON.stringify({ ...profileFor(9), name: 'Mine' }))
    const program = startProgram({ folder, key: 'one-service-key', switches: { profile: file } })
    await program.services.team.start()
    await program.open()
    return program
  }
  const calls = ({ services }: Program) => services.team.open()
  const uids = ({ services }: Program) =>
    services.ledger.reads.list
      .page({ filter: allTickets, sort: newestFirst, after: null, limit: 200 })
      .lines.map(({ id }) => services.ledger.facts(id).uid)
      .sort()

  it('share tickets, keep the ledger from before, and leave with a plain one', async () => {
    const database = await server.createDatabase()
    const address = toText(server.address(database))
    const first = await start()
    expect(await first.api.ledger.record(makeHandDraft())).toMatchObject({ ok: true })
    const before = uids(first)
    const owner = await calls(first)
    await owner.found({ address, certificate: null, name: 'Pool', memberName: 'Desk 1', shared: 'all' })
    await vi.waitUntil(() => first.services.team.state().connection.kind === 'connected', { timeout: 10_000 })
    const { keptLedger } = first.services.team.state()
    expect(existsSync(join(first.folder, 'kept', keptLedger ?? '', 'ledger.db'))).toBe(true)
    expect(uids(first)).toEqual([])
    expect(first.services.account.state().notices).toEqual([])
    // The file dialog proposes the ledger that was moved aside.
    first.choose({ open: [join(first.folder, 'kept', keptLedger ?? '', 'ledger.db')] })
    expect(await first.api.transfer.choose()).toMatchObject({ ok: true, value: { kind: 'ledger' } })
    expect(await first.api.transfer.preview({ mapping: null })).toMatchObject({
      ok: true,
      value: { tickets: 1 },
    })
    await first.api.transfer.commit({ alike: { all: 'skip', except: [] } })
    expect(uids(first)).toEqual(before)

    const { invitation } = await owner.invite({ name: 'Desk 2', role: 'trader', holder: null })
    const second = await start()
    const member = await calls(second)
    const joined = await member.join({ invitation })
    await owner.admit({ member: joined.team?.member ?? '' })
    await vi.waitUntil(() => second.services.team.member !== null, { timeout: 10_000 })
    await vi.waitFor(() => expect(uids(second)).toEqual(before), { timeout: 10_000 })
    expect(await second.api.ledger.record(makeHandDraft())).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(uids(first)).toEqual(uids(second)), { timeout: 10_000 })
    expect(uids(first)).toHaveLength(2)

    await vi.waitUntil(() => second.services.team.state().unshared === 0, { timeout: 10_000 })
    // Both count their calls together, and the server has no key of theirs.
    const admin = await PostgresConnection.open(server.address(database))
    onTestFinished(() => admin.close())
    const readShares = () => admin.query('SELECT member, name FROM parlay_team.shares')
    await vi.waitFor(async () => expect(await readShares()).toHaveLength(2), { timeout: 10_000 })
    expect(new Set((await readShares()).map(row => ShareRow.parse(row).name)).size).toBe(1)
    expect(JSON.stringify(await readShares())).not.toContain('one-service-key')
    // After a restart both are where they were.
    const both = uids(second)
    await second.close()
    expect(await readShares()).toHaveLength(1)
    const again = await start(second.folder)
    expect(again.services.team.member).toBe(joined.team?.member)
    await vi.waitUntil(() => again.services.ledger.snapshot().status.kind === 'open')
    expect(uids(again)).toEqual(both)

    await (await calls(again)).leave({ ledger: 'team', evenUnshared: false })
    expect(uids(again)).toEqual(both)
    expect(existsSync(join(again.folder, 'team.db'))).toBe(false)
    expect(again.services.team.member).toBeNull()
    // Its tickets are all there: nothing is to be imported.
    expect(again.services.account.state().notices).toEqual([])
    await vi.waitUntil(() => first.services.team.state().unshared === 0, { timeout: 10_000 })
    await owner.leave({ ledger: 'kept', evenUnshared: false })
    expect(uids(first)).toEqual(before)
    for (const program of [first, second, again]) expect(readLog(program.folder)).toBe('')
  }, 60_000)

  it('names a copy that cannot be read, and still opens the ledger', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'team.db'), 'rubbish '.repeat(1_000))
    const program = await start(folder)
    await vi.waitUntil(() => program.services.ledger.snapshot().status.kind === 'open')
    expect(await program.api.team.snapshot()).toMatchObject({
      ok: true,
      value: { connection: { kind: 'stopped' }, team: null },
    })
    expect(JSON.stringify(program.services.team.state())).toContain('(team.db) can’t be read')
  })
})

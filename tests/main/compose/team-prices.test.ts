/** Grids of desks in a team, over a real server. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TeamPrices } from '../../../src/main/compose/team-prices.ts'
import { TeamSecrets } from '../../../src/main/team/joining/team-secrets.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { at, cellsOf, keysOf, startDesk } from '../../support/desk/scripted-desk.ts'
import { hasPostgres, PostgresServer } from '../../support/team/postgres-server.ts'
import { addDesk, foundTeam, type TestDesk } from '../../support/team/test-desk.ts'

/** A busy machine takes its time with the server. */
const wait = { timeout: 10_000 }

describe.skipIf(!hasPostgres)('TeamPrices', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())

  function startGrid({ team, vault, faults }: TestDesk) {
    const started = startDesk()
    new TeamPrices({
      ...{ team, desk: started.desk, secrets: new TeamSecrets(vault) },
      budget: { windowName: () => 'ab'.repeat(32) },
      log: error => faults.push(error),
    })
    return started
  }
  const isShared = ({ desk }: ReturnType<typeof startDesk>) => desk.teamCells.market !== undefined

  it('prices a parlay once for all desks, and ends when the team shares the ledger alone', async () => {
    const { owner, ...team } = await foundTeam(server)
    const other = await addDesk({ owner, ...team })
    const [first, second] = [startGrid(owner), startGrid(other)]
    await vi.waitFor(async () => {
      await owner.team.retry()
      await other.team.retry()
      expect([isShared(first), isShared(second)]).toEqual([true, true])
    }, wait)
    await second.desk.add(keysOf('one'), noNote)
    await vi.waitFor(() => expect(cellsOf(second)['b']?.quote).not.toBeNull(), wait)
    await first.desk.add(keysOf('two'), noNote)
    await first.desk.add(keysOf('one'), noNote)
    await vi.waitFor(
      () => expect(Object.values(cellsOf(first, 2)).every(({ quote }) => quote)).toBe(true),
      wait,
    )
    expect([first.asked.length, second.asked.length]).toEqual([2, 2])
    const author = other.team.state().team?.member
    expect(Object.values(cellsOf(first, 2)).map(({ quote }) => quote)).toMatchObject([
      { author, outcome: at(150) },
      { author, outcome: at(150) },
    ])
    // A price that another desk asks for later is on this grid, too.
    second.world.reply = () => at(170)
    second.desk.price(1, 'a')
    await vi.waitFor(
      () => expect(cellsOf(first, 2)['a']?.quote).toMatchObject({ author, outcome: at(170) }),
      wait,
    )
    await owner.team.setShared({ shared: 'ledger', callsPerMinute: null })
    await vi.waitFor(() => expect([isShared(first), isShared(second)]).toEqual([false, false]), wait)
    expect([owner.faults, other.faults]).toEqual([[], []])
  }, 60_000)

  it('gives a recorder the prices, and lets it ask for none', async () => {
    const { owner, ...team } = await foundTeam(server)
    const recorder = await addDesk({ owner, ...team }, { role: 'recorder' })
    const [first, second] = [startGrid(owner), startGrid(recorder)]
    await vi.waitFor(async () => {
      await owner.team.retry()
      await recorder.team.retry()
      expect(isShared(first)).toBe(true)
    }, wait)
    second.world.reply = () => ({ kind: 'failed', failure: { kind: 'key-missing' } })
    await second.desk.add(keysOf('one'), noNote)
    await first.desk.add(keysOf('one'), noNote)
    const author = owner.team.state().team?.member
    await vi.waitFor(
      () => expect(cellsOf(second)['b']?.quote).toMatchObject({ author, outcome: at(150) }),
      wait,
    )
    expect(isShared(second)).toBe(false)
  }, 60_000)
})

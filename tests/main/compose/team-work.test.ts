/** Instructions, shared parlays and presence of two desks in a team, over a real server. */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TeamWorkBoard } from '../../../src/main/compose/team-work.ts'
import { TeamSecrets } from '../../../src/main/team/joining/team-secrets.ts'
import type { CurrencySums } from '../../../src/shared/model/accounts/account.ts'
import { Presence } from '../../../src/shared/model/team/presence.ts'
import { TeamWork } from '../../../src/shared/model/team/instruction.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { keysOf, startDesk } from '../../support/desk/scripted-desk.ts'
import { sumsOf } from '../../support/team/holder-sums.ts'
import { plainTicket } from '../../support/ledger/plain-ticket.ts'
import { hasPostgres, PostgresServer } from '../../support/team/postgres-server.ts'
import { addDesk, foundTeam, type TestDesk } from '../../support/team/test-desk.ts'

describe.skipIf(!hasPostgres)('TeamWorkBoard', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())

  function startBoard({ team, vault, faults }: TestDesk, sums: readonly CurrencySums[] = []) {
    const { desk, world } = startDesk()
    const tickets = new Map([['ticket-one', 7]])
    const board = new TeamWorkBoard({
      ...{ team, desk, secrets: new TeamSecrets(vault), log: error => faults.push(error) },
      books: () => world.books,
      currency: () => 'USD',
      sums: () => sums,
      facts: () => ({
        ...plainTicket(),
        uid: 'ticket-one',
        price: { text: '+510', format: 'american', odds: '61/10' },
      }),
      findTicket: uid => tickets.get(uid) ?? null,
    })
    const pushed: TeamWork[] = []
    const seen: Presence[][] = []
    board.on('work', work => pushed.push(TeamWork.parse(work)))
    board.on('presence', presence => seen.push(Presence.array().parse(presence)))
    return { desk, board, pushed, seen }
  }

  async function startTwo() {
    const { owner, ...team } = await foundTeam(server)
    const other = await addDesk({ owner, ...team })
    const [one, two] = [startBoard(owner), startBoard(other)]
    for (const { team: each } of [owner, other]) await each.retry()
    await one.desk.add(keysOf('one', 'two'), noNote)
    await two.desk.add(keysOf('three'), noNote)
    await two.desk.add(keysOf('two', 'one'), noNote)
    const ids = [owner, other].map(({ team: each }) => each.state().team?.member ?? '')
    return { one, two, owner, other, ids, faults: [...owner.faults, ...other.faults] }
  }

  it('brings an instruction to the other desk, and its replies back', async () => {
    const { one, two, ids } = await startTwo()
    const parts = [
      { bookId: 'a', stake: '200' },
      { bookId: 'b', stake: '150.50' },
    ]
    const given = await one.board.instruct({ parlayId: 1, to: null, parts, note: 'Now.' })
    expect(given.instructions).toMatchObject([{ by: ids[0], parlayId: 1, isShared: false }])
    await vi.waitFor(() => expect(one.board.work().instructions[0]?.isShared).toBe(true), { timeout: 10_000 })
    await vi.waitFor(() => expect(two.board.work().instructions).toHaveLength(1), { timeout: 10_000 })
    const [got] = two.board.work().instructions
    expect(got).toMatchObject({
      parlayId: 2,
      note: 'Now.',
      currency: 'USD',
      title: given.instructions[0]?.title,
    })
    expect(got?.parts).toMatchObject([
      { bookId: 'a', bookName: 'Alpha', stakeMinor: 20_000, state: { kind: 'given' } },
      { bookId: 'b', bookName: 'Bravo', stakeMinor: 15_050, state: { kind: 'given' } },
    ])
    const uid = got?.uid ?? ''
    await two.board.reply({ uid, part: 0, reply: { kind: 'placed', ticketId: 7 } })
    await two.board.reply({ uid, part: 1, reply: { kind: 'limited', stake: '60', note: 'Max.' } })
    await vi.waitFor(
      () =>
        expect(one.board.work().instructions[0]?.parts.map(({ state }) => state)).toMatchObject([
          { kind: 'placed', member: ids[1], ticketId: 7, price: '+510' },
          { kind: 'limited', member: ids[1], stakeMinor: 6_000, note: 'Max.' },
        ]),
      { timeout: 10_000 },
    )
    await expect(
      one.board.reply({ uid, part: 0, reply: { kind: 'placed', ticketId: 7 } }),
    ).rejects.toMatchObject({ failure: { kind: 'team', sentence: 'Another member has this part.' } })
    expect(one.pushed.at(-1)).toEqual(one.board.work())
  }, 60_000)

  it('shows a shared parlay to the members that it is for, with their own row of it', async () => {
    const { one, two, ids, faults } = await startTwo()
    await vi.waitFor(
      () => one.board.share({ parlayId: 1, audience: { kind: 'some', members: [ids[1] ?? ''] } }),
      { timeout: 10_000 },
    )
    await vi.waitFor(
      () =>
        expect(two.board.work().parlays).toMatchObject([
          {
            by: ids[0],
            parlayId: 2,
            keys: keysOf('one', 'two'),
            audience: { kind: 'some', members: [ids[1]] },
          },
        ]),
      { timeout: 10_000 },
    )
    const changed = once(two.desk, 'changed')
    two.desk.remove(2)
    await changed
    expect(two.pushed.at(-1)?.parlays).toMatchObject([{ by: ids[0], parlayId: null }])
    await one.board.share({ parlayId: 1, audience: { kind: 'none' } })
    await vi.waitFor(() => expect(two.board.work().parlays).toEqual([]), { timeout: 10_000 })
    expect(faults).toEqual([])
  }, 60_000)

  it('says who is placing a parlay of this desk, until that ends', async () => {
    const { one, two, ids } = await startTwo()
    await vi.waitFor(
      async () => {
        await one.board.present({ parlayId: 1, bookId: 'b', doing: 'placing' })
        expect(two.board.presence()).toMatchObject([
          { member: ids[0], parlayId: 2, bookId: 'b', doing: 'placing' },
        ])
      },
      { timeout: 10_000 },
    )
    await one.board.present({ parlayId: null, bookId: null, doing: 'looking' })
    await vi.waitFor(() => expect(two.board.presence()).toEqual([]), { timeout: 10_000 })
    expect(two.seen.at(-1)).toEqual([])
  }, 60_000)

  it('asks the server for nothing that a partner or an auditor may not', async () => {
    const { owner, ...team } = await foundTeam(server)
    const one = startBoard(owner)
    await one.desk.add(keysOf('one'), noNote)
    const partner = await addDesk({ owner, ...team }, { name: 'Ann', role: 'partner', holder: 'Ann' })
    const auditor = await addDesk({ owner, ...team }, { name: 'Bob', role: 'auditor' })
    const boards = [partner, auditor].map(each => startBoard(each))
    for (const [at, { desk, board }] of boards.entries()) {
      await [partner, auditor][at]?.team.retry()
      await desk.add(keysOf('one'), noNote)
      await board.present({ parlayId: 1, bookId: null, doing: 'looking' })
    }
    await owner.team.retry()
    await vi.waitFor(() => one.board.share({ parlayId: 1, audience: { kind: 'all' } }), { timeout: 10_000 })
    await vi.waitFor(() => expect(boards[1]?.board.work().parlays).toHaveLength(1), { timeout: 10_000 })
    expect(boards[0]?.board.work()).toEqual({ instructions: [], parlays: [], statements: [] })
    expect([...partner.faults, ...auditor.faults, ...owner.faults]).toEqual([])
  }, 60_000)

  it('sends statements of holders, of which a partner reads all of its own and no other', async () => {
    const { owner, ...team } = await foundTeam(server)
    const trader = await addDesk({ owner, ...team })
    const partner = await addDesk({ owner, ...team }, { name: 'Kim', role: 'partner', holder: 'kim' })
    const before = startBoard(owner, [sumsOf('USD', { Kim: 100, Pool: -100 })])
    const after = startBoard(trader, [sumsOf('USD', { Kim: 250, Pool: -250 }), sumsOf('EUR', { Kim: 0 })])
    const read = startBoard(partner)
    const [first, second] = [owner, trader].map(({ team: each }) => each.state().team?.member)

    const sent = await before.board.sendStatements()
    expect(sent.statements).toMatchObject([
      { holder: 'Pool', by: first, isShared: false },
      { holder: 'kim', by: first, isShared: false, rows: [{ currency: 'USD', differenceMinor: 100 }] },
    ])
    await owner.untilShared()
    await after.board.sendStatements()
    await trader.untilShared()
    const wait = { timeout: 25_000 }
    await vi.waitFor(() => expect(read.board.work().statements).toHaveLength(2), wait)
    expect(TeamWork.parse(read.board.work()).statements).toMatchObject([
      { holder: 'kim', by: second, rows: [{ differenceMinor: 250 }, { currency: 'EUR' }], isShared: true },
      { holder: 'kim', by: first, rows: [{ differenceMinor: 100 }], isShared: true },
    ])
    expect(partner.team.copy?.workRecords().map(({ kind }) => kind)).toEqual(['statement', 'statement'])
    await vi.waitFor(
      () =>
        expect(before.board.work().statements).toMatchObject([
          { holder: 'Pool', by: second },
          { holder: 'kim', by: second },
        ]),
      wait,
    )
    await owner.team.setRole({
      member: partner.team.state().team?.member ?? '',
      role: 'partner',
      holder: 'Lee',
    })
    await vi.waitFor(() => expect(read.board.work().statements).toEqual([]), wait)
    expect([...owner.faults, ...trader.faults, ...partner.faults]).toEqual([])
  }, 60_000)

  it.each(['recorder', 'partner', 'auditor'] as const)(
    'lets a %s send no statement',
    async role => {
      const { owner, ...team } = await foundTeam(server)
      const desk = await addDesk({ owner, ...team }, { role, holder: role === 'partner' ? 'Kim' : null })
      const { board } = startBoard(desk, [sumsOf('USD', { Kim: 0 })])
      await expect(board.sendStatements()).rejects.toMatchObject({
        failure: { sentence: 'This desk’s role doesn’t allow that.' },
      })
      await expect(startBoard(owner).board.sendStatements()).rejects.toMatchObject({
        failure: { sentence: 'There are no accounts to send a statement of.' },
      })
    },
    60_000,
  )

  it('refuses what the role may not, a stake that is none, and a parlay to share without the server', async () => {
    const { owner, ...team } = await foundTeam(server)
    const recorder = startBoard(await addDesk({ owner, ...team }, { role: 'recorder' }))
    await recorder.desk.add(keysOf('one'), noNote)
    const draft = { parlayId: 1, to: null, note: '' }
    const parts = [{ bookId: 'a', stake: '5' }]
    await expect(recorder.board.instruct({ ...draft, parts })).rejects.toMatchObject({
      failure: { sentence: 'This desk’s role doesn’t allow that.' },
    })
    const one = startBoard(owner)
    await one.desk.add(keysOf('one'), noNote)
    await expect(
      one.board.instruct({ ...draft, parts: [{ bookId: 'a', stake: 'x' }] }),
    ).rejects.toMatchObject({ failure: { sentence: 'Enter an amount, like 40 or 40.50.' } })
    owner.team.session?.end()
    await expect(one.board.share({ parlayId: 1, audience: { kind: 'all' } })).rejects.toMatchObject({
      failure: { sentence: 'The team’s server can’t be reached now.' },
    })
  }, 60_000)
})

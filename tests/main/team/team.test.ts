import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TeamState } from '../../../src/shared/model/team/team-state.ts'
import { makeCertificate } from '../../support/odds-service/certificate.ts'
import { hasPostgres, PostgresServer } from '../../support/team/postgres-server.ts'
import { addDesk, expectEqual, foundTeam, openDesk, toText } from '../../support/team/test-desk.ts'

const keepLedger = { makePlain: () => Promise.resolve(), onStayed: () => undefined }

describe.skipIf(!hasPostgres)('Team', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())

  it('is none at first, and its state fits the contract', () => {
    const { team } = openDesk()
    expect(TeamState.parse(team.state())).toEqual(team.state())
    expect(team.state().connection).toEqual({ kind: 'off' })
    expect(team.member).toBeNull()
  })

  it('is set up with this desk as its owner, and continues after a restart', async () => {
    const { owner } = await foundTeam(server)
    await owner.untilShared()
    const state = TeamState.parse(owner.team.state())
    expect(state.team).toMatchObject({
      name: 'Pool',
      role: 'owner',
      memberName: 'Desk 1',
      head: { place: 1 },
    })
    expect(state.keptLedger).toBe('ledger-old')
    const again = owner.restart()
    await again.until('connected')
    expect(again.team.state().team).toEqual(state.team)
    expect(again.team.member).toBe(state.team?.member)
  })

  it('lets an invited desk in, and both have the same changes in the same order', async () => {
    const { owner } = await foundTeam(server)
    owner.ledger.write({ from: 'owner' })
    const desk = await addDesk({ owner })
    for (let at = 0; at < 5; at++) {
      owner.ledger.write({ at })
      desk.ledger.write({ at })
    }
    await expectEqual(owner, desk)
    expect(desk.ledger.shared).toHaveLength(11)
    const { members } = TeamState.parse(desk.team.state())
    expect(members.map(({ name, role, isSelf }) => [name, role, isSelf])).toEqual([
      ['Desk 1', 'owner', false],
      ['Desk 2', 'trader', true],
    ])
  })

  it('waits to be let in, and shows the owner who asks', async () => {
    const { owner } = await foundTeam(server)
    const { invitation } = await owner.team.invite({ name: 'Desk 2', role: 'recorder', holder: null })
    expect(owner.team.state().invited).toMatchObject([{ name: 'Desk 2', isAsking: false }])
    const desk = openDesk()
    await desk.team.join({ invitation: `${invitation.slice(0, 50)}\n  ${invitation.slice(50)}` })
    expect(desk.team.state().connection).toEqual({ kind: 'asking', problem: null })
    expect(desk.team.member).toBeNull()
    // Other parts may not use the server before.
    expect(desk.team.session?.link).toBeUndefined()
    await vi.waitUntil(() => owner.team.state().invited[0]?.isAsking === true)
    const again = desk.restart()
    await again.until('asking')
    await owner.team.admit({ member: again.team.state().team?.member ?? '' })
    await again.until('connected')
    expect(owner.team.state().invited).toEqual([])
  })

  it('names every problem of a server at its test, and changes nothing there', async () => {
    const { team } = openDesk()
    const admin = server.address('postgres')
    const ask = async (address: string) => {
      const { checks, canFound } = await team.test({ address, certificate: null })
      return { canFound, problems: checks.flatMap(({ problem }) => problem?.sentence ?? []) }
    }
    expect(await ask('team.example')).toMatchObject({
      canFound: false,
      problems: [expect.stringMatching(/full address/)],
    })
    expect(await ask(toText({ ...admin, password: 'wrong' }))).toMatchObject({
      problems: [expect.stringMatching(/password/)],
    })
    expect(await ask(toText({ ...admin, database: 'none' }))).toMatchObject({
      problems: [expect.stringMatching(/database/)],
    })
    expect(await ask(toText({ ...admin, port: 9 }))).toMatchObject({
      problems: [expect.stringMatching(/reach/)],
    })
    const { address, owner } = await foundTeam(server)
    expect(await ask(address)).toMatchObject({
      canFound: false,
      problems: [expect.stringMatching(/a team in this database/)],
    })
    expect(await ask(toText(server.address(await server.createDatabase())))).toEqual({
      canFound: true,
      problems: [],
    })
    await expect(
      owner.team.found({ address, certificate: null, name: 'Other', memberName: 'Desk' }),
    ).rejects.toMatchObject({ failure: { kind: 'team', sentence: 'This desk is in a team already.' } })
  })

  it('says in the form what its reader can do where no owner is yet', async () => {
    const { team } = openDesk()
    const wrong = toText({ ...server.address('postgres'), password: 'wrong' })
    const problem = {
      sentence: 'The server didn’t accept this login or its password.',
      remedy: 'Check both in the address that your host shows.',
    }
    expect((await team.test({ address: wrong, certificate: null })).checks).toContainEqual({
      name: 'Connection',
      problem,
    })
    const form = { address: wrong, certificate: null, name: 'Pool', memberName: 'Desk 1' }
    await expect(team.found(form)).rejects.toMatchObject({ failure: problem })
    const address = toText(server.address('postgres'))
    const { cert } = makeCertificate('localhost')
    const { checks } = await team.test({ address, certificate: cert.toString() })
    expect(checks.find(({ name }) => name === 'Connection')?.problem?.remedy).toBe(
      'Nothing was sent. If the server has a certificate of its own, paste that of its authority here.',
    )
  })

  it('gives a role, and removes a desk', async () => {
    const { owner } = await foundTeam(server)
    const desk = await addDesk({ owner })
    const member = desk.team.state().team?.member ?? ''
    await owner.team.setRole({ member, role: 'auditor', holder: null })
    await vi.waitUntil(() => desk.team.state().team?.role === 'auditor')
    await owner.team.remove({ member })
    await desk.until('stopped')
    expect(JSON.stringify(desk.team.state().connection)).toContain(
      'An owner removed this desk from the team.',
    )
    expect(owner.team.state().members.find(each => each.member === member)).toMatchObject({ isRemoved: true })
  })

  it('sets what is shared for all desks', async () => {
    const { owner } = await foundTeam(server)
    const desk = await addDesk({ owner })
    await owner.team.setShared({ shared: 'ledger', callsPerMinute: 600 })
    await vi.waitUntil(() => desk.team.state().shared === 'ledger')
    expect(desk.team.state().callsPerMinute).toBe(600)
    await expect(desk.team.setShared({ shared: 'all', callsPerMinute: null })).rejects.toMatchObject({
      failure: { sentence: 'Only an owner changes what is shared.' },
    })
  })

  it('comes back by a new invitation with its ledger, its copy and all that waits', async () => {
    const { owner } = await foundTeam(server)
    const desk = await addDesk({ owner })
    desk.ledger.write({ shared: true })
    await desk.untilShared()
    const { member = '', head } = desk.team.state().team ?? {}
    desk.team.close()
    desk.ledger.write({ waits: 1 })
    desk.ledger.write({ waits: 2 })
    await owner.team.remove({ member })
    const again = desk.restart()
    await again.until('apart')
    await again.team.enqueue('instruction', { uid: 'one' })
    const { invitation } = await owner.team.invite({ name: 'Desk 3', role: 'trader', holder: null })
    // A kill at any moment loses nothing: what waited is in the file as soon as the new key is.
    const waiting: (number | undefined)[] = []
    again.team.on('session', () => waiting.push(again.team.copy?.countUnsentOthers()))
    await again.team.join({ invitation })
    expect(waiting).toEqual([1])
    const asking = again.team.state()
    expect(asking).toMatchObject({ connection: { kind: 'asking' }, unshared: 3, keptLedger: 'ledger-old' })
    expect(asking.team?.head).toEqual(head)
    // Ended before an owner lets it in: what waits is in its files.
    const later = again.restart()
    expect(later.team.state().unshared).toBe(3)
    await later.until('asking')
    await owner.team.admit({ member: later.team.state().team?.member ?? '' })
    await later.untilShared()
    await expectEqual(owner, later)
    expect(later.ledger.shared).toHaveLength(3)
    expect(later.team.copy?.workRecords()).toMatchObject([{ payload: { uid: 'one' }, isShared: true }])
  })

  it('refuses the invitation of another team, and one that was used, and stays as it was', async () => {
    const { owner } = await foundTeam(server)
    const desk = await addDesk({ owner })
    const other = await foundTeam(server)
    const { invitation } = await other.owner.team.invite({ name: 'Desk 9', role: 'trader', holder: null })
    const before = desk.team.state()
    await expect(desk.team.join({ invitation })).rejects.toMatchObject({
      failure: {
        sentence: 'This invitation is for another team, and this desk is in Pool.',
        remedy: 'Ask an owner of Pool for one, or leave the team first.',
      },
    })
    const used = await owner.team.invite({ name: 'Desk 4', role: 'trader', holder: null })
    const fourth = openDesk()
    await fourth.team.join(used)
    await owner.team.admit({ member: fourth.team.state().team?.member ?? '' })
    await fourth.until('connected')
    await expect(desk.team.join(used)).rejects.toMatchObject({
      failure: { sentence: 'This invitation was used or taken back.' },
    })
    expect(desk.team.state().team?.member).toBe(before.team?.member)
    desk.ledger.write()
    await desk.untilShared()
  })

  it('leaves with nothing left of it on this computer, once all is shared', async () => {
    const { owner } = await foundTeam(server)
    const desk = await addDesk({ owner })
    desk.ledger.write()
    await desk.untilShared()
    await desk.team.leave({ evenUnshared: false }, keepLedger)
    expect(desk.team.state().connection).toEqual({ kind: 'off' })
    expect(await desk.vault.read('team')).toBeUndefined()
    expect(desk.restart().team.state().connection).toEqual({ kind: 'off' })
    // The others see that it left, and share on.
    const seen = () => owner.team.state().members.map(({ name, hasLeft }) => [name, hasLeft])
    await vi.waitFor(
      () =>
        expect(seen()).toEqual([
          ['Desk 1', false],
          ['Desk 2', true],
        ]),
      { timeout: 10_000 },
    )
    owner.ledger.write()
    await owner.untilShared()
    expect(owner.team.state().connection).toEqual({ kind: 'connected' })
  })

  it('is in again for the others when leaving fails', async () => {
    const { owner } = await foundTeam(server)
    const desk = await addDesk({ owner })
    const failing = { makePlain: () => Promise.reject(new Error('disk full')), onStayed: () => undefined }
    await expect(desk.team.leave({ evenUnshared: false }, failing)).rejects.toThrow('disk full')
    await desk.until('connected')
    desk.ledger.write()
    await desk.untilShared()
    await vi.waitFor(
      () => expect(owner.team.state().members.map(({ hasLeft }) => hasLeft)).toEqual([false, false]),
      { timeout: 10_000 },
    )
  })
})

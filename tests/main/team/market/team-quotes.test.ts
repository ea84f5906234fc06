import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toCellName } from '../../../../src/main/team/market/cell-name.ts'
import { signQuote } from '../../../../src/main/team/market/quote-body.ts'
import { putQuote } from '../../../../src/main/team/schema/quote-calls.ts'
import {
  gridOf,
  pricedAt,
  startMarketClient,
  type MarketClient,
} from '../../../support/team/market-client.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'
import { TestTeam, type TestMember } from '../../../support/team/team-server.ts'

const [named] = gridOf(1, 1)
if (named === undefined) throw new Error('no cell')
const { hostId, keys } = named
const cell = toCellName('ab'.repeat(32), named)
const never = new AbortController().signal

describe.skipIf(!hasPostgres)('TeamQuotes', () => {
  let server: PostgresServer
  let team: TestTeam
  let two: TestMember
  let clients: MarketClient[]
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    team = await TestTeam.found(server)
    two = await team.addMember('Desk 2', 'trader')
    clients = []
  })
  afterEach(() => {
    for (const client of clients) client.close()
    team.close()
  })

  async function start(member: TestMember, options = {}): Promise<MarketClient> {
    const client = await startMarketClient(team, member, options)
    clients.push(client)
    return client
  }
  const claim = ({ quotes }: MarketClient, { freshMs = 15_000, maxWaitMs = 60_000, signal = never } = {}) =>
    quotes.claim({ hostId, keys, freshMs, maxWaitMs, signal })

  it('gives a price that one desk paid for to the others, with its age and who asked', async () => {
    const one = await start(team.owner)
    const other = await start(two, { now: () => 1_000_000 })
    expect(await claim(one)).toMatchObject({ kind: 'yours' })
    one.quotes.put(named, pricedAt(5.1))
    await expect.poll(() => other.seen).toHaveLength(1)
    expect(other.seen).toMatchObject([
      {
        ...{ cell: { parlayId: 1, bookId: 'book0' }, outcome: pricedAt(5.1), author: team.owner.member },
        arrivedAt: 1_000_000,
      },
    ])
    expect(other.seen[0]?.at).toBeGreaterThan(990_000)
    expect(other.seen[0]?.at).toBeLessThanOrEqual(1_000_000)
    expect([one.seen, one.problems, other.problems]).toEqual([[], [], []])
  })

  it('waits for the server’s disk with records, and not with prices', async () => {
    await team.admin.query(`
      CREATE TABLE waits (of_table text, setting text);
      CREATE FUNCTION note_wait() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO public.waits VALUES (TG_ARGV[0], current_setting('synchronous_commit')); RETURN NEW; END $$;
      CREATE TRIGGER note BEFORE INSERT ON parlay_team.quotes FOR EACH ROW EXECUTE FUNCTION note_wait('quotes');
      CREATE TRIGGER note BEFORE INSERT ON parlay_team.log FOR EACH ROW EXECUTE FUNCTION note_wait('log');
      GRANT INSERT ON waits TO PUBLIC`)
    const one = await start(two)
    one.quotes.put(named, pricedAt(5.1))
    await expect.poll(() => team.admin.query('SELECT FROM parlay_team.quotes')).toHaveLength(1)
    await team.write(two)
    expect(await team.admin.query('SELECT * FROM waits')).toEqual([
      { of_table: 'quotes', setting: 'off' },
      { of_table: 'log', setting: 'on' },
    ])
  })

  it('takes the prices of a server that crashed and counts them again from an earlier one', async () => {
    const one = await start(team.owner)
    const other = await start(two)
    one.quotes.put(named, pricedAt(5.1))
    await expect.poll(() => other.seen).toHaveLength(1)
    const { reader } = other
    other.quotes.disconnect()
    await team.admin.query('ALTER TABLE parlay_team.quotes ALTER COLUMN id RESTART')
    await team.admin.query('TRUNCATE parlay_team.quotes')
    other.quotes.connect({ reader, writer: two.connection })
    one.quotes.put(named, pricedAt(5.3))
    await expect.poll(() => other.seen).toMatchObject([{}, { outcome: pricedAt(5.3) }])
  })

  it('lets no other desk ask for what one has fresh, and records that price once', async () => {
    const one = await start(team.owner)
    one.quotes.put(named, pricedAt(5.1))
    const other = await start(two)
    await expect.poll(() => team.admin.query('SELECT FROM parlay_team.quotes')).toHaveLength(1)
    expect(await claim(other)).toEqual({ kind: 'answered' })
    expect(await claim(other)).toEqual({ kind: 'answered' })
    expect(other.seen).toMatchObject([{ outcome: pricedAt(5.1) }])
    expect(await claim(one), 'its own price is no reason not to ask again').toMatchObject({ kind: 'yours' })
  })

  it('asks again for a price that is too old, by the server’s clock', async () => {
    const one = await start(team.owner)
    one.quotes.put(named, pricedAt(5.1))
    await expect.poll(() => team.admin.query('SELECT FROM parlay_team.quotes')).toHaveLength(1)
    const other = await start(two, { now: () => 0 })
    await team.admin.query(`UPDATE parlay_team.quotes SET received_at = received_at - interval '15 s'`)
    expect(await claim(other)).toMatchObject({ kind: 'yours' })
  })

  it('waits for a desk that is asking, and takes its answer', async () => {
    const one = await start(team.owner)
    const other = await start(two)
    await claim(one)
    const waiting = claim(other)
    await expect(Promise.race([waiting, pause(200, 'waits')])).resolves.toBe('waits')
    one.quotes.put(named, pricedAt(5.1))
    await expect(waiting).resolves.toEqual({ kind: 'answered' })
    expect(other.seen).toMatchObject([{ outcome: pricedAt(5.1) }])
  })

  it('may ask once the other’s call came to nothing, or its desk was killed', async () => {
    const one = await start(team.owner)
    const other = await start(two)
    const first = await claim(one)
    const waiting = claim(other)
    await pause(100)
    if (first.kind === 'yours') first.release()
    await expect(waiting).resolves.toMatchObject({ kind: 'yours' })
    await team.admin.query(
      `UPDATE parlay_team.claims SET until = clock_timestamp() + interval '300 ms', member = $1`,
      [two.member],
    )
    await expect(claim(one)).resolves.toMatchObject({ kind: 'yours' })
  })

  it('shares no failures, and ends its wait when no one wants the price', async () => {
    const one = await start(team.owner)
    const other = await start(two)
    await claim(one)
    one.quotes.put(named, { kind: 'failed', failure: { kind: 'timed-out', afterMs: 1 } })
    const off = new AbortController()
    const waiting = claim(other, { signal: off.signal })
    await pause(50)
    off.abort()
    await expect(waiting).resolves.toMatchObject({ kind: 'yours' })
    expect(await team.admin.query('SELECT FROM parlay_team.quotes')).toEqual([])
  })

  it('shows no quote that its member did not sign for this team and cell', async () => {
    const other = await start(two)
    const author = { team: team.team, member: team.owner.member, key: team.owner.key }
    const good = signQuote(author, cell, pricedAt(5.1))
    const forged = [
      signQuote({ ...author, key: two.key }, cell, pricedAt(9)),
      signQuote({ ...author, team: 'another' }, cell, pricedAt(9)),
      { ...signQuote(author, 'cd'.repeat(32), pricedAt(9)), cell },
      { ...good, body: good.body.replaceAll('5.1', '9.9') },
    ]
    for (const quote of [...forged, good]) await putQuote(team.owner.connection.query, quote)
    await expect.poll(() => other.seen).toHaveLength(1)
    expect(other.seen).toMatchObject([{ outcome: pricedAt(5.1) }])
  })

  it('asks for itself without the server', async () => {
    const one = await start(team.owner)
    const other = await start(two)
    await claim(one)
    const waiting = claim(other)
    await pause(50)
    other.quotes.disconnect()
    await expect(waiting).resolves.toMatchObject({ kind: 'yours' })
    await expect(claim(other)).resolves.toMatchObject({ kind: 'yours' })
  })

  it('leaves prices to owners and traders', async () => {
    const partner = await team.addMember('Partner', 'partner', 'Ann')
    const recorder = await team.addMember('Desk 3', 'recorder')
    for (const { connection } of [partner, recorder])
      await expect(
        connection.query('SELECT * FROM parlay_team.claim_cells($1, $2)', [[cell], [1]]),
      ).rejects.toMatchObject({ kind: 'not-permitted' })
    await expect(
      partner.connection.query('SELECT * FROM parlay_team.read_quotes($1)', [[1]]),
    ).rejects.toMatchObject({ kind: 'not-permitted' })
    expect(await recorder.connection.query('SELECT * FROM parlay_team.read_quotes($1)', [[1]])).toEqual([])
  })

  it('keeps a partition a day, and drops those that settings no longer keep', async () => {
    await team.owner.connection.query('SELECT parlay_team.set_quote_days(2)')
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-04'])
      await team.admin.query('SELECT parlay_team.open_day($1)', [day])
    const days = await team.admin.query(
      `SELECT relname AS name FROM pg_class WHERE relname ~ '^quotes_[0-9]+$' ORDER BY relname`,
    )
    expect(days).toEqual([
      { name: 'quotes_20260102' },
      { name: 'quotes_20260103' },
      { name: 'quotes_20260104' },
    ])
  })

  it('of 8 desks with the same 20 parlays at 12 books make an eighth of the calls', async () => {
    const cells = gridOf(20, 12)
    const names = ['3', '4', '5', '6', '7', '8'].map(number => team.addMember(`Desk ${number}`, 'trader'))
    const desks = await Promise.all(
      [team.owner, two, ...(await Promise.all(names))].map(member => start(member, { cells })),
    )
    let calls = 0
    const price = async ({ quotes }: MarketClient, wanted: (typeof cells)[number]) => {
      const claimed = await quotes.claim({ ...wanted, freshMs: 60_000, maxWaitMs: 60_000, signal: never })
      if (claimed.kind === 'answered') return 'answered'
      calls += 1
      await pause(Math.random() * 50)
      quotes.put(wanted, pricedAt(5.1))
      return 'called'
    }
    const ends = await Promise.all(desks.map(desk => Promise.all(cells.map(wanted => price(desk, wanted)))))
    expect(calls).toBeLessThanOrEqual(cells.length * 1.02)
    for (const [at, desk] of desks.entries()) {
      const answered = ends[at]?.filter(end => end === 'answered') ?? []
      await expect
        .poll(() => new Set(desk.seen.map(quote => JSON.stringify(quote.cell))).size)
        .toBe(answered.length)
      expect(desk.problems).toEqual([])
    }
  }, 60_000)
})

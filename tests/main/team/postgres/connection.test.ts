import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PostgresConnection } from '../../../../src/main/team/postgres/connection.ts'
import type { ServerAddress } from '../../../../src/main/team/postgres/server-address.ts'
import { makeCertificate } from '../../../support/odds-service/certificate.ts'
import { hasPostgres, PostgresServer } from '../../../support/team/postgres-server.ts'

/** A server that accepts connections and never answers. */
async function listenSilently(): Promise<ServerAddress> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { host: '127.0.0.1', port, database: 'team', login: 'ann', password: 'secret' }
}

describe.skipIf(!hasPostgres)('PostgresConnection', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await PostgresServer.start()
  })
  afterAll(() => server.remove())
  const open = (change: Partial<ServerAddress> = {}, options = {}) =>
    PostgresConnection.open({ ...server.address(), ...change }, options)
  const isEncrypted = async ({ query }: PostgresConnection) =>
    query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')

  it('encrypts with the certificate of an invitation, and checks the name', async () => {
    const { certificate } = server
    for (const host of ['127.0.0.1', 'localhost']) {
      const connection = await open({ host }, { certificate })
      expect(await isEncrypted(connection)).toEqual([{ ssl: true }])
      connection.close()
    }
  })

  it('refuses a certificate that no known authority signed, before anything is sent', async () => {
    const { cert } = makeCertificate('localhost')
    await expect(open({}, { certificate: cert.toString() })).rejects.toMatchObject({
      kind: 'certificate',
      sentence:
        'The certificate of 127.0.0.1 isn’t trusted: no authority that this computer knows signed it.',
    })
  })

  it('names a wrong password without saying it', async () => {
    const failed = open({ password: 'not it' })
    await expect(failed).rejects.toMatchObject({
      kind: 'wrong-password',
      sentence: 'The team’s server didn’t accept this desk’s password.',
    })
    await expect(failed).rejects.not.toThrow('not it')
  })

  it.each([
    ['no-database', { database: 'nowhere' }],
    ['unreachable', { port: 1 }],
    ['unreachable', { host: 'nowhere.invalid' }],
  ])('names a problem of kind %s', async (kind, change) => {
    const failed = open(change, { certificate: server.certificate })
    await expect(failed).rejects.toMatchObject({ kind })
  })

  it('gives up on a server that takes connections and is silent', async () => {
    const silent = await listenSilently()
    await expect(PostgresConnection.open(silent, { connectWithinMs: 100 })).rejects.toMatchObject({
      kind: 'timed-out',
      sentence: '127.0.0.1 doesn’t respond.',
    })
  })

  it('ends when a statement is not answered in time', async () => {
    const connection = await open({}, { answerWithinMs: 200 })
    const closed = once(connection, 'closed')
    await expect(connection.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ kind: 'timed-out' })
    expect(await closed).toMatchObject([{ kind: 'timed-out' }])
    await expect(connection.query('SELECT 1')).rejects.toMatchObject({ kind: 'unreachable' })
  })

  it('says that it ended when the server ends its session', async () => {
    const [connection, other] = [await open(), await open()]
    const closed = once(connection, 'closed')
    await connection.query(`SET application_name = 'to be ended'`)
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'to be ended'`,
    )
    expect(await closed).toMatchObject([{ kind: 'shut-down' }])
    other.close()
  })

  it('reports no problem when it is closed', async () => {
    const connection = await open()
    const closed = once(connection, 'closed')
    connection.close()
    connection.close()
    expect(await closed).toEqual([undefined])
    expect(connection.isClosed).toBe(true)
  })

  it('stays usable after a refusal of the server', async () => {
    const connection = await open()
    await expect(connection.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' })
    await expect(connection.query('SET default_transaction_read_only = on')).resolves.toEqual([])
    await expect(connection.query('CREATE TABLE nothing ()')).rejects.toMatchObject({ kind: 'read-only' })
    expect(await connection.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    connection.close()
  })

  it('keeps other statements out of a transaction, and rolls it back after a throw', async () => {
    const connection = await open()
    await connection.query('CREATE TEMP TABLE kept (n bigint)')
    const failed = connection.transact(async run => {
      await run('INSERT INTO kept VALUES (1)')
      throw new Error('stop')
    })
    const later = connection.query('INSERT INTO kept VALUES (9007199254740991)')
    await expect(failed).rejects.toThrow('stop')
    await later
    expect(await connection.query('SELECT n FROM kept')).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
    connection.close()
  })

  it('commits durably whatever the database’s default is', async () => {
    const admin = await open()
    await admin.query('ALTER DATABASE postgres SET synchronous_commit = off')
    const connection = await open()
    expect(await connection.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
    await admin.query('ALTER DATABASE postgres RESET synchronous_commit')
    for (const each of [admin, connection]) each.close()
  })

  it('passes notices of a channel on', async () => {
    const [listener, sender] = [await open(), await open()]
    await listener.listen('my "channel"')
    const notice = once(listener, 'notice')
    await sender.query('SELECT pg_notify($1, $2)', ['my "channel"', 'log 7'])
    expect(await notice).toEqual(['my "channel"', 'log 7'])
    for (const each of [listener, sender]) each.close()
  })
})

describe.skipIf(!hasPostgres)('PostgresConnection, to a server that is set up otherwise', () => {
  const start = async (...how: Parameters<typeof PostgresServer.start>) => {
    const server = await PostgresServer.start(...how)
    onTestFinished(() => server.remove())
    return server
  }
  const openWithTls = (server: PostgresServer) =>
    PostgresConnection.open(server.address(), { certificate: server.certificate })

  it('refuses one that does not store what it acknowledges', async () => {
    const server = await start(['fsync = off'])
    await expect(openWithTls(server)).rejects.toMatchObject({ kind: 'unsuitable', remedy: 'Turn it on.' })
  })

  it('refuses one that does not encrypt', async () => {
    await expect(openWithTls(await start(['ssl = off']))).rejects.toMatchObject({ kind: 'no-tls' })
  })

  it('refuses one whose certificate is for another name', async () => {
    await expect(openWithTls(await start([], 'DNS:db.example.com'))).rejects.toMatchObject({
      kind: 'certificate',
      sentence: 'The certificate of 127.0.0.1 isn’t trusted: it’s for another name.',
    })
  })
})

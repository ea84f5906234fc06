/**
 * One connection to a team's server: the only importer of pg. Uses run one after another, each with a time limit; a
 * connection that fails or hangs is closed, and its owner opens another.
 */
import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import { Client, TypeOverrides, type ClientConfig, type QueryConfig } from 'pg'
import { z } from 'zod'
import { SerialQueue } from '../../async/serial-queue.ts'
import { needsTls, type ServerAddress } from './server-address.ts'
import { isKnownState, readCode, ServerProblem, toServerProblem } from './server-problem.ts'

export interface ConnectionOptions {
  /** Certificate of the server's authority, PEM, for one that no public authority signed. With it TLS is used always. */
  readonly certificate?: string
  readonly connectWithinMs?: number
  readonly answerWithinMs?: number
}

/** `notice`: a text came in on a channel. `closed`: the connection ended, for this reason unless `close` was called. */
interface ConnectionEvents {
  notice: [channel: string, text: string]
  closed: [ServerProblem | undefined]
}

/** Runs statements; inside a transaction all belong to it. Throws ServerProblem, or DatabaseError for a refusal. */
export type RunQuery = (sql: string, values?: readonly unknown[]) => Promise<unknown[]>

const minVersion = 150_000
/** OID of bigint, which pg gives as text. */
const bigint = 20
const numbers = new TypeOverrides()
numbers.setTypeParser(bigint, Number)

const Facts = z.object({ version: z.number(), fsync: z.string(), encoding: z.string() })

export class PostgresConnection extends EventEmitter<ConnectionEvents> {
  readonly #client: Client
  /** Destroyed at the end: pg waits for a server that no longer answers. */
  readonly #socket: Socket
  readonly #host: string
  readonly #uses = new SerialQueue()
  /** Names of prepared statements, by their texts. */
  readonly #names = new Map<string, string>()
  #isClosed = false
  #isExpected = false

  private constructor(client: Client, socket: Socket, host: string) {
    super()
    this.#client = client
    this.#socket = socket
    this.#host = host
    client.on('notification', ({ channel, payload }) => this.emit('notice', channel, payload ?? ''))
    client.on('error', error => this.#end(error))
    client.on('end', () => this.#end(new Error('closed')))
  }

  /** Opens a connection whose commits are durable. Throws ServerProblem. */
  static async open(address: ServerAddress, options: ConnectionOptions = {}): Promise<PostgresConnection> {
    const socket = new Socket()
    const client = new Client({ ...toConfig(address, options), stream: () => socket })
    // pg emits an error after a failed connect too, which would end the program without a listener.
    client.on('error', () => {})
    try {
      await client.connect()
    } catch (error) {
      socket.destroy()
      throw toServerProblem(error, address.host)
    }
    const connection = new PostgresConnection(client, socket, address.host)
    try {
      await connection.#prepare()
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  readonly query: RunQuery = (sql, values) => this.#uses.run(() => this.#run(sql, values))

  /** Runs `work` in one transaction, which a throw rolls back. */
  transact<T>(work: (run: RunQuery) => Promise<T>): Promise<T> {
    const run: RunQuery = (sql, values) => this.#run(sql, values)
    return this.#uses.run(async () => {
      await run('BEGIN')
      try {
        const result = await work(run)
        await run('COMMIT')
        return result
      } catch (error) {
        if (!this.#isClosed) await run('ROLLBACK')
        throw error
      }
    })
  }

  async listen(channel: string): Promise<void> {
    await this.query(`LISTEN ${this.#client.escapeIdentifier(channel)}`)
  }

  /** Ends the connection at once; statements under way fail. */
  close(): void {
    this.#isExpected = true
    this.#end(undefined)
  }

  async #prepare(): Promise<void> {
    const [row] = await this.query(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync,
         current_setting('server_encoding') AS encoding,
         set_config('synchronous_commit', 'on', false) AS synced,
         set_config('default_transaction_isolation', 'read committed', false) AS isolation`,
    )
    const { version, fsync, encoding } = Facts.parse(row)
    if (version < minVersion)
      throw toUnsuitable(this.#host, 'has a PostgreSQL older than version 15', 'Update it.')
    if (fsync !== 'on')
      throw toUnsuitable(this.#host, 'doesn’t store records durably (fsync is off)', 'Turn it on.')
    if (encoding !== 'UTF8')
      throw toUnsuitable(this.#host, 'has a database that isn’t in UTF-8', 'Create one in UTF-8.')
  }

  async #run(sql: string, values: readonly unknown[] = []): Promise<unknown[]> {
    if (this.#isClosed) throw toServerProblem(new Error('closed'), this.#host)
    try {
      const { rows } = await this.#client.query<Record<string, unknown>>(this.#toStatement(sql, values))
      return rows
    } catch (error) {
      if (isRefusal(error)) throw isKnownState(error) ? toServerProblem(error, this.#host) : error
      // After a lost answer the connection's state is unknown.
      this.#end(error)
      throw toServerProblem(error, this.#host)
    }
  }

  /** A statement with values is prepared once in each connection. */
  #toStatement(text: string, values: readonly unknown[]): QueryConfig {
    if (values.length === 0) return { text }
    const name = this.#names.get(text) ?? `s${this.#names.size}`
    this.#names.set(text, name)
    return { name, text, values: [...values] }
  }

  #end(error: unknown): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const problem = this.#isExpected ? undefined : toServerProblem(error, this.#host)
    this.#socket.destroy()
    this.emit('closed', problem)
  }
}

/** A refusal of the server leaves the connection usable: its code is a SQLSTATE of no failing server. */
function isRefusal(error: unknown): boolean {
  return /^(?!08|57P|XX)[0-9A-Z]{5}$/.test(readCode(error))
}

const toUnsuitable = (host: string, what: string, remedy: string) =>
  new ServerProblem('unsuitable', { sentence: `${host} ${what}.`, remedy })

function toConfig(address: ServerAddress, options: ConnectionOptions): ClientConfig {
  const { host, port, database, login, password } = address
  const { certificate, connectWithinMs = 10_000, answerWithinMs = 15_000 } = options
  return {
    host,
    port,
    database,
    user: login,
    password,
    ssl: (needsTls(address) || certificate !== undefined) && {
      rejectUnauthorized: true,
      // pg gives the name only for hosts that are no IP address.
      checkServerIdentity: (_, served) => checkServerIdentity(host, served),
      minVersion: 'TLSv1.2',
      ...(certificate !== undefined && { ca: certificate }),
    },
    enableChannelBinding: true,
    application_name: 'parlay-desk',
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    types: numbers,
  }
}

/**
 * A real PostgreSQL on a throw-away folder, as an unprivileged user, with TLS, on a free port of the loopback address.
 * Found on the PATH, and installed on Debian when this process is root.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PostgresConnection } from '../../../src/main/team/postgres/connection.ts'
import { ServerProblem } from '../../../src/main/team/postgres/server-problem.ts'
import type { ServerAddress } from '../../../src/main/team/postgres/server-address.ts'
import { ensurePostgres, unprivilegedUser } from '../../../tools/postgres.mjs'

const programs = ensurePostgres()

/** False where PostgreSQL is not installed, and cannot be by this process. */
export const hasPostgres = programs !== undefined

const admin = 'admin'
const adminPassword = 'only for tests'
const startWithinMs = 20_000
const ownNames = 'DNS:localhost,IP:127.0.0.1'

export class PostgresServer {
  readonly #folder: string
  readonly port: number
  #process: ChildProcess | undefined
  #databases = 0

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.port = port
  }

  /**
   * Makes a cluster and starts it. `settings`: lines of postgresql.conf; `names`: of its certificate; `parent`: its
   * folder's place, in memory where that is possible.
   */
  static async start(
    settings: readonly string[] = [],
    names = ownNames,
    parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
  ): Promise<PostgresServer> {
    const folder = makeFolder(parent)
    const server = new PostgresServer(folder, await findFreePort())
    makeCluster(folder, settings, names)
    await server.start()
    return server
  }

  /** PEM of the authority that signed the server's certificate, which is for localhost and 127.0.0.1. */
  get certificate(): string {
    return readFileSync(join(this.#folder, 'server.crt'), 'utf8')
  }

  /** All that the server wrote to its log. */
  get log(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8')
  }

  get folder(): string {
    return this.#folder
  }

  /** Address of the administrator for a database. */
  address(database = 'postgres'): ServerAddress {
    return { host: '127.0.0.1', port: this.port, database, login: admin, password: adminPassword }
  }

  /** Starts a stopped server again, and waits until it takes connections. */
  async start(): Promise<void> {
    const log = join(this.#folder, 'log')
    const args = [
      '-D',
      join(this.#folder, 'data'),
      '-p',
      String(this.port),
      '-c',
      'listen_addresses=127.0.0.1',
    ]
    // On Linux it ends with this process, even when that is killed.
    const shell = `setpriv --version >/dev/null 2>&1 && set -- --pdeathsig QUIT "$0" "$@" && exec setpriv "$@" >>"${log}" 2>&1
      exec "$0" "$@" >>"${log}" 2>&1`
    const options = { stdio: 'ignore', ...unprivilegedUser() } as const
    this.#process = spawn('/bin/sh', ['-c', shell, join(programs ?? '', 'postgres'), ...args], options)
    process.once('exit', this.#onExit)
    await this.#waitUntilReady()
  }

  /** Ends it: `fast` closes all sessions in order, `immediate` is a crash. */
  async stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const running = this.#process
    if (running === undefined) return
    this.#process = undefined
    process.off('exit', this.#onExit)
    const ended = once(running, 'exit')
    running.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }

  /** Copies all data, as a backup of the whole server does. */
  async backUp(): Promise<void> {
    await this.#whileStopped(() => this.#copy('data', 'backup'))
  }

  /** Puts the backup back. */
  async restore(): Promise<void> {
    await this.#whileStopped(() => this.#copy('backup', 'data'))
  }

  /** Ends it and removes its folder. */
  async remove(): Promise<void> {
    await this.stop('immediate')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Makes an empty database and returns its name. */
  async createDatabase(): Promise<string> {
    const name = `team${++this.#databases}`
    const connection = await PostgresConnection.open(this.address())
    await connection.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
    connection.close()
    return name
  }

  /** Runs a program of PostgreSQL as the administrator; returns what it prints, each byte a character. */
  runProgram(name: string, ...args: readonly string[]): string {
    const besideServer = join(programs ?? '', name)
    return execFileSync(
      existsSync(besideServer) ? besideServer : name,
      ['-h', '127.0.0.1', '-p', String(this.port), '-U', admin, ...args],
      {
        encoding: 'latin1',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 1e9,
        env: { ...process.env, PGPASSWORD: adminPassword, PGSSLMODE: 'disable' },
      },
    )
  }

  async #whileStopped(work: () => void): Promise<void> {
    await this.stop()
    work()
    await this.start()
  }

  #copy(from: string, to: string): void {
    rmSync(join(this.#folder, to), { recursive: true, force: true })
    execFileSync('cp', ['-a', join(this.#folder, from), join(this.#folder, to)])
  }

  readonly #onExit = (): void => {
    this.#process?.kill('SIGQUIT')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #waitUntilReady(): Promise<void> {
    const endAt = Date.now() + startWithinMs
    for (;;) {
      try {
        const connection = await PostgresConnection.open(this.address())
        connection.close()
        return
      } catch (error) {
        // It answers, and a test wants it so.
        if (error instanceof ServerProblem && error.kind === 'unsuitable') return
        if (Date.now() > endAt) throw new Error(`PostgreSQL did not start: ${this.log}`, { cause: error })
        await pause(50)
      }
    }
  }
}

/** The run's own folder may be closed to other users. */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'parlay-postgres-'))
  const user = unprivilegedUser()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return folder
}

function makeCluster(folder: string, settings: readonly string[], ofCertificate: string): void {
  const options = { stdio: 'ignore', cwd: folder, ...unprivilegedUser() } as const
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, adminPassword)
  chmodSync(passwordFile, 0o644)
  const data = join(folder, 'data')
  execFileSync(
    join(programs ?? '', 'initdb'),
    [
      '-D',
      data,
      '-U',
      admin,
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ],
    options,
  )
  const files = ['-keyout', join(folder, 'server.key'), '-out', join(folder, 'server.crt')]
  const names = ['-subj', '/CN=test', '-addext', `subjectAltName=${ofCertificate}`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, ...files], options)
  const lines = [
    'ssl = on',
    `ssl_cert_file = '${join(folder, 'server.crt')}'`,
    `ssl_key_file = '${join(folder, 'server.key')}'`,
    `unix_socket_directories = ''`,
    'max_connections = 60',
    'shared_buffers = 16MB',
    ...settings,
  ]
  execFileSync('/bin/sh', ['-c', `cat >>"${join(data, 'postgresql.conf')}"`], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
    input: `${lines.join('\n')}\n`,
  })
}

/** Below the ports that systems give to clients: one of them could take it while the server is restarted. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

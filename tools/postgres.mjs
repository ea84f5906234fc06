import { existsSync, globSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureSystemPackages } from './system-packages.mjs'

const suffix = process.platform === 'win32' ? '.exe' : ''
const hasServer = folder =>
  existsSync(join(folder, `initdb${suffix}`)) && existsSync(join(folder, `postgres${suffix}`))

/** The folder of PostgreSQL's programs: where PGBIN says, on the PATH, or where Debian keeps them; undefined if there is none. */
export function findPostgres() {
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionOf(b) - versionOf(a))
  const folders = [process.env.PGBIN ?? '', ...(process.env.PATH ?? '').split(delimiter), ...debian]
  return folders.find(folder => folder !== '' && hasServer(folder))
}

const versionOf = folder => Number(/postgresql\/(\d+)/.exec(folder)?.[1])

/** As `findPostgres`; on Debian it is installed first if this process may. */
export function ensurePostgres() {
  return findPostgres() ?? (ensureSystemPackages(['postgresql']) ? findPostgres() : undefined)
}

/** PostgreSQL refuses to run as root: the user for its processes then, and undefined for any other caller. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const [, , uid, gid] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** `parlay-desk team init` and `team check`: the team's server, from the computer of whoever runs it. */
import { invalidInput } from '../../shared/failure.ts'
import { PostgresConnection } from '../team/postgres/connection.ts'
import { needsTls, parseServerAddress, type ServerAddress } from '../team/postgres/server-address.ts'
import { checkSetup } from '../team/schema/check-setup.ts'
import { migrateTeam, teamMigrations } from '../team/schema/migrate.ts'
import type { Terminal } from './terminal.ts'

export interface ServerArguments {
  /** Without a password. */
  readonly address: string
  /** PEM. */
  readonly certificate: string | null
}

/** Resolves to false when something is missing on the server. Throws Refusal and ServerProblem. */
export type ServerCommand = (server: ServerArguments, terminal: Terminal) => Promise<boolean>

export const initTeamServer: ServerCommand = async (server, terminal) => {
  using opened = await open(server, terminal)
  const { connection, host } = opened
  await migrateTeam(connection)
  terminal.print(`The team’s tables on ${host} have version ${teamMigrations.length}.`)
  const { facts } = await checkSetup(connection)
  terminal.print(
    facts?.records === 0
      ? 'Next: in Parlay Desk on the owner’s computer, open Settings, Team, and set up the team with this address.'
      : 'The team’s desks reconnect automatically.',
  )
  return true
}

export const checkTeamServer: ServerCommand = async (server, terminal) => {
  using opened = await open(server, terminal)
  const { connection, host, isEncrypted } = opened
  terminal.print(`Server: ${host}, ${isEncrypted ? 'encrypted, certificate trusted' : 'on this computer'}.`)
  const { facts, problems } = await checkSetup(connection)
  if (facts !== null) {
    terminal.print(`Tables: version ${facts.version}.`)
    terminal.print(`Log: ${facts.records} records${facts.records === 0 ? '; no team is set up yet' : ''}.`)
    if (facts.role !== null) terminal.print(`This login: a desk with the role ${facts.role}, ${facts.state}.`)
    if (facts.members !== null) terminal.print(`Desks: ${facts.members}, with removed ones.`)
  }
  for (const { sentence, remedy } of problems) terminal.complain(`${sentence} ${remedy}`)
  if (problems.length === 0) terminal.print('Nothing is missing.')
  return problems.length === 0
}

interface OpenServer extends Disposable {
  readonly connection: PostgresConnection
  readonly host: string
  readonly isEncrypted: boolean
}

async function open({ address, certificate }: ServerArguments, terminal: Terminal): Promise<OpenServer> {
  const full = await addPassword(address, terminal)
  const connection = await PostgresConnection.open(full, certificate === null ? {} : { certificate })
  return {
    connection,
    host: full.host,
    isEncrypted: needsTls(full) || certificate !== null,
    [Symbol.dispose]: () => connection.close(),
  }
}

/** Arguments are seen by every user of the computer, so a password among them is refused. */
async function addPassword(address: string, terminal: Terminal): Promise<ServerAddress> {
  const url = URL.parse(address)
  if (url !== null && url.password !== '')
    throw invalidInput(
      'address',
      'Remove the password from the address: other users of this computer can see it there. Type it when prompted.',
    )
  // Names what else is wrong with the address before anything is asked.
  parseServerAddress(withPassword(address, 'x'))
  const password = await terminal.readSecret('Password: ')
  if (password === null || password === '')
    throw invalidInput('address', 'Enter the password of the login, or pass it on standard input.')
  return parseServerAddress(withPassword(address, password))
}

function withPassword(address: string, password: string): string {
  const url = URL.parse(address)
  if (url === null || url.username === '') return address
  url.password = encodeURIComponent(password)
  return url.href
}

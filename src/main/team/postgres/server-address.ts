/**
 * Address of a team's server, as its host gives it: `postgres://login:password@host:port/database`. Certificates are
 * always checked, so options that would weaken that are ignored, and unknown ones refused.
 */
import { Refusal } from '../../../shared/failure.ts'
import { isLoopback } from '../../../shared/model/settings/service-address.ts'

export interface ServerAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly login: string
  readonly password: string
}

const defaultPort = 5_432
/** Options that hosts append, and that this program decides itself. */
const ignoredOptions = new Set(['sslmode', 'channel_binding', 'application_name', 'connect_timeout'])

const refused = (sentence: string) => new Refusal({ kind: 'invalid', field: 'address', sentence })

/** Throws Refusal with a sentence that never contains the password. */
export function parseServerAddress(text: string): ServerAddress {
  const url = URL.parse(text.trim())
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw refused('Enter the full address of the server, like postgres://login:password@host:5432/database.')
  const unknown = [...url.searchParams.keys()].find(name => !ignoredOptions.has(name))
  if (unknown !== undefined) throw refused(`Remove the option ${unknown} from the address.`)
  const [login, password] = [decode(url.username), decode(url.password)]
  const database = decode(url.pathname.slice(1))
  if (login === '' || password === '') throw refused('Add the login and the password to the address.')
  if (url.hostname === '') throw refused('Add the host to the address.')
  if (database === '' || database.includes('/')) throw refused('Add the name of the database to the address.')
  const port = url.port === '' ? defaultPort : Number(url.port)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, database, login, password }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refused('Write % in the address as %25.')
  }
}

/** Connections within this machine need no TLS. */
export const needsTls = ({ host }: Pick<ServerAddress, 'host'>): boolean =>
  !isLoopback(host.includes(':') ? `[${host}]` : host)

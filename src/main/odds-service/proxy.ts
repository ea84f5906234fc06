/**
 * Proxies from the environment, read as curl does: HTTPS_PROXY and NO_PROXY. A proxy only carries a tunnel (CONNECT) to
 * an https host, so it never sees the key. Loopback hosts are called without a proxy; as plain http is allowed only
 * there, HTTP_PROXY has no use.
 */
import { isIP, type Socket } from 'node:net'
import { unescape } from 'node:querystring'
import { isLoopback } from '../../shared/model/settings/service-address.ts'
import { errorCode } from '../files/error-code.ts'
import { ServiceError } from './failures.ts'
import { trustSystemCertificates } from './system-certificates.ts'

type Environment = Readonly<Record<string, string | undefined>>

const maxConnectMs = 5_000
/** A proxy over TLS gets a name and password. The options that Node takes by itself follow the environment. */
const tlsOptions = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const

/**
 * The proxy for this address, which is https or of this machine; undefined for a direct call. Throws ServiceError for a
 * proxy that cannot be used.
 */
export function findProxy(address: URL, environment: Environment): URL | undefined {
  const read = (name: string) => (environment[name.toLowerCase()] ?? environment[name] ?? '').trim()
  const text = read('HTTPS_PROXY')
  if (text === '' || isLoopback(address.hostname)) return undefined
  if (isExempt(address, read('NO_PROXY'))) return undefined
  const proxy = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return proxy
  const detail = 'the proxy in HTTPS_PROXY must start with http:// or https://'
  throw new ServiceError({ kind: 'unreachable', host: address.hostname, detail })
}

/** Entries of NO_PROXY: `*`, or a host with all below it, with a port or without. */
function isExempt(address: URL, list: string): boolean {
  // A full stop at the end of a host changes nothing.
  const labels = toBareHost(address).replace(/\.$/, '').split('.')
  const domains = labels.map((_label, index) => labels.slice(index).join('.'))
  const names = domains.flatMap(domain => [domain, `.${domain}`, `*.${domain}`])
  const entries = [address.hostname, ...names].flatMap(name => [name, `${name}:${toPort(address)}`])
  const exempt = new Set(['*', ...entries])
  return list
    .toLowerCase()
    .split(/[\s,]/)
    .some(entry => exempt.has(entry))
}

/** The hostname, an IPv6 address without its brackets. */
const toBareHost = ({ hostname }: URL): string => hostname.replace(/[[\]]/g, '')

const toPort = ({ port }: URL): string => port || '443'

/**
 * Opens a tunnel through the proxy to the host of this address. `isSecondTry`: the system's certificates are trusted
 * already.
 */
export function openTunnel(
  proxy: URL,
  address: URL,
  done: (...end: [null, Socket] | [Error, null]) => void,
  isSecondTry = false,
): void {
  const to = `${address.hostname}:${toPort(address)}`
  // Not imported: that would load Node's undici before silence-debug-log.ts could keep addresses out of its debug log.
  const { request: send } = process.getBuiltinModule(proxy.protocol === 'https:' ? 'node:https' : 'node:http')
  const request = send({
    ...tlsOptions,
    // Else the header `host` would name the certificate's host. An IP address has no server name.
    servername: isIP(toBareHost(proxy)) === 0 ? proxy.hostname : '',
    agent: false,
    method: 'CONNECT',
    hostname: toBareHost(proxy),
    port: proxy.port,
    path: to,
    headers: { host: to, ...toCredentials(proxy) },
  })
  const timer = setTimeout(() => request.destroy(new Error('no answer')), maxConnectMs)
  const fail = (reason: string) => {
    const detail = `the proxy ${proxy.host} ${reason}`
    done(new ServiceError({ kind: 'unreachable', host: address.hostname, detail }), null)
  }
  request.once('connect', ({ statusCode = 0 }, socket, head) => {
    clearTimeout(timer)
    if (statusCode >= 200 && statusCode < 300) {
      if (head.length > 0) socket.unshift(head)
      done(null, socket)
      return
    }
    socket.destroy()
    fail(describeRefusal(statusCode))
  })
  request.once('error', error => {
    clearTimeout(timer)
    if (!isSecondTry && trustSystemCertificates(error)) openTunnel(proxy, address, done, true)
    else fail(`couldn’t be reached (${errorCode(error) ?? error.message})`)
  })
  request.end()
}

const describeRefusal = (status: number): string =>
  status === 407
    ? 'needs a name and password (HTTP 407). Set them in HTTPS_PROXY: http://name:password@host'
    : `rejected the connection (HTTP ${status})`

function toCredentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  // An invalid percent-encoding stays unchanged and is not an error.
  const both = `${unescape(username)}:${unescape(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(both).toString('base64')}` }
}

/**
 * Which betslip links may be opened. The service's text decides nothing: https only, to a plain host name that this
 * user approved for this book. The demo's own pages on this machine are the one exception.
 */
import { Refusal } from '../../shared/failure.ts'
import type { Links } from '../../shared/model/quote.ts'

const longest = 2_000
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/
/** Control, format (bidi, zero-width) and backslash: what can make an address read as another. */
const deceptive = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\\s]/u

const refuse = (sentence: string): never => {
  throw new Refusal({ kind: 'link-refused', sentence })
}

/** The link to open on this machine: the desktop one, or the mobile one where it is a web address. */
export function linkOf(links: Links | null): string {
  const web = [links?.desktop, links?.mobile].find(link => link != null && /^https?:/i.test(link))
  const any = links?.desktop ?? links?.mobile
  return (
    web ?? any ?? refuse('The book sent no link with this price. Open its site and enter the legs by hand.')
  )
}

/**
 * Parses a link that may be opened. `demoPort` is the port of the demo's own server, or null outside the demo.
 * Throws Refusal (link-refused) with the reason.
 */
export function readLink(link: string, demoPort: string | null): URL {
  checkText(link)
  const url = URL.parse(link) ?? refuse('The link is not an address.')
  if (url.username !== '' || url.password !== '')
    return refuse('The link carries a user name, as misleading links do.')
  if (demoPort !== null && isDemoPage(url, demoPort)) return url
  if (url.protocol === 'http:') return refuse('The link is not encrypted (http), so it is not opened.')
  if (url.protocol !== 'https:') return refuse('This is a link for a phone’s app. Copy it and open it there.')
  if (url.port !== '') return refuse('The link names a port, which betslip links do not.')
  if (!hostPattern.test(url.hostname))
    return refuse('The link leads to a bare number or a machine without a name.')
  return url
}

/** What is asked of every link, also of one that is only copied. Throws Refusal (link-refused). */
export function checkText(link: string): void {
  if (link.length > longest) refuse('The link is longer than any betslip link should be.')
  if (deceptive.test(link)) refuse('The link holds characters that could hide where it leads.')
}

function isDemoPage(url: URL, port: string): boolean {
  return url.protocol === 'http:' && url.port === port && url.hostname.endsWith('.localhost')
}

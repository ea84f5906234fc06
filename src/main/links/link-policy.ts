/**
 * Rules for the betslip links that may be opened. Links of the service are not trusted: https only, to a plain host
 * name that this user approved for this book. The demo's pages on this machine are the one exception.
 */
import { Refusal } from '../../shared/failure.ts'
import type { Links } from '../../shared/model/price/quote.ts'
import { deceptive, isLoopback } from '../../shared/model/settings/service-address.ts'

const maxLength = 2_000
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

const misleading = 'The link has a user name, which can disguise it.'
const appScheme = /^[a-z][a-z0-9+.-]{1,40}:$/
/** Schemes a phone acts on without asking: code, files, calls, messages, and content of other apps. */
const systemSchemes = new Set(
  'javascript data vbscript file blob about filesystem view-source content intent android-app tel sms smsto mms facetime mailto market itms-services itms-apps wifi geo upi bitcoin ws wss ftp'
    .split(' ')
    .map(scheme => `${scheme}:`),
)

const refuse = (sentence: string): never => {
  throw new Refusal({ kind: 'link-refused', sentence })
}

/** Throws Refusal for a cell without any link. */
const refuseMissing = (place: 'site' | 'app'): never => {
  const sentence = `No bet slip link for this price. Copy the legs and enter them on the book’s ${place}.`
  throw new Refusal({ kind: 'invalid', field: 'link', sentence })
}

/** The link to open on this machine: the desktop one, else the mobile one if it is a web address. */
export function findLink(links: Links | null): string {
  const web = [links?.desktop, links?.mobile].find(link => link != null && /^https?:/i.test(link))
  const any = links?.desktop ?? links?.mobile
  return web ?? any ?? refuseMissing('site')
}

/** The link for a phone: the one the book means for it, else the desktop one. */
export function findPhoneLink(links: Links | null): string {
  return links?.mobile ?? links?.desktop ?? refuseMissing('app')
}

/**
 * Checks a link for a phone: a web address by the same rules as here, or one of a book's app. Throws Refusal
 * (link-refused) with the reason.
 */
export function readPhoneLink(link: string, demoPort: string | null): URL {
  checkLinkText(link)
  const url = URL.parse(link) ?? refuse('The link isn’t an address.')
  if (url.protocol === 'https:' || url.protocol === 'http:') return readLink(link, demoPort)
  if (!appScheme.test(url.protocol) || systemSchemes.has(url.protocol))
    return refuse('The link isn’t for a book’s app.')
  if (url.username !== '' || url.password !== '') return refuse(misleading)
  return url
}

/**
 * Parses a link that may be opened. `demoPort` is the port of the demo's own server, or null outside the demo.
 * Throws Refusal (link-refused) with the reason.
 */
export function readLink(link: string, demoPort: string | null): URL {
  checkLinkText(link)
  const url = URL.parse(link) ?? refuse('The link isn’t an address.')
  if (url.username !== '' || url.password !== '') return refuse(misleading)
  if (demoPort !== null && isDemoPage(url, demoPort)) return url
  if (url.protocol === 'http:') return refuse('The link isn’t encrypted (http).')
  if (url.protocol !== 'https:') return refuse('This link opens a phone app. Copy it and open it there.')
  if (url.port !== '') return refuse('The link has an unusual port.')
  if (!hostPattern.test(url.hostname)) return refuse('The link goes to an IP address.')
  if (isLoopback(url.hostname)) return refuse('The link goes to this computer.')
  return url
}

/** Checks any link, also one that is only copied. Throws Refusal (link-refused). */
export function checkLinkText(link: string): void {
  if (link.length > maxLength) refuse('The link is too long.')
  if (deceptive.test(link)) refuse('The link looks disguised.')
}

const isDemoPage = (url: URL, port: string): boolean =>
  url.protocol === 'http:' && url.port === port && url.hostname.endsWith('.localhost')

/**
 * True for a page of the demo. The link must have passed `readLink`, after which only the demo's pages are plain http.
 */
export const isOwnPage = (url: URL): boolean => url.protocol === 'http:'

/**
 * Checks addresses of an odds service. The key may only be sent by https, or by http to a loopback address (the demo
 * and tests). A pricing address is a pattern with `{book}` in its host; with a host id filled in, its host must be
 * exactly the pattern's, so that no id can redirect the key.
 */
import { hostIdPattern } from '../game/book.ts'

export type AddressCheck =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly sentence: string }

const placeholder = '{book}'
/** Stands in for the book while a pattern is parsed: a valid label that `URL` leaves unchanged. */
const standIn = 'book-goes-here'

const refused = (sentence: string): AddressCheck => ({ ok: false, sentence })

/** True for a hostname of this machine: 127.0.0.0/8, ::1, localhost and *.localhost (RFC 6761). */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/** Control, bidi and zero-width characters, spaces and backslashes, which make an address look like another. */
export const deceptive = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\\\s]/u

/** Parses an address that the key may be sent to. */
export function readAddress(text: string): AddressCheck {
  const url = URL.parse(text)
  if (url === null) return refused('Enter a full address, like https://host/.')
  if (deceptive.test(text))
    return refused('The address has a space, a backslash or hidden characters. Type it again.')
  if (url.username !== '' || url.password !== '') return refused('Remove the user name and password.')
  if (url.search !== '' || url.hash !== '')
    return refused('Remove ? and # and what follows. Parlay Desk adds the key.')
  if (/[{}]/.test(url.hostname)) return refused('Use {book} only in the pricing and feed addresses.')
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
    return { ok: true, url }
  return refused('The address must start with https:// to protect your key.')
}

/** Checks a pattern such as `https://{book}.example.com/`; `url` has a stand-in for the book. */
export function readPattern(pattern: string): AddressCheck {
  if (pattern.split(placeholder).length !== 2) return refused('Use {book} once, where the book’s ID goes.')
  const check = readAddress(pattern.replace(placeholder, standIn))
  if (!check.ok || check.url.hostname.split(standIn).length === 2) return check
  return refused('{book} must come before the first single slash.')
}

/** Checks the address of one field of a profile; a feed may be one address or a pattern. */
export function readProfileAddress(
  field: 'pricing' | 'queue' | 'grader' | 'feed',
  text: string,
): AddressCheck {
  const isPattern = field === 'pricing' || (field === 'feed' && text.includes(placeholder))
  return isPattern ? readPattern(text) : readAddress(text)
}

/** Scheme and host of an address or a pattern, in ASCII, which reveals look-alike letters. */
export function toOrigin(address: string): string {
  const url = URL.parse(address.replace(placeholder, standIn))
  return url === null ? address : `${url.protocol}//${url.host}`.replace(standIn, placeholder)
}

/** The address of one book. */
export function readBookAddress(pattern: string, hostId: string): AddressCheck {
  if (!hostIdPattern.test(hostId))
    return refused('A service ID uses only a-z, 0-9, - and _. Edit it in Settings, Books.')
  const model = readPattern(pattern)
  if (!model.ok) return model
  const check = readAddress(pattern.replace(placeholder, hostId))
  if (!check.ok || check.url.host === model.url.host.replace(standIn, hostId)) return check
  return refused('This service ID changes the site of the address. Edit it in Settings, Books.')
}

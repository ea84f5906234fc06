// Chromium cannot navigate to a scheme it does not know, so app://bundle/x is https://bundle.app.invalid/x inside it:
// a secure origin of its own, on a domain that can never exist. The app only ever sees the first form.

const schemes = new Map() // scheme -> whether a page may use fetch() for it

export function registerScheme(scheme, { isFetchable }) {
  schemes.set(scheme, isFetchable)
}

/** The ends of the host names that stand for schemes: { all, unfetchable }. */
export function standInHosts() {
  const end = ([scheme]) => `.${scheme}.invalid`
  const entries = [...schemes]
  return { all: entries.map(end), unfetchable: entries.filter(([, isFetchable]) => !isFetchable).map(end) }
}

/** True for an address under one of the app's schemes. */
export function isAppAddress(url) {
  return schemes.has(/^[^:]*/.exec(url)[0].toLowerCase())
}

/** The patterns (of CDP's Fetch domain) of all addresses that stand for registered schemes. */
export function schemePatterns() {
  return [...schemes.keys()].map(scheme => ({ urlPattern: `https://*.${scheme}.invalid/*` }))
}

/** The address inside Chromium. Other addresses stay as they are. */
export function toChromium(url) {
  const [, scheme, host, rest] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url) ?? []
  if (!schemes.has(scheme?.toLowerCase())) return url
  return `https://${host}.${scheme.toLowerCase()}.invalid${rest || '/'}`
}

/** The address that the app knows. Other addresses stay as they are. */
export function toApp(url) {
  const [, host, scheme, rest] = /^https:\/\/([^/?#]*)\.([^./?#]+)\.invalid(?=[/?#]|$)(.*)$/is.exec(url) ?? []
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : url
}

/** The origin of an address, in the app's form; 'null' for one that has none. */
export function originOf(url) {
  const scheme = /^[^:]*/.exec(url)[0]
  return schemes.has(scheme) ? /^[^:]*:\/\/[^/?#]*/.exec(url)[0] : new URL(url).origin
}

// session.webRequest, as far as the host has it: the app may look at each request that it does not answer itself, before it leaves.
import { interceptEverything } from './interception.mjs'
import { strict } from './strict.mjs'

let listener
let patterns = []

export const webRequest = strict('webRequest', {
  /** onBeforeRequest(filter?, listener | null) */
  onBeforeRequest(...args) {
    listener = args.at(-1) ?? undefined
    patterns = (args.length > 1 ? args[0].urls : ['<all_urls>']).map(matcher)
    interceptEverything(listener !== undefined)
  },
})

/** The app's decision about a request: { cancel?, redirectURL? }. */
export async function beforeRequest(details) {
  if (!listener || !patterns.some(matches => matches.test(details.url))) return {}
  return new Promise(resolve => listener(details, decision => resolve(decision ?? {})))
}

/** A match pattern ('<all_urls>', '*://*.example.com/*') as an expression. */
function matcher(pattern) {
  if (pattern === '<all_urls>') return /^/
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace(/^\*:/, '(https?|wss?):').replaceAll('*', '.*')}$`)
}

// Requests that Chromium pauses for the host: those to the app's schemes and all navigations; every request once the app asks for it.
import { schemePatterns } from './scheme-origin.mjs'

const sessions = new Set()
let everything = false

/** Intercepts in this session from now until it ends. */
export function interceptIn(session) {
  sessions.add(session)
  session.once('detached', () => sessions.delete(session))
  enable(session)
}

export function interceptEverything(wanted) {
  everything = wanted
  refreshInterception()
}

/** To be called when a scheme is added. */
export function refreshInterception() {
  for (const session of sessions) enable(session)
}

function enable(session) {
  const patterns = everything ? [{}] : [...schemePatterns(), { resourceType: 'Document' }]
  session.post('Fetch.enable', { patterns })
}

import { refreshInterception } from './interception.mjs'
import { lifecycle } from './lifecycle.mjs'
import { registerScheme, toApp, toChromium } from './scheme-origin.mjs'
import { strict } from './strict.mjs'

// Electron's protocol module, and how a request that Chromium has paused is answered by the app's handler.

const handlers = new Map()
const privileged = new Set()
const RESERVED = new Set(['http', 'https', 'file', 'data', 'blob', 'about'])

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes) {
    if (lifecycle.isReady)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    if (!Array.isArray(schemes)) throw new Error('Argument must be an array of custom schemes.')
    for (const { scheme, privileges: given = {} } of schemes) register(scheme, given)
  },
  handle(scheme, handler) {
    if (!lifecycle.isReady) throw new TypeError('Session can only be received when app is ready')
    if (RESERVED.has(scheme)) throw new Error(`not in the Chromium host: protocol.handle('${scheme}')`)
    if (!privileged.has(scheme)) refuse(scheme)
    if (handlers.has(scheme)) throw new Error('Failed to register protocol: ' + scheme)
    handlers.set(scheme, handler)
    refreshInterception()
  },
  unhandle(scheme) {
    if (!handlers.delete(scheme)) throw new Error('Failed to unregister protocol: ' + scheme)
  },
  isProtocolHandled: scheme => handlers.has(scheme),
})

function register(scheme, given) {
  if (given.codeCache && !given.standard)
    throw new Error('Code cache can only be enabled when the custom scheme is registered as standard scheme.')
  if (!given.standard || !given.secure) refuse(scheme)
  privileged.add(scheme)
  registerScheme(scheme, { isFetchable: given.supportFetchAPI === true })
}

/** The addresses that stand for a scheme are https, so every scheme is standard and secure here. */
function refuse(scheme) {
  throw new Error(
    `not in the Chromium host: the scheme ${scheme}: without the privileges standard and secure`,
  )
}

/** True if the app answers for this address (in the app's form). */
export function isHandled(url) {
  return handlers.has(schemeOf(url))
}

/**
 * The app's answer to a paused request, as the parameters of Fetch.fulfillRequest; undefined when the handler fails,
 * which fails the request in the page as it does in Electron.
 */
export async function answerRequest(request) {
  const url = toApp(request.url)
  try {
    const response = await handlers.get(schemeOf(url))(toRequest(url, request))
    return response.type === 'error' ? undefined : await toAnswer(response)
  } catch (error) {
    console.error(`The handler of ${schemeOf(url)}: failed for ${url}:`, error)
    return undefined
  }
}

function schemeOf(url) {
  return url.slice(0, url.indexOf(':'))
}

function toRequest(url, { method, headers, postDataEntries }) {
  const body = postDataEntries?.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'))
  return new Request(url, { method, headers: appHeaders(headers), body: body && Buffer.concat(body) })
}

function appHeaders(headers) {
  return Object.entries(headers).map(([name, value]) => [
    name,
    /^(origin|referer)$/i.test(name) ? toApp(value) : value,
  ])
}

async function toAnswer(response) {
  const body = Buffer.from(await response.arrayBuffer())
  return {
    responseCode: response.status,
    responsePhrase: response.statusText || undefined,
    responseHeaders: [...response.headers].map(([name, value]) => ({
      name,
      value: name === 'location' ? toChromium(value) : value,
    })),
    body: body.toString('base64'),
  }
}

import { refreshInterception } from './interception.mjs'
import { registerScheme, toApp, toChromium } from './scheme-origin.mjs'
import { strict } from './strict.mjs'

// Electron's protocol module, and how a request that Chromium has paused is answered by the app's handler.

const handlers = new Map()
const RESERVED = new Set(['http', 'https', 'file', 'data', 'blob', 'about'])

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes) {
    for (const { scheme } of schemes) registerScheme(scheme)
  },
  handle(scheme, handler) {
    if (RESERVED.has(scheme)) throw new Error(`not in the Chromium host: protocol.handle('${scheme}')`)
    if (handlers.has(scheme)) throw new Error('Failed to register protocol: ' + scheme)
    registerScheme(scheme)
    handlers.set(scheme, handler)
    refreshInterception()
  },
  unhandle(scheme) {
    if (!handlers.delete(scheme)) throw new Error('Failed to unregister protocol: ' + scheme)
  },
  isProtocolHandled: scheme => handlers.has(scheme),
})

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

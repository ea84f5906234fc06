// Each request that Chromium has paused: refused, answered by the app's protocol handler, or let out to the network.
import { answerRequest, isHandled } from './protocol.mjs'
import { toApp, toChromium } from './scheme-origin.mjs'
import { beforeRequest } from './web-request.mjs'

/** Decides about one paused request of a page. `describe(paused)` adds details for the app; `mayNavigate(paused)` asks the app. */
export async function decideRequest(session, paused, { describe, mayNavigate }) {
  const { requestId } = paused
  const [method, params] = await decision(paused, { describe, mayNavigate })
  session.post(`Fetch.${method}`, { requestId, ...params })
}

async function decision(paused, { describe, mayNavigate }) {
  const { request, resourceType } = paused
  if (resourceType === 'Document' && !mayNavigate(paused)) return fail('Aborted')
  const url = toApp(request.url)
  if (isHandled(url)) {
    const answer = await answerRequest(request)
    return answer ? ['fulfillRequest', answer] : fail('Failed')
  }
  if (url !== request.url) return fail('Failed') // a registered scheme without a handler
  const { cancel, redirectURL } = await beforeRequest(describe(paused))
  if (cancel) return fail('BlockedByClient')
  if (redirectURL) return redirect(redirectURL)
  return ['continueRequest', {}]
}

function fail(errorReason) {
  return ['failRequest', { errorReason }]
}

function redirect(url) {
  return [
    'fulfillRequest',
    { responseCode: 307, responseHeaders: [{ name: 'location', value: toChromium(url) }] },
  ]
}

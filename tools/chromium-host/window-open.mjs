// New windows that a page asks for. The host opens none: the app's handler decides, and may only deny.
import { reportUncaught } from './uncaught.mjs'

/** Asks the app's handler about a new window: { url, frameName, features, disposition, referrer }. */
export function decideWindowOpen(handler, details) {
  try {
    if (!isDenied(handler ? handler(details) : { action: 'allow' })) refuse()
  } catch (error) {
    reportUncaught(error)
  }
}

function isDenied(answer) {
  if (answer?.action === 'allow') return false
  if (typeof answer !== 'object')
    console.error(
      `The window open handler response must be an object, but was instead of type '${typeof answer}'.`,
    )
  else if (answer === null)
    console.error('The window open handler response must be an object, but was instead null.')
  else if (answer.action !== 'deny')
    console.error(
      "The window open handler response must be an object with an 'action' property of 'allow' or 'deny'.",
    )
  return true
}

/** Electron would open a window now, also for an app without a handler. */
function refuse() {
  throw new Error('not in the Chromium host: a window that a page opens (setWindowOpenHandler: allow)')
}

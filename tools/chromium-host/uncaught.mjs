// Electron's main process survives what nothing caught: an exception is shown in an error box, a rejection is a warning.
import { inspect } from 'node:util'
import { showErrorBox } from './message-boxes.mjs'
import { report } from './test-channel.mjs'

const TITLE = 'A JavaScript error occurred in the main process'

/** From now on this process continues after uncaught errors, unless the app listens for them. */
export function surviveUncaught() {
  process.on('uncaughtException', error => {
    if (process.listenerCount('uncaughtException') === 1) show(error)
  })
  process.on('unhandledRejection', reason => {
    if (process.listenerCount('unhandledRejection') > 1) return
    const text = reason instanceof Error ? reason.stack : inspect(reason)
    process.emitWarning(text, 'UnhandledPromiseRejectionWarning')
  })
}

/** Hands an error to whoever listens for uncaught ones, at once, as Electron does with an error of a listener. */
export function reportUncaught(error) {
  process.emit('uncaughtException', error, 'uncaughtException')
}

function show(error) {
  const text = error?.stack ?? String(error)
  showErrorBox(TITLE, `Uncaught Exception:\n${text}`)
  report({ uncaught: text })
}

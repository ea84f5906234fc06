const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Has a signal to this process end the program `child` in order. A terminal sends Ctrl+C to both, and npm passes it on to this
 * one again, but Electron ends at once when a signal of one kind comes twice: so it gets one more, of another kind.
 */
export function endWithSignals(child) {
  let isSent = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!isSent) child.kill(signal === 'SIGTERM' ? 'SIGINT' : 'SIGTERM')
      isSent = true
    })
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Passes a signal of this process on to `child`, so that it ends in order. A terminal sends Ctrl+C to both, and npm
 * repeats it to this one, but Electron exits immediately at the second signal of one kind, so the child gets one of
 * another kind.
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

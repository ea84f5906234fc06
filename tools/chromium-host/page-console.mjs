// A page's console: its console calls, its uncaught errors, and what the engine logs about it (refused by CSP, failed to load).

const LEVELS = { error: 'error', assert: 'error', warning: 'warning', debug: 'debug', verbose: 'debug' }

/** Calls `say({ level, message, sourceId, lineNumber })` for each; level is one of Electron's: debug, info, warning, error. */
export function followConsole(session, say) {
  const report = (type, message, place) => {
    say({
      level: LEVELS[type] ?? 'info',
      message,
      sourceId: place?.url ?? '',
      lineNumber: (place?.lineNumber ?? 0) + 1,
    })
  }
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) =>
    report(type, args.map(textOf).join(' '), stackTrace?.callFrames[0]),
  )
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: details }) =>
    report('error', details.exception?.description ?? details.text, details),
  )
  session.on('Log.entryAdded', ({ entry }) => report(entry.level, entry.text, entry))
}

function textOf({ value, unserializableValue, description }) {
  return String(value ?? unserializableValue ?? description)
}

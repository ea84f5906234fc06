// What a page says: its console calls, its uncaught errors, and what the engine logs about it (refused by CSP, failed to load).

const LEVELS = { error: 'error', assert: 'error', warning: 'warning', debug: 'debug', verbose: 'debug' }

/** Calls `say({ level, message, sourceId, lineNumber })` for each; level is one of Electron's: debug, info, warning, error. */
export function followConsole(session, say) {
  const tell = (type, message, place) => {
    say({
      level: LEVELS[type] ?? 'info',
      message,
      sourceId: place?.url ?? '',
      lineNumber: (place?.lineNumber ?? 0) + 1,
    })
  }
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) =>
    tell(type, args.map(textOf).join(' '), stackTrace?.callFrames[0]),
  )
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: details }) =>
    tell('error', details.exception?.description ?? details.text, details),
  )
  session.on('Log.entryAdded', ({ entry }) => tell(entry.level, entry.text, entry))
}

function textOf({ value, unserializableValue, description }) {
  return String(value ?? unserializableValue ?? description)
}

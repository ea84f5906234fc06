/**
 * Ends the program after a fatal error: logs it, says in an error window what happened and what to do, and exits with
 * code 1. No saved data is lost, because each record is durable before it is acknowledged.
 */
import { app, dialog } from 'electron'
import type { Log } from './log.ts'

/** An error that ends the program. Its message is a sentence for the user, `advice` says what to do. */
export class FatalError extends Error {
  override readonly name = 'FatalError'
  readonly advice: string
  constructor(message: string, advice: string, cause?: unknown) {
    super(message, { cause })
    this.advice = advice
  }
}

const advice =
  'Restart Parlay Desk. What you saved is kept. If it happens again, report it with the end of logs/parlay-desk.log in the data folder.'

let log: Log = error => {
  console.error(error)
  return 'not yet'
}
let note: (error: unknown, reference: string) => void = () => {}
let isEnding = false

/**
 * From now on an uncaught exception ends the program, because a change may be half done. An unhandled rejection is only
 * logged: it ends one action, and Electron continues by default, too.
 */
export function handleFaults(): void {
  process.on('uncaughtException', error => void endWithError(error))
  process.on('unhandledRejection', reason => void log(reason))
  // Writing fails when the terminal of the start was closed, which is not an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Sets the log of errors, which removes keys from what is written. */
export function logFaultsTo(faultLog: Log): void {
  log = faultLog
}

/** Sets what writes the crash note. An error that has a sentence of its own is no crash, and leaves none. */
export function noteCrashesBy(write: typeof note): void {
  note = write
}

/**
 * Logs the error, notes it for the next start, shows it in a window and ends the program. Under `--smoke` no window is
 * shown, as it would wait for a click.
 */
export async function endWithError(error: unknown): Promise<void> {
  const reference = log(error)
  if (isEnding) return
  isEnding = true
  if (!(error instanceof FatalError)) noteCrash(error, reference)
  const text =
    error instanceof FatalError
      ? `${error.message}\n\n${error.advice}`
      : `Parlay Desk hit an error and can’t continue (${reference} in the log).\n\n${advice}`
  // Before it is ready, Electron shows no window on Linux.
  await app.whenReady()
  if (!app.commandLine.hasSwitch('smoke')) dialog.showErrorBox('Parlay Desk has to close', text)
  app.exit(1)
}

function noteCrash(error: unknown, reference: string): void {
  try {
    note(error, reference)
  } catch {
    // An error of the note must not hide the one that ends the program.
  }
}

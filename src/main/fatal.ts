/**
 * The end of a program that cannot go on: it is logged, an error window says in plain words what happened and what to do,
 * and the program ends with exit code 1. Nothing saved is lost by that: each record is durable before it is acknowledged.
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
let isEnding = false

/**
 * From now on an exception that nothing caught ends the program, because what it left half done is unknown. A rejected
 * promise is only logged: it ends one action, and Electron too goes on.
 */
export function handleFaults(): void {
  process.on('uncaughtException', error => void endWithError(error))
  process.on('unhandledRejection', reason => void log(reason))
  // The terminal that the program was started in may be gone: writing there fails, which is no fault.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** The log of faults from now on; it takes keys out of what is written. */
export function logFaultsTo(faultLog: Log): void {
  log = faultLog
}

/** Logs the error, shows it in a window and ends the program. Under `--smoke` no window waits for a click. */
export async function endWithError(error: unknown): Promise<void> {
  const reference = log(error)
  if (isEnding) return
  isEnding = true
  const text =
    error instanceof FatalError
      ? `${error.message}\n\n${error.advice}`
      : `Parlay Desk hit an error and can’t continue (${reference} in the log).\n\n${advice}`
  // Before it is ready, Electron shows no window on Linux.
  await app.whenReady()
  if (!app.commandLine.hasSwitch('smoke')) dialog.showErrorBox('Parlay Desk has to close', text)
  app.exit(1)
}

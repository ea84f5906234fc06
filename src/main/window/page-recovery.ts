/**
 * Recovers a page that crashed, could not be loaded or hangs. Saved data is in the main process, and forms survive a
 * reload (`renderer/session-memory.ts`), so the page is reloaded once; the second time within a minute the user is
 * asked.
 */
import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { Log } from '../log.ts'
import { endWithError, FatalError } from '../fatal.ts'

const againWithinMs = 60_000
/** Chromium's code of a load that another one replaced. */
const aborted = -3

interface RecoveryOptions {
  readonly log: Log
  /** Closing the main window ends the program; any other can be closed alone. */
  readonly isMain: boolean
  /** Ends the program and starts it again. */
  readonly onRestart: () => void
}

export function recoverPage(window: BrowserWindow, options: RecoveryOptions): void {
  const { log } = options
  let reloadedAt = -Infinity
  const recover = (fault: string) => {
    log(new Error(fault))
    if (window.isDestroyed()) return
    const now = performance.now()
    const isAgain = now - reloadedAt < againWithinMs
    reloadedAt = now
    if (isAgain) offerRestart(window, options).catch(log)
    else window.webContents.reload()
  }
  const page = window.webContents
  page.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason !== 'clean-exit') recover(`the page process is gone: ${reason} (${exitCode})`)
  })
  page.on('did-fail-load', (...[, code, description, , isMainFrame]) => {
    if (isMainFrame && code !== aborted) recover(`the page failed to load: ${description} (${code})`)
  })
  page.on('preload-error', (_event, _file, error) => {
    const reinstall = 'Reinstall Parlay Desk. Your data is kept in its own folder.'
    void endWithError(new FatalError('Part of Parlay Desk is missing or damaged.', reinstall, error))
  })
  watchHangs(window, log)
}

/** Logs crashed processes of Chromium (GPU, network), which it restarts itself. */
export function logLostProcesses(log: Log): void {
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason === 'clean-exit' || reason === 'killed') return
    log(new Error(`a process is gone: ${name ?? type}, ${reason} (${exitCode})`))
  })
}

async function offerRestart(window: BrowserWindow, { isMain, onRestart }: RecoveryOptions): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window crashed twice.',
    detail: `What you saved is kept. Restart Parlay Desk, or ${isMain ? 'quit' : 'close this window'}.`,
    buttons: ['Restart', isMain ? 'Quit' : 'Close window'],
    defaultId: 0,
    cancelId: 1,
  })
  if (response === 0) onRestart()
  else if (isMain) app.quit()
  else if (!window.isDestroyed()) window.close()
}

/** Asks the user whether to reload a page that does not respond; the question closes when it responds again. */
function watchHangs(window: BrowserWindow, log: Log): void {
  let question: AbortController | undefined
  window.on('unresponsive', () => {
    if (question !== undefined) return
    log(new Error('the page does not answer'))
    question = new AbortController()
    askToReload(window, question.signal)
      .catch(log)
      .finally(() => (question = undefined))
  })
  window.on('responsive', () => question?.abort())
}

async function askToReload(window: BrowserWindow, signal: AbortSignal): Promise<void> {
  const options: MessageBoxOptions = {
    type: 'warning',
    message: 'The window isn’t responding.',
    detail: 'Wait, or reload it. What you saved and typed is kept.',
    buttons: ['Wait', 'Reload'],
    defaultId: 0,
    cancelId: 0,
    signal,
  }
  const { response } = await dialog.showMessageBox(window, options)
  // A reload follows the end of the process, as after any crash.
  if (response === 1 && !signal.aborted && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}

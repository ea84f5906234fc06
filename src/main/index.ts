/** Entry of the main process: one instance, ready, compose, quit; or a command of the terminal. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { app } from 'electron'
import { chooseDataFolder, isOnlyStart } from './data-folder.ts'
import { openCrashNotes } from './crash-note.ts'
import { endWithError, handleFaults, logFaultsTo, noteCrashesBy } from './fatal.ts'
import { openLog } from './log.ts'
import { findCommand } from './cli/find-command.ts'
import { findSwitchesWithoutEffect, readStartRequest } from './compose/start-request.ts'

const debuggers = ['remote-debugging-port', 'remote-debugging-pipe']

handleFaults()
const command = findCommand(process.argv.slice(app.isPackaged ? 1 : 2))
if (command === undefined) await start()
else
  import('./cli/run-in-terminal.ts')
    .then(async ({ runInTerminal }) => app.exit(await runInTerminal(command)))
    .catch(endWithError)

async function start(): Promise<void> {
  const dataNotice = chooseDataFolder()
  // Used until the services run; before them there are no keys to remove from the log.
  const folder = app.getPath('userData')
  const redact = (text: string) => text
  const log = openLog(join(folder, 'logs'), redact)
  logFaultsTo(log)
  noteCrashesBy(openCrashNotes({ folder, redact, version: app.getVersion(), log }).write)

  if (app.isPackaged && debuggers.some(name => app.commandLine.hasSwitch(name))) {
    console.error('Only development builds can be debugged: start without --remote-debugging-port.')
    app.exit(1)
  } else if (takeInstance()) {
    // Enabled before large modules load, so that the second start uses their compiled code. Not in packages, where cached
    // code would escape the check of the archive.
    if (!app.isPackaged) enableCompileCache(join(app.getPath('userData'), 'compile-cache'))
    // With --no-sandbox (as root, in containers) enabling the sandbox would end Electron's network service.
    if (app.commandLine.hasSwitch('no-sandbox'))
      console.error('The window runs without a sandbox: --no-sandbox.')
    else app.enableSandbox()
    app.setAppUserModelId('desk.parlay')
    const { registerPage } = await import('./window.ts')
    registerPage()
    const { compose } = await import('./compose.ts')
    // Not awaited: Electron becomes ready only after this module has been evaluated.
    app
      .whenReady()
      .then(() => compose(dataNotice))
      .catch(endWithError)
  } else {
    const ignored = findSwitchesWithoutEffect(process.argv.slice(1))
    if (ignored.length > 0)
      console.error(
        `Parlay Desk is running: its window is shown. Without effect there: ${ignored.join(' ')}.`,
      )
    app.quit()
  }
}

/** Returns false if the program runs already; its window is then shown with the profile that this start requests. */
function takeInstance(): boolean {
  return app.requestSingleInstanceLock({ ...readStartRequest() }) || isOnlyStart(app.getPath('userData'))
}

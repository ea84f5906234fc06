/**
 * Starts the program and ends it. All wiring is in compose/: services.ts constructs the services (those of the desk and
 * the ledger in separate files), events.ts connects them, handlers.ts answers the window.
 */
import { app } from 'electron'
import { openStoredPlaces } from './account/stored-preferences.ts'
import { serve } from './bridge/serve.ts'
import { chooseProfile } from './compose/choose-profile.ts'
import { connectEvents } from './compose/events.ts'
import { pageFolder, preloadFile, openServices, type Services } from './compose/services.ts'
import { createHandlers } from './compose/handlers.ts'
import { endWithWindow, openStored, restart, ServicesEnd, welcomeLaterStarts } from './compose/lifecycle.ts'
import { logFaultsTo, noteCrashesBy } from './fatal.ts'
import { runSmoke } from './smoke.ts'
import { denyAll, page, servePage, showProgress } from './window.ts'
import { followTheme, setTheme } from './window/appearance.ts'
import { DeskWindows } from './window/desk-windows.ts'
import { setApplicationMenu } from './window/menus.ts'
import { logLostProcesses, recoverPage } from './window/page-recovery.ts'

/** Delay before the ledger's file is read, so that the window's first calls are answered first. */
const ledgerAfterMs = 100

/** Builds the program and opens its windows. Called once, when the app is ready. `notice`: a sentence for the user. */
export function compose(notice?: string): void {
  const windows: DeskWindows = new DeskWindows({
    preload: preloadFile,
    places: () => openStoredPlaces(services.file),
    zoom: () => services.view.state().zoom,
    onOpened: (window, name) =>
      recoverPage(window, { log: services.log, isMain: name === 'main', onRestart: restart }),
  })
  const services = openServices(windows.announce)
  const { faultLog, log, account } = services
  if (notice !== undefined) account.addNotice(notice)
  logFaultsTo(faultLog)
  noteCrashesBy(services.crashNotes.write)
  logLostProcesses(log)
  const findWindow = windows.findName.bind(windows)
  const handlers = createHandlers(services, windows)
  services.scripts.answerWith(handlers)
  serve({ page, log, handlers, findWindow })
  const { openBoard, disconnectEvents } = connectEvents(services, windows)
  setApplicationMenu(to => services.view.zoom(to))
  followTheme()
  setTheme(services.settings.state().theme)
  const window = showWindows(services, windows, openBoard)
  welcomeLaterStarts(window, request => chooseProfile(account, request, id => account.use(id)))
  endWithWindow(window, new ServicesEnd(services, disconnectEvents))
  if (app.commandLine.hasSwitch('smoke')) void runSmoke(window)
}

/**
 * The desk is read while the main window starts; all other data, and the windows beside it, once its first screen is
 * painted with the desk's rows, because the page and main would both be slowed down by it.
 */
function showWindows(services: Services, windows: DeskWindows, openBoard: () => void) {
  const { account, board, ledger, team, scripts, updates, log } = services
  denyAll()
  servePage(pageFolder)
  const window = windows.openMain(() => {
    // The ledger of a team opens as its member's, and the calls of a key are counted with the team's.
    const started = team.start().catch(log)
    scripts.start().catch(log)
    void started.then(() => account.open())
    openBoard()
    windows.restore()
    updates.start()
    const timer = setTimeout(() => void started.then(openLedger), ledgerAfterMs)
    window.once('closed', () => clearTimeout(timer))
  })
  const openLedger = () => {
    if (!window.isDestroyed()) ledger.open()
  }
  // The window's process starts meanwhile; the desk is ready by its first call.
  openStored(services)
  board.on('changed', ({ loading }) => showProgress(window, loading.kind === 'loading' ? loading : null))
  return window
}

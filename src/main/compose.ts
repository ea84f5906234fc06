/**
 * Starts the program and ends it. All wiring is in compose/: services.ts constructs the services (those of the desk and
 * the ledger in files of their own), events.ts connects them, handlers.ts answers the window.
 */
import { app, BrowserWindow } from 'electron'
import { toChannel } from '../shared/channel.ts'
import type { Announce } from '../shared/contract.ts'
import { serve } from './bridge/serve.ts'
import { chooseProfile } from './compose/choose-profile.ts'
import { connectEvents } from './compose/events.ts'
import { pageFolder, preloadFile, openServices, type Services } from './compose/services.ts'
import { createHandlers } from './compose/handlers.ts'
import { endWithWindow, restart, ServicesEnd, welcomeLaterStarts } from './compose/lifecycle.ts'
import { logFaultsTo } from './fatal.ts'
import { runSmoke } from './smoke.ts'
import { denyAll, followHiding, openWindow, page, servePage, showProgress } from './window.ts'
import { followTheme, setTheme } from './window/appearance.ts'
import { setApplicationMenu } from './window/menus.ts'
import { logLostProcesses, recoverPage } from './window/page-recovery.ts'

/** Delay of reading the ledger's file, so that the window's first calls are answered before. */
const ledgerAfterMs = 100

const announce: Announce = (area, verb, payload) => {
  const text = JSON.stringify(payload)
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(toChannel(area, verb), text)
}

/** Builds the program and opens its window. Called once, when the app is ready. `notice`: a sentence for the user. */
export function compose(notice?: string): void {
  const services = openServices(announce)
  const { faultLog, log, account } = services
  if (notice !== undefined) account.addNotice(notice)
  logFaultsTo(faultLog)
  logLostProcesses(log)
  serve({ page, log, handlers: createHandlers(services) })
  const { openBoard, disconnectEvents } = connectEvents(services)
  setApplicationMenu(to => services.view.zoom(to))
  followTheme()
  setTheme(services.settings.state().theme)
  const window = showWindow(services, openBoard)
  recoverPage(window, { log, onRestart: restart })
  followHiding(window, isHidden => {
    services.auto.setHidden(isHidden)
    announce('desk', 'hidden', { isHidden })
  })
  welcomeLaterStarts(window, request => chooseProfile(account, request, id => account.use(id)))
  endWithWindow(window, new ServicesEnd(services, disconnectEvents))
  if (app.commandLine.hasSwitch('smoke')) void runSmoke(window)
}

/** The desk is read while the window starts, all other data after its first paint, or when it is shown without one. */
function showWindow(
  { file, view, account, board, desk, alerts, phone, ledger }: Services,
  openBoard: () => void,
) {
  denyAll()
  servePage(pageFolder)
  const { windowBounds: bounds, isWindowMaximized: isMaximized } = file.read()
  const window = openWindow({
    preload: preloadFile,
    place: { bounds, isMaximized },
    zoom: () => view.state().zoom,
    onMoved: place => file.write({ windowBounds: place.bounds, isWindowMaximized: place.isMaximized }),
    onShown() {
      void account.open()
      openBoard()
      const timer = setTimeout(() => ledger.open(), ledgerAfterMs)
      window.once('closed', () => clearTimeout(timer))
    },
  })
  // The window's process starts meanwhile, and its first call finds the desk read.
  desk.open()
  phone.open()
  alerts.open()
  board.on('changed', ({ loading }) => showProgress(window, loading.kind === 'loading' ? loading : null))
  return window
}

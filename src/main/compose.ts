/**
 * Starts the program and ends it. All wiring is in compose/: services.ts constructs the services (those of the desk and
 * the ledger in files of their own), events.ts connects them, handlers.ts answers the window.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { app, BrowserWindow } from 'electron'
import { toChannel } from '../shared/channel.ts'
import type { Announce } from '../shared/contract.ts'
import { serve } from './bridge/serve.ts'
import { connectEvents } from './compose/events.ts'
import { pageFolder, preloadFile, openServices, type Services } from './compose/services.ts'
import { denyAll, openWindow, page, servePage, showProgress } from './window.ts'
import { createHandlers } from './compose/handlers.ts'

const maxCloseMs = 5_000
/** Delay of reading the ledger's file, so that the window's first calls are answered before. */
const ledgerAfterMs = 100

const announce: Announce = (area, verb, payload) => {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(toChannel(area, verb), payload)
}

/** Builds the program and opens its window. Called once, when the app is ready. */
export function compose(): void {
  const services = openServices(announce)
  serve({ page, log: services.log, handlers: createHandlers(services) })
  const { openBoard, disconnectBoard } = connectEvents(services)
  showWindow(services, openBoard)
  app.on('window-all-closed', () => app.quit())
  closeAtQuit(services, disconnectBoard)
}

/** Closes every service before the program ends; the board gets some seconds to write what it has not yet stored. */
function closeAtQuit(services: Services, disconnectBoard: () => void): void {
  app.once('will-quit', event => {
    event.preventDefault()
    const { board, sources, desk, alerts, budgets, retention, database, ledger, backups, http } = services
    disconnectBoard()
    services.settlement.stop()
    services.closing.stop()
    sources.close()
    desk.close()
    services.trending.close()
    alerts.close()
    budgets.close()
    retention.close()
    database.close()
    backups.stop()
    ledger.close()
    const closed = Promise.allSettled([board.close(), http.close()])
    void Promise.race([closed, pause(maxCloseMs)]).then(() => app.quit())
  })
}

/** The desk is read while the window starts, all other data after its first paint. */
function showWindow({ file, account, board, desk, alerts, ledger }: Services, openBoard: () => void): void {
  denyAll()
  servePage(pageFolder)
  const window = openWindow({
    preload: preloadFile,
    bounds: file.read().windowBounds,
    onMoved: windowBounds => file.write({ windowBounds }),
  })
  // The window's process starts meanwhile, and its first call finds the desk read.
  desk.open()
  alerts.open()
  window.once('ready-to-show', () => {
    void account.open()
    openBoard()
    setTimeout(() => ledger.open(), ledgerAfterMs)
  })
  board.on('changed', ({ loading }) => showProgress(window, loading.kind === 'loading' ? loading : null))
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
}

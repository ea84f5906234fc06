/**
 * Brings the program up and ends it: services, what answers the window, the window. compose/ is the only place where
 * services are constructed, connect.ts says what happens in one and matters to another.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { app, BrowserWindow } from 'electron'
import { toChannel } from '../shared/channel.ts'
import type { Announce } from '../shared/contract.ts'
import { serve } from './bridge/serve.ts'
import { connectAlerts } from './compose/connect-alerts.ts'
import { connectTrending } from './compose/connect-trending.ts'
import { connectSettlement } from './compose/connect-settlement.ts'
import { pageFolder, preloadFile } from './compose/built.ts'
import { connectBackups } from './compose/open-backups.ts'
import { connectBudget } from './connect-budget.ts'
import { connect, connectBoard, followProfile } from './connect.ts'
import { notifyDesktop } from './notices/desktop-notice.ts'
import { denyAll, openWindow, page, servePage, showProgress } from './window.ts'
import { createHandlers } from './compose/handlers.ts'
import { openServices, type Services } from './compose/services.ts'

const longestCloseMs = 5_000
/** The window's first questions are answered before the ledger's file is read. */
const ledgerAfterMs = 100

const announce: Announce = (area, verb, payload) => {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(toChannel(area, verb), payload)
}

/** Builds the program and opens its window. Called once, when the app is ready. */
export function compose(): void {
  const services = openServices(announce)
  serve({ page, log: services.log, handlers: createHandlers(services) })
  connectBudget(services)
  connect(services)
  connectAlerts(services)
  connectTrending(services)
  connectSettlement(services, notifyDesktop)
  connectBackups(services)
  const disconnect = connectBoard(services)
  showWindow(services, followProfile(services))
  app.on('window-all-closed', () => app.quit())
  closeAtQuit(services, disconnect)
}

/** The board writes what it has not yet stored before the program ends, within reason. */
function closeAtQuit(services: Services, disconnect: () => void): void {
  app.once('will-quit', event => {
    event.preventDefault()
    const { board, sources, desk, alerts, budget, history, database, ledger, backups, http } = services
    disconnect()
    services.settlement.stop()
    services.closing.stop()
    sources.close()
    desk.close()
    services.trending.close()
    alerts.close()
    budget.budgets.close()
    history.keeper.close()
    database.close()
    backups.stop()
    ledger.close()
    const closed = Promise.allSettled([board.close(), http.close()])
    void Promise.race([closed, pause(longestCloseMs)]).then(() => app.quit())
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
  // The window's process starts meanwhile; its first question finds the desk read.
  desk.open()
  alerts.open()
  window.once('ready-to-show', () => {
    void account.open()
    openBoard()
    setTimeout(() => ledger.open(), ledgerAfterMs)
  })
  board.onChanged(({ loading }) => showProgress(window, loading.kind === 'loading' ? loading : null))
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
}

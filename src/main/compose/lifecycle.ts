/** Handles later starts while the program runs, and its end: by the user, the window or the system. */
import { setTimeout as pause } from 'node:timers/promises'
import { app, powerMonitor, type BrowserWindow } from 'electron'
import { z } from 'zod'
import { findAppImage } from '../files/app-image.ts'
import type { Log } from '../log.ts'
import { replaceRequest, type StartRequest } from './start-request.ts'
import { bringForward } from '../window.ts'

const maxCloseMs = 5_000

/** Ends the program and starts it again. */
export function restart(): void {
  relaunch()
  app.quit()
}

/** A packed AppImage is mounted only while it runs, so the file itself is started. */
function relaunch(given = process.argv.slice(1)): void {
  // The user who restarts it looks at its window.
  const args = given.filter(arg => arg !== '--hidden')
  const execPath = findAppImage(process.env, process.execPath)
  app.relaunch(app.isPackaged && execPath !== undefined ? { execPath, args } : { args })
}

/** Request of another start, possibly of another version. */
const Request = z
  .object({ isDemo: z.boolean(), profileFile: z.string().nullable() })
  .catch({ isDemo: false, profileFile: null })

/**
 * Another start shows the window and passes on its request. While the program is closing, it starts again after its
 * end, with that request.
 */
export function welcomeLaterStarts(window: BrowserWindow, onRequest: (request: StartRequest) => void): void {
  let isRelaunching = false
  const startAgain = (args?: string[]) => {
    if (!isRelaunching) relaunch(args)
    isRelaunching = true
  }
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const request = Request.parse(data)
    if (window.isDestroyed()) {
      startAgain(replaceRequest(process.argv.slice(1), request))
      return
    }
    bringForward(window)
    onRequest(request)
  })
  // A click on the dock icon of macOS, which by itself shows an existing window only.
  app.on('activate', () => {
    if (window.isDestroyed()) startAgain()
    else if (!window.isVisible()) bringForward(window)
  })
}

interface Openable {
  open(): void
}

/** Services whose stored data the first screen shows. */
interface StoredServices {
  readonly rules: Openable
  readonly desk: Openable
  readonly phone: Openable
  readonly alerts: Openable
}

/** Reads the stored data of the profile in use. Rules go first: quotes from before are not new to them. */
export function openStored({ rules, desk, phone, alerts }: StoredServices): void {
  rules.open()
  desk.open()
  phone.open()
  alerts.open()
}

interface Closable {
  close(): void
}
interface Stoppable {
  stop(): void
}

/** Services that are closed at the end. */
interface EndedServices {
  readonly account: { removeAllListeners(): unknown }
  readonly settlement: Stoppable
  readonly closing: Stoppable
  readonly sources: Closable
  readonly auto: Closable
  readonly desk: Closable
  readonly scanner: Stoppable
  readonly trending: Closable
  readonly alerts: Closable
  readonly phone: Closable
  readonly updates: Stoppable
  readonly budgets: Closable
  readonly drafts: Closable
  readonly retention: Closable
  readonly database: Closable
  readonly backups: Stoppable
  readonly team: { close(): unknown }
  readonly scripts: Closable
  readonly ledger: Closable
  readonly board: { close(): Promise<unknown> }
  readonly http: { close(): Promise<unknown> }
  readonly log: Log
  readonly closeLog: () => void
}

/** Closes all services, once. A failure is logged, and the others are still closed. */
export class ServicesEnd {
  readonly #services: EndedServices
  readonly #disconnectEvents: () => void
  #closed: Promise<unknown> | undefined

  constructor(services: EndedServices, disconnectEvents: () => void) {
    this.#services = services
    this.#disconnectEvents = disconnectEvents
  }

  /** Files are closed when this returns. The promise resolves when the board is written and connections are closed. */
  close(): Promise<unknown> {
    this.#closed ??= this.#closeAll()
    return this.#closed
  }

  #closeAll(): Promise<unknown> {
    const services = this.#services
    let team: unknown
    const ends = [
      this.#disconnectEvents,
      // A profile that is still being opened would start services that are closed by then.
      () => services.account.removeAllListeners(),
      () => services.scripts.close(),
      () => services.drafts.close(),
      () => services.settlement.stop(),
      () => services.closing.stop(),
      () => services.sources.close(),
      // Before the desk, whose last changes would plan the next refresh.
      () => services.auto.close(),
      () => services.scanner.stop(),
      () => services.desk.close(),
      () => services.trending.close(),
      () => services.alerts.close(),
      () => services.phone.close(),
      () => services.updates.stop(),
      () => services.budgets.close(),
      () => services.retention.close(),
      () => services.database.close(),
      () => services.backups.stop(),
      () => (team = services.team.close()),
      () => services.ledger.close(),
    ]
    for (const end of ends) {
      try {
        end()
      } catch (error) {
        services.log(error)
      }
    }
    services.closeLog()
    return Promise.allSettled([team, services.board.close(), services.http.close()])
  }
}

/**
 * Ends the program with its main window, and with the system's session. Waits some seconds for the board's last write.
 */
export function endWithWindow(window: BrowserWindow, services: Pick<ServicesEnd, 'close'>): void {
  window.once('closed', () => app.quit())
  app.on('window-all-closed', () => app.quit())
  let isClosed = false
  // A second request to quit waits, too.
  app.on('will-quit', event => {
    if (isClosed) return
    event.preventDefault()
    void Promise.race([services.close(), pause(maxCloseMs)]).then(() => {
      isClosed = true
      app.quit()
    })
  })
  // Windows ends the process as soon as this returns, without `will-quit`.
  window.on('session-end', () => void services.close())
  // Electron on Linux overlooks a listener of `shutdown` that is the first one of powerMonitor.
  powerMonitor.on('resume', () => {})
  // Linux and macOS wait some seconds for a program that quits when asked. Electron's types leave the event out.
  powerMonitor.on('shutdown', (...[event]: Pick<Event, 'preventDefault'>[]) => {
    event?.preventDefault()
    app.quit()
  })
}

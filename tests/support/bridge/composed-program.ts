/**
 * The whole program as main composes it, with real services, over the stand-in for Electron. The built page is a folder
 * with one file, and workers run from their sources.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Announce } from '../../../src/shared/contract.ts'
import { app, BrowserWindow, handled } from '../electron.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { prepareElectron, workerFiles } from './running-program.ts'

const services = '../../../src/main/compose/services.ts'
type ServicesModule = typeof import('../../../src/main/compose/services.ts')

/**
 * Starts the program on the demo and returns its main window, not yet painted. It ends with the test, or before the next
 * start. `folder`: data of an earlier start.
 */
export async function composeProgram(folder = tempFolder()): Promise<BrowserWindow> {
  const page = tempFolder()
  writeFileSync(join(page, 'index.html'), '<title>Desk</title>')
  prepareElectron(folder, {})
  handled.clear()
  BrowserWindow.opened.splice(0)
  vi.doMock(services, async load => {
    const real = await load<ServicesModule>()
    const openServices = (announce: Announce) => real.openServices(announce, name => workerFiles[name])
    return { ...real, pageFolder: page, openServices }
  })
  const { compose } = await import('../../../src/main/compose.ts')
  compose()
  const window = BrowserWindow.opened[0]
  if (window === undefined) throw new Error('no window')
  onTestFinished(endProgram)
  return window
}

/** Quits as Electron does, and waits until the services have closed. Does nothing once it has ended. */
export async function endProgram(): Promise<void> {
  if (handled.size === 0) return
  handled.clear()
  const quits = app.quit.mock.calls.length
  app.listeners.get('will-quit')?.({ preventDefault: () => undefined })
  await vi.waitUntil(() => app.quit.mock.calls.length > quits, { timeout: 20_000 })
}

/**
 * The app under test: the built desk in a window, with its own data folder, on real Electron where it is and on the
 * Chromium host elsewhere. Everything a test starts ends with it; a failed test keeps the main log and a picture.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { launchApp, type Desk, type LaunchOptions } from './launch.ts'
import { startService, type Service } from './service.ts'

interface Fixtures {
  /** An empty folder, removed afterwards. */
  readonly userDataDir: string
  /** Starts the app, by default on `userDataDir` with keys in memory. A second call finds what the first one left. */
  readonly launch: (options?: Partial<LaunchOptions>) => Promise<Desk>
  /** The app, started with no switches: the demo profile. `page` is its window. */
  readonly desk: Desk
  /** Starts the demo odds service as a process of its own; the arguments are those of `npm run demo-service`. */
  readonly service: (...args: string[]) => Promise<Service>
}

export const test = base.extend<Fixtures>({
  userDataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'parlay-desk-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },

  launch: async ({ userDataDir }, use, info) => {
    const started: Desk[] = []
    await use(async options => {
      const env = { PARLAY_DESK_KEYCHAIN: 'memory', ...options?.env }
      const desk = await launchApp({ userDataDir, ...options, env })
      started.push(desk)
      return desk
    })
    for (const [index, desk] of started.entries()) {
      if (info.status !== info.expectedStatus) await keep(desk, index)
      await desk.close()
    }
    async function keep(desk: Desk, index: number) {
      await info.attach(`main log ${index + 1}`, { body: desk.mainLog(), contentType: 'text/plain' })
      if (desk.page.isClosed()) return
      await info.attach(`window ${index + 1}`, {
        body: await desk.page.screenshot(),
        contentType: 'image/png',
      })
    }
  },

  desk: async ({ launch }, use) => {
    await use(await launch())
  },

  page: async ({ desk }, use) => {
    await use(desk.page)
  },

  service: async ({}, use) => {
    const started: Service[] = []
    await use(async (...args) => {
      const service = await startService(args)
      started.push(service)
      return service
    })
    await Promise.all(started.map(service => service.stop()))
  },
})

export { expect } from '@playwright/test'

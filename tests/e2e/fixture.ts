/**
 * The app under test: the built desk in a window, with its own data folder, on real Electron where it is and on the
 * Chromium host elsewhere. Everything a test starts ends with it; a failed test keeps the main log and a picture.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type TestInfo } from '@playwright/test'
import { demoProfileId } from '../../src/shared/model/settings/profile.ts'
import { launchDesk, type Desk, type LaunchOptions } from '../../tools/chromium-host/index.mjs'
import { startService, type Service } from './service.ts'

const maxActionMs = 30_000

interface Options {
  /** Odds of the demo, the main lines of one league by default: all odds take a core four seconds more at each start. */
  readonly demoOdds: 'all lines' | 'main lines' | 'football'
}

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

/** Attachments that show why a test failed. */
async function keepTraces(desk: Desk, info: TestInfo): Promise<void> {
  await info.attach('main log', { body: desk.mainLog(), contentType: 'text/plain' })
  if (!desk.page.isClosed())
    await info.attach('window', { body: await desk.page.screenshot(), contentType: 'image/png' })
}

const mainLines = (leagues: readonly string[]) => ({
  id: 'feed',
  name: 'Odds feed',
  origin: { kind: 'feed', plan: { leagues, isLiveOnly: false, isMainOnly: true, everySeconds: 120 } },
  isOn: true,
  lastLoad: null,
})

const demoSources: Readonly<Record<Options['demoOdds'], object>> = {
  'all lines': {},
  'main lines': { [demoProfileId]: [mainLines([])] },
  football: { [demoProfileId]: [mainLines(['gfl'])] },
}

/** Tests count calls, so prices refresh by themselves only in those tagged `@auto-refresh`. Keeps a file that is there. */
async function turnOffAutoRefresh(folder: string, demoOdds: Options['demoOdds']): Promise<void> {
  const content = JSON.stringify({ version: 1, autoSeconds: null, sources: demoSources[demoOdds] })
  await writeFile(join(folder, 'settings.json'), content, { flag: 'wx' }).catch(() => undefined)
}

export const test = base.extend<Fixtures & Options>({
  demoOdds: ['football', { option: true }],

  userDataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'parlay-desk-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },

  launch: async ({ userDataDir, demoOdds }, use, info) => {
    const running = new Set<Desk>()
    await use(async options => {
      const env = { PARLAY_DESK_KEYCHAIN: 'memory', ...options?.env }
      if (!info.tags.includes('@auto-refresh')) await turnOffAutoRefresh(userDataDir, demoOdds)
      const desk = await launchDesk({ userDataDir, ...options, env })
      // A click on what never comes fails before the time of the whole test is over.
      desk.page.setDefaultTimeout(maxActionMs)
      running.add(desk)
      const ended = <T>(end: () => Promise<T>) => {
        running.delete(desk)
        return end()
      }
      return { ...desk, close: () => ended(desk.close), kill: () => ended(desk.kill) }
    })
    for (const desk of running) {
      if (info.status !== info.expectedStatus) await keepTraces(desk, info)
      await desk.close()
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

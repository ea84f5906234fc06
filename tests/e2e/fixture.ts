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

const createFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'parlay-desk-'))
const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

/** Starts the app with keys in memory. `demoOdds`: undefined leaves the settings of a new user, who has auto-refresh on. */
async function start(
  userDataDir: string,
  demoOdds: Options['demoOdds'] | undefined,
  options?: Partial<LaunchOptions>,
): Promise<Desk> {
  if (demoOdds !== undefined) await turnOffAutoRefresh(userDataDir, demoOdds)
  const env = { PARLAY_DESK_KEYCHAIN: 'memory', ...options?.env }
  const desk = await launchDesk({ userDataDir, ...options, env })
  // A click on what never comes fails before the time of the whole test is over.
  desk.page.setDefaultTimeout(maxActionMs)
  return desk
}

export const test = base.extend<Fixtures & Options>({
  demoOdds: ['football', { option: true }],

  userDataDir: async ({}, use) => {
    const folder = await createFolder()
    await use(folder)
    await removeFolder(folder)
  },

  launch: async ({ userDataDir, demoOdds }, use, info) => {
    const running = new Set<Desk>()
    await use(async options => {
      const odds = info.tags.includes('@auto-refresh') ? undefined : demoOdds
      const desk = await start(userDataDir, odds, options)
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

/**
 * One start of the app for the tests of a block, which run in their order and only look at what `prepare` made, because
 * a start takes a core as long as most of them. `folder`: the app’s data folder. Returns the running app.
 */
export function shareDesk(
  options: Partial<LaunchOptions> = {},
  prepare: (desk: Desk, folder: string) => Promise<unknown> = () => Promise.resolve(),
): () => Desk {
  let desk: Desk | undefined
  let folder = ''
  const running = () => {
    if (desk === undefined) throw new Error('The app did not start.')
    return desk
  }
  test.beforeAll(async ({ demoOdds }) => {
    folder = await createFolder()
    desk = await start(folder, demoOdds, options)
    await prepare(desk, folder)
  })
  test.afterEach(async ({}, info) => {
    if (info.status !== info.expectedStatus) await keepTraces(running(), info)
  })
  test.afterAll(async () => {
    await desk?.close()
    await removeFolder(folder)
  })
  return running
}

export { expect } from '@playwright/test'

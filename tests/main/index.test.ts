import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { enableCompileCache } from 'node:module'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const compose = vi.hoisted(() => vi.fn())
vi.mock('node:module', async load => ({ ...(await load<object>()), enableCompileCache: vi.fn() }))
vi.mock('../../src/main/compose.ts', () => ({ compose }))

interface Surroundings {
  readonly isPackaged?: boolean
  readonly hasLock?: boolean
  readonly appData?: string
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-start-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the main process with these switches; answers Electron's parts as they were used. */
async function start(given: Readonly<Record<string, string>>, around: Surroundings = {}) {
  vi.resetModules()
  // The program's listeners would stay on the process of the tests.
  for (const emitter of [process, process.stdout, process.stderr]) vi.spyOn(emitter, 'on').mockReturnThis()
  const electron = await import('../support/electron.ts')
  const { app, switches } = electron
  for (const [name, value] of Object.entries(given)) switches.set(name, value)
  const paths = new Map<string, string>([['appData', folder]])
  app.setPath.mockImplementation((name, path) => void paths.set(name, path))
  app.getPath = name => paths.get(name) ?? join(folder, 'Parlay Desk')
  app.isPackaged = around.isPackaged ?? false
  app.requestSingleInstanceLock = vi.fn(() => around.hasLock ?? true)
  app.whenReady = () => Promise.resolve()
  await import('../../src/main/index.ts')
  return { ...electron, app, userData: () => app.getPath('userData') }
}

describe('the main process at its start', () => {
  it('enables the sandbox', async () => {
    const { app } = await start({})
    expect(app.enableSandbox).toHaveBeenCalledOnce()
  })

  it('leaves the sandbox off where --no-sandbox is given, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { app } = await start({ 'no-sandbox': '' })
    expect(app.enableSandbox).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledWith(expect.stringContaining('--no-sandbox'))
  })

  it('shows an error window and ends with 1 when it cannot be composed', async () => {
    compose.mockImplementationOnce(() => {
      throw new Error('no such table')
    })
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { app, dialog, userData } = await start({ 'user-data-dir': folder })
    await expect.poll(() => app.exit).toHaveBeenCalledWith(1)
    expect(dialog.showErrorBox).toHaveBeenCalledOnce()
    expect(readFileSync(join(userData(), 'logs', 'parlay-desk.log'), 'utf8')).toContain('no such table')
  })

  it.each(['remote-debugging-port', 'remote-debugging-pipe'])('of a package refuses --%s', async name => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { app } = await start({ [name]: '9222' }, { isPackaged: true })
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(1)
    expect(log).toHaveBeenCalledOnce()
    expect(compose).not.toHaveBeenCalled()
  })

  it('can be debugged in a development build', async () => {
    const { app } = await start({ 'remote-debugging-port': '9222' })
    expect(app.exit).not.toHaveBeenCalled()
  })

  it('caches compiled code in a development build only, since it would bypass the check of the archive', async () => {
    await start({})
    expect(enableCompileCache).toHaveBeenCalledOnce()
    vi.mocked(enableCompileCache).mockClear()
    await start({}, { isPackaged: true })
    expect(enableCompileCache).not.toHaveBeenCalled()
  })
})

describe('a second start', () => {
  it('quits before it opens a file, so that the first one is shown', async () => {
    mkdirSync(join(folder, 'Parlay Desk (development)'))
    const { app } = await start({}, { hasLock: false })
    expect(app.quit).toHaveBeenCalledOnce()
    expect(compose).not.toHaveBeenCalled()
    expect(readdirSync(folder, { recursive: true })).toEqual(['Parlay Desk (development)'])
  })

  it.each<{ given: Record<string, string>; data: object }>([
    { given: {}, data: { isDemo: false, profileFile: null } },
    { given: { demo: '' }, data: { isDemo: true, profileFile: null } },
    { given: { profile: 'mine.json' }, data: { isDemo: false, profileFile: resolve('mine.json') } },
    { given: { profile: '' }, data: { isDemo: false, profileFile: '' } },
  ])('passes on the profile that it requests: $given', async ({ given, data }) => {
    mkdirSync(join(folder, 'Parlay Desk (development)'))
    const { app } = await start(given, { hasLock: false })
    expect(app.requestSingleInstanceLock).toHaveBeenCalledExactlyOnceWith(data)
  })

  it('says which of its switches have no effect', async () => {
    mkdirSync(join(folder, 'Parlay Desk (development)'))
    const args = ['program', '.', '--demo', '--user-data-dir=x', '--no-sandbox', '--lang=de']
    vi.spyOn(process, 'argv', 'get').mockReturnValue(args)
    const log = vi.spyOn(console, 'error').mockReturnValue()
    await start({}, { hasLock: false })
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/running.*: --no-sandbox --lang=de\.$/))
  })

  it('is none where the lock was refused because its folder cannot be written', async () => {
    const file = join(folder, 'a file')
    writeFileSync(file, '')
    const { app } = await start({ 'user-data-dir': join(file, 'data') }, { hasLock: false })
    await expect.poll(() => compose).toHaveBeenCalledOnce()
    expect(app.quit).not.toHaveBeenCalled()
  })
})

describe('the data folder', () => {
  it('is Electron’s own in a package', async () => {
    const { app } = await start({}, { isPackaged: true })
    expect(app.setPath).not.toHaveBeenCalled()
  })

  it('is another one in a development build', async () => {
    const { userData } = await start({})
    expect(userData()).toBe(join(folder, 'Parlay Desk (development)'))
    await expect.poll(() => compose).toHaveBeenCalledExactlyOnceWith(undefined)
  })

  it('of the first development build leads to what was entered before', async () => {
    mkdirSync(join(folder, 'Parlay Desk'))
    writeFileSync(join(folder, 'Parlay Desk', 'desk.db'), '')
    await start({})
    await expect
      .poll(() => compose)
      .toHaveBeenCalledWith(expect.stringContaining(`--user-data-dir="${join(folder, 'Parlay Desk')}"`))
  })

  it.each([true, false])(
    'is the one given, also relative to the working directory: package %s',
    async isPackaged => {
      const { app } = await start({ 'user-data-dir': 'my data' }, { isPackaged })
      expect(app.setPath).toHaveBeenCalledExactlyOnceWith('userData', resolve('my data'))
    },
  )

  it('of --smoke is a new temporary one, whatever else is given', async () => {
    const { userData } = await start({ smoke: '', 'user-data-dir': folder }, { isPackaged: true })
    expect(userData()).toMatch(/parlay-desk-smoke-\w+$/)
    rmSync(userData(), { recursive: true })
  })
})

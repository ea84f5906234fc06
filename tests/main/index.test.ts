import { resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'

vi.mock('node:module', async load => ({ ...(await load<object>()), enableCompileCache: vi.fn() }))
vi.mock('../../src/main/compose.ts', () => ({ compose: vi.fn() }))

/** Starts the main process with these switches; answers Electron's app as it was used. */
async function start(given: Readonly<Record<string, string>>) {
  vi.resetModules()
  const { app, switches } = await import('../support/electron.ts')
  for (const [name, value] of Object.entries(given)) switches.set(name, value)
  await import('../../src/main/index.ts')
  return app
}

afterEach(() => vi.restoreAllMocks())

describe('the main process at its start', () => {
  it('enables the sandbox', async () => {
    const app = await start({})
    expect(app.enableSandbox).toHaveBeenCalledOnce()
    expect(app.setPath).not.toHaveBeenCalled()
  })

  it('leaves the sandbox off where --no-sandbox is given, and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const app = await start({ 'no-sandbox': '' })
    expect(app.enableSandbox).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledWith(expect.stringContaining('--no-sandbox'))
  })

  it('takes a data folder that is relative to the working directory', async () => {
    const app = await start({ 'user-data-dir': 'my data' })
    expect(app.setPath).toHaveBeenCalledWith('userData', resolve('my data'))
  })
})

import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startFakeDesk } from '../../support/cli/fake-desk.ts'
import { createTestTerminal, runHere } from '../../support/cli/test-terminal.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const containing = (part: string): unknown => expect.stringContaining(part)
const alerts = { alerts: [], fired: [] }

/** A program that listens after a while, answers one call and ends. */
function writeProgram(): string {
  const file = join(tempFolder(), 'program.mjs')
  writeFileSync(
    file,
    `#!${process.execPath}
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
if (!process.argv.includes('--hidden')) process.exit(1)
const folder = process.env.XDG_RUNTIME_DIR + '/parlay-desk'
mkdirSync(folder, { recursive: true })
const server = createServer((_, response) => {
  response.end('${JSON.stringify(alerts)}')
  response.once('close', () => process.exit())
})
setTimeout(() => server.listen(folder + '/desk.sock'), 300)
setTimeout(() => process.exit(), 20_000)
`,
  )
  chmodSync(file, 0o755)
  return file
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('--start', () => {
  it.skipIf(process.platform === 'win32')('starts the desk hidden and waits until it listens', async () => {
    vi.stubEnv('PARLAY_DESK_TOKEN', 'pd_test')
    vi.stubEnv('XDG_RUNTIME_DIR', tempFolder())
    vi.stubEnv('PARLAY_DESK_PROGRAM', writeProgram())
    expect(await runHere(['alerts', '--start'])).toEqual({
      code: 0,
      output: '',
      complaints: 'Starting Parlay Desk…\nNo alerts so far.',
    })
  })

  it('starts nothing when the desk runs', async () => {
    await startFakeDesk({ 'alerts.snapshot': () => ({ body: alerts }) })
    vi.stubEnv('PARLAY_DESK_PROGRAM', '/nowhere')
    expect(await runHere(['alerts', '--start'])).toMatchObject({ code: 0, complaints: 'No alerts so far.' })
  })

  it('says that there is no program to start', async () => {
    vi.stubEnv('PARLAY_DESK_TOKEN', 'pd_test')
    vi.stubEnv('XDG_RUNTIME_DIR', tempFolder())
    const without = await runHere(['alerts', '--start'])
    expect(without).toMatchObject({ code: 3, complaints: containing('PARLAY_DESK_PROGRAM') })
    vi.stubEnv('PARLAY_DESK_PROGRAM', '/nowhere')
    expect(await runHere(['alerts', '--start'])).toMatchObject({ code: 3, output: '' })
  })

  it('starts the program itself where the terminal is another program’s AppImage', async () => {
    const wrong = join(tempFolder(), 'terminal.AppImage')
    vi.stubEnv('PARLAY_DESK_TOKEN', 'pd_test')
    vi.stubEnv('PARLAY_DESK_PROGRAM', undefined)
    vi.stubEnv('XDG_RUNTIME_DIR', tempFolder())
    vi.stubEnv('APPIMAGE', wrong)
    vi.stubEnv('APPDIR', tempFolder())
    vi.spyOn(process, 'versions', 'get').mockReturnValue({ ...process.versions, electron: '45.4.1' })
    const terminal = createTestTerminal()
    const running = runHere(['alerts', '--start'], terminal)
    await expect.poll(() => terminal.complaints).toHaveLength(1)
    terminal.stop('ctrl-c')
    expect(await running).toMatchObject({ code: 130 })
    vi.stubEnv('APPDIR', dirname(process.execPath))
    expect(await runHere(['alerts', '--start'])).toMatchObject({ complaints: containing(`start ${wrong}.`) })
  })

  it('stops waiting at Ctrl+C', async () => {
    vi.stubEnv('PARLAY_DESK_TOKEN', 'pd_test')
    vi.stubEnv('XDG_RUNTIME_DIR', tempFolder())
    vi.stubEnv('PARLAY_DESK_PROGRAM', '/bin/true')
    const terminal = createTestTerminal()
    const running = runHere(['alerts', '--start'], terminal)
    await expect.poll(() => terminal.complaints).toHaveLength(1)
    terminal.stop('ctrl-c')
    expect(await running).toMatchObject({ code: 130 })
  })
})

/** `--smoke` in the built app, as CI runs it in the packaged one. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixture.ts'

/** The tools are not typed. */
const { electronBinary }: { electronBinary: () => string | undefined } =
  await import('../../tools/chromium-host/electron-binary.mjs')
const { node24 }: { node24: () => string } = await import('../../tools/chromium-host/node-24.mjs')

const root = fileURLToPath(new URL('../..', import.meta.url))
const host = join(root, 'tools/chromium-host/run.mjs')

test('--smoke prices a parlay of the demo, quits with 0 and leaves nothing behind', async ({
  userDataDir,
}) => {
  test.setTimeout(90_000)
  const electron = electronBinary()
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const program = electron ?? node24()
  const args = electron === undefined ? [host, '--headless'] : asRoot
  const temporary = await mkdtemp(join(userDataDir, 'tmp-'))
  // Its own folder for data is a temporary one, so nothing may appear in those of this user.
  const env = {
    ...process.env,
    HOME: userDataDir,
    XDG_CONFIG_HOME: join(userDataDir, 'config'),
    TMPDIR: temporary,
  }
  const child = spawn(program, [...args, root, '--smoke'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const code = await new Promise(resolve => child.once('exit', resolve))
  expect(errors).not.toContain('--smoke')
  expect(code).toBe(0)
  // Electron's own end may come back to the folder after the program's.
  if (electron === undefined)
    expect((await readdir(temporary)).filter(name => name.startsWith('parlay-desk'))).toEqual([])
})

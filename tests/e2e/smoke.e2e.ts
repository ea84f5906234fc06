/** `--smoke` in the built app, as CI runs it in the packaged one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronBinary } from '../../tools/chromium-host/electron-binary.mjs'
import { node24 } from '../../tools/chromium-host/node-24.mjs'
import { expect, test } from './fixture.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const host = join(root, 'tools/chromium-host/run.mjs')

test('--smoke prices a parlay of the demo, quits with 0 and leaves nothing behind', async ({
  userDataDir,
}) => {
  test.setTimeout(90_000)
  const electron = electronBinary()
  const [program, ...args] = electron ? [electron] : [node24(), host, '--headless']
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
  const [code] = await once(child, 'exit')
  expect({ code, errors }).toEqual({ code: 0, errors: expect.not.stringContaining('--smoke') })
  expect((await readdir(temporary)).filter(name => name.startsWith('parlay-desk'))).toEqual([])
})

/** The program's own files are damaged. */
import { cp, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixture.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a window whose script is damaged says so, and what to do', async ({ launch, userDataDir }) => {
  const appDir = await mkdtemp(join(userDataDir, 'app-'))
  await cp(join(root, 'out'), join(appDir, 'out'), { recursive: true })
  await cp(join(root, 'package.json'), join(appDir, 'package.json'))
  const assets = join(appDir, 'out/renderer/assets')
  const [script = ''] = (await readdir(assets)).filter(name => /^index-.*\.js$/.test(name))
  await writeFile(join(assets, script), 'this is no script')
  const { page } = await launch({ appDir })
  await expect(page.getByText('install it again')).toBeVisible({ timeout: 20_000 })
})

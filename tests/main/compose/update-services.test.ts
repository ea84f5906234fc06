import { dirname } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { openUpdates } from '../../../src/main/compose/update-services.ts'
import { Http } from '../../../src/main/odds-service/http.ts'
import { Updates } from '../../../src/main/updates/updates.ts'
import { emptySettings } from '../../support/account/account-fixture.ts'
import { app, shell } from '../../support/electron.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

vi.mock('../../../src/main/updates/updates.ts', () => ({ Updates: vi.fn() }))
const keys = vi.hoisted(() => ['one', 'two', 'three'])
vi.mock('../../../src/main/updates/release.json', () => ({
  default: { manifest: 'https://x.example/update.json', page: 'https://x.example', threshold: 2, keys },
}))

afterEach(() => {
  vi.unstubAllEnvs()
  app.isPackaged = false
})

/** Opens the updates of this program; returns their dependencies. */
function open() {
  const http = new Http({})
  onTestFinished(() => http.close())
  openUpdates({ folder: tempFolder(), file: emptySettings(), http, log: () => '' })
  return vi.mocked(Updates).mock.lastCall?.[0]
}

it.each([
  ['the AppImage that holds the program', () => dirname(process.execPath), '/home/me/that.AppImage'],
  ['no AppImage of another program', tempFolder, undefined],
])('updates replace %s', (_name, mountedAt, replaced) => {
  vi.stubEnv('APPIMAGE', '/home/me/that.AppImage')
  vi.stubEnv('APPDIR', mountedAt())
  expect(open()?.place.appImage).toBe(replaced)
})

it.each([
  [true, keys],
  [false, []],
])('updates have the release keys in a package alone: where isPackaged is %s', (isPackaged, known) => {
  app.isPackaged = isPackaged
  expect(open()?.source).toMatchObject({ threshold: 2, keys: known })
})

it('an installer that the system cannot open is an error, with its words', async () => {
  const openPath = vi.spyOn(shell, 'openPath').mockResolvedValueOnce('no application for it')
  await expect(open()?.openFile('/a.dmg')).rejects.toThrow('no application for it')
  await expect(open()?.openFile('/a.dmg')).resolves.toBeUndefined()
  expect(openPath).toHaveBeenLastCalledWith('/a.dmg')
})

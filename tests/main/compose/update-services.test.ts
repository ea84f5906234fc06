import { dirname } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { openUpdates } from '../../../src/main/compose/update-services.ts'
import { Http } from '../../../src/main/odds-service/http.ts'
import { Updates } from '../../../src/main/updates/updates.ts'
import { emptySettings } from '../../support/account/account-fixture.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

vi.mock('../../../src/main/updates/updates.ts', () => ({ Updates: vi.fn() }))

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['the AppImage that holds the program', () => dirname(process.execPath), '/home/me/that.AppImage'],
  ['no AppImage of another program', tempFolder, undefined],
])('updates replace %s', (_name, mountedAt, replaced) => {
  vi.stubEnv('APPIMAGE', '/home/me/that.AppImage')
  vi.stubEnv('APPDIR', mountedAt())
  const http = new Http({})
  onTestFinished(() => http.close())
  openUpdates({ folder: tempFolder(), file: emptySettings(), http, log: () => '' })
  expect(vi.mocked(Updates).mock.lastCall?.[0].place.appImage).toBe(replaced)
})

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAppImage } from '../../../src/main/files/app-image.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const APPIMAGE = '/home/me/Parlay.AppImage'

/** A mounted AppImage and a program that a package installed, in a folder whose name begins alike. */
function install() {
  const home = tempFolder()
  const APPDIR = join(home, 'mount')
  const own = join(APPDIR, 'parlay-desk')
  const installed = join(home, 'mounted', 'parlay-desk')
  for (const file of [own, installed]) {
    mkdirSync(join(file, '..'))
    writeFileSync(file, '')
  }
  return { home, APPDIR, own, installed }
}

describe('findAppImage', () => {
  it('finds the file of the AppImage whose folder holds the program', () => {
    const { APPDIR, own } = install()
    expect(findAppImage({ APPIMAGE, APPDIR }, own)).toBe(APPIMAGE)
    expect(findAppImage({ APPIMAGE, APPDIR: `${APPDIR}/` }, own)).toBe(APPIMAGE)
  })

  it('finds none for a program that was started from the AppImage of another one', () => {
    const { APPDIR, installed } = install()
    expect(findAppImage({ APPIMAGE, APPDIR }, installed)).toBeUndefined()
  })

  it.skipIf(process.platform === 'win32')('compares the folders that links lead to', () => {
    const { home, APPDIR, own, installed } = install()
    const link = join(home, 'link')
    symlinkSync(APPDIR, link)
    expect(findAppImage({ APPIMAGE, APPDIR: link }, own)).toBe(APPIMAGE)
    symlinkSync(installed, join(APPDIR, 'other'))
    expect(findAppImage({ APPIMAGE, APPDIR }, join(APPDIR, 'other'))).toBeUndefined()
  })

  it('finds none where a variable is missing or empty, or the folder is gone', () => {
    const { home, APPDIR, own } = install()
    for (const variables of [
      { APPIMAGE },
      { APPDIR },
      {},
      { APPIMAGE: '', APPDIR },
      { APPIMAGE, APPDIR: '' },
    ])
      expect(findAppImage(variables, own)).toBeUndefined()
    expect(findAppImage({ APPIMAGE, APPDIR: join(home, 'gone') }, own)).toBeUndefined()
  })
})

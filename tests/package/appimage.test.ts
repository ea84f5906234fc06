/** Comparison of an AppImage with the unpacked program, on stand-ins that unpack themselves as AppImages do. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const tool = resolve(import.meta.dirname, '../../tools/release/list-appimage.mjs')
const parent = mkdtempSync(join(tmpdir(), 'appimage-test-'))
const program = join(parent, 'program')
const content = join(parent, 'content')
const image = join(parent, 'image')
afterAll(() => rmSync(parent, { recursive: true, force: true }))

beforeEach(() => {
  for (const folder of [program, content]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(program, 'resources'), { recursive: true })
  writeFileSync(join(program, 'parlay-desk'), 'program')
  writeFileSync(join(program, 'resources/app.asar'), 'archive')
  cpSync(program, content, { recursive: true })
  writeFileSync(join(content, 'AppRun'), 'start')
  writeFileSync(image, `#!/bin/sh\n[ "$1" = --appimage-extract ] && cp -R '${content}' squashfs-root\n`, {
    mode: 0o755,
  })
})

const list = () => spawnSync(process.execPath, [tool, image, program], { encoding: 'utf8' })

describe.skipIf(process.platform === 'win32')('the content of an AppImage', () => {
  it('is the unpacked program, and what the AppImage adds is listed', () => {
    expect(list()).toMatchObject({
      status: 0,
      stdout: '3 files, of which the AppImage adds:\nAppRun\n',
      stderr: '',
    })
  })

  it('is refused where a file of the program is missing or another', () => {
    rmSync(join(content, 'parlay-desk'))
    writeFileSync(join(content, 'resources/app.asar'), 'another')
    const { status, stderr } = list()
    expect(status).toBe(1)
    expect(stderr).toBe(
      'Missing in the AppImage: parlay-desk\nNot the same in the AppImage: resources/app.asar\n',
    )
  })

  it('is refused where it does not unpack', () => {
    writeFileSync(image, '#!/bin/sh\necho broken >&2\nexit 1\n')
    expect(list()).toMatchObject({ status: 1 })
    expect(list().stderr).toContain('The AppImage could not be unpacked: broken')
  })
})

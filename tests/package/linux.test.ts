/** The .deb for Linux, packed around a stand-in for Electron and written by a stand-in for fpm: by Debian's own checks. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeElectronStandIn } from '../support/package/electron-stand-in.ts'

const root = resolve(import.meta.dirname, '../..')
const support = join(root, 'tests/support/package')
const folder = mkdtempSync(join(tmpdir(), 'linux-test-'))
const id = 'io.github.parlay_desk.parlay_desk'
const metainfo = join(root, `resources/linux/${id}.metainfo.xml`)
const isLinux = process.platform === 'linux'
const isRoot = isLinux && process.getuid?.() === 0
let deb = ''

beforeAll(async () => {
  if (!isLinux) return
  const distribution = join(folder, 'electron')
  await writeElectronStandIn(distribution, 'linux')
  const config = [`-c.electronDist=${distribution}`, `-c.directories.output=${join(folder, 'dist')}`]
  const cli = join(root, 'node_modules/electron-builder/cli.js')
  execFileSync(process.execPath, [cli, '--linux', 'deb', '--x64', ...config], {
    cwd: root,
    env: { ...process.env, CUSTOM_FPM_PATH: join(support, 'fpm-stand-in.mjs') },
  })
  deb = join(folder, 'dist', globSync('*.deb', { cwd: join(folder, 'dist') })[0] ?? 'none')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Each tag of lintian that is accepted, with the reason. */
const accepted: Readonly<Record<string, string>> = {
  'dir-or-file-in-opt': 'Programs that are no part of Debian belong in /opt.',
  'no-changelog': 'Written by fpm, not by its stand-in.',
  'no-manual-page': 'The program lists its commands by `parlay-desk help`.',
  'command-with-path-in-maintainer-script': 'Scripts of electron-builder.',
  'maintainer-script-ignores-errors': 'Scripts of electron-builder.',
  'postrm-removes-alternative': 'Scripts of electron-builder.',
  'description-starts-with-leading-spaces': 'The form in which electron-builder hands it to fpm.',
  'extended-description-line-too-long': 'The form in which electron-builder hands it to fpm.',
  'executable-not-elf-or-script': 'The stand-in for Electron is neither.',
  'unknown-field': 'License and Vendor are written by fpm.',
}

describe.runIf(isLinux)('the deb', () => {
  it('has nothing that lintian finds but what is accepted here', () => {
    const { stdout, error } = spawnSync('lintian', ['--allow-root', '--fail-on', 'none', deb], {
      encoding: 'utf8',
    })
    expect(error).toBeUndefined()
    const found = [...stdout.matchAll(/^[EWI]: \S+: ([\w-]+)/gm)].map(([, tag]) => tag ?? '')
    expect(found).toContain('dir-or-file-in-opt')
    expect([...new Set(found)].filter(tag => !(tag in accepted))).toEqual([])
  })

  it.runIf(isRoot)('is installed, removed and purged, and leaves nothing', () => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      [join(support, 'throw-away-root.sh'), deb, 'parlay-desk'],
      {
        encoding: 'utf8',
      },
    )
    expect(status, stderr).toBe(0)
    const [installed = '', removed, purged] = stdout.split(/^== \w+\n/m).slice(1)
    expect(installed).toContain('status installed\nstarts /opt/Parlay Desk/parlay-desk\n')
    for (const path of [
      '/opt/Parlay Desk/resources/app.asar',
      '/usr/share/applications/parlay-desk.desktop',
      `/usr/share/metainfo/${id}.metainfo.xml`,
      '/usr/share/doc/parlay-desk/copyright',
      '/usr/share/icons/hicolor/256x256/apps/parlay-desk.png',
    ])
      expect(installed).toContain(`${path}\n`)
    expect(removed).toBe('')
    expect(purged).toBe('status unknown\n')
  })
})

describe('the AppStream data', () => {
  const text = readFileSync(metainfo, 'utf8')

  it.runIf(isLinux)('is accepted by appstreamcli', () => {
    const { status, stdout } = spawnSync('appstreamcli', ['validate', '--no-net', metainfo], {
      encoding: 'utf8',
    })
    expect(status, stdout).toBe(0)
  })

  it('names the .desktop file, pictures that the repository has, and this version', () => {
    expect(text).toContain('<launchable type="desktop-id">parlay-desk.desktop</launchable>')
    const pictures = [...text.matchAll(/<image>.*\/main\/(.*)<\/image>/g)].map(([, path]) => path ?? '')
    expect(pictures.length).toBeGreaterThan(1)
    expect(pictures.filter(path => !existsSync(join(root, path)))).toEqual([])
    const [, version] = /"version": "(.*)"/.exec(readFileSync(join(root, 'package.json'), 'utf8')) ?? []
    expect(text).toContain(`<release version="${version}"`)
  })
})

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findEntry, findProblems } from '../../tools/release/changelog.ts'
import { tempFolder } from '../support/storage/temp-folder.ts'

const root = resolve(import.meta.dirname, '../..')

const changelog = `# Changelog

## [Unreleased]

### Added

- Something to come.

## [1.2.0] - 2026-12-01

### Fixed

- A price of [another book](https://example.com).

## [1.1.0] - 2026-11-01

## [1.0.0]

- Undated.
`
const metainfo = '<releases><release version="1.2.0" type="stable" date="2026-12-01" /></releases>'
const golden = ['1.0.0', '1.1.0', '1.2.0', '2.0.0']
const good = { tag: 'v1.2.0', version: '1.2.0', changelog, metainfo, golden }

describe('findEntry', () => {
  it('has the text of one version, and nothing of those around it', () => {
    expect(findEntry(changelog, '1.2.0')).toEqual({
      date: '2026-12-01',
      text: '### Fixed\n\n- A price of [another book](https://example.com).',
    })
  })

  it.each(['1.0.0', '1.2', 'Unreleased', '2.0.0'])('has none of %s', version =>
    expect(findEntry(changelog, version)).toBeUndefined(),
  )
})

describe('findProblems', () => {
  it('finds none with a dated entry that names a change', () => expect(findProblems(good)).toEqual([]))

  it.each([
    [
      'a tag of another version',
      { ...good, tag: 'v1.3.0' },
      'The tag is v1.3.0, but package.json has version 1.2.0.',
    ],
    ['a tag without v', { ...good, tag: '1.2.0' }, 'The tag is 1.2.0'],
    ['no tag', { ...good, tag: '' }, 'The tag is '],
    [
      'a version without an entry',
      { ...good, tag: 'v2.0.0', version: '2.0.0' },
      'no entry "## [2.0.0] - YYYY-MM-DD"',
    ],
    ['an entry without a date', { ...good, tag: 'v1.0.0', version: '1.0.0' }, 'no entry "## [1.0.0]'],
    [
      'an empty entry',
      { ...good, tag: 'v1.1.0', version: '1.1.0' },
      'The entry of 1.1.0 in CHANGELOG.md names no change.',
    ],
    [
      'AppStream data of another day',
      { ...good, metainfo: metainfo.replace('12-01', '12-02') },
      'has 1.2.0 of 2026-12-02, the changelog of 2026-12-01',
    ],
    [
      'a version without golden data',
      { ...good, golden: ['1.1.0'] },
      'There is no golden data of 1.2.0 in tests/golden: make it by GOLDEN=1.2.0 npm run golden.',
    ],
    ['AppStream data without it', { ...good, metainfo: '' }, 'The AppStream data has no release 1.2.0.'],
  ])('refuses %s', (_, release, words) => expect(findProblems(release).join('\n')).toContain(words))

  it('says nothing of AppStream data that has the version, where the changelog has no entry', () => {
    const release = { ...good, changelog: '# Changelog\n' }
    expect(findProblems(release)).toEqual([expect.stringContaining('no entry "## [1.2.0]')])
  })
})

describe('check-tag', () => {
  it('refuses a tag of no version with an error of the workflow', () => {
    const tool = join(root, 'tools/release/check-tag.mjs')
    const { status, stderr } = spawnSync(process.execPath, [tool, 'v99.0.0'], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('::error title=No release::The tag is v99.0.0')
  })

  it('refuses the version of a copy of the repository without its golden data', () => {
    const copy = tempFolder()
    const tools = ['tools/release', 'tools/chromium-host/node-24.mjs']
    for (const path of ['package.json', 'CHANGELOG.md', 'resources/linux', 'tests/golden', ...tools])
      cpSync(join(root, path), join(copy, path), { recursive: true })
    const file = join(copy, 'package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, '"version": "98.0.0"'))
    const check = () =>
      spawnSync(process.execPath, [join(copy, 'tools/release/check-tag.mjs'), 'v98.0.0'], {
        encoding: 'utf8',
      }).stderr
    expect(check()).toContain('no golden data of 98.0.0')
    mkdirSync(join(copy, 'tests/golden/98.0.0'))
    expect(check()).toContain('no golden data of 98.0.0')
    writeFileSync(join(copy, 'tests/golden/98.0.0/expected.json'), '{}')
    expect(check()).not.toContain('golden')
  })
})

describe('tools of a release that are run on a Node without TypeScript', () => {
  it.each<[string, readonly string[], string]>([
    ['check-tag', ['v99.0.0'], 'The tag is v99.0.0'],
    ['manifest', ['none', 'x'], 'Name one of new-key, make, sign, check'],
    ['sign', [], 'Name the folder of the release'],
  ])('%s runs on the Node that npm installed', (tool, args, words) => {
    const file = join(root, `tools/release/${tool}.mjs`)
    const { status, stderr } = spawnSync(process.execPath, ['--no-strip-types', file, ...args], {
      encoding: 'utf8',
    })
    expect(stderr).toContain(words)
    expect(stderr).not.toMatch(/^ +at /m)
    expect(status).toBe(1)
  })
})

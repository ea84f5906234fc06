import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findEntry, findProblems } from '../../tools/release/changelog.ts'

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
const good = { tag: 'v1.2.0', version: '1.2.0', changelog, metainfo }

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
    ['AppStream data without it', { ...good, metainfo: '' }, 'The AppStream data has no release 1.2.0.'],
  ])('refuses %s', (_, release, words) => expect(findProblems(release).join('\n')).toContain(words))

  it('says nothing of AppStream data that has the version, where the changelog has no entry', () => {
    const release = { ...good, changelog: '# Changelog\n' }
    expect(findProblems(release)).toEqual([expect.stringContaining('no entry "## [1.2.0]')])
  })
})

describe('check-tag', () => {
  it('refuses a tag of no version with an error of the workflow', () => {
    const tool = resolve(import.meta.dirname, '../../tools/release/check-tag.mjs')
    const { status, stderr } = spawnSync(process.execPath, [tool, 'v99.0.0'], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('::error title=No release::The tag is v99.0.0')
  })
})

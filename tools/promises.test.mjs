import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findFaults, readPromises, writeTable } from './promises.mjs'

const promises = readPromises()
const placesOf = source =>
  promises
    .filter(promise => promise.source.startsWith(source))
    .map(promise => promise.source.split(', ').at(-1))

describe('docs/promises.md', () => {
  it('is what `node tools/promises.mjs` writes', () => {
    const committed = readFileSync(new URL('../docs/promises.md', import.meta.url), 'utf8')
    expect(committed).toBe(writeTable(promises))
  })

  it('names tests that are there, and a reason where there is none', () => {
    expect(findFaults(promises)).toEqual([])
  })

  it('has each promise once, and every item of Electron’s checklist', () => {
    const sentences = promises
      .filter(({ source }) => source.startsWith('docs/'))
      .map(({ promise }) => promise)
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(placesOf('Electron')).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1)))
  })
})

describe('findFaults', () => {
  const row = { promise: 'The page has no Node.', source: 'docs/quality.md, 1' }
  const known = 'tests/main/window.test.ts › opens no other window'
  const mounted =
    'tests/main/compose/unwritable-data.test.ts › %s shows what is there, and refuses in words what cannot be kept'

  it.each([
    ['none', { tests: [known] }, []],
    ['none for a promise with a reason', { tests: [], why: 'There is no page.' }, []],
    ['a promise without a test', { tests: [] }, ['no test: The page has no Node.']],
    [
      'a file that is gone',
      { tests: ['tests/gone.test.ts › opens'] },
      ['not there: tests/gone.test.ts › opens'],
    ],
    [
      'a title that has changed',
      { tests: [known, `${known}s`] },
      ['not there: tests/main/window.test.ts › opens no other windows'],
    ],
    [
      'a test that is skipped somewhere, where the row does not say so',
      { tests: [mounted] },
      [`skipped if !canMount, which its row does not name: ${mounted}`],
    ],
    ['none for one whose row does', { tests: [mounted], skips: { '!canMount': 'without a disk' } }, []],
    [
      'an exception that no test has',
      { tests: [known], skips: { '!canMount': 'without a disk' } },
      ['no test is skipped if !canMount: The page has no Node.'],
    ],
  ])('finds %s', (_what, given, faults) => {
    expect(findFaults([{ ...row, ...given }])).toEqual(faults)
  })
})

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { minScore } from './areas.mjs'
import { judge, percent, scoreOf, survivorsOf } from './score.mjs'

const root = resolve(import.meta.dirname, '../..')

const mutant = (status, line = 1) => ({
  status,
  mutatorName: 'EqualityOperator',
  replacement: 'a  >=\n b',
  location: { start: { line, column: 2 }, end: { line, column: 9 } },
})
const report = {
  files: {
    'src/a.ts': { mutants: [mutant('Killed'), mutant('Timeout'), mutant('Survived', 7), mutant('Ignored')] },
    'src/b.ts': { mutants: [mutant('NoCoverage', 3), mutant('Pending')] },
  },
}

describe('the score of a mutation report', () => {
  it('counts a break that no test reaches as missed, an ignored one nowhere', () => {
    expect(scoreOf(report)).toEqual({ noticed: 2, timedOut: 1, missed: 2, untried: 1 })
  })

  it('counts only the files that were asked for', () => {
    expect(scoreOf(report, ['src/b.ts'])).toEqual({ noticed: 0, timedOut: 0, missed: 1, untried: 1 })
  })

  it('names each survivor by its place', () => {
    expect(survivorsOf(report)).toEqual([
      'src/a.ts:7:2 EqualityOperator: a >= b',
      'src/b.ts:3:2 EqualityOperator, no test reaches it: a >= b',
    ])
  })

  it('is never rounded up to the goal', () => {
    expect(percent(8499, 1501)).toBe(84.9)
    expect(percent(0, 0)).toBe(0)
  })
})

describe('the verdict of a run', () => {
  const run = { results: [], planned: 1, isChanged: false, minScore: 85 }

  it.each([
    ['passes at the goal', { results: [{ noticed: 85, missed: 15 }] }, 0],
    ['fails below it', { results: [{ noticed: 849, missed: 151 }] }, 1],
    [
      'fails where tests fail without a break',
      { results: [{ noticed: 99, missed: 1 }, { failed: true }] },
      1,
    ],
    ['fails where nothing has the name', { planned: 0 }, 1],
    ['fails where a file has nothing to break', { results: [{ noticed: 0, missed: 0 }] }, 1],
    ['fails where the time was up before the first break', { isChanged: true }, 1],
    ['fails where the tests of what changed fail', { isChanged: true, results: [{ failed: true }] }, 1],
    ['passes where nothing changed', { isChanged: true, planned: 0 }, 0],
    [
      'fails where nothing changed in a folder that is none',
      { isChanged: true, planned: 0, unknown: ['a'] },
      1,
    ],
    [
      'passes where what changed has nothing to break',
      { isChanged: true, results: [{ noticed: 0, missed: 0 }] },
      0,
    ],
  ])('%s', (_what, given, exitCode) => {
    expect(judge({ ...run, ...given }).exitCode).toBe(exitCode)
  })

  it('has the goal of docs/quality.md', () => {
    const promised = readFileSync(resolve(root, 'docs/quality.md'), 'utf8')
    expect(promised).toContain(`at least ${minScore}%`)
    expect(minScore).toBe(85)
  })

  it.each([['src/main/links/mistyped.ts'], ['mistyped'], ['--changed', 'mistyped']])(
    'ends `npm run mutants -- %s` as it says',
    (...args) => {
      const { status, stdout } = spawnSync(process.execPath, ['tools/mutants.mjs', ...args], {
        cwd: root,
        encoding: 'utf8',
      })
      expect([status, stdout.trim().split('\n').at(-1)]).toEqual([
        1,
        expect.stringContaining('No break was tried'),
      ])
    },
  )
})

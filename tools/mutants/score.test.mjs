import { describe, expect, it } from 'vitest'
import { percent, scoreOf, survivorsOf } from './score.mjs'

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
    expect(percent(0, 0)).toBe(100)
  })
})

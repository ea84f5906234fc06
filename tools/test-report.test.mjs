import { describe, expect, it } from 'vitest'
import { toReport } from './test-report.mjs'

const unit = {
  ...{ title: 'Unit', seconds: 61.24, passed: 10, failed: 1 },
  failures: ['a.test.ts › fails: no'],
  skipped: ['b.test.ts › needs a mount', 'b.test.ts › needs Windows'],
  unsteady: [
    { test: 'c.test.ts › slow', reason: 'timed out' },
    { test: 'd.test.ts › slow', reason: '' },
  ],
}
const lint = { title: 'Lint', seconds: 5, passed: 1, failed: 0, failures: [], skipped: [], unsteady: [] }

describe('the end of npm test', () => {
  it('names every test that failed, was skipped or was tried again, and ends with the sums', () => {
    expect(toReport([unit, lint], 1.25)).toEqual([
      'Unit, failed: a.test.ts › fails: no',
      'Unit, skipped: b.test.ts › needs a mount',
      'Unit, skipped: b.test.ts › needs Windows',
      'Unit, passed only when tried again: c.test.ts › slow: timed out',
      'Unit, passed only when tried again: d.test.ts › slow',
      '',
      'Unit                    10 passed    1 failed    2 skipped    61.2 s',
      'Lint                     1 passed    0 failed    0 skipped     5.0 s',
      '',
      '2 skipped, 1.3 min',
      '11 passed, 1 failed',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { playwrightCounts, tally, vitestCounts } from './test-counts.mjs'

describe('tally', () => {
  it('counts a step without a report as one', () => {
    expect(tally(0)).toEqual({ passed: 1, failed: 0 })
    expect(tally(2)).toEqual({ passed: 0, failed: 1 })
  })

  it("takes a runner's own counts", () => {
    expect(tally(0, vitestCounts({ numPassedTests: 12, numFailedTests: 0 }))).toEqual({
      passed: 12,
      failed: 0,
    })
    expect(tally(1, vitestCounts({ numPassedTests: 9, numFailedTests: 3 }))).toEqual({ passed: 9, failed: 3 })
  })

  it('counts a runner that crashed after its tests passed as one failure', () => {
    expect(tally(1, vitestCounts({ numPassedTests: 12, numFailedTests: 0 }))).toEqual({
      passed: 12,
      failed: 1,
    })
  })

  it('counts a runner without a report, or one that ran nothing, as one failure', () => {
    expect(tally(null, playwrightCounts({}))).toEqual({ passed: 0, failed: 1 })
    expect(tally(0, vitestCounts({ numPassedTests: 0, numFailedTests: 0 }))).toEqual({ passed: 0, failed: 1 })
  })

  it('counts a flaky end-to-end spec as passed', () => {
    const stats = { expected: 4, flaky: 1, unexpected: 2, skipped: 3 }
    expect(tally(1, playwrightCounts({ stats }))).toEqual({ passed: 5, failed: 2 })
  })
})

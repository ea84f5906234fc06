import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countsWithSecondRun, crashedFiles, playwrightCounts, tally, vitestCounts } from './test-counts.mjs'

describe('tally', () => {
  it('counts a step without a report as one', () => {
    expect(tally(0)).toMatchObject({ passed: 1, failed: 0 })
    expect(tally(2)).toMatchObject({ passed: 0, failed: 1 })
  })

  it("takes a runner's own counts", () => {
    const counted = (status, numPassedTests, numFailedTests) =>
      tally(status, vitestCounts({ numPassedTests, numFailedTests }))
    expect(counted(0, 12, 0)).toMatchObject({ passed: 12, failed: 0 })
    expect(counted(1, 9, 3)).toMatchObject({ passed: 9, failed: 3 })
  })

  it('counts a runner that crashed after its tests passed as one failure', () => {
    const counts = vitestCounts({ numPassedTests: 12, numFailedTests: 0 })
    expect(tally(1, counts)).toMatchObject({ passed: 12, failed: 1 })
  })

  it('counts a runner without a report, or one that ran nothing, as one failure', () => {
    expect(tally(null, playwrightCounts({}))).toMatchObject({ passed: 0, failed: 1 })
    expect(tally(0, vitestCounts({}))).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts a flaky end-to-end spec as passed', () => {
    const stats = { expected: 4, flaky: 1, unexpected: 2, skipped: 3 }
    expect(tally(1, playwrightCounts({ stats }))).toMatchObject({ passed: 5, failed: 2 })
  })
})

describe('a test file whose process crashed', () => {
  const test = status => ({
    status,
    fullName: 'it',
    failureMessages: status === 'failed' ? ['Error: no'] : [],
  })
  const file = (name, status, ...statuses) => ({ name, status, assertionResults: statuses.map(test) })
  const first = {
    numPassedTests: 4,
    numFailedTests: 0,
    testResults: [
      file('a.test.ts', 'passed', 'passed', 'passed', 'passed', 'pending'),
      file('b.test.ts', 'failed', 'passed', 'pending', 'pending'),
    ],
  }

  it('differs from one with tests that failed, or that were skipped', () => {
    expect(crashedFiles(first)).toEqual(['b.test.ts'])
    expect(
      crashedFiles({ testResults: [file('c.test.ts', 'failed', 'passed', 'failed', 'pending')] }),
    ).toEqual([])
  })

  it('counts as it ended when it ran again, and is named', () => {
    const passed = {
      numPassedTests: 3,
      testResults: [file('b.test.ts', 'passed', 'passed', 'passed', 'passed')],
    }
    expect(countsWithSecondRun(first, passed)).toEqual({
      passed: 6,
      failed: 0,
      failures: [],
      skipped: [],
      unsteady: [{ test: 'b.test.ts', reason: 'its process crashed' }],
    })
  })

  it('fails when a test fails then', () => {
    const failed = {
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [file('b.test.ts', 'failed', 'passed', 'passed', 'failed')],
    }
    expect(countsWithSecondRun(first, failed)).toMatchObject({
      passed: 5,
      failed: 1,
      failures: ['b.test.ts › it: Error: no'],
    })
  })
})

describe('the lines at the end of a log', () => {
  it('name each unit test that failed, with its reason, was skipped, or passed only when tried again', () => {
    const { failures, skipped, unsteady } = vitestCounts({
      testResults: [
        {
          name: resolve('a.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'is fine', failureMessages: [] },
            { status: 'passed', fullName: 'is late', failureMessages: ['Error: timed out\n  at x'] },
            { status: 'skipped', fullName: 'needs Windows', failureMessages: [] },
            { status: 'todo', fullName: 'is to be written', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'is wrong',
              failureMessages: ['Error: 1 is not 2\n  at y', 'again'],
            },
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'cannot be loaded\nat z', assertionResults: [] },
      ],
    })
    expect(failures).toEqual(['a.test.ts › is wrong: Error: 1 is not 2', 'b.test.ts: cannot be loaded'])
    expect(skipped).toEqual(['a.test.ts › needs Windows', 'a.test.ts › is to be written'])
    expect(unsteady).toEqual([{ test: 'a.test.ts › is late', reason: 'Error: timed out' }])
  })

  it('name end-to-end specs at any depth', () => {
    const spec = (title, status) => ({ title, file: 'a.e2e.ts', tests: [{ status }] })
    const suites = [
      {
        specs: [spec('fine', 'expected')],
        suites: [
          { specs: [spec('wrong', 'unexpected'), spec('late', 'flaky'), spec('elsewhere', 'skipped')] },
        ],
      },
    ]
    expect(playwrightCounts({ suites })).toMatchObject({
      failures: ['a.e2e.ts › wrong'],
      skipped: ['a.e2e.ts › elsewhere'],
      unsteady: [{ test: 'a.e2e.ts › late', reason: '' }],
    })
  })
})

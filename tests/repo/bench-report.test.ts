import { describe, expect, it } from 'vitest'
import { isMissed, median, quantile, toRow, table } from '../../bench/report.ts'

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9], 9.5],
    [[7], 7],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle)
  })
})

describe('quantile', () => {
  it.each([
    [[3, 1, 2], 0.5, 2],
    [[5, 1, 4, 2, 3], 0.95, 5],
    [[1, 2], 1, 2],
    [[], 0.5, NaN],
  ])('of %j at %d is %d', (values, share, value) => {
    expect(quantile(values, share)).toBe(value)
  })
})

describe('a row', () => {
  const words = { question: 'start', against: 'an empty window', goal: 'at most 300 ms more', unit: 'ms' }
  const row = toRow({ ...words, ours: [820, 900, 810], theirs: [600, 640, 656] })

  it('holds the medians of both sides and their ratio', () => {
    expect(row).toEqual({ ...words, ours: 820, theirs: 640, ratio: 1.28, runs: 3 })
  })

  it('misses a goal that is a figure, and no other', () => {
    expect(isMissed(row)).toBe(false)
    expect(isMissed({ ...row, max: 820 })).toBe(false)
    expect(isMissed({ ...row, max: 819 })).toBe(true)
    expect(isMissed({ ...row, ours: NaN, max: 819 })).toBe(true)
  })

  it('is printed under its headings, numbers to the right', () => {
    const [heading = '', line = ''] = table([row, { ...row, ours: 7 }]).split('\n')
    expect(line.indexOf('820') + 3).toBe(heading.indexOf('ours') + 4)
    expect(line.indexOf('an empty window')).toBe(heading.indexOf('against'))
  })
})

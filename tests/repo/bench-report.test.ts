import { describe, expect, it } from 'vitest'
import { median, toRow, table } from '../../bench/report.ts'

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

describe('a row', () => {
  const words = { question: 'start', against: 'an empty window', goal: 'at most 300 ms more', unit: 'ms' }
  const row = toRow({ ...words, ours: [820, 900, 810], theirs: [600, 640, 656] })

  it('holds the medians of both sides and their ratio', () => {
    expect(row).toEqual({ ...words, ours: 820, theirs: 640, ratio: 1.28, runs: 3 })
  })

  it('is printed under its headings, numbers to the right', () => {
    const [heading = '', line = ''] = table([row, { ...row, ours: 7 }]).split('\n')
    expect(line.indexOf('820') + 3).toBe(heading.indexOf('ours') + 4)
    expect(line.indexOf('an empty window')).toBe(heading.indexOf('against'))
  })
})

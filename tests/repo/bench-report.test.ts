import { describe, expect, it } from 'vitest'
import { noneTaken, phases, toRows } from '../../bench/pricing/rows.ts'
import {
  chooseBetter,
  describeGoal,
  isMet,
  isTooSlow,
  judge,
  median,
  quantile,
  rotate,
  table,
  toRow,
  type Goal,
} from '../../bench/report.ts'

describe('rotate', () => {
  it('lets each side begin equally often, in one order', () => {
    const rounds = [0, 1, 2, 3].map(round => rotate(['ours', 'theirs'], round))
    expect(rounds.map(([first]) => first)).toEqual(['ours', 'theirs', 'ours', 'theirs'])
    expect(rotate(['a', 'b', 'c'], 5)).toEqual(['c', 'a', 'b'])
  })
})

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
  const words = { question: 'start', against: 'an empty window', unit: 'ms' }
  const runs = { ours: [820, 900, 810], theirs: [600, 640, 656] }
  const withGoal = (on: Goal['on'], max: number) => toRow({ ...words, ...runs, goal: { on, max } })

  it('has the fields of the stable surface and no other', () => {
    expect(withGoal('ratio', 1.3)).toEqual({
      ...words,
      ours: 820,
      theirs: 640,
      ratio: 1.28,
      goal: { on: 'ratio', max: 1.3 },
      met: true,
      runs: 3,
    })
  })

  it('with a minimum meets it above, and misses it below', () => {
    const atLeast = (min: number) => toRow({ ...words, ...runs, goal: { on: 'ratio', min } })
    expect([atLeast(1.28).met, atLeast(1.29).met]).toEqual([true, false])
    expect(isTooSlow(atLeast(2.57))).toBe(true)
    expect(describeGoal(atLeast(1.5))).toBe('at least 1.5 x')
    expect(chooseBetter([atLeast(1.5)], [{ ...atLeast(1.5), ratio: 1.4 }])[0]?.ratio).toBe(1.4)
  })

  it.each([
    ['ratio', 1.28, 1.27],
    ['ours', 820, 819],
    ['difference', 180, 179],
  ] as const)('with a goal on %s meets %d and misses %d', (on, max, less) => {
    expect(withGoal(on, max).met).toBe(true)
    expect(withGoal(on, less).met).toBe(false)
  })

  it('is judged by the figures it shows', () => {
    const goal: Goal = { on: 'ours', max: 33 }
    expect(toRow({ ...words, ours: [33.04], theirs: [1], goal })).toMatchObject({ ours: 33, met: true })
    expect(toRow({ ...words, ours: [33.06], theirs: [1], goal })).toMatchObject({ ours: 33.1, met: false })
  })

  it('of seconds keeps single milliseconds', () => {
    expect(toRow({ ...words, ours: [1434.6], theirs: [1080.2] })).toMatchObject({ ours: 1435, theirs: 1080 })
  })

  it('meets no goal on a figure that was not measured', () => {
    const goal: Goal = { on: 'ours', max: 33 }
    expect(toRow({ ...words, ours: [NaN], theirs: [1], goal }).met).toBe(false)
    expect(toRow({ ...words, ours: [], theirs: [], goal }).met).toBe(false)
  })

  it('without a goal is met', () => {
    expect(toRow({ ...words, ...runs })).toMatchObject({ goal: null, met: true })
  })

  it('takes another statistic than the median', () => {
    const slowest = toRow({ ...words, ...runs, statistic: values => Math.max(...values) })
    expect(slowest).toMatchObject({ ours: 900, theirs: 656, runs: 3 })
  })

  it('in a quick run is held to a multiple of its goal', () => {
    const row = withGoal('difference', 90)
    expect(isMet(row)).toBe(false)
    expect(isTooSlow(row)).toBe(false)
    expect(isTooSlow(withGoal('difference', 89))).toBe(true)
  })

  it('asked twice counts as the time that is nearer to its goal', () => {
    const asked = (ours: number, theirs: number) =>
      toRow({ ...words, ours: [ours], theirs: [theirs], goal: { on: 'ratio', max: 2 } })
    const [first, second] = [
      [asked(9, 1), asked(3, 1)],
      [asked(10, 5), asked(4, 1)],
    ]
    expect(chooseBetter(first, second)).toEqual([second[0], first[1]])
  })

  it('says its goal in words', () => {
    expect(describeGoal(withGoal('ratio', 0.65))).toBe('at most 0.65 x')
    expect(describeGoal(withGoal('ours', 33))).toBe('at most 33 ms')
    expect(describeGoal(withGoal('difference', 350))).toBe('at most 350 ms more')
    expect(describeGoal(toRow({ ...words, ...runs }))).toBe('')
  })

  it('is printed under its headings, numbers to the right, with a mark when its goal is missed', () => {
    const [heading = '', line = '', missed = ''] = table([
      withGoal('ratio', 2),
      { ...withGoal('ratio', 1), ours: 7 },
    ]).split('\n')
    expect(line.indexOf('820') + 3).toBe(heading.indexOf('ours') + 4)
    expect(line.indexOf('an empty window')).toBe(heading.indexOf('against'))
    expect(line.indexOf('yes')).toBe(heading.indexOf('met'))
    expect(missed.indexOf('NO')).toBe(heading.indexOf('met'))
  })
})

describe('the verdict of a run', () => {
  const row = (ours: number) =>
    toRow({
      ...{ question: 'grid', against: 'AG Grid', unit: 'ms' },
      ...{ ours: [ours], theirs: [100], goal: { on: 'ratio', max: 0.65 } },
    })
  const [met, missed, slow, unmeasured] = [row(65), row(66), row(131), row(NaN)]
  const check = { isQuick: false, isCheck: true }

  it.each([
    ['a check passes when all goals are met', [met], check, 0],
    ['a check fails when one is missed', [met, missed], check, 1],
    ['a check fails when one was not measured', [met, unmeasured], check, 1],
    ['a run that is no check passes with goals missed', [missed, slow], { ...check, isCheck: false }, 0],
    ['a quick run passes within twice its goals', [missed], { isQuick: true, isCheck: false }, 0],
    ['a quick run fails over twice a goal', [slow], { isQuick: true, isCheck: false }, 1],
    ['a quick check fails when a goal is missed', [missed], { isQuick: true, isCheck: true }, 1],
    ['a run of no rows fails', [], { ...check, isCheck: false }, 1],
  ])('%s', (_what, rows, how, exitCode) => {
    expect(judge(rows, how).exitCode).toBe(exitCode)
  })

  it('fails a check where nothing could be asked over TLS, and names it', () => {
    const rows = phases.flatMap(phase => toRows('TLS', phase, noneTaken()))
    const { lines, exitCode } = judge(rows, check)
    expect(exitCode).toBe(1)
    expect(lines).toContain(
      'Not measured: 30 books, TLS, after 6 s idle: whole path, against axios.post a book, at most 0.15 x.',
    )
    expect(lines).toHaveLength(rows.filter(({ goal }) => goal !== null).length)
  })

  it('does not trust the mark of a row', () => {
    expect(judge([{ ...missed, met: true }], check).exitCode).toBe(1)
  })

  it('names what was missed, and what was not measured', () => {
    expect(judge([met, missed, slow, unmeasured], { ...check, isQuick: true }).lines).toEqual([
      'Missed: grid, at most 0.65 x: 66 ms, 0.66 x.',
      'Missed: grid, at most 0.65 x: 131 ms, 1.31 x.',
      'Not measured: grid, against AG Grid, at most 0.65 x.',
      'Over 2 x its goal: grid.',
      'Over 2 x its goal: grid.',
    ])
  })
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addSecondTries, readSecondTries, writeSecondTries } from './second-tries.mjs'

describe('a second try', () => {
  it('fails from a test’s third day on, however many runs a day has, and is forgotten after a month', () => {
    const before = { a: ['2026-11-01', '2026-11-20'], b: ['2026-10-01'] }
    expect(addSecondTries(before, ['a', 'c', 'c'], '2026-11-24')).toEqual({
      days: { a: ['2026-11-01', '2026-11-20', '2026-11-24'], c: ['2026-11-24'] },
      tooOften: ['a'],
    })
    expect(addSecondTries(before, ['a'], '2026-11-20').tooOften).toEqual([])
    expect(addSecondTries(before, ['a'], '2026-12-10').tooOften).toEqual([])
  })

  it('fails later runs, too, until the test is taken out of the list', () => {
    const before = { a: ['2026-11-01', '2026-11-02', '2026-11-03'] }
    expect(addSecondTries(before, [], '2026-11-04').tooOften).toEqual(['a'])
    expect(addSecondTries({}, [], '2026-11-04').tooOften).toEqual([])
  })

  it('is written to a file by name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'desk-second-tries-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'second-tries.json')
    writeSecondTries({ b: ['2026-11-24'], a: ['2026-11-23', '2026-11-24'] }, file)
    expect(Object.keys(readSecondTries(file))).toEqual(['a', 'b'])
    expect(readFileSync(file, 'utf8')).toMatch(/\n$/)
  })
})

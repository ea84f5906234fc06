import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addDay, addSecondTries, readKeptDays, readSecondTries, writeSecondTries } from './second-tries.mjs'

describe('a second try', () => {
  it('is counted by test', () => {
    expect(addSecondTries({ a: 1 }, ['a', 'b'])).toEqual({ times: { a: 2, b: 1 }, tooOften: [] })
  })

  it('is one too many as the third of a test, in one run or in several, until it is taken out of the list', () => {
    expect(addSecondTries({ a: 2 }, ['a']).tooOften).toEqual(['a'])
    expect(addSecondTries({}, ['b', 'b', 'b']).tooOften).toEqual(['b'])
    expect(addSecondTries({ a: 3 }, []).tooOften).toEqual(['a'])
  })

  it('is written to a file by name, formatted as Prettier does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'desk-second-tries-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'second-tries.json')
    writeSecondTries({ b: 1, a: 2 }, file)
    expect(readFileSync(file, 'utf8')).toBe('{\n  "a": 2,\n  "b": 1\n}\n')
    expect(readSecondTries(file)).toEqual({ a: 2, b: 1 })
  })

  it('fails the run of a test’s third day, however many runs a day has, and is forgotten after a month', () => {
    const kept = { a: ['2026-11-01', '2026-11-20'], b: ['2026-10-01'] }
    expect(addDay(kept, ['a', 'c', 'c'], '2026-11-24')).toEqual({
      days: { a: ['2026-11-01', '2026-11-20', '2026-11-24'], c: ['2026-11-24'] },
      tooOften: ['a'],
    })
    expect(addDay(kept, ['a'], '2026-11-20').tooOften).toEqual([])
    expect(addDay(kept, ['a'], '2026-12-10').tooOften).toEqual([])
    expect(addDay({ a: ['2026-11-01', '2026-11-02', '2026-11-03'] }, [], '2026-11-04').tooOften).toEqual([])
  })

  it('is kept by CI in a folder of its own, from the first one on', () => {
    const folder = mkdtempSync(join(tmpdir(), 'desk-second-tries-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'new', 'days.json')
    expect(readKeptDays(file)).toEqual({})
    writeSecondTries({ a: ['2026-11-24'] }, file)
    expect(readKeptDays(file)).toEqual({ a: ['2026-11-24'] })
  })
})

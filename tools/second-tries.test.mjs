import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addSecondTries, readSecondTries, writeSecondTries } from './second-tries.mjs'

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
})

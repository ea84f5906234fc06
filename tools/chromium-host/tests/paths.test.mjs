import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { choosePath, pathOf } from '../paths.mjs'

describe('a folder of the app', () => {
  test('is set by an absolute path only', () => {
    expect(() => choosePath('userData', 'my data')).toThrow('Path must be absolute')
    choosePath('userData', resolve('my data'))
    expect(pathOf('userData')).toBe(resolve('my data'))
  })

  test('is not set by a name that Electron does not know', () => {
    expect(() => choosePath('nowhere', resolve('my data'))).toThrow(`Failed to get 'nowhere' path`)
  })
})

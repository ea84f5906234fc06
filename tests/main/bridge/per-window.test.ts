import { expect, it } from 'vitest'
import { createPerWindow } from '../../../src/main/bridge/per-window.ts'

it('createPerWindow makes one for each window, and keeps it', () => {
  const partsOf = createPerWindow<string[]>(() => [])
  partsOf('main').push('a')
  partsOf('blue').push('b')
  partsOf('main').push('c')
  expect([partsOf('main'), partsOf('blue')]).toEqual([['a', 'c'], ['b']])
})

import { describe, expect, it } from 'vitest'
import { findTestCalls } from './test-calls.mjs'

const read = text => Object.fromEntries(findTestCalls(text))

describe('findTestCalls', () => {
  it.each([
    ["it('opens', () => {})", []],
    ["it.each([1])('opens', () => {})", []],
    ["it('opens', { timeout: 9, skip: false }, () => {})", []],
    ["it.skip('opens', () => {})", ['always']],
    ["it.todo('opens')", ['always']],
    ["test.fixme('opens', () => {})", ['always']],
    ["it.skip.each([1])('opens', () => {})", ['always']],
    ["it.skipIf(true)('opens', () => {})", ['always']],
    ["it.runIf(false)('opens', () => {})", ['always']],
    ["it('opens', { skip: true }, () => {})", ['always']],
    ["describe.skip('a file', () => { it('opens', () => {}) })", ['always']],
    ["describe.skipIf(true)('a file', () => { describe('b', () => { it('opens', () => {}) }) })", ['always']],
    ["test('opens', () => { test.skip() })", ['always']],
    ["test('opens', ({ skip }) => { test.skip(true, 'later') })", ['always']],
    ["describe('a file', () => { test.fixme(); test('opens', () => {}) })", ['always']],
    ["it.skipIf(!hasPipes)('opens', () => {})", ['!hasPipes']],
    ["it.runIf(isLinux).each([1])('opens', () => {})", ['not isLinux']],
    ["test('opens', () => { test.skip(isMac, 'no bus') })", ['isMac']],
    ["it('opens', context => { if (!isHere) { context.skip() } })", ['!isHere']],
    ["describe.skipIf(isMac)('a', () => { it.skip('opens', () => {}) })", ['isMac', 'always']],
  ])('reads the conditions of %s', (text, conditions) => {
    expect(read(text)['opens']).toEqual(conditions)
  })

  it('leaves a test beside a skipped one as it is', () => {
    const text = "describe('a', () => { test.skip('waits', () => {}); test('opens', () => {}) })"
    expect(read(text)).toEqual({ a: [], waits: ['always'], opens: [] })
  })

  it('finds no title in other text', () => {
    expect(read("// it('opens', () => {})\nconst words = 'opens'\nexpect(words).toBe('opens')")).toEqual({})
  })
})

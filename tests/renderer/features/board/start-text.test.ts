import { expect, test } from 'vitest'
import { startText } from '../../../../src/renderer/features/board/start-text.ts'

const minute = 60_000
const now = Date.UTC(2026, 0, 10, 12)

test.each([
  [90_000, 'in 2 min'],
  [40 * minute, 'in 40 min'],
  [120 * minute, 'in 2 h'],
  [125 * minute, 'in 2 h 05'],
  [150 * minute, 'in 2 h 30'],
])('a game %i ms ahead starts %s', (aheadMs, text) => {
  expect(startText(now + aheadMs, now)).toMatch(new RegExp(`^\\d\\d:\\d\\d · ${text}$`))
})

test('a game a day ahead is told by its day', () => {
  expect(startText(now + 26 * 60 * minute, now)).toMatch(/11 \d\d:\d\d$/)
})

test('a game whose time has come has started', () => {
  expect(startText(now - 1, now)).toMatch(/ · started$/)
})

test('an unknown start says nothing', () => {
  expect(startText(null, now)).toBe('')
})

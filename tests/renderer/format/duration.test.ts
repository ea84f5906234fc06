import { expect, it } from 'vitest'
import { ageText, countdownText } from '../../../src/renderer/format/duration.ts'

it.each([
  [-5_000, '0 s'],
  [999, '0 s'],
  [31_400, '31 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [86_400_000, '1 d'],
])('ageText(%i) is %s', (ms, text) => {
  expect(ageText(ms)).toBe(text)
})

it.each([
  [-1, '0:00'],
  [1, '0:01'],
  [9_000, '0:09'],
  [60_001, '1:01'],
  [750_000, '12:30'],
])('countdownText(%i) is %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text)
})

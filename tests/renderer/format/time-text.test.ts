import { expect, it } from 'vitest'
import {
  ageText,
  calendarDay,
  clockSeconds,
  clockTime,
  countdownText,
  secondsAndDay,
  timeAndDay,
  dayAndTime,
  dayInList,
  localDay,
  parseTimeInput,
  timeInput,
} from '../../../src/renderer/format/time-text.ts'

const at = new Date(2026, 10, 1, 8, 5).getTime()

it('timeAndDay and secondsAndDay name the day where it is another than today', () => {
  const [evening, tomorrow, nextYear] = [at + 5 * 3_600_000, at + 86_400_000, at + 365 * 86_400_000]
  expect(timeAndDay(evening, at)).toBe('13:05')
  expect(secondsAndDay(evening, at)).toBe('13:05:00')
  for (const text of [timeAndDay, secondsAndDay]) {
    expect(text(tomorrow, at)).toBe('Nov 2 08:05')
    expect(text(nextYear, at)).toBe('Nov 1, 2027')
  }
})

it('dayAndTime writes the day and time short', () => {
  expect(dayAndTime(at)).toBe('Nov 1 08:05')
})

it('dayInList writes the year in place of the time for another year', () => {
  expect([dayInList(at, at), dayInList(at, new Date(2027, 0, 1).getTime())]).toEqual([
    'Nov 1 08:05',
    'Nov 1, 2026',
  ])
})

it('timeInput writes a moment as an input holds it, and parseTimeInput reads it back', () => {
  expect(timeInput(at)).toBe('2026-11-01T08:05')
  expect(parseTimeInput('2026-11-01T08:05')).toBe(at)
  expect(parseTimeInput('')).toBeUndefined()
})

it('localDay counts days back in local time, also over a month', () => {
  expect([localDay(at), localDay(at, 1)]).toEqual(['2026-11-01', '2026-10-31'])
})

it('clock times have two or three parts, calendar days a weekday', () => {
  const evening = new Date(2026, 0, 10, 18, 46, 9).getTime()
  expect(clockTime(evening)).toMatch(/^18.46$/)
  expect(clockSeconds(evening)).toMatch(/^18.46.09$/)
  expect(calendarDay(evening)).toContain('10')
})

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
  [90_000_000, '1 d 1 h'],
  [1, '0:01'],
  [9_000, '0:09'],
  [60_001, '1:01'],
  [750_000, '12:30'],
])('countdownText(%i) is %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text)
})

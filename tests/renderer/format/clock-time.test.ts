import { expect, it } from 'vitest'
import {
  dayAndTime,
  dayInList,
  localDay,
  timeInput,
  timeOfInput,
} from '../../../src/renderer/format/clock-time.ts'

const at = new Date(2026, 10, 1, 8, 5).getTime()

it('writes day and time short', () => {
  expect(dayAndTime(at)).toBe('Nov 1 08:05')
})

it('adds the year to the day of another year', () => {
  expect([dayInList(at, at), dayInList(at, new Date(2027, 0, 1).getTime())]).toEqual([
    'Nov 1 08:05',
    'Nov 1, 2026',
  ])
})

it('writes a moment as an input of date and time holds it, and reads it back', () => {
  expect(timeInput(at)).toBe('2026-11-01T08:05')
  expect(timeOfInput('2026-11-01T08:05')).toBe(at)
  expect(timeOfInput('')).toBeUndefined()
})

it('counts days back where the user is, also over a month', () => {
  expect([localDay(at), localDay(at, 1)]).toEqual(['2026-11-01', '2026-10-31'])
})

import { afterEach, expect, it, vi } from 'vitest'
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
  dayText,
  localDay,
  parseTimeInput,
  timeInput,
} from '../../../src/renderer/format/time-text.ts'

/** Loads the formats as on a machine with this language and time zone. */
async function inLocale(locale: string, timeZone?: string) {
  class LocalFormat extends Intl.DateTimeFormat {
    constructor(_: unknown, options: Intl.DateTimeFormatOptions) {
      super(locale, { timeZone, ...options })
    }
  }
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: LocalFormat } }))
  vi.resetModules()
  return await import('../../../src/renderer/format/time-text.ts')
}

afterEach(() => vi.unstubAllGlobals())

const at = new Date(2026, 10, 1, 8, 5).getTime()

it('timeAndDay and secondsAndDay name the day where it is another than today', () => {
  const [evening, tomorrow, nextYear] = [at + 5 * 3_600_000, at + 86_400_000, at + 365 * 86_400_000]
  expect(timeAndDay(evening, at)).toBe('1:05 PM')
  expect(secondsAndDay(evening, at)).toBe('1:05:00 PM')
  for (const text of [timeAndDay, secondsAndDay]) {
    expect(text(tomorrow, at)).toBe('Nov 2, 8:05 AM')
    expect(text(nextYear, at)).toBe('Nov 1, 2027')
  }
})

it('dayAndTime writes the day and time short', () => {
  expect(dayAndTime(at)).toBe('Nov 1, 8:05 AM')
})

it('dayInList writes the year in place of the time for another year', () => {
  expect([dayInList(at, at), dayInList(at, new Date(2027, 0, 1).getTime())]).toEqual([
    'Nov 1, 8:05 AM',
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

it('dayText writes a calendar day as the locale of the user does', async () => {
  expect(dayText('2026-11-26')).toBe('Nov 26, 2026')
  expect((await inLocale('de-DE')).dayText('2026-11-26')).toBe('26.11.2026')
})

it('clockTime and clockSeconds follow the locale of the user, in 12 or 24 hours', async () => {
  const evening = new Date(2026, 0, 10, 18, 46, 9).getTime()
  expect([clockTime(evening), clockSeconds(evening)]).toEqual(['6:46 PM', '6:46:09 PM'])
  const german = await inLocale('de-DE')
  expect([german.clockTime(evening), german.clockSeconds(evening)]).toEqual(['18:46', '18:46:09'])
  expect(calendarDay(evening)).toBe('Sat, Jan 10')
})

it.each([
  ['America/New_York', 'Times are in New York time (EST).'],
  ['America/Argentina/Buenos_Aires', 'Times are in Buenos Aires time (GMT-3).'],
  ['UTC', 'Times are in UTC.'],
])('timeZoneText of %s says %s', async (timeZone, text) => {
  expect((await inLocale('en-US', timeZone)).timeZoneText(at)).toBe(text)
})

it.each([
  [-5_000, '0s'],
  [999, '0s'],
  [31_400, '31s'],
  [59_999, '59s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1h'],
  [86_400_000, '1d'],
])('ageText(%i) is %s', (ms, text) => {
  expect(ageText(ms)).toBe(text)
})

it.each([
  [-1, '0:00'],
  [90_000_000, '1d 1h'],
  [1, '0:01'],
  [9_000, '0:09'],
  [60_001, '1:01'],
  [750_000, '12:30'],
])('countdownText(%i) is %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text)
})

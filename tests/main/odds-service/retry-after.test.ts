import { describe, expect, it } from 'vitest'
import { readRetryAfter } from '../../../src/main/odds-service/retry-after.ts'
import { fc } from '../../support/property.ts'
import { answers, startClient, startService } from '../../support/odds-service/server.ts'
import { noon } from '../../support/shared/desk-rows.ts'

const waitOf = (retryAfter: string | undefined, date?: string) =>
  (readRetryAfter({ retryAfter, date }, noon) - noon) / 1000
const day = 86_400

const two = (value: number) => String(value).padStart(2, '0')
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The three forms of RFC 9110, 5.6.7, written apart from the code under test. */
function formsOf(at: number): string[] {
  const date = new Date(at)
  const [dayName = '', month = ''] = [days[date.getUTCDay()], months[date.getUTCMonth()]]
  const [year, monthDay] = [date.getUTCFullYear(), date.getUTCDate()]
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return [
    `${dayName.slice(0, 3)}, ${two(monthDay)} ${month} ${year} ${time} GMT`,
    `${dayName}, ${two(monthDay)}-${month}-${two(year % 100)} ${time} GMT`,
    `${dayName.slice(0, 3)} ${month} ${String(monthDay).padStart(2)} ${time} ${year}`,
  ]
}

describe('readRetryAfter', () => {
  it.each([
    ['7', 7],
    [' 7 ', 7],
    ['0', 1],
    ['1.5', 1.5],
    ['1.25', 1.25],
    ['7200', 7_200],
    ['90000', 90_000],
    ['31536000', 365 * day],
    ['Sat, 10 Jan 2026 12:01:30 GMT', 90],
    ['Saturday, 10-Jan-26 12:00:30 GMT', 30],
    ['Sat Jan 10 12:00:30 2026', 30],
    ['Sun Feb  1 12:00:00 2026', 22 * day],
    ['Sat, 10 Jan 2026 12:00:60 GMT', 60],
    ['Friday, 10-Jan-75 12:00:00 GMT', 17_897 * day],
    ['Monday, 10-Jan-94 12:00:00 GMT', 1],
    ['Sat, 10 Jan 2026 11:58:30 GMT', 1],
    ['30, 60', 60],
    ['60, 30', 60],
    ['5, Sat, 10 Jan 2026 12:01:30 GMT, 7', 90],
    ['soon, 90', 90],
    // Against the standard, but the meaning is clear.
    ['Sun, 1 Feb 2026 12:00:00 GMT', 22 * day],
    ['5, Sunday, 1-Feb-26 12:00:00 GMT, 7', 22 * day],
  ])('reads %j as %d s', (header, seconds) => {
    expect(waitOf(header)).toBe(seconds)
  })

  it.each([
    undefined,
    '',
    '  ',
    '-5',
    '+5',
    'soon',
    'in 5',
    'foo 1',
    '5s',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '2026-01-10T13:00:00Z',
    'Sat, 10 Jan 2026 13:00:00 EST',
    'Sat, 10 Foo 2026 13:00:00 GMT',
    'Sat, 45 Jan 2026 13:00:00 GMT',
    'Sat, 0 Feb 2026 13:00:00 GMT',
    'Sat, 10 Jan 2026 25:00:00 GMT',
  ])('waits a minute where %j says nothing', header => {
    expect(waitOf(header)).toBe(60)
  })

  it('reads seconds past any calendar as 2^31 of them, as RFC 9111 does', () => {
    expect(waitOf('9'.repeat(400))).toBe(2 ** 31)
    expect(waitOf(String(2 ** 31 + 1))).toBe(2 ** 31)
  })

  it('reads every moment of the next 49 years in each of the three forms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 49 * 365 * day }), seconds => {
        expect(formsOf(noon + seconds * 1000).map(form => waitOf(form))).toEqual([seconds, seconds, seconds])
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['2026', '76', 2076],
    ['2026', '77', 1977],
    ['2060', '59', 2059],
    ['2060', '05', 2105],
    ['2060', '10', 2110],
    ['2060', '11', 2011],
  ])('in %s reads the year %s, at most 50 years ahead, as %i', (thisYear, lastDigits, year) => {
    const now = Date.UTC(Number(thisYear), 0, 10)
    const untilAt = readRetryAfter({ retryAfter: `Sunday, 10-Jan-${lastDigits} 00:00:00 GMT` }, now)
    expect(untilAt).toBe(Math.max(Date.UTC(year, 0, 10), now + 1_000))
  })

  it('never shortens a pause because our clock is fast', () => {
    const [sentAt = '', until = ''] = [noon - 300_000, noon - 240_000].map(at => formsOf(at)[0])
    expect(waitOf(until, sentAt)).toBe(60)
    expect(waitOf('Sat, 10 Jan 2026 12:01:30 GMT', 'Sat, 10 Jan 2026 12:01:00 GMT')).toBe(90)
    expect(waitOf('Sat, 10 Jan 2026 12:01:30 GMT', 'yesterday')).toBe(90)
  })
})

describe('HTTP 429', () => {
  it.each<[string, string[], number]>([
    ['the longer of two headers, last', ['10', '100'], 100_000],
    ['the longer of two headers, first', ['100', '10'], 100_000],
    ['a pause of more than a day', ['200000'], 200_000_000],
  ])('pauses for %s', async (_what, headers, waitMs) => {
    const before = Date.now()
    const service = await startService(response => {
      response.setHeader('retry-after', headers)
      answers({}, 429)(response, { method: '', url: '', headers: {}, body: '' })
    })
    const outcome = await startClient().price(service)
    if (outcome.kind !== 'failed' || outcome.failure.kind !== 'limited') throw new Error(outcome.kind)
    expect(outcome.failure.untilAt - before).toBeGreaterThanOrEqual(waitMs)
    expect(outcome.failure.untilAt - before).toBeLessThan(waitMs + 10_000)
  })
})

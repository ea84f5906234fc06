import { describe, expect, it } from 'vitest'
import { parseStartTime, parseTime } from '../../../../src/main/board/facts/parse-time.ts'
import { fc } from '../../../property.ts'

const evening = Date.UTC(2026, 8, 10, 18)

describe('a time that is told', () => {
  it.each([
    '2026-09-10T18:00:00Z',
    '2026-09-10T18:00:00.000Z',
    '2026-09-10t18:00z',
    '2026-09-10T18:00:00',
    '2026-09-10 18:00',
    '2026-09-10 18:00:00Z',
    '2026-09-10T20:00:00+02:00',
    '2026-09-10T20:00:00+0200',
    '2026-09-10T12:00:00-06',
    '2026-09-10 20:00:00 +02:00',
    'Thu, 10 Sep 2026 18:00:00 GMT',
    '2026-09-10 18:00:00 UTC',
    ' 2026-09-10T18:00:00Z ',
    evening,
    evening / 1_000,
    String(evening),
    String(evening / 1_000),
    `${evening / 1_000}.0`,
  ])('is read, of whatever form: %j', told => {
    expect(parseTime(told)).toBe(evening)
    expect(parseStartTime(told)).toBe(evening)
  })

  it.each([
    'soon',
    'Week 1',
    'TBD 7',
    '7:00 PM',
    '09/10/2026 18:00',
    '2026-13-40T18:00:00Z',
    '2026-09-10T25:00:00Z',
    '',
    true,
    null,
    {},
    -1,
    Number.NaN,
  ])('is none where it is rubbish: %j', told => {
    expect(parseTime(told)).toBeUndefined()
    expect(parseStartTime(told)).toBeUndefined()
  })

  it.each(['2026-09-10', 20_260_910, '20260910', 7, 1.789e15, '1970-01-01T00:00:00Z'])(
    'is no start where it names no hour of this century: %j',
    told => {
      expect(parseStartTime(told)).toBeUndefined()
    },
  )

  it('never is anything but a time or undefined', () => {
    fc.assert(
      fc.property(fc.anything(), told => {
        expect(parseTime(told) ?? 0).not.toBeNaN()
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { parseIsoTimeBytes, parseStartTime, parseTime } from '../../../../src/main/board/facts/parse-time.ts'
import { fc } from '../../../support/property.ts'

const evening = Date.UTC(2026, 8, 10, 18)

describe('parseTime and parseStartTime', () => {
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
  ])('read every usual form: %j', value => {
    expect(parseTime(value)).toBe(evening)
    expect(parseStartTime(value)).toBe(evening)
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
  ])('return undefined for rubbish: %j', value => {
    expect(parseTime(value)).toBeUndefined()
    expect(parseStartTime(value)).toBeUndefined()
  })

  it.each(['2026-09-10', 20_260_910, '20260910', 7, 1.789e15, '1970-01-01T00:00:00Z'])(
    'return no start for a value without an hour of this century: %j',
    value => {
      expect(parseStartTime(value)).toBeUndefined()
    },
  )

  it('return a time or undefined, never NaN', () => {
    fc.assert(
      fc.property(fc.anything(), value => {
        expect(parseTime(value) ?? 0).not.toBeNaN()
      }),
    )
  })
})

const read = (text: string) => parseIsoTimeBytes(Buffer.from(`"${text}"`), 0, text.length + 2)

describe('parseIsoTimeBytes', () => {
  it('reads what Date.parse reads', () => {
    const anyTime = fc.date({
      noInvalidDate: true,
      min: new Date(0),
      max: new Date('9999-12-31T23:59:59.999Z'),
    })
    fc.assert(
      fc.property(anyTime, date => {
        expect(read(date.toISOString())).toBe(date.getTime())
        const seconds = date.toISOString().replace(/\.\d+Z/, 'Z')
        expect(read(seconds)).toBe(Date.parse(seconds))
      }),
    )
  })

  it.each([
    '2026-13-01T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T24:00:01Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00+02:00',
    '2026-01-01T00:00:00.00xZ',
    '',
  ])('returns NaN for %j', text => expect(read(text)).toBeNaN())
})

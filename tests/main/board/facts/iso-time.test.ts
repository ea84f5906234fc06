import { describe, expect, it } from 'vitest'
import { parseIsoTimeBytes } from '../../../../src/main/board/facts/parse-time.ts'
import { fc } from '../../../property.ts'

const read = (text: string) => parseIsoTimeBytes(Buffer.from(`"${text}"`), 0, text.length + 2)

describe('a time read from its bytes', () => {
  it('is what Date.parse reads', () => {
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
  ])('is not a number for %j', text => expect(read(text)).toBeNaN())
})

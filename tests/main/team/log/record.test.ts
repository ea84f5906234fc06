import { describe, expect, it } from 'vitest'
import { toCanonicalJson } from '../../../../src/main/team/log/canonical-json.ts'
import { parseBody, parseBodyHead } from '../../../../src/main/team/log/record.ts'
import { fc } from '../../../support/property.ts'

const hash = fc.stringMatching(/^[0-9a-f]{64}$/)
const place = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const body = fc.record({
  team: fc.option(hash),
  prior: fc.option(hash),
  seen: fc.record({ place, hash }),
  at: place,
  payload: fc.oneof(fc.jsonValue(), fc.constantFrom('","prior":null', { prior: null, seen: 1, team: 2 })),
})
const zeros = '0'.repeat(64)
const plain = { team: zeros, prior: null, seen: { place: 3, hash: zeros }, at: 5, payload: {} }

describe('parseBodyHead', () => {
  it('reads of every body what parseBody reads', () => {
    fc.assert(
      fc.property(body, value => {
        const { team, prior, seen } = value
        const text = toCanonicalJson(value)
        expect(parseBody(text)).toMatchObject({ team, prior, seen })
        expect(parseBodyHead(text)).toEqual({ team, prior, seen })
      }),
    )
  })

  it.each([
    ['no JSON', '{'],
    ['a space', toCanonicalJson(plain).replace('"at":', '"at": ')],
    ['another key', toCanonicalJson({ ...plain, unknown: 1 })],
    ['no team', toCanonicalJson({ ...plain, team: undefined })],
    ['a hash in capitals', toCanonicalJson({ ...plain, prior: 'A'.repeat(64) })],
    ['a place with a zero before it', toCanonicalJson(plain).replace('"place":3', '"place":03')],
    ['text after the end', `${toCanonicalJson(plain)}\n`],
  ])('takes no text with %s for a body', (_, text) => {
    expect(parseBodyHead(text)).toBeUndefined()
    expect(parseBody(text)).toBeUndefined()
  })
})

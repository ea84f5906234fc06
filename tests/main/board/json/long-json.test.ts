import { describe, expect, it } from 'vitest'
import { findFault, LongList, LongObject, parseLong } from '../../../../src/main/board/json/long-json.ts'
import { fc } from '../../../support/property.ts'

/** The value with all pieces put together again. */
function join(value: unknown): unknown {
  if (value instanceof LongList) {
    const pieces = [...value.pieces()]
    let count = 0
    for (const { first, elements } of pieces) {
      expect(first).toBe(count)
      count += elements.length
    }
    return pieces.flatMap(({ elements }) => elements.map(join))
  }
  if (value instanceof LongObject)
    return Object.fromEntries([...value.entries()].map(([key, each]) => [key, join(each)]))
  return value
}

describe('parseLong', () => {
  it('gives the values that JSON.parse gives, whatever the length of the pieces', () => {
    const json = fc.json({ depthSize: 'medium' })
    fc.assert(
      fc.property(
        json,
        fc.integer({ min: 24, max: 200 }),
        fc.constantFrom(0, 2),
        (text, maxBytes, indent) => {
          const parsed: unknown = JSON.parse(text)
          const spaced = JSON.stringify(parsed, null, indent)
          const joined = join(parseLong(Buffer.from(` ${spaced}\n`), maxBytes))
          // A text alone that is longer than a piece is not read.
          expect(dropLong(joined, maxBytes)).toEqual(dropLong(parsed, maxBytes))
        },
      ),
    )
  })

  it('takes the last of a key that a long object has twice, in the place of the first', () => {
    const long = `[${Array.from({ length: 100 }).fill(7).join()}]`
    const text = `{"long":"short","a":0,"b":1,"c":2,"b":[1,"last"],"long":${long},"\\u0063":null}`
    const object = parseLong(Buffer.from(text), 60)
    if (!(object instanceof LongObject)) throw new Error('not long')
    expect([...object.entries()].map(([key]) => key)).toEqual(['long', 'a', 'b', 'c'])
    expect(JSON.stringify(join(object))).toBe(JSON.stringify(JSON.parse(text)))
    expect(object.node).toEqual({ a: 0, b: [1, 'last'], c: null })
  })

  it('yields every member of a long object with 1,000 or more, also of a key that it has twice', () => {
    const members = Array.from({ length: 999 }, (_, at) => `"k${at}":${at}`)
    const object = parseLong(Buffer.from(`{${[...members, '"k0":"last"'].join()}}`), 60)
    const entries = object instanceof LongObject ? [...object.entries()] : []
    expect(entries).toHaveLength(1_000)
    expect(entries.filter(([key]) => key === 'k0')).toEqual([
      ['k0', 0],
      ['k0', 'last'],
    ])
  })

  it('parses no piece that is longer than the limit', () => {
    const list = parseLong(Buffer.from(JSON.stringify(Array.from({ length: 1_000 }, (_, at) => at))), 50)
    const lengths =
      list instanceof LongList && [...list.pieces()].map(({ elements }) => elements.join().length)
    expect(Math.max(...(lengths || []))).toBeLessThanOrEqual(50)
    expect(lengths).toHaveLength(81)
  })

  it('has the short members of a long object at hand, and each long one in its turn', () => {
    const numbers = Array.from({ length: 100 }, (_, at) => at)
    const object = parseLong(Buffer.from(JSON.stringify({ league: 'hoops', odds: numbers, id: 'x' })), 60)
    expect(object).toBeInstanceOf(LongObject)
    if (!(object instanceof LongObject)) return
    expect(object.node).toEqual({ league: 'hoops', id: 'x' })
    expect(join(object)).toEqual({ league: 'hoops', odds: numbers, id: 'x' })
  })

  it('has no more members of a long object at hand than fit in a piece with their keys', () => {
    const members = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`number ${at}`, at]))
    const object = parseLong(Buffer.from(JSON.stringify(members)), 100)
    expect(object instanceof LongObject && Object.keys(object.node)).toHaveLength(10)
    expect(join(object)).toEqual(members)
  })
})

/** The value without texts of a length at which some may be left out. */
function dropLong(value: unknown, maxBytes: number): unknown {
  const replaced = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' && Buffer.byteLength(JSON.stringify(each)) > maxBytes ? null : each,
  )
  return JSON.parse(replaced)
}

describe('findFault', () => {
  it.each([
    ['[1, 2', 5],
    ['[1, x]', 4],
    ['[1 2]', 3],
    ['[nul]', 4],
    ['[1] 2', 4],
    ['{"a" 1}', 5],
  ])('finds the fault of %j', (text, at) => {
    expect(findFault(Buffer.from(text))).toBe(at)
  })

  it('finds none in sound JSON, however deep', () => {
    expect(findFault(Buffer.from('{"a":[1,null,"x"]} '))).toBeUndefined()
    expect(findFault(Buffer.from('['.repeat(500) + ']'.repeat(500)))).toBeUndefined()
  })
})

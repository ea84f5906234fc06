import { describe, expect, it } from 'vitest'
import { spanFields } from '../../../../src/main/board/json/odds-span.ts'
import { OddsScanner } from '../../../../src/main/board/json/scan-odds.ts'
import { fc } from '../../../support/property.ts'

const scanOdds = (text: Buffer) => new OddsScanner().scan(text, 'value')

const game = 'hoops:river-town:harbor-city:2026-09-10'

/** An object as its members, two of which may have the same key; or a list of these. */
type Keyed = { readonly members: readonly (readonly [string, Keyed])[] } | readonly Keyed[] | number
const keys = ['a', 'b', 'c', 'name', 'price', 'a"', '', ...Array.from({ length: 70 }, (_, at) => `k${at}`)]
const { anyKeyed } = fc.letrec<{ anyKeyed: Keyed }>(tie => ({
  anyKeyed: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.nat(9),
    fc.array(tie('anyKeyed'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.constantFrom(...keys.slice(0, 7)), tie('anyKeyed')), { maxLength: 4 })
      .map(members => ({ members })),
    fc
      .array(fc.tuple(fc.constantFrom(...keys), fc.constant(0)), { maxLength: 90 })
      .map(members => ({ members })),
  ),
}))

function written(value: Keyed, space: string): string {
  if (typeof value === 'number') return String(value)
  if ('members' in value) {
    // Some keys are written with an escape.
    const key = (name: string, at: number) =>
      JSON.stringify(name).replace('a', at % 3 === 2 ? '\\u0061' : 'a')
    const members = value.members.map(([name, of], at) => `${key(name, at)}${space}:${written(of, space)}`)
    return `{${members.join(',')}}`
  }
  return `[${value.map(each => written(each, space)).join(`,${space}`)}]`
}

function countDuplicates(value: Keyed): number {
  if (typeof value === 'number') return 0
  const inner = 'members' in value ? value.members.map(([, of]) => of) : value
  const own = 'members' in value && new Set(value.members.map(([name]) => name)).size < value.members.length
  return inner.reduce((sum: number, each) => sum + countDuplicates(each), own ? 1 : 0)
}

describe('OddsScanner', () => {
  it('leaves one object of each book and game for JSON.parse', () => {
    const odds = ['a', 'a', 'a', 'b', 'b'].map((book, at) => ({ id: `${book}#${game}#m#${at}`, sgp: 't' }))
    const text = JSON.stringify({ odds })
    const scanned = scanOdds(Buffer.from(text))
    expect((scanned?.spans.length ?? 0) / spanFields).toBe(3)
    const [a, , , b] = odds.map(each => JSON.stringify(each))
    expect(scanned?.rest.toString()).toBe(`{"odds":[${a},0,0,${b},0]}`)
  })

  it('refuses texts deeper than 32 levels, inside an odds object too', () => {
    const deep = (levels: number) => `{"id":"a#${game}#m#1","x":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(scanOdds(Buffer.from(deep(32)))).toBeDefined()
    expect(scanOdds(Buffer.from(deep(33)))).toBeUndefined()
  })

  it('finds no odds objects inside an odds object', () => {
    const inner = { id: `a#${game}#m#x`, sgp: 't' }
    const outer = { id: `a#${game}#m#outer`, sgp: 't', more: [inner, inner] }
    expect(scanOdds(Buffer.from(JSON.stringify([outer])))?.spans.length).toBe(0)
  })

  it('accepts the texts that JSON.parse accepts, and no others', () => {
    const pieces = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"',
        '\\',
        '\\u00e9',
        '\\x',
        '1',
        '-',
        '0',
        '.5',
        'e',
        'e+1',
        ' ',
        '\n',
      ],
      ...['true', 'null', 'nul', '\u0001', '"id"', '"a#b#c#d"', 'é'],
    )
    const isJson = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const anyText = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map(list => list.join('')),
      fc.tuple(fc.json(), fc.nat(), pieces).map(([json, at, piece]) => {
        const place = at % (json.length + 1)
        return json.slice(0, place) + piece + json.slice(place + 1)
      }),
    )
    fc.assert(
      fc.property(anyText, text => {
        for (const each of [text, `[{"id":"a#b#c#d","more":${text}}]`])
          expect(scanOdds(Buffer.from(each)) !== undefined).toBe(isJson(each))
      }),
      { numRuns: 5_000 },
    )
  })

  it('takes an odds object with a duplicate key out of the text', () => {
    const start = `{"id":"a#${game}#m#`
    const duplicate = `${start}2","id":"a#${game}#m#3"}`
    const text = `[${start}1"},${duplicate},${start}4"}]`
    const scanned = new OddsScanner().scan(Buffer.from(text), 'value')
    expect(scanned?.rest.toString()).toBe(`[${start}1"},0,0]`)
    expect(scanned?.duplicateKeys).toHaveLength(1)
  })

  it.each(['before', 'after'])(
    'finds a duplicate key in the selection of an odds object, %s its id',
    where => {
      const id = `"id":"a#${game}#m#1"`
      const selection = '"selection":{"line":"5.5","line":"6.5"}'
      const text = where === 'before' ? `[{${selection},${id}}]` : `[{${id},${selection}}]`
      expect(new OddsScanner().scan(Buffer.from(text), 'value')?.duplicateKeys).toHaveLength(1)
    },
  )

  it('finds duplicate keys in any spelling', () => {
    const scanner = new OddsScanner()
    fc.assert(
      fc.property(anyKeyed, fc.constantFrom('', ' '), (value, space) => {
        const text = written(value, space)
        expect(scanner.scan(Buffer.from(text), 'value')?.duplicateKeys.length, text).toBe(
          countDuplicates(value),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

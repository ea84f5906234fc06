import { describe, expect, it } from 'vitest'
import { OddsScanner } from '../../../../src/main/board/json/scan-odds.ts'
import { fc } from '../../../property.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'

/** An object as its members, of which two may have the same key; or a list of such. */
type Keyed = { readonly members: readonly (readonly [string, Keyed])[] } | readonly Keyed[] | number
const keys = ['a', 'b', 'c', 'name', 'price', 'a"', '', ...Array.from({ length: 70 }, (_, at) => `k${at}`)]
const { anyKeyed } = fc.letrec<{ anyKeyed: Keyed }>(tie => ({
  anyKeyed: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.nat(9),
    fc.array(tie('anyKeyed'), { maxLength: 5 }),
    fc.array(fc.tuple(fc.constantFrom(...keys.slice(0, 7)), tie('anyKeyed')), { maxLength: 4 }).map(members => ({ members })), // prettier-ignore
    fc.array(fc.tuple(fc.constantFrom(...keys), fc.constant(0)), { maxLength: 90 }).map(members => ({ members })), // prettier-ignore
  ),
}))

function written(value: Keyed, space: string): string {
  if (typeof value === 'number') return String(value)
  if ('members' in value) {
    // Now and then a key is written with an escape.
    const key = (name: string, at: number) =>
      JSON.stringify(name).replace('a', at % 3 === 2 ? '\\u0061' : 'a')
    const members = value.members.map(([name, of], at) => `${key(name, at)}${space}:${written(of, space)}`)
    return `{${members.join(',')}}`
  }
  return `[${value.map(each => written(each, space)).join(`,${space}`)}]`
}

function twicesIn(value: Keyed): number {
  if (typeof value === 'number') return 0
  const inner = 'members' in value ? value.members.map(([, of]) => of) : value
  const own = 'members' in value && new Set(value.members.map(([name]) => name)).size < value.members.length
  return inner.reduce((sum: number, each) => sum + twicesIn(each), own ? 1 : 0)
}

describe('an object that has a key twice', () => {
  it('is taken out of the text when it is an odds object', () => {
    const start = `{"id":"a#${game}#m#`
    const twice = `${start}2","id":"a#${game}#m#3"}`
    const text = `[${start}1"},${twice},${start}4"}]`
    const scanned = new OddsScanner().scan(Buffer.from(text), 'value')
    expect(scanned?.rest.toString()).toBe(`[${start}1"},0,0]`)
    expect(scanned?.duplicateKeys).toHaveLength(1)
  })

  it.each(['before', 'behind'])('is found in the selection of an odds object, %s its id', where => {
    const id = `"id":"a#${game}#m#1"`
    const selection = '"selection":{"line":"5.5","line":"6.5"}'
    const text = where === 'before' ? `[{${selection},${id}}]` : `[{${id},${selection}}]`
    expect(new OddsScanner().scan(Buffer.from(text), 'value')?.duplicateKeys).toHaveLength(1)
  })

  it('is found, however the key is written', () => {
    const scanner = new OddsScanner()
    fc.assert(
      fc.property(anyKeyed, fc.constantFrom('', ' '), (value, space) => {
        const text = written(value, space)
        expect(scanner.scan(Buffer.from(text), 'value')?.duplicateKeys.length, text).toBe(twicesIn(value))
      }),
      { numRuns: 2_000 },
    )
  })
})

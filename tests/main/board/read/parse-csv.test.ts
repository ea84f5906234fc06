import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { readOdds } from '../../../../src/main/board/read/read-odds.ts'
import { splitOddsId } from '../../../../src/shared/model/game/selection.ts'
import { fc } from '../../../support/property.ts'
import { bytesOf, mergeText, readText } from '../../../support/board/batches.ts'
import { Store } from '../../../../src/main/board/store/store.ts'
import { toLeg } from '../../../../src/main/board/query/legs.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'
const id = (name: string) => `Hard Rock Bet#${game}#Moneyline#${name}`
function storeOfCsv(text: string): Store {
  const store = new Store()
  mergeText(store, text)
  return store
}

describe('readOdds of a CSV', () => {
  it.each([',', ';', '\t', '|'])('reads columns in any order and case, with delimiter %j', delimiter => {
    const rows = [
      ['Price', 'SGP', 'unknown', 'ID', 'Away', 'HOME', 'league', 'start', 'Main', 'points'],
      ['+120', 's/1=', '?', id('Tatum Over 27.5'), 'River', 'Harbor', 'nba', '1789000000', 'TRUE', '28.5'],
      ['', '', '', id('Harbor'), '', '', '', '', '', ''],
    ]
    const store = storeOfCsv(`\uFEFF${rows.map(row => row.join(delimiter)).join('\r\n')}\r\n`)
    expect(toLeg(store, 0)).toMatchObject({
      name: 'Tatum Over 27.5',
      game: { title: 'River at Harbor', league: 'nba', startAt: 1_789_000_000_000 },
      offers: [{ bookId: 'hard_rock_bet', sgp: 's/1=', grade: null, price: '+120' }],
    })
    expect(toLeg(store, 1).offers).toMatchObject([{ sgp: null, price: null }])
    expect(store.selections.marks[0]).toBe(1)
    expect(store.ownLines.list).toEqual(['', '28.5'])
  })

  it('reads the same odds objects as from JSON, with any tokens', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map(text => text.trim())
    const anyOdds = fc.record({ sgp: cell, grade: cell, price: fc.constantFrom('', '+100', '-2000') })
    fc.assert(
      fc.property(fc.array(anyOdds, { minLength: 1 }), list => {
        const odds = list.map((each, at) => ({ id: id(`Side "${at}", a;b`), ...each }))
        const csv = Papa.unparse(odds, { quotes: true })
        const [fromCsv, fromJson] = [csv, JSON.stringify(odds)].map(text => {
          const store = storeOfCsv(text)
          return odds.map(each => toLeg(store, store.find(splitOddsId(each.id)?.key ?? '')))
        })
        expect(fromCsv).toEqual(fromJson)
      }),
    )
  })

  it('recognises a CSV by an id anywhere in the first line', () => {
    const names = Array.from({ length: 400 }, (_, at) => `column ${at}`)
    const text = `${[...names, 'id', 'sgp'].join()}\n${','.repeat(400)}${id('River')},t\n`
    expect(readText(text)).toMatchObject({ updatedAt: { length: 1 }, leftOut: [] })
    const wide = `${'c,'.repeat(9_999)}id\n`
    expect(() => readText(wide)).toThrow('This CSV has 10,000 columns;')
  })

  it('leaves out rows that do not fit, each with its line', () => {
    const csv = [
      'id,sgp',
      `"${id('A')}","two\nlines"`,
      '',
      'x#y',
      `${id('B')},b,more`,
      'foo,token',
      ',token',
      `${id('C')},"open`,
      `${id('D')},1`,
    ].join('\n')
    const { updatedAt, leftOut } = readText(csv)
    expect(updatedAt.length).toBe(2)
    expect(leftOut).toEqual([
      {
        reason: 'A line has more or fewer cells than columns.',
        count: 2,
        example: 'line 5: 1 cells, 2 columns',
      },
      { reason: 'The ID needs four parts.', count: 1, example: 'line 7: "foo"' },
      { reason: 'The ID is missing.', count: 1, example: 'line 8' },
      { reason: 'A cell’s closing quote is missing.', count: 1, example: 'line 9' },
    ])
  })

  it('throws nothing but a sentence, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const { leftOut, updatedAt } = readOdds(bytesOf(`id,sgp\n${text}`), 'csv')
        expect(leftOut.length + updatedAt.length).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('throws without a header, or with too many columns', () => {
    expect(() => readOdds(bytesOf('1,2,3'), 'csv')).toThrow(
      'The CSV’s first line must name its columns, including “id”.',
    )
    const wide = `id,${Array.from({ length: 9_999 }, (_, at) => `c${at}`).join()}\n`
    expect(() => readOdds(bytesOf(wide), 'auto')).toThrow('This CSV has 10,000 columns; the limit is 500')
  })

  it('ignores a column called __proto__', () => {
    const store = storeOfCsv(`id,__proto__,constructor\n${id('A')},polluted,polluted\n`)
    expect(toLeg(store, 0).name).toBe('A')
    expect('polluted' in {}).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { readTyped } from '../../../../src/main/board/query/typed-legs.ts'
import { storeOf } from '../../../support/board/batches.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'
const id = (book: string, name: string) => `${book}#${game}#Moneyline#${name}`
const store = storeOf([
  { id: id('Hard Rock Bet', 'River'), sgp: 'abc/1=' },
  { id: id('b', 'River'), sgp: 'other' },
  { id: id('Hard Rock Bet', 'Harbor'), sgp: 'abc%2F2%3D' },
  ...Array.from({ length: 25 }, (_, at) => ({ id: id('b', `Side ${at}`), sgp: `b${at}` })),
])
const read = (text: string, book: string | null = null) => {
  const { legs, problems } = readTyped(store, text, book)
  return { names: legs.map(({ line }) => line.name), problems }
}

describe('readTyped of odds ids', () => {
  it.each([
    ['one a line', `${id('b', 'River')}\n\n  ${id('any', 'Harbor')}\r\n`],
    ['a JSON array', JSON.stringify([id('b', 'River'), id('any', 'Harbor')])],
    ['one a line, with commas', `${id('b', 'River')},\n${id('any', 'Harbor')},`],
    ['on one line', `${id('b', 'River')}, ${id('any', 'Harbor')}`],
    ['on one line without spaces', `${id('b', 'River')},${id('any', 'Harbor')}`],
    ['quoted on one line', `"${id('b', 'River')}", "${id('any', 'Harbor')}"`],
    ['quoted, with a comma at the end', `"${id('b', 'River')}",\n "${id('any', 'Harbor')}",\n`],
    ['quoted lines without commas', `"${id('b', 'River')}"\n"${id('any', 'Harbor')}"`],
    ['quoted lines', `"${id('b', 'River')}",\n"${id('any', 'Harbor')}"`],
  ])('finds ids of any book: %s', (_, text) => {
    expect(read(text)).toEqual({ names: ['River', 'Harbor'], problems: [] })
  })

  it('accepts commas in the parts of an id', () => {
    const ids = ['b#g#Points, Rebounds#Smith, John', 'b#g#Points, Rebounds#Smith, J. #7, Over 1', 'b#g#ML#x']
    const board = storeOf(ids.map(each => ({ id: each })))
    for (const text of [ids.join('\n'), ids.join(', '), `"${ids.join('", "')}"`]) {
      const { legs, problems } = readTyped(board, text, null)
      expect(problems).toEqual([])
      expect(legs).toHaveLength(3)
    }
  })

  it('takes a selection once', () => {
    expect(read(`${id('b', 'River')}\n${id('c', 'River')}`).names).toEqual(['River'])
  })

  it('reports unknown ids and entries that are no id', () => {
    expect(read(`River ML\n${id('b', 'River')}\nb#g#m#n`)).toEqual({
      names: ['River'],
      problems: [
        '“River ML” isn’t an odds ID: it needs four parts with # between them.',
        '“b#g#m#n” isn’t offered.',
      ],
    })
    expect(read(' \n').problems).toEqual(['There is nothing in it.'])
  })

  it('takes at most the legs that a parlay may have', () => {
    const { names, problems } = read(Array.from({ length: 25 }, (_, at) => id('b', `Side ${at}`)).join('\n'))
    expect(names).toHaveLength(20)
    expect(problems).toEqual(['20-leg limit: 5 not added.'])
  })
})

describe('readTyped of sgp tokens of a book', () => {
  it('finds tokens that are equal after percent-decoding', () => {
    expect(read('abc%2F1%3D\nabc/2=', 'hard_rock_bet')).toEqual({ names: ['River', 'Harbor'], problems: [] })
  })

  it('finds several tokens on a line', () => {
    for (const text of ['abc/1=, abc/2=', '"abc/1=", "abc/2="', 'abc/1=,\nabc/2='])
      expect(read(text, 'hard_rock_bet')).toEqual({ names: ['River', 'Harbor'], problems: [] })
  })

  it('reports tokens that the book does not have', () => {
    expect(read('other\n100%', 'hard_rock_bet')).toEqual({
      names: [],
      problems: [
        'Hard Rock Bet has no token “other” in your odds.',
        'Hard Rock Bet has no token “100%” in your odds.',
      ],
    })
    expect(read('x', 'nobody').problems).toEqual(['nobody has no token “x” in your odds.'])
  })
})

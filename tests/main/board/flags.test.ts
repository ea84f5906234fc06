import { describe, expect, it } from 'vitest'
import { flagsOf } from '../../../src/main/board/flags.ts'
import type { Store } from '../../../src/main/board/store.ts'
import { toldBeside, toldByName, toldLineOf } from '../../../src/main/board/told-line.ts'
import { fc } from '../../property.ts'
import { storeOf } from './batches.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'
const key = (name: string) => `${game}#Player Points#${name}`
const odds = (book: string, name: string, more: object = {}) => ({ id: `${book}#${key(name)}`, ...more })

function flagsAt(store: Store, name: string): string[] {
  const row = store.find(key(name))
  return flagsOf(store, [row]).get(row) ?? []
}

describe('one sgp token for two selections of a book', () => {
  const store = storeOf([
    odds('Hard Rock Bet', 'Tatum Over 27.5', { sgp: 'same' }),
    odds('Hard Rock Bet', 'Kellar Over 9.5', { sgp: 'same' }),
    odds('other', 'Kellar Over 9.5', { sgp: 'same' }),
    odds('other', 'Kellar Under 9.5', { sgp: 'own' }),
  ])

  it('is flagged on both', () => {
    const flag = (own: string, other: string) =>
      `Hard Rock Bet has one token for “${own}” and “${other}”: one is wrong.`
    expect(flagsAt(store, 'Tatum Over 27.5')).toEqual([flag('Tatum Over 27.5', 'Kellar Over 9.5')])
    expect(flagsAt(store, 'Kellar Over 9.5')).toEqual([flag('Kellar Over 9.5', 'Tatum Over 27.5')])
  })

  it('is no flag where two books share it', () => {
    expect(flagsAt(store, 'Kellar Under 9.5')).toEqual([])
  })

  it('is found among any tokens, and only there', () => {
    const anyTokens = fc.array(fc.constantFrom('aa', 'ab', 'ba', 'token-1', 'token-2', ''), { maxLength: 12 })
    fc.assert(
      fc.property(anyTokens, tokens => {
        const board = storeOf(tokens.map((sgp, at) => odds('a', `Side ${at} x`, { sgp })))
        for (const [at, token] of tokens.entries()) {
          const twins = tokens.filter((each, other) => other !== at && each === token && token !== '').length
          expect(flagsAt(board, `Side ${at} x`)).toHaveLength(twins)
        }
      }),
    )
  })
})

describe('a line or side that books tell differently', () => {
  it.each([
    ['points', { points: 28.5 }, '28.5', '27.5'],
    ['its own name', { name: 'Tatum Over 28.5' }, '28.5', '27.5'],
    ['the other side', { name: 'Tatum Under 27.5' }, 'under', 'over'],
  ])('is flagged against the name in the id: %s', (_, more, says, usual) => {
    const store = storeOf([
      odds('Hard Rock Bet', 'Tatum Over 27.5', more),
      odds('b', 'Tatum Over 27.5', { points: 27.5 }),
    ])
    const flag = `Hard Rock Bet says “${says}” here, its name says “${usual}”: this may be another bet.`
    expect(flagsAt(store, 'Tatum Over 27.5')).toEqual([flag])
  })

  it('is flagged against most books where the name in the id tells none', () => {
    const store = storeOf([
      odds('a', 'Tatum Over', { points: 27.5 }),
      odds('b', 'Tatum Over', { points: 28.5 }),
      odds('c', 'Tatum Over', { name: 'Over 27.5' }),
      odds('d', 'Tatum Over'),
    ])
    expect(flagsAt(store, 'Tatum Over')).toEqual([
      'b says “28.5” here, others say “27.5”: this may be another bet.',
    ])
  })

  it('is flagged for a spread of the other sign', () => {
    const store = storeOf([odds('a', 'River Town -3.5', { points: 3.5 })])
    expect(flagsAt(store, 'River Town -3.5')).toHaveLength(1)
  })

  it.each([
    ['Tatum Over 27.5', { points: 27.5, name: 'Over 27.5' }],
    ['River Town +3.5', { points: 3.5 }],
    ['River Town -3.5', { points: -3.5 }],
    ['Tatum 25+', { points: 24.5 }],
    ['Tatum 25+', { points: 25 }],
    ['Tatum 25+', { name: 'Tatum Over 24.5' }],
    ['#23 Tatum Over 0.5', { points: 0.5, name: 'Tatum Over 0.5' }],
    ['River Town 76ers', { points: null, name: '76ers' }],
    ['Over 27.5 (game 2)', { points: 27.5 }],
    ['Draw', { points: null }],
  ])('is none where they agree: %s, %j', (name, more) => {
    const store = storeOf([odds('a', name, more), odds('b', name)])
    expect(flagsAt(store, name)).toEqual([])
  })

  it('is kept as short text and read back', () => {
    const anySide = fc.constantFrom('', 'Over', 'Under', 'Yes', 'No')
    const anyLine = fc.oneof(fc.constant(undefined), fc.integer({ min: -500, max: 500 }).map(n => n / 2)) // prettier-ignore
    fc.assert(
      fc.property(anySide, anyLine, (side, points) => {
        const told = toldLineOf(toldBeside('Tatum', `Tatum ${side}`.trim(), points))
        expect(told).toEqual({ side: side.toLowerCase(), line: points === undefined ? '' : String(points) })
      }),
    )
    expect(toldByName('Tatum Over 27.5')).toEqual({ side: 'over', line: '27.5' })
  })
})

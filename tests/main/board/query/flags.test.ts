import { describe, expect, it } from 'vitest'
import { findFlags } from '../../../../src/main/board/query/flags.ts'
import type { Store } from '../../../../src/main/board/store/store.ts'
import { describeOwnLine, parseLineName, parseOwnLine } from '../../../../src/main/board/facts/line-facts.ts'
import { fc } from '../../../support/property.ts'
import { storeOf } from '../../../support/board/batches.ts'

const game = 'hoops:river-town:harbor-city:2026-09-10'
const key = (name: string) => `${game}#Player Points#${name}`
const odds = (book: string, name: string, more: object = {}) => ({ id: `${book}#${key(name)}`, ...more })

function flagsAt(store: Store, name: string): string[] {
  const row = store.find(key(name))
  return findFlags(store, [row]).get(row) ?? []
}

describe('findFlags of one sgp token for two selections of a book', () => {
  const store = storeOf([
    odds('Hard Rock Bet', 'Tatum Over 27.5', { sgp: 'same' }),
    odds('Hard Rock Bet', 'Kellar Over 9.5', { sgp: 'same' }),
    odds('other', 'Kellar Over 9.5', { sgp: 'same' }),
    odds('other', 'Kellar Under 9.5', { sgp: 'own' }),
  ])

  it('flags both selections', () => {
    const flag = (own: string, other: string) =>
      `Hard Rock Bet uses the same ID for “${own}” and “${other}”; one is wrong.`
    expect(flagsAt(store, 'Tatum Over 27.5')).toEqual([flag('Tatum Over 27.5', 'Kellar Over 9.5')])
    expect(flagsAt(store, 'Kellar Over 9.5')).toEqual([flag('Kellar Over 9.5', 'Tatum Over 27.5')])
  })

  it('does not flag a token that two books share', () => {
    expect(flagsAt(store, 'Kellar Under 9.5')).toEqual([])
  })

  it('finds the token among any others', () => {
    const anyTokens = fc.array(fc.constantFrom('aa', 'ab', 'ba', 'token-1', 'token-2', ''), { maxLength: 12 })
    fc.assert(
      fc.property(anyTokens, tokens => {
        const board = storeOf(tokens.map((sgp, at) => odds('a', `Side ${at} x`, { sgp })))
        for (const [at, token] of tokens.entries()) {
          const duplicates = tokens.filter(
            (each, other) => other !== at && each === token && token !== '',
          ).length
          expect(flagsAt(board, `Side ${at} x`)).toHaveLength(duplicates)
        }
      }),
    )
  })
})

describe('findFlags of another line or side', () => {
  it.each([
    ['points', { points: 28.5 }, '28.5', '27.5'],
    ['points as text', { points: '28.5' }, '28.5', '27.5'],
    ['the line of its selection', { selection: { side: 'Over', line: 28.5 } }, '28.5', '27.5'],
    ['the same as text', { selection: { line: ' 28.5' } }, '28.5', '27.5'],
    ['the side of its selection', { selection: { side: 'Under', line: 27.5 } }, 'under', 'over'],
    ['points beside a selection', { points: 28.5, selection: { line: 27.5 } }, '28.5', '27.5'],
    ['its own name', { name: 'Tatum Over 28.5' }, '28.5', '27.5'],
    ['the other side', { name: 'Tatum Under 27.5' }, 'under', 'over'],
  ])('flags a book that differs from the name in the id: %s', (_, more, says, usual) => {
    const store = storeOf([
      odds('Hard Rock Bet', 'Tatum Over 27.5', more),
      odds('b', 'Tatum Over 27.5', { points: 27.5 }),
    ])
    const flag = `Hard Rock Bet says “${says}” here, its name says “${usual}”; may not be the same bet.`
    expect(flagsAt(store, 'Tatum Over 27.5')).toEqual([flag])
  })

  it('flags a book that differs from most books where the name in the id has no line', () => {
    const store = storeOf([
      odds('a', 'Tatum Over', { points: 27.5 }),
      odds('b', 'Tatum Over', { points: 28.5 }),
      odds('c', 'Tatum Over', { name: 'Over 27.5' }),
      odds('d', 'Tatum Over'),
    ])
    expect(flagsAt(store, 'Tatum Over')).toEqual([
      'b says “28.5” here, others say “27.5”; may not be the same bet.',
    ])
  })

  it('flags a spread of the other sign', () => {
    const store = storeOf([odds('a', 'River Town -3.5', { points: 3.5 })])
    expect(flagsAt(store, 'River Town -3.5')).toHaveLength(1)
  })

  it.each([
    ['Tatum Over 27.5', { points: 27.5, name: 'Over 27.5' }],
    ['Tatum Over 27.5', { points: '27.5', name: 'Tatum' }],
    ['Tatum Over 27.5', { points: 'alternate', selection: 'Tatum' }],
    ['Tatum Over 27.5', { selection: { name: 'Tatum', side: 'over', line: 27.5 } }],
    ['Tatum Over 27.5', { selection: { name: 'J. Tatum', side: 'Home', line: null } }],
    ['Tatum Over 27.5', { selection: { name: 'Tatum', line: '27.50' } }],
    ['River Town +3.5', { points: 3.5 }],
    ['River Town -3.5', { points: -3.5 }],
    ['Tatum 25+', { points: 24.5 }],
    ['Tatum 25+', { points: 25 }],
    ['Tatum 25+', { name: 'Tatum Over 24.5' }],
    ['#23 Tatum Over 0.5', { points: 0.5, name: 'Tatum Over 0.5' }],
    ['River Town 76ers', { points: null, name: '76ers' }],
    ['Over 27.5 (game 2)', { points: 27.5 }],
    ['Draw', { points: null }],
    ['Draw', { selection: { side: null } }],
  ])('does not flag books that agree: %s, %j', (name, more) => {
    const store = storeOf([odds('a', name, more), odds('b', name)])
    expect(flagsAt(store, name)).toEqual([])
  })

  it('reads own lines back from their short text', () => {
    const anySide = fc.constantFrom('', 'Over', 'Under', 'Yes', 'No')
    const anyLine = fc.oneof(
      fc.constant(undefined),
      fc.integer({ min: -500, max: 500 }).map(n => n / 2),
    )
    fc.assert(
      fc.property(anySide, anyLine, (side, points) => {
        const text = parseOwnLine(describeOwnLine('Tatum', { name: `Tatum ${side}`.trim(), points }))
        const line = points === undefined ? '' : String(points)
        expect(text).toEqual({ side: side.toLowerCase(), line, team: '' })
      }),
    )
    expect(parseLineName('Tatum Over 27.5')).toEqual({ side: 'over', line: '27.5' })
  })
})

describe('findFlags of another team', () => {
  const teams = {
    away: { name: 'Kansas City Chiefs', abbreviation: 'KC' },
    home: { name: 'Buffalo Bills', abbreviation: 'BUF' },
  }
  const flagsIn = (name: string, more: object, around: object = { teams }) => {
    const others = [odds('b', 'Chiefs'), odds('b', name)]
    return flagsAt(
      storeOf(
        { ...around, odds: [odds('a', name), ...others] },
        { ...around, odds: [odds('a', 'x'), odds('a', name, more)] },
      ),
      name,
    )
  }

  it.each([
    ['Chiefs -3.5', { name: 'Bills -3.5' }, 'Bills'],
    ['Chiefs', { name: 'Bills' }, 'Bills'],
    ['KC', { name: 'BUF' }, 'BUF'],
    ['Kansas City (+3.5)', { name: 'buffalo +3.5' }, 'buffalo'],
    ['Chiefs −3.5', { name: 'Buffalo Bills −3.5' }, 'Buffalo Bills'],
    ['Chiefs Over 20.5', { name: 'Bills Over 20.5' }, 'Bills'],
    ['Chiefs -3.5', { selection: { name: 'Buffalo Bills', line: -3.5 } }, 'Buffalo Bills'],
  ])('flags the other team of the game: %s, %j', (name, more, says) => {
    const usual = name.replace(/ [(+−-].*| Over.*/, '')
    expect(flagsIn(name, more)).toEqual([
      `a says “${says}” here, its name says “${usual}”; may not be the same bet.`,
    ])
  })

  it.each([
    ['Chiefs -3.5', { name: 'Kansas City Chiefs -3.5' }],
    ['Chiefs -3.5', { name: 'KC Chiefs -3.5' }],
    ['Chiefs', { name: 'Kansas City' }],
    ['Chiefs', { name: 'Chiefs to beat Bills' }],
    ['Chiefs to win', { name: 'Bills' }],
    ['Josh Allen', { name: 'Bills' }],
    ['Chiefs', { name: 'Home' }],
    ['Chiefs', { name: '' }],
  ])('does not flag another name of the same team: %s, %j', (name, more) => {
    expect(flagsIn(name, more)).toEqual([])
  })

  it('does not flag a name of both teams, or of unknown teams', () => {
    const giants = { teams: { away: 'New York Giants', home: 'New York Jets' } }
    expect(flagsIn('Giants', { name: 'New York' }, giants)).toEqual([])
    expect(flagsIn('Giants', { name: 'Jets' }, giants)).toHaveLength(1)
    expect(flagsIn('Chiefs', { name: 'Bills' }, { title: 'Sunday night' })).toEqual([])
  })

  it('knows the teams from the id of the game', () => {
    const store = storeOf([{ id: `a#nfl:chiefs:bills:2026-09-10#Spread#Chiefs -3`, name: 'Bills -3' }])
    expect(findFlags(store, [0]).get(0)).toHaveLength(1)
  })
})

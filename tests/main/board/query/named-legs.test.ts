import { describe, expect, it } from 'vitest'
import { findNamedLegs } from '../../../../src/main/board/query/named-legs.ts'
import { toGameClock } from '../../../../src/shared/model/game/game-over.ts'
import { storeOf } from '../../../support/board/batches.ts'
import { fc } from '../../../support/property.ts'
import {
  flintGame,
  gameOf,
  millGame,
  returnGame,
  type GameOdds,
} from '../../../support/board/league-games.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const store = storeOf(gameOf(flintGame), gameOf(returnGame))
const ask = (text: string, gameId: string | null = null, board = store, slipGameId: string | null = null) =>
  findNamedLegs(board, { text, gameId, slipGameId, ...toGameClock(noon, false) })
const legsOf = (text: string) =>
  ask(text).parts.map(({ leg }) => (leg === null ? null : `${leg.market}: ${leg.name}`))

describe('findNamedLegs', () => {
  it.each([
    ['flint o21.5 pts + slf ml', ['Player Points: Willa Flint Over 21.5', 'Moneyline: Salt Flats']],
    [
      'flint u21.5 pts, hale o7.5 reb',
      ['Player Points: Willa Flint Under 21.5', 'Player Rebounds: Cole Hale Over 7.5'],
    ],
    [
      'flint o21.5 pts & npr 1h ml',
      ['Player Points: Willa Flint Over 21.5', 'First Half Moneyline: North Pier'],
    ],
    [
      'hale anytime td and npr -3.5\no220.5',
      ['Player Touchdowns: Cole Hale Over 0.5', 'Point Spread: North Pier -3.5', 'Total Points: Over 220.5'],
    ],
    [
      'flint o21.5 pts + reb + hale o4.5 ast',
      ['Player Points + Rebounds: Willa Flint Over 21.5', 'Player Assists: Cole Hale Over 4.5'],
    ],
    [
      'flint o21.5 pts, o4.5 ast',
      ['Player Points: Willa Flint Over 21.5', 'Player Assists: Willa Flint Over 4.5'],
    ],
    [
      'flint o21,5 pts, hale o7,5 reb',
      ['Player Points: Willa Flint Over 21.5', 'Player Rebounds: Cole Hale Over 7.5'],
    ],
    [
      'flnt 20+ pts + hale pra',
      ['Player Points: Willa Flint Over 19.5', 'Player Points + Rebounds + Assists: Cole Hale Over 30.5'],
    ],
  ])('%j names %j', (text, legs) => {
    expect(legsOf(text)).toEqual(legs)
    expect(ask(text)).toMatchObject({ game: { short: 'SLF at NPR' }, games: [] })
  })

  it('finds any two legs of a game by their full names, in any order of words', () => {
    const anyLeg = fc.constantFrom(...flintGame.odds).chain(([market, name]) => {
      const words = `${name} ${market.replace('*', '').replaceAll(' + ', '+')}`.split(' ')
      const lastName = words.slice(0, name.split(' ').length)
      return fc
        .shuffledSubarray(words.slice(lastName.length), { minLength: words.length - lastName.length })
        .map(others => ({ text: [...lastName, ...others].join(' '), name, market: market.replace('*', '') }))
    })
    fc.assert(
      fc.property(fc.array(anyLeg, { minLength: 2, maxLength: 4 }), legs => {
        const { parts } = ask(legs.map(({ text }) => text).join(', '))
        expect(parts.map(({ leg }) => [leg?.market, leg?.name])).toEqual(
          legs.map(({ market, name }) => [market, name]),
        )
      }),
      { numRuns: 100 },
    )
  })

  it('takes the side typed where a team begins with its letter', () => {
    const union: GameOdds = {
      away: ['Union Station', 'UNS'],
      home: ['Oak Hill', 'OKH'],
      odds: [
        ['Moneyline', 'Oak Hill'],
        ['Total Points', 'Over 225.5'],
        ['Total Points', 'Under 225.5'],
      ],
    }
    const { parts } = ask('oak ml + u225.5', null, storeOf(gameOf(union)))
    expect(parts.map(({ leg }) => leg?.name)).toEqual(['Oak Hill', 'Under 225.5'])
  })

  it('leaves what fits several selections to the user', () => {
    const { game, parts } = ask('flint o21.5 pts + ml')
    expect(game?.short).toBe('SLF at NPR')
    expect(parts[1]).toMatchObject({ leg: null, problem: null })
    expect(parts[1]?.choices.map(({ name }) => name)).toEqual(['Salt Flats', 'North Pier'])
    expect(ask('hale o4.5 ast + flint o21.5').parts[1]?.choices.map(({ market }) => market)).toEqual([
      'Player Points',
      'Player Points + Rebounds',
    ])
  })

  it('asks for the side of a market whose short form begins a team’s', () => {
    const { game, parts } = ask('orr o2.5 threes + ml', null, storeOf(gameOf(millGame)))
    expect(game?.short).toBe('MLC at NPR')
    expect(parts[0]?.leg?.name).toBe('Ada Orr Over 2.5')
    expect(parts[1]).toMatchObject({ leg: null, problem: null })
    expect(parts[1]?.choices.map(({ name }) => name)).toEqual(['Mill City', 'North Pier'])
    const named = ask('mlc ml, npr ml', null, storeOf(gameOf(millGame))).parts
    expect(named.map(({ leg }) => leg?.name)).toEqual(['Mill City', 'North Pier'])
  })

  it('leaves the game to the user where several have all parts, and takes the one chosen', () => {
    const text = 'slf ml, npr ml'
    const { game, games, parts } = ask(text)
    expect([game, games.map(({ short }) => short)]).toEqual([null, ['SLF at NPR', 'NPR at SLF']])
    expect(parts.map(({ leg, choices, problem }) => [leg, choices, problem])).toEqual([
      [null, [], null],
      [null, [], null],
    ])
    const chosen = ask(text, games[1]?.id)
    expect(chosen.game?.short).toBe('NPR at SLF')
    expect(chosen.parts.map(({ leg }) => leg?.name)).toEqual(['Salt Flats', 'North Pier'])
  })

  it('takes the game of the slip, else the only one that is on now, where several have all parts', () => {
    const text = 'slf ml, npr ml'
    const later = ask(text).games[1]
    expect(ask(text, null, store, later?.id).game?.short).toBe('NPR at SLF')
    const withLive = storeOf(gameOf(flintGame), gameOf({ ...returnGame, live: true }))
    expect(ask(text, null, withLive).game?.short).toBe('NPR at SLF')
    const bothLive = storeOf(gameOf({ ...flintGame, live: true }), gameOf({ ...returnGame, live: true }))
    expect(ask(text, null, bothLive).games).toHaveLength(2)
    expect(ask(text, null, withLive, ask(text).games[0]?.id).game?.short).toBe('SLF at NPR')
  })

  it('says what is found nowhere, and what is not in the game of the others', () => {
    const other: GameOdds = {
      away: ['River Town', 'RVT'],
      home: ['Harbor City', 'HBC'],
      odds: [['Player Points', 'Ada North Over 27.5']],
    }
    const board = storeOf(gameOf(flintGame), gameOf(other))
    const { game, parts } = ask('flint o21.5 pts + north o27.5 + hale o7.5 reb + zzz', null, board)
    expect(game?.short).toBe('SLF at NPR')
    expect(parts.map(({ problem }) => problem)).toEqual([
      null,
      '“north o27.5” isn’t in SLF at NPR.',
      null,
      'No leg matches “zzz”.',
    ])
  })

  it.each([
    ['flint o20.5 pts + npr 1h ml', 'No “flint o20.5 pts”. Nearest: 19.5, 21.5.', ['Over 19.5', 'Over 21.5']],
    ['flnt 30+ pts + npr 1h ml', 'No “flnt 30+ pts”. Nearest: 21.5.', ['Over 21.5']],
    ['npr -4.5 + npr 1h ml', 'No “npr -4.5”. Nearest: -3.5.', ['North Pier -3.5']],
  ])('says of %j which line is missing, and offers the nearest', (text, problem, near) => {
    const { game, games, parts } = ask(text)
    expect([game?.short, games]).toEqual(['SLF at NPR', []])
    expect(parts[0]).toMatchObject({ leg: null, problem })
    expect(parts[0]?.choices.map(({ name }) => name)).toEqual(
      near.map((name): unknown => expect.stringContaining(name)),
    )
    expect(parts[1]?.leg?.name).toBe('North Pier')
  })

  it('offers no lines for a part that names nothing but a line', () => {
    expect(ask('npr 1h ml + o333.5').parts[1]).toEqual({
      text: 'o333.5',
      leg: null,
      choices: [],
      problem: 'No leg matches “o333.5”.',
    })
  })

  it('finds nothing in an empty board or text', () => {
    expect(ask('')).toEqual({ game: null, games: [], parts: [] })
    expect(ask('flint + ml', null, storeOf()).parts.map(({ problem }) => problem)).toEqual([
      'No leg matches “flint”.',
      'No leg matches “ml”.',
    ])
  })
})

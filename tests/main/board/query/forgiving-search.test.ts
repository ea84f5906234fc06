import { describe, expect, it } from 'vitest'
import { search } from '../../../../src/main/board/query/search.ts'
import type { SearchFilter } from '../../../../src/shared/model/game/board.ts'
import { toGameClock } from '../../../../src/shared/model/game/game-over.ts'
import { storeOf } from '../../../support/board/batches.ts'
import {
  flintGame,
  gameOf,
  millGame,
  returnGame,
  type GameOdds,
} from '../../../support/board/league-games.ts'
import { fc } from '../../../support/property.ts'

const noFilter: SearchFilter = {
  league: null,
  bookId: null,
  isLiveOnly: false,
  isMainOnly: false,
  isPinnedOnly: false,
}
const noon = Date.UTC(2026, 10, 20, 12)

const ask = (games: readonly GameOdds[], query: string, now = noon) =>
  search(storeOf(...games.map(gameOf)), {
    query,
    limit: 100,
    filter: noFilter,
    kept: { pinned: [], recent: [] },
    ...toGameClock(now, false),
  })
const namesOf = ({ groups }: ReturnType<typeof ask>) =>
  groups.flatMap(({ selections }) => selections.map(({ market, name }) => `${market}: ${name}`))
const gamesOf = ({ groups }: ReturnType<typeof ask>) => groups.map(({ game }) => game.short)

describe('search of the words of the trade', () => {
  it.each([
    ['flint o21.5 pts', 'Player Points: Willa Flint Over 21.5'],
    ['flint over21.5', 'Player Points: Willa Flint Over 21.5'],
    ['over 21.5 flint', 'Player Points: Willa Flint Over 21.5'],
    ['FLINT U21½', 'Player Points: Willa Flint Under 21.5'],
    ['u21', 'Player Points: Willa Flint Under 21.5'],
    ['flint 20+ pts', 'Player Points: Willa Flint Over 19.5'],
    ['flint reb', 'Player Rebounds: Willa Flint Over 7.5'],
    ['hale ast', 'Player Assists: Cole Hale Over 4.5'],
    ['flint pra', 'Player Points + Rebounds + Assists: Willa Flint Over 30.5'],
    ['flint p+r', 'Player Points + Rebounds: Willa Flint Over 21.5'],
    ['1h ml', 'First Half Moneyline: Salt Flats'],
    ['1st half', 'First Half Moneyline: Salt Flats'],
    ['first half', 'First Half Moneyline: Salt Flats'],
    ['anytime td', 'Player Touchdowns: Cole Hale Over 0.5'],
    ['hale atd', 'Player Touchdowns: Cole Hale Over 0.5'],
    ['money line npr', 'Moneyline: North Pier'],
    ['npr ml', 'Moneyline: North Pier'],
    ['slf ml', 'Moneyline: Salt Flats'],
    ['1h ml npr', 'First Half Moneyline: North Pier'],
    ['slf at npr ml', 'Moneyline: Salt Flats'],
    ['npr −3.5', 'Point Spread: North Pier -3.5'],
  ])('%j finds %j first', (query, first) => {
    const answer = ask([flintGame], query)
    expect(namesOf(answer)[0]).toBe(first)
    expect(answer.similar).toEqual([])
  })

  it('takes a short form of a market for the market, and not for the beginning of a name', () => {
    const answer = ask([millGame], 'ml')
    expect(namesOf(answer).sort()).toEqual(['Moneyline: Mill City', 'Moneyline: North Pier'])
    expect(answer.total).toBe(ask([millGame], 'moneyline').total)
    // Every other beginning of the name finds it, and the short form where there is no such market.
    expect(namesOf(ask([millGame], 'mi orr'))).toEqual(['Player Threes Made: Ada Orr Over 2.5'])
    expect(ask([{ ...millGame, odds: [['Player Points', 'Ada Orr Over 2.5']] }], 'ml').total).toBe(1)
    expect(namesOf(ask([millGame], 'ml orr'))).toEqual(['Player Threes Made: Ada Orr Over 2.5'])
    expect(namesOf(ask([millGame], 'ml at npr'))).toHaveLength(3)
  })

  it('takes a letter before a line for a side, and not for the beginning of a name', () => {
    const union: GameOdds = {
      away: ['Union Station', 'UNS'],
      home: ['Oak Hill', 'OKH'],
      odds: [
        ['*Total Points', 'Over 225.5'],
        ['*Total Points', 'Under 225.5'],
      ],
    }
    for (const query of ['u225.5', 'u 225.5', 'under 225.5'])
      expect(namesOf(ask([union], query))).toEqual(['Total Points: Under 225.5'])
    for (const query of ['o225.5', 'o 225.5'])
      expect(namesOf(ask([union], query))).toEqual(['Total Points: Over 225.5'])
  })

  it('finds the overs alone of an anytime touchdown', () => {
    const scorer: GameOdds = {
      ...flintGame,
      odds: [
        ['Player Touchdowns', 'Cole Hale Under 0.5'],
        ['Player Touchdowns', 'Cole Hale Over 1.5'],
        ['Player Touchdowns', 'Cole Hale Over 0.5'],
      ],
    }
    for (const query of ['hale atd', 'hale anytime td'])
      expect(namesOf(ask([scorer], query))).toEqual(['Player Touchdowns: Cole Hale Over 0.5'])
  })

  it('takes a lowest count for overs alone, the line half below it first', () => {
    const counts: GameOdds = {
      ...flintGame,
      odds: ['Under 19.5', 'Over 20', 'Under 20', 'Over 20.5', 'Over 200.5', 'Over 19.5'].map(
        line => ['Player Points', `Willa Flint ${line}`] as const,
      ),
    }
    for (const query of ['20+ pts', 'flint 20+'])
      expect(namesOf(ask([counts], query))).toEqual([
        'Player Points: Willa Flint Over 19.5',
        'Player Points: Willa Flint Over 20',
      ])
  })

  it('puts bets on the other team after all others when one team is named', () => {
    const found = namesOf(ask([flintGame], 'north pier'))
    expect(found[0]).toBe('Moneyline: North Pier')
    expect(found.slice(-2)).toEqual(['Moneyline: Salt Flats', 'First Half Moneyline: Salt Flats'])
    expect(found).toContain('Total Points: Over 220.5')
  })

  it('keeps a name that begins like a side and a line whole', () => {
    const youth = {
      ...flintGame,
      odds: [
        ['Moneyline', 'Salt Flats U21'],
        ['Total', 'Under 21.5'],
      ] as const,
    }
    expect(namesOf(ask([youth], 'u21'))).toEqual(['Moneyline: Salt Flats U21'])
  })

  it.each(['live', 'live moneyline', 'pier live ml'])('takes %j for games on now alone', query => {
    expect(gamesOf(ask([flintGame, { ...returnGame, live: true }], query))).toEqual(['NPR at SLF'])
    expect(ask([flintGame, returnGame], query)).toMatchObject({ total: 0, similar: [] })
  })

  it('takes “live” for the beginning of a name where one begins so', () => {
    const liverpool: GameOdds = { ...returnGame, away: ['Liverpool', 'LIV'] }
    expect(gamesOf(ask([liverpool, { ...flintGame, live: true }], 'live'))).toEqual(['LIV at SLF'])
  })

  it.each(['first td', '1st td', 'first touchdown', 'ftd'])(
    '%j finds the first touchdown, and no bet on the first half of a team that begins so',
    query => {
      const tide: GameOdds = {
        away: ['Tidewater', 'TDW'],
        home: ['Salt Flats', 'SLF'],
        odds: [['First Half Moneyline', 'Tidewater']],
      }
      const first: GameOdds = { ...returnGame, odds: [['First Touchdown Scorer', 'Cole Hale']] }
      expect(ask([tide, flintGame], query).total).toBe(0)
      expect(namesOf(ask([tide, flintGame, first], query))).toEqual(['First Touchdown Scorer: Cole Hale'])
    },
  )

  it.each([
    ['goalscorer', 'Player Goals: Ann Moss Over 0.5'],
    ['moss anytime goalscorer', 'Player Goals: Ann Moss Over 0.5'],
    ['keeper saves', 'Goalkeeper Saves: Ann Moss Over 2.5'],
    ['goalie', 'Goalkeeper Saves: Ann Moss Over 2.5'],
  ])('%j finds the bet that the feed names otherwise', (query, found) => {
    const soccer: GameOdds = {
      ...returnGame,
      odds: [
        ['Player Goals', 'Ann Moss Over 0.5'],
        ['Player Goals', 'Ann Moss Over 1.5'],
        ['Goalkeeper Saves', 'Ann Moss Over 2.5'],
      ],
    }
    expect(namesOf(ask([soccer], query))).toEqual([found])
  })

  it('finds a goalscorer by the word of the feed', () => {
    const soccer: GameOdds = { ...returnGame, odds: [['Anytime Goalscorer', 'Ann Moss']] }
    expect(namesOf(ask([soccer], 'goalscorer'))).toEqual(['Anytime Goalscorer: Ann Moss'])
  })

  it('puts the game with the teams in the typed order first', () => {
    for (const [query, first] of [
      ['slf at npr', 'SLF at NPR'],
      ['npr @ slf', 'NPR at SLF'],
      ['npr at slf ml', 'NPR at SLF'],
    ] as const)
      expect(gamesOf(ask([flintGame, returnGame], query))[0]).toBe(first)
    expect(gamesOf(ask([flintGame, returnGame], 'slf vs npr')).sort()).toEqual(['NPR at SLF', 'SLF at NPR'])
  })
})

describe('search of misspelled words', () => {
  it.each([
    ['flnt', 'flint'],
    ['flitn', 'flint'],
    ['filnt', 'flint'],
    ['flinnt', 'flint'],
    ['flimt', 'flint'],
    ['wlla', 'willa'],
    ['rbnds', 'rebounds'],
  ])('%s finds %s, and says so', (typed, meant) => {
    const answer = ask([flintGame], typed)
    expect(answer.similar).toEqual([meant])
    expect(answer.total).toBe(ask([flintGame], meant).total)
  })

  it.each(['anytme td', 'anytmie td', 'antime tochdown'])(
    '%j finds an anytime touchdown, although no text has that word',
    typed => {
      const answer = ask([flintGame], typed)
      expect(namesOf(answer)).toEqual(namesOf(ask([flintGame], 'anytime td')))
      expect(answer.similar).not.toEqual([])
    },
  )

  it('says the word of the trade that it took a misspelled one for', () => {
    expect(ask([flintGame], 'anytme td').similar).toEqual(['anytime'])
  })

  it('puts the team whose name is misspelled first', () => {
    expect(namesOf(ask([flintGame], 'north peir ml'))[0]).toBe('Moneyline: North Pier')
  })

  it('finds what is spelled as typed first', () => {
    const both = {
      ...flintGame,
      odds: [
        ['*Player Points', 'Willa Flint Over 21.5'],
        ['Player Points', 'Ann Flit Over 9.5'],
      ] as const,
    }
    const answer = ask([both], 'flit')
    expect(namesOf(answer)).toEqual(['Player Points: Ann Flit Over 9.5'])
  })

  it('never takes one number for another', () => {
    expect(ask([flintGame], 'flint 21.6').total).toBe(0)
    expect(ask([flintGame], 'flint 2215').total).toBe(0)
  })

  it('finds any name of at least four letters with one letter dropped, doubled, or swapped with the next', () => {
    const names = ['flint', 'willa', 'hale', 'cole', 'moneyline', 'rebounds', 'assists', 'pier']
    const typo = fc
      .record({
        name: fc.constantFrom(...names),
        at: fc.nat(),
        kind: fc.constantFrom('drop', 'double', 'swap'),
      })
      .map(({ name, at, kind }) => {
        const place = 1 + (at % (name.length - 2))
        const [before, letter = '', after] = [name.slice(0, place), name[place], name.slice(place + 1)]
        if (kind === 'drop') return { name, typed: before + after }
        if (kind === 'double') return { name, typed: before + letter + letter + after }
        return { name, typed: before + after.slice(0, 1) + letter + after.slice(1) }
      })
    fc.assert(
      fc.property(typo, ({ name, typed }) => {
        const found = new Set(namesOf(ask([flintGame], typed)))
        for (const each of namesOf(ask([flintGame], name))) expect(found).toContain(each)
      }),
      { numRuns: 60 },
    )
  })
})

describe('order of games', () => {
  const at = (start: string, live: boolean, home: string): GameOdds => ({
    away: ['Salt Flats', 'SLF'],
    home: [home, home.slice(0, 3).toUpperCase()],
    start,
    live,
    odds: [['*Moneyline', home]],
  })
  const games = [
    at('2026-11-20T20:00:00Z', false, 'Later'),
    at('2026-11-20T05:00:00Z', false, 'Over'),
    at('2026-11-20T13:00:00Z', false, 'Next'),
    at('2026-11-20T11:00:00Z', true, 'Playing'),
  ]

  it('is games on now, the next to start, and those that are over', () => {
    expect(gamesOf(ask(games, 'ml'))).toEqual(['SLF at PLA', 'SLF at NEX', 'SLF at LAT', 'SLF at OVE'])
  })

  it('puts pinned and recent legs of games on now first', () => {
    const store = storeOf(...games.map(gameOf))
    const keys = games.map(gameOf).map(({ id, odds }) => odds[0]?.id.replace('Bravo#', '') ?? id)
    const { pinned, recent } = search(store, {
      query: '',
      limit: 10,
      filter: noFilter,
      kept: { pinned: keys, recent: [...keys].reverse() },
      ...toGameClock(noon, false),
    })
    for (const groups of [pinned, recent])
      expect(groups.map(({ game }) => game.short)).toEqual([
        'SLF at PLA',
        'SLF at NEX',
        'SLF at LAT',
        'SLF at OVE',
      ])
  })
})

import { describe, expect, it } from 'vitest'
import { storeOf } from '../../../support/board/batches.ts'

const event = 'hoops:river-town:harbor-city:2026-09-10'
const idOf = (book: string, name: string) => `${book}#${event}#Moneyline#${name}`

describe('Facts around odds objects', () => {
  const teams = {
    away: { id: 'hoops:river-town', name: 'River Town', abbreviation: 'RVT' },
    home: { id: 'hoops:harbor-city', name: 'Harbor City', abbreviation: 'HBR' },
  }
  const odds = [{ id: idOf('hard_rock_bet', 'River Town') }]

  it('give the game its teams, start and league', () => {
    const game = { id: event, league: 'hoops', start: '2026-09-10T17:00:00Z', live: true, teams }
    const store = storeOf({
      games: [{ ...game, sportsbooks: [{ id: 'hard_rock_bet', name: 'Hard Rock Bet', odds }] }],
    })
    expect(store.gameOf(0)).toEqual({
      id: event,
      title: 'River Town at Harbor City',
      short: 'RVT at HBR',
      league: 'hoops',
      startAt: Date.UTC(2026, 8, 10, 17),
      isLive: true,
    })
    expect(store.books).toMatchObject([{ id: 'hard_rock_bet', name: 'Hard Rock Bet' }])
  })

  it('come from the event id where the JSON has none', () => {
    expect(storeOf(odds).gameOf(0)).toEqual({
      id: event,
      title: 'River Town at Harbor City',
      short: 'Town at City',
      league: 'hoops',
      startAt: null,
      isLive: false,
    })
    expect(storeOf([{ id: 'Bet#some-event#m#n' }]).gameOf(0)).toMatchObject({
      title: 'some-event',
      league: '',
    })
  })

  it('stay from an earlier load when a later one does not give them', () => {
    const loaded = { league: { id: 'HPS' }, start: 1_789_000_000, live: true, teams, odds }
    const plain = { teams: { away: 'River Town', home: 'Harbor City' }, odds }
    const game = { short: 'RVT at HBR', startAt: 1_789_000_000_000, league: 'HPS', isLive: true }
    expect(storeOf(loaded, odds).gameOf(0)).toMatchObject(game)
    expect(storeOf(loaded, plain).gameOf(0)).toMatchObject(game)
    expect(storeOf(plain, loaded, { title: 'Cup final', odds }).gameOf(0)).toMatchObject({
      ...game,
      title: 'Cup final',
    })
  })

  it('change to those of the latest load', () => {
    const later = { start: 1_789_003_600, live: false, odds }
    const store = storeOf({ start: 1_789_000_000, live: true, odds }, later)
    expect(store.gameOf(0)).toMatchObject({ startAt: 1_789_003_600_000, isLive: false })
  })

  it('are combined from the books of one text', () => {
    const store = storeOf([
      { teams, odds },
      { start: 1_789_000_000, odds: [{ id: idOf('Bet', 'River Town') }] },
    ])
    expect(store.gameOf(0)).toMatchObject({ short: 'RVT at HBR', startAt: 1_789_000_000_000 })
  })

  it.each([
    'start',
    'starts',
    'startTime',
    'start_time',
    'startsAt',
    'starts_at',
    'startDate',
    'start_date',
    'commence_time',
    'commenceTime',
    'date',
  ])('may have the start in %s', field => {
    const store = storeOf({ [field]: '2026-09-10T17:00:00Z', odds })
    expect(store.gameOf(0).startAt).toBe(Date.UTC(2026, 8, 10, 17))
  })

  it('take the start from the first field that has one', () => {
    const store = storeOf({ start: 'soon', date: '2026-09-10', games: [{ starts: '1789063200', odds }] })
    expect(store.gameOf(0).startAt).toBe(1_789_063_200_000)
    expect(storeOf({ start: '2026-09-10', odds }).gameOf(0).startAt).toBeNull()
  })

  it.each([
    { away: 'Bay Side', home: 'Hill Top' },
    { away: { name: 'Bay Side' }, home: { name: 'Hill Top' } },
    { away_team: 'Bay Side', home_team: 'Hill Top' },
    { awayTeam: 'Bay Side', homeTeam: 'Hill Top' },
    { teams: { away_team: 'Bay Side', home_team: 'Hill Top' } },
  ])('may name the teams beside the odds: %j', named => {
    expect(storeOf({ ...named, odds }).gameOf(0).title).toBe('Bay Side at Hill Top')
  })

  it('take no team from the prices or scores of the sides', () => {
    for (const sides of [
      { away: '+100', home: '-110' },
      { away: 3, home: 1 },
    ])
      expect(storeOf({ ...sides, odds }).gameOf(0).title).toBe('River Town at Harbor City')
  })

  it('may be in the odds object itself', () => {
    const store = storeOf([
      { ...odds[0], sportsbook: 'Hard Rock Bet', game: { teams, start: 1_789_000_000_000 } },
    ])
    expect(store.gameOf(0)).toMatchObject({ short: 'RVT at HBR', startAt: 1_789_000_000_000 })
    expect(store.books).toMatchObject([{ id: 'hard_rock_bet', name: 'Hard Rock Bet' }])
  })

  it('make one book of its name and its id, with the name for display', () => {
    const store = storeOf([{ id: idOf('hard_rock_bet', 'A') }], [{ id: idOf('Hard Rock Bet', 'B') }])
    expect(store.books).toMatchObject([{ id: 'hard_rock_bet', name: 'Hard Rock Bet', offers: 2 }])
  })
})

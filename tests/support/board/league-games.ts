/** Odds of two games as the demo's leagues name them, for tests of search and of typed legs. */
export interface GameOdds {
  readonly away: readonly [name: string, abbreviation: string]
  readonly home: readonly [name: string, abbreviation: string]
  readonly start?: string
  readonly live?: boolean
  /** Market and name of each selection; a `*` before the market marks a main line. */
  readonly odds: readonly (readonly [market: string, name: string])[]
}

export const gameOf = ({ away, home, odds, ...facts }: GameOdds) => {
  const id = `ubl:${away[1]}:${home[1]}:2026-11-20`.toLowerCase()
  const team = ([name, abbreviation]: GameOdds['away']) => ({ name, abbreviation })
  return {
    id,
    league: 'ubl',
    ...facts,
    teams: { away: team(away), home: team(home) },
    odds: odds.map(([market, name], at) => ({
      id: `Bravo#${id}#${market.replace('*', '')}#${name}`,
      sgp: `token ${id} ${at}`,
      main: market.startsWith('*'),
    })),
  }
}

const player = (name: string) =>
  [
    ['*Player Points', 'Over 21.5'],
    ['*Player Points', 'Under 21.5'],
    ['Player Points', 'Over 19.5'],
    ['Player Points + Rebounds', 'Over 21.5'],
    ['Player Points + Rebounds + Assists', 'Over 30.5'],
    ['*Player Rebounds', 'Over 7.5'],
    ['*Player Assists', 'Over 4.5'],
  ].map(([market = '', line]) => [market, `${name} ${line}`] as const)

/** Salt Flats at North Pier, with Willa Flint and Cole Hale. */
export const flintGame: GameOdds = {
  away: ['Salt Flats', 'SLF'],
  home: ['North Pier', 'NPR'],
  start: '2026-11-20T19:00:00Z',
  odds: [
    ['*Moneyline', 'Salt Flats'],
    ['*Moneyline', 'North Pier'],
    ['First Half Moneyline', 'Salt Flats'],
    ['First Half Moneyline', 'North Pier'],
    ['*Total Points', 'Over 220.5'],
    ['*Point Spread', 'North Pier -3.5'],
    ...player('Willa Flint'),
    ...player('Cole Hale'),
    ['Player Touchdowns', 'Cole Hale Over 0.5'],
  ],
}

/** North Pier at Salt Flats a day later, without players. */
export const returnGame: GameOdds = {
  away: ['North Pier', 'NPR'],
  home: ['Salt Flats', 'SLF'],
  start: '2026-11-21T19:00:00Z',
  odds: [
    ['*Moneyline', 'North Pier'],
    ['*Moneyline', 'Salt Flats'],
  ],
}

/** Mill City at North Pier: the away team's abbreviation begins as the short form of the moneyline. */
export const millGame: GameOdds = {
  away: ['Mill City', 'MLC'],
  home: ['North Pier', 'NPR'],
  start: '2026-11-20T19:00:00Z',
  odds: [
    ['*Moneyline', 'Mill City'],
    ['*Moneyline', 'North Pier'],
    ['Player Threes Made', 'Ada Orr Over 2.5'],
  ],
}

import { createRoster, type League } from '../league.ts'

const points = { twos: 2, threes: 3, freeThrows: 1 }

/** Union Basketball League. */
export const basketball: League = {
  id: 'ubl',
  half: 'First Half',
  draws: false,
  lines: { winner: 'Moneyline', spread: 'Point Spread', total: 'Total Points' },
  disparity: 0.04,
  alternates: 8,
  marginBands: [1, 6, 11, 16],
  shirtNumbers: false,
  scoring: [
    { stat: 'twos', worth: 2, mean: 29, deviation: 3.6 },
    { stat: 'threes', worth: 3, mean: 12.5, deviation: 2.6 },
    { stat: 'freeThrows', worth: 1, mean: 17, deviation: 3.6 },
  ],
  tendencies: {
    rebounds: { spread: 1.1, pace: 0.2, edge: 0.1 },
    assists: { spread: 1.1, pace: 0.35, edge: 0.2 },
    steals: { spread: 1, pace: 0.1, edge: 0.15 },
    blocks: { spread: 1.1, pace: 0.1, edge: 0.1 },
    turnovers: { spread: 1, pace: 0.25, edge: -0.2 },
  },
  roster: createRoster(
    ['twos', 'threes', 'freeThrows', 'rebounds', 'assists', 'steals', 'blocks', 'turnovers'],
    [
      ['PG', 0.15, 0.2, 0.2, 4.1, 7.9, 1.4, 0.3, 3.1],
      ['SG', 0.15, 0.2, 0.18, 4.3, 4.2, 1.2, 0.4, 2.3],
      ['SF', 0.14, 0.14, 0.14, 6.2, 3.6, 1.1, 0.6, 2],
      ['PF', 0.15, 0.09, 0.13, 8.1, 2.7, 0.9, 1, 1.8],
      ['C', 0.14, 0.04, 0.14, 10.2, 2.3, 0.7, 1.6, 1.9],
      ['G', 0.06, 0.12, 0.06, 2.4, 2.6, 0.7, 0.2, 1.1],
      ['G', 0.05, 0.08, 0.04, 2.1, 1.9, 0.6, 0.2, 0.9],
      ['F', 0.06, 0.06, 0.04, 3.9, 1.2, 0.5, 0.5, 0.8],
      ['C', 0.05, 0.01, 0.03, 4.6, 0.8, 0.4, 0.8, 0.7],
    ],
  ),
  playerMarkets: {
    'Player Points': points,
    'Player Rebounds': { rebounds: 1 },
    'Player Assists': { assists: 1 },
    'Player Threes Made': { threes: 1 },
    'Player Steals': { steals: 1 },
    'Player Blocks': { blocks: 1 },
    'Player Turnovers': { turnovers: 1 },
    'Player Points + Rebounds': { ...points, rebounds: 1 },
    'Player Points + Assists': { ...points, assists: 1 },
    'Player Rebounds + Assists': { rebounds: 1, assists: 1 },
    'Player Points + Rebounds + Assists': { ...points, rebounds: 1, assists: 1 },
    'Player Steals + Blocks': { steals: 1, blocks: 1 },
  },
  teams: [
    ['River Town', 'RVT'],
    ['Harbor City', 'HBC'],
    ['Mill City', 'MLC'],
    ['Granite', 'GRN'],
    ['Ice Port', 'ICP'],
    ['Bay Town', 'BYT'],
    ['Copper Hill', 'CPH'],
    ['Lake Forest', 'LKF'],
    ['Stone Bridge', 'STB'],
    ['North Pier', 'NPR'],
    ['Cedar Falls', 'CDF'],
    ['Salt Flats', 'SLF'],
  ],
}

import { createRoster, type League, type Slot } from '../league.ts'

const runs = { homeRuns: 1, otherRuns: 1 }
const hits = { singles: 1, doubles: 1, homeRuns: 1 }
const runsBattedIn = { homeRuns: 1, otherRunsBattedIn: 1 }

const batters: Slot[] = createRoster(
  ['homeRuns', 'otherRuns', 'singles', 'doubles', 'otherRunsBattedIn', 'walks', 'strikeouts', 'steals'],
  [
    ['CF', 0.09, 0.16, 0.72, 0.2, 0.3, 0.42, 0.9, 0.28],
    ['SS', 0.1, 0.15, 0.7, 0.22, 0.35, 0.36, 0.85, 0.2],
    ['1B', 0.17, 0.12, 0.58, 0.23, 0.5, 0.48, 1.05, 0.03],
    ['DH', 0.17, 0.11, 0.52, 0.2, 0.52, 0.45, 1.2, 0.02],
    ['3B', 0.13, 0.11, 0.57, 0.21, 0.44, 0.38, 1, 0.06],
    ['LF', 0.11, 0.1, 0.56, 0.19, 0.38, 0.35, 1, 0.12],
    ['RF', 0.1, 0.09, 0.55, 0.18, 0.35, 0.33, 1.05, 0.1],
    ['2B', 0.06, 0.08, 0.6, 0.17, 0.3, 0.31, 0.8, 0.15],
    ['C', 0.07, 0.08, 0.5, 0.15, 0.3, 0.28, 1.05, 0.02],
  ],
)
const pitchers: Slot[] = createRoster(
  ['pitcherStrikeouts', 'outs', 'hitsAllowed', 'walksAllowed', 'pitches'],
  [['SP', 5.9, 16.8, 5.1, 1.8, 89]],
)

/** Diamond Baseball League. */
export const baseball: League = {
  id: 'dbl',
  half: 'First 5 Innings',
  draws: false,
  lines: { winner: 'Moneyline', spread: 'Run Line', total: 'Total Runs' },
  disparity: 0.12,
  alternates: 5,
  marginBands: [1, 2, 3, 5],
  shirtNumbers: false,
  scoring: [
    { stat: 'homeRuns', worth: 1, mean: 1.1, deviation: 1.07 },
    { stat: 'otherRuns', worth: 1, mean: 3.4, deviation: 2.4 },
  ],
  tendencies: {
    singles: { spread: 1, pace: 0.3, edge: 0.25 },
    doubles: { spread: 1, pace: 0.25, edge: 0.2 },
    otherRunsBattedIn: { spread: 1.15, pace: 0.35, edge: 0.3 },
    walks: { spread: 1, pace: 0.2, edge: 0.15 },
    strikeouts: { spread: 1, pace: -0.2, edge: -0.2 },
    steals: { spread: 1, pace: 0.05, edge: 0.1 },
    pitcherStrikeouts: { spread: 1, pace: -0.2, edge: 0.25 },
    outs: { spread: 0.8, pace: -0.35, edge: 0.35 },
    hitsAllowed: { spread: 1, pace: 0.4, edge: -0.3 },
    walksAllowed: { spread: 1, pace: 0.25, edge: -0.2 },
    pitches: { spread: 1.1, pace: 0, edge: 0.1 },
  },
  roster: [...pitchers, ...batters],
  playerMarkets: {
    'Player Hits': hits,
    'Player Total Bases': { singles: 1, doubles: 2, homeRuns: 4 },
    'Player Home Runs': { homeRuns: 1 },
    'Player Runs': runs,
    'Player RBIs': runsBattedIn,
    'Player Hits + Runs + RBIs': { ...hits, homeRuns: 3, otherRuns: 1, otherRunsBattedIn: 1 },
    'Player Singles': { singles: 1 },
    'Player Doubles': { doubles: 1 },
    'Player Walks': { walks: 1 },
    'Player Strikeouts': { strikeouts: 1 },
    'Player Stolen Bases': { steals: 1 },
    'Pitcher Strikeouts': { pitcherStrikeouts: 1 },
    'Pitcher Outs': { outs: 1 },
    'Pitcher Hits Allowed': { hitsAllowed: 1 },
    'Pitcher Walks Allowed': { walksAllowed: 1 },
    'Pitcher Pitches Thrown': { pitches: 1 },
  },
  teams: [
    ['Orchard Park', 'ORP'],
    ['Silver Springs', 'SSP'],
    ['Maple Grove', 'MPG'],
    ['Fox Hollow', 'FXH'],
    ['Sandy Point', 'SDP'],
    ['Eagle Rock', 'EGR'],
    ['Wheat Fields', 'WHF'],
    ['Cherry Hill', 'CHH'],
    ['Blue Lagoon', 'BLL'],
    ['Oak Valley', 'OKV'],
    ['Union Station', 'UNS'],
    ['West Haven', 'WHV'],
  ],
}

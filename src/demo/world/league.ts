/** A league: its ways of scoring, its players, their statistics, and the markets on them. */

/** One way of scoring: how often a team does it in a game, and what it is worth. Credited to a player. */
export interface Scoring {
  readonly stat: string
  readonly worth: number
  readonly mean: number
  readonly deviation: number
}

/** Spread of a player's own statistic, and its loadings on the game's tides (-1 to 1). */
export interface Tendency {
  /** Standard deviation as a multiple of the square root of the mean. */
  readonly spread: number
  readonly pace: number
  readonly edge: number
}

/** A place in the roster. A rate is a share of the team's scoring, or the mean of an own statistic. */
export interface Slot {
  readonly position: string
  readonly rates: Readonly<Record<string, number>>
}

export interface League {
  readonly id: string
  readonly half: string
  /** True when a game can end in a draw; the winner market then has a third selection. */
  readonly draws: boolean
  /** The usual names of the three team markets. */
  readonly lines: { readonly winner: string; readonly spread: string; readonly total: string }
  /** Difference between teams: the standard deviation of the log of their scoring. */
  readonly disparity: number
  /** Alternate spreads and totals a game, on each side of the main line. */
  readonly alternates: number
  /** Start of each band of the winning margin; the last has no end. */
  readonly marginBands: readonly number[]
  /** True when selections name the player with the shirt number, as in "#7 Ada North Over 1.5". */
  readonly shirtNumbers: boolean
  readonly scoring: readonly Scoring[]
  readonly tendencies: Readonly<Record<string, Tendency>>
  readonly roster: readonly Slot[]
  /** Player markets by name, with the statistics that each adds up, for players with enough expected. */
  readonly playerMarkets: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Name and abbreviation of each of the twelve teams. */
  readonly teams: readonly (readonly [name: string, abbreviation: string])[]
}

/** Reads a roster written as a table: a position, then one rate a column. */
export function createRoster(
  columns: readonly string[],
  rows: readonly (readonly [string, ...number[]])[],
): Slot[] {
  return rows.map(([position, ...rates]) => ({
    position,
    rates: Object.fromEntries(columns.map((column, i) => [column, rates[i] ?? 0])),
  }))
}

// Expectation of a statistic before the game, and its influences. Two tides move a whole game: its pace
// (more of everything for both sides) and its edge (more for the home side, less for the away side); a
// player's form moves all of that player's statistics. The rest is the statistic's own. Legs of one game
// correlate because they ride the same tides.

/** Mean, the standard deviation due to each tide, and the variance that no other statistic shares. */
export interface Moments {
  readonly mean: number
  readonly pace: number
  readonly edge: number
  readonly form: number
  readonly own: number
}

export const NOTHING: Moments = { mean: 0, pace: 0, edge: 0, form: 0, own: 0 }

/** `sum + weight * part`, the parts being independent once the tides are known. */
export function plus(sum: Moments, weight: number, part: Moments): Moments {
  return {
    mean: sum.mean + weight * part.mean,
    pace: sum.pace + weight * part.pace,
    edge: sum.edge + weight * part.edge,
    form: sum.form + weight * part.form,
    own: sum.own + weight * weight * part.own,
  }
}

export function deviation(m: Moments): number {
  return Math.sqrt(m.pace ** 2 + m.edge ** 2 + m.form ** 2 + m.own)
}

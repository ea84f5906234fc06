import { boundsAt, computeDrift, jointChance, legChance } from '../../../src/demo/world/chances.ts'
import type { Game } from '../../../src/demo/world/game.ts'
import type { Selection } from '../../../src/demo/world/quantity.ts'

/** The true chance of the legs, which only the demo knows. */
export function fairChance(game: Game, selections: readonly Selection[], at: number): number {
  const bounds = boundsAt(game, at)
  return jointChance(
    selections.map(selection =>
      legChance(bounds, selection, { shift: computeDrift(game, selection.quantity, at), strength: 1 }),
    ),
  )
}

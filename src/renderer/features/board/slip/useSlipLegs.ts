/** The legs chosen for a new parlay, and what the board says of them together. */
import { shallowRef } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import type { SlipCheck } from '../../../../shared/model/game/board.ts'
import { maxLegs } from '../../../../shared/model/parlay/parlay.ts'
import type { GameInfo, SelectionLine } from '../../../../shared/model/game/selection.ts'
import { bridge } from '../../../bridge.ts'

export interface ChosenLeg {
  readonly line: SelectionLine
  readonly game: GameInfo
}

export const keysOf = (legs: readonly ChosenLeg[]) => legs.map(leg => leg.line.key)

export function useSlipLegs() {
  const legs = shallowRef<readonly ChosenLeg[]>([])
  /** Undefined while the answer is awaited and when no leg is chosen. */
  const check = shallowRef<Outcome<SlipCheck>>()

  function choose(next: readonly ChosenLeg[]): Promise<void> {
    legs.value = next
    check.value = undefined
    return recheck()
  }
  /** Asks what the board says of the legs now chosen; only the newest slip's answer counts. */
  async function recheck(): Promise<void> {
    const asked = legs.value
    if (asked.length === 0) return
    const outcome = await bridge().board.checkSlip({ selections: keysOf(asked) })
    if (legs.value === asked) check.value = outcome
  }

  const removeLeg = (key: string) => choose(legs.value.filter(leg => leg.line.key !== key))
  /** Chooses a leg, or takes it off when it is chosen. A full slip takes no more. */
  async function toggleLeg(leg: ChosenLeg): Promise<void> {
    if (keysOf(legs.value).includes(leg.line.key)) await removeLeg(leg.line.key)
    else await chooseMore([leg])
  }
  /** Chooses legs that are not on the slip yet, as far as it has room. Answers how many had none. */
  async function chooseMore(more: readonly ChosenLeg[]): Promise<number> {
    const known = new Set(keysOf(legs.value))
    const fresh = more.filter(leg => !known.has(leg.line.key) && known.add(leg.line.key))
    const room = maxLegs - legs.value.length
    if (fresh.length > 0 && room > 0) await choose([...legs.value, ...fresh.slice(0, room)])
    return Math.max(0, fresh.length - room)
  }

  return { legs, check, choose, recheck, removeLeg, toggleLeg, chooseMore }
}

/** The slip: legs chosen for a new parlay, what the board says of them together, and the act of adding them. */
import { shallowRef } from 'vue'
import type { Outcome } from '../../../shared/failure.ts'
import type { SlipCheck } from '../../../shared/model/board.ts'
import { maxLegs } from '../../../shared/model/parlay.ts'
import type { GameInfo, SelectionLine } from '../../../shared/model/selection.ts'
import { bridge } from '../../bridge.ts'

export interface ChosenLeg {
  readonly line: SelectionLine
  readonly game: GameInfo
}

/** The parlay on the desk that the slip became; `wasThere` when the desk held the same legs before. */
export interface AddedParlay {
  readonly parlayId: number
  readonly wasThere: boolean
}

export function useSlip() {
  const legs = shallowRef<readonly ChosenLeg[]>([])
  /** Undefined while the answer is awaited and when no leg is chosen. */
  const check = shallowRef<Outcome<SlipCheck>>()
  const lastAdded = shallowRef<AddedParlay>()
  const isAdding = shallowRef(false)
  const keys = () => legs.value.map(leg => leg.line.key)

  function choose(next: readonly ChosenLeg[]): Promise<void> {
    legs.value = next
    check.value = undefined
    return recheck()
  }
  /** Asks what the board says of the legs now chosen; only the newest slip's answer counts. */
  async function recheck(): Promise<void> {
    const asked = legs.value
    if (asked.length === 0) return
    const outcome = await bridge().board.checkSlip({ selections: keys() })
    if (legs.value === asked) check.value = outcome
  }

  const removeLeg = (key: string) => choose(legs.value.filter(leg => leg.line.key !== key))
  const clearSlip = () => choose([])
  /** Chooses a leg, or takes it off when it is chosen. A full slip takes no more. */
  async function toggleLeg(leg: ChosenLeg): Promise<void> {
    if (keys().includes(leg.line.key)) await removeLeg(leg.line.key)
    else if (legs.value.length < maxLegs) await choose([...legs.value, leg])
  }

  /** Puts the parlay on the desk and empties the slip; a refused parlay stays on it. */
  async function addToDesk(): Promise<Outcome<AddedParlay>> {
    isAdding.value = true
    const outcome = await bridge().desk.addParlay({ selections: keys() })
    isAdding.value = false
    if (!outcome.ok) return outcome
    lastAdded.value = outcome.value
    await clearSlip()
    return outcome
  }

  return { legs, check, lastAdded, isAdding, toggleLeg, removeLeg, clearSlip, recheck, addToDesk }
}

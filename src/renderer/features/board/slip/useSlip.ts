/** The slip: the legs of a new parlay, what the user says of it, and the act of adding it to the desk. */
import { shallowRef } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import { bridge } from '../../../bridge.ts'
import { blankDraft, noteOf } from '../../../ui/note-draft.ts'
import { keysOf, useSlipLegs } from './useSlipLegs.ts'

/** The parlay on the desk that the slip became; `wasThere` when the desk held the same legs before. */
export interface AddedParlay {
  readonly parlayId: number
  readonly wasThere: boolean
}

export function useSlip() {
  const { choose, ...chosen } = useSlipLegs()
  const note = shallowRef(blankDraft)
  const lastAdded = shallowRef<AddedParlay>()
  const isAdding = shallowRef(false)

  /** Takes off the legs and what was said of them. */
  function clearSlip(): Promise<void> {
    note.value = blankDraft
    return choose([])
  }

  /** Puts the parlay on the desk and empties the slip; a refused parlay stays on it. */
  async function addToDesk(): Promise<Outcome<AddedParlay>> {
    isAdding.value = true
    const selections = keysOf(chosen.legs.value)
    const outcome = await bridge().desk.addParlay({ selections, note: noteOf(note.value) })
    isAdding.value = false
    if (!outcome.ok) return outcome
    lastAdded.value = outcome.value
    await clearSlip()
    return outcome
  }

  return { ...chosen, note, lastAdded, isAdding, clearSlip, addToDesk }
}

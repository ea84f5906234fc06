/** The slip: the legs chosen for a new parlay, the board's check of them, their note, and adding them to the desk. */
import { computed, shallowRef, watch, type ShallowRef } from 'vue'
import type { Failure, Outcome } from '../../../shared/failure.ts'
import type { SlipCheck } from '../../../shared/model/game/board.ts'
import type { GameInfo, SelectionLine } from '../../../shared/model/game/selection.ts'
import { maxLegs, type AddedParlay } from '../../../shared/model/parlay/parlay.ts'
import { bridge } from '../../bridge.ts'
import { blankDraft, toNote, type NoteDraft } from '../../ui/note-form.ts'

export interface ChosenLeg {
  readonly line: SelectionLine
  readonly game: GameInfo
}

const keysOf = (legs: readonly ChosenLeg[]) => legs.map(leg => leg.line.key)

function useSlipLegs() {
  const legs = shallowRef<readonly ChosenLeg[]>([])
  /** Undefined while awaited, and without legs. */
  const check = shallowRef<Outcome<SlipCheck>>()

  function choose(next: readonly ChosenLeg[]): Promise<void> {
    legs.value = next
    check.value = undefined
    return recheck()
  }
  /** Checks the legs with the board again; an answer about other legs is dropped. */
  async function recheck(): Promise<void> {
    const checked = legs.value
    if (checked.length === 0) return
    const outcome = await bridge().board.checkSlip({ selections: keysOf(checked) })
    if (legs.value === checked) check.value = outcome
  }

  const removeLeg = (key: string) => choose(legs.value.filter(leg => leg.line.key !== key))
  /** Adds a leg, or removes it when it is on the slip. A full slip takes no more. */
  async function toggleLeg(leg: ChosenLeg): Promise<void> {
    if (keysOf(legs.value).includes(leg.line.key)) await removeLeg(leg.line.key)
    else await chooseMore([leg])
  }
  /** Puts a leg at a place of the slip: one that is on it moves there, another is added while there is room. */
  async function placeLeg(leg: ChosenLeg, place: number): Promise<void> {
    const before = keysOf(legs.value).indexOf(leg.line.key)
    if (before < 0 && legs.value.length >= maxLegs) return
    const others = legs.value.filter(each => each.line.key !== leg.line.key)
    const at = before >= 0 && before < place ? place - 1 : place
    await choose(others.toSpliced(at, 0, leg))
  }
  /** Adds legs that are not on the slip yet while there is room. Returns the number that had no room. */
  async function chooseMore(more: readonly ChosenLeg[]): Promise<number> {
    const known = new Set(keysOf(legs.value))
    const fresh = more.filter(leg => !known.has(leg.line.key) && known.add(leg.line.key))
    const room = maxLegs - legs.value.length
    if (fresh.length > 0 && room > 0) await choose([...legs.value, ...fresh.slice(0, room)])
    return Math.max(0, fresh.length - room)
  }

  return { legs, check, choose, recheck, removeLeg, toggleLeg, placeLeg, chooseMore }
}

/**
 * Stores the slip by profile, so that it survives the end of the program. Returns a function that shows the slip of a
 * profile as it was left.
 */
function useStoredSlip(
  legs: ShallowRef<readonly ChosenLeg[]>,
  choose: (next: readonly ChosenLeg[]) => Promise<void>,
  note: ShallowRef<NoteDraft>,
) {
  /** Undefined until its slip is read, so that nothing is stored before. */
  let profileId: string | undefined
  let latestId: string | undefined

  function save(): void {
    if (profileId === undefined) return
    const slip = { legs: legs.value.map(({ line, game }) => ({ line, game })), note: note.value }
    void bridge().drafts.saveSlip({ profileId, slip })
  }
  watch([legs, note], save, { flush: 'sync' })

  return async function open(id: string): Promise<void> {
    const isSwitch = profileId !== undefined
    profileId = undefined
    latestId = id
    if (isSwitch) {
      note.value = blankDraft
      void choose([])
    }
    const stored = await bridge().drafts.slip({ profileId: id })
    if (!stored.ok || latestId !== id) return
    const known = new Set(keysOf(stored.value.legs))
    const chosenSince = legs.value.filter(({ line }) => !known.has(line.key))
    if (note.value === blankDraft) note.value = stored.value.note
    const checked =
      known.size > 0 ? choose([...stored.value.legs, ...chosenSince].slice(0, maxLegs)) : undefined
    profileId = id
    if (chosenSince.length > 0) save()
    await checked
  }
}

function useAdding() {
  /** The parlay that was added last; `wasThere` when the desk had the same legs before. */
  const lastAdded = shallowRef<AddedParlay>()
  const isAdding = shallowRef(false)
  /** Failure of the last action on legs. */
  const legFailure = shallowRef<Failure>()

  /** Returns undefined without legs, and while another parlay is added. */
  async function addParlay(
    selections: string[],
    given: NoteDraft,
  ): Promise<Outcome<AddedParlay> | undefined> {
    if (selections.length === 0 || isAdding.value) return undefined
    isAdding.value = true
    const outcome = await bridge().desk.addParlay({ selections, note: toNote(given) })
    isAdding.value = false
    if (!outcome.ok) return outcome
    legFailure.value = undefined
    lastAdded.value = outcome.value
    return outcome
  }

  return { lastAdded, isAdding, legFailure, addParlay }
}

export function useSlip() {
  const { choose, ...chosen } = useSlipLegs()
  const note = shallowRef(blankDraft)
  const { addParlay, ...adding } = useAdding()
  const open = useStoredSlip(chosen.legs, choose, note)
  /** Game of the leg chosen last; null for an empty slip. */
  const lastGameId = computed(() => chosen.legs.value.at(-1)?.game.id ?? null)

  /** Removes the legs and their note. */
  function clearSlip(): Promise<void> {
    note.value = blankDraft
    return choose([])
  }

  /** Puts legs that were cleared before those chosen since, and their note where there is none. */
  function putBack(cleared: readonly ChosenLeg[], clearedNote: NoteDraft): Promise<void> {
    const known = new Set(keysOf(cleared))
    const chosenSince = chosen.legs.value.filter(({ line }) => !known.has(line.key))
    if (note.value === blankDraft) note.value = clearedNote
    return choose([...cleared, ...chosenSince].slice(0, maxLegs))
  }

  /**
   * Adds the parlay to the desk and empties the slip, but for legs chosen meanwhile; after a failure the parlay stays on
   * it.
   */
  async function addToDesk(): Promise<void> {
    const selections = keysOf(chosen.legs.value)
    const outcome = await addParlay(selections, note.value)
    if (outcome?.ok === false) adding.legFailure.value = outcome.failure
    if (outcome?.ok !== true) return
    note.value = blankDraft
    await choose(chosen.legs.value.filter(({ line }) => !selections.includes(line.key)))
  }

  /** Adds a parlay of other legs than those on the slip, which stay there. */
  const addTyped = (legs: readonly ChosenLeg[]) => addParlay(keysOf(legs), blankDraft)

  return { ...chosen, ...adding, note, lastGameId, open, clearSlip, putBack, addToDesk, addTyped }
}

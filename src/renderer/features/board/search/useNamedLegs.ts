/** Legs named by the text in the search, such as `flint o21.5 pts + ml`, and the user's choices among them. */
import { computed, shallowRef, watch } from 'vue'
import type { NamedLegs } from '../../../../shared/model/game/board.ts'
import { splitLegText } from '../../../../shared/model/game/leg-text.ts'
import type { SelectionLine } from '../../../../shared/model/game/selection.ts'
import { bridge } from '../../../bridge.ts'
import type { ChosenLeg } from '../useSlip.ts'

/** A single leg is found by the search itself. */
const minLegs = 2

/** `slipGameId`: game that is preferred when several fit. */
export function useNamedLegs(query: () => string, slipGameId: () => string | null) {
  const named = shallowRef<NamedLegs>()
  /** Choices of the user, by place of the part. */
  const choices = shallowRef<ReadonlyMap<number, SelectionLine>>(new Map())
  let newest = 0

  /** Finds the legs in the game given, or in the one that has them; an answer to an older text is dropped. */
  async function find(gameId: string | null = null): Promise<void> {
    const run = ++newest
    const text = query()
    if (splitLegText(text).length < minLegs) {
      named.value = undefined
      return
    }
    const outcome = await bridge().board.findNamedLegs({ text, gameId, slipGameId: slipGameId() })
    if (run !== newest) return
    choices.value = new Map()
    named.value = outcome.ok ? outcome.value : undefined
  }
  watch(query, () => void find(), { immediate: true })

  function choose(part: number, line: SelectionLine): void {
    choices.value = new Map(choices.value).set(part, line)
  }

  const legs = computed<readonly ChosenLeg[]>(() => {
    const { game = null, parts = [] } = named.value ?? {}
    const lines = parts.flatMap(({ leg }, part) => leg ?? choices.value.get(part) ?? [])
    return game === null ? [] : lines.map(line => ({ line, game }))
  })
  /** Parts for which the user must still choose. The nearest lines of one that was not found need no choice. */
  const undecided = computed(() => {
    const mustChoose = (named.value?.parts ?? []).filter(
      ({ problem, choices: { length } }, at) => problem === null && length > 0 && !choices.value.has(at),
    )
    return mustChoose.length
  })

  return { named, choices, legs, undecided, find, choose }
}

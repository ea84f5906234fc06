/** Legs named by the text in the search, such as `flint o21.5 pts + ml`, and the user's choices among them. */
import { computed, shallowRef, watch } from 'vue'
import type { NamedLegs } from '../../../../shared/model/game/board.ts'
import type { SelectionLine } from '../../../../shared/model/game/selection.ts'
import { bridge } from '../../../bridge.ts'
import { useBoardStore } from '../board-store.ts'
import type { ChosenLeg } from '../useSlip.ts'

function toObstacle(named: NamedLegs | undefined, choices: ReadonlyMap<number, unknown>): string | undefined {
  if (named === undefined) return 'Couldn’t search for these legs'
  if (named.games.length > 0) return 'Choose the game first'
  const open = named.parts.find(({ leg }, at) => leg === null && !choices.has(at))
  return open && (open.problem ?? `Choose a leg for “${open.text}” first`)
}

/** The newest answer to the text in the search, and the choices that were made in it. */
function useNamedAnswer() {
  const board = useBoardStore()
  const named = shallowRef<NamedLegs>()
  /** Choices of the user, by place of the part. */
  const choices = shallowRef<ReadonlyMap<number, SelectionLine>>(new Map())
  let newest = 0
  let answering = Promise.resolve()

  async function request(gameId: string | null): Promise<void> {
    const run = ++newest
    const text = board.query
    if (!board.isParlayTyped) {
      named.value = undefined
      return
    }
    const outcome = await bridge().board.findNamedLegs({ text, gameId, slipGameId: board.lastGameId })
    if (run !== newest) return
    choices.value = new Map()
    named.value = outcome.ok ? outcome.value : undefined
  }
  /** Finds the legs in the game given, or in the one that has them; an answer to an older text is dropped. */
  const find = (gameId: string | null = null) => (answering = request(gameId))
  watch(
    () => board.query,
    () => find(),
    { immediate: true },
  )

  /** Waits until the legs of the text were searched for. Returns false when the text was changed meanwhile. */
  async function waitForAnswer(): Promise<boolean> {
    const text = board.query
    await answering
    return board.query === text
  }
  return { named, choices, find, waitForAnswer }
}

export function useNamedLegs() {
  const { named, choices, find, waitForAnswer } = useNamedAnswer()

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

  /** Reason why the parlay is not whole, known once its legs were searched for; undefined when it is. */
  const findObstacle = async () =>
    (await waitForAnswer())
      ? toObstacle(named.value, choices.value)
      : 'Not added: the text was changed before its legs were found'

  return { named, choices, legs, undecided, find, choose, waitForAnswer, findObstacle }
}

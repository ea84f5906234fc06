/** Mirror of the board's status, the search of its selections, and the slip of a new parlay. */
import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { lastSession, type BoardStatus } from '../../../shared/model/game/board.ts'
import { splitLegText } from '../../../shared/model/game/leg-text.ts'
import { bridge } from '../../bridge.ts'
import { useUndoStore } from '../../commands/undo-store.ts'
import { createDrafts } from '../../drafts.ts'
import { createMirror } from '../../mirror.ts'
import { getWindowName } from '../../window-name.ts'
import { useAccountStore } from '../account/account-store.ts'
import { useSettingsStore } from '../settings/settings-store.ts'
import { noFilter, useLegSearch } from './search/useLegSearch.ts'
import { useSlip } from './useSlip.ts'

interface TypedLegs {
  readonly text: string
  /** Empty for odds ids of any book. */
  readonly bookId: string
}

const isGone = ({ books }: { readonly books: number }): boolean => books === 0

/** Legs of a text that is a parlay. */
const minTypedLegs = 2

export const useBoardStore = defineStore('board', () => {
  const { value: status, failure, start, adopt } = createMirror<BoardStatus>(() => bridge().board)
  const account = useAccountStore()
  const settings = useSettingsStore()
  const changes = useUndoStore()
  const { searchAgain, ...finder } = useLegSearch()
  const { open: openSlip, ...slip } = useSlip()
  /** True while a parlay is typed into the search. A single leg is found by the search itself. */
  const isParlayTyped = computed(() => splitLegText(finder.query.value).length >= minTypedLegs)
  const typedLegs = createDrafts<TypedLegs>('typed legs')

  const sources = computed(() => status.value?.sources ?? [])
  /** Undefined when the profile has no odds feed. */
  const feed = computed(() => sources.value.find(source => source.kind.kind === 'feed'))
  /** True before the demo's first load, which starts automatically. */
  const isDemoStarting = computed(
    () =>
      account.isDemo && (feed.value === undefined || (feed.value.isOn && feed.value.state.kind === 'never')),
  )
  const isComing = computed(
    () =>
      account.state === undefined ||
      isDemoStarting.value ||
      status.value?.loading.kind === 'loading' ||
      sources.value.some(({ state }) => state.kind === 'loading'),
  )
  /** True once it is known that there are no odds and none are loading. Odds can be searched while they load. */
  const isEmpty = computed(() => status.value?.selections === 0 && !isComing.value)
  /** True until the odds of this run are there, if they come: a leg not offered yet may be then. */
  const isStarting = computed(() => {
    const { lastLoad = null } = status.value ?? {}
    return isComing.value && (lastLoad === null || lastLoad.source === lastSession)
  })

  /** True while the slip's legs, as kept from the last run, can't be compared with the board yet. */
  const isSlipWaiting = computed(() => {
    const { value: check } = slip.check
    return isEmpty.value || (isStarting.value && check?.ok === true && check.value.legs.some(isGone))
  })
  /** Reason why the legs on the slip can't be added. */
  const slipObstacle = computed(() => {
    const { value: check } = slip.check
    if (check?.ok !== true || isSlipWaiting.value || slip.legs.value.length === 0) return undefined
    return check.value.obstacle ?? undefined
  })

  /** Changes with the board's contents and the books shown, which makes earlier search results out of date. */
  const contents = computed(() => {
    const { selections = 0, offers = 0, finalGames = 0, lastLoad, asOf } = status.value ?? {}
    const hidden = settings.state?.books.filter(({ isOn }) => !isOn).map(({ id }) => id) ?? []
    const odds = `${selections} ${offers} ${lastLoad?.at ?? 0} ${asOf ?? 0} ${finalGames}`
    return `${account.state?.activeId ?? ''} ${odds} ${hidden.join()}`
  })

  watch(contents, () => Promise.all([searchAgain(), slip.recheck()]))
  // Another profile has another board and desk, so it has its own slip, and the search, leagues and books are reset.
  watch(
    () => account.state?.activeId,
    async (id, before) => {
      const isMain = getWindowName() === 'main'
      if (id !== undefined && isMain) void openSlip(id)
      if (before === undefined) return
      slip.lastAdded.value = undefined
      finder.query.value = ''
      await finder.narrow(noFilter)
    },
    { immediate: true },
  )

  async function pin(key: string, isPinned: boolean): Promise<void> {
    const set = async (to: boolean) => {
      const outcome = await bridge().board.pin({ key, isPinned: to })
      slip.legFailure.value = outcome.ok ? undefined : outcome.failure
      await searchAgain()
      return outcome.ok
    }
    const label = isPinned ? 'pin leg' : 'unpin leg'
    if (await set(isPinned)) changes.record({ label, undo: () => set(!isPinned), redo: () => set(isPinned) })
  }

  /** Undo puts its legs back before those chosen since. */
  async function clearSlip(): Promise<void> {
    const [legs, note] = [slip.legs.value, slip.note.value]
    changes.record({
      label: 'clear new parlay',
      undo: () => slip.putBack(legs, note),
      redo: () => slip.clearSlip(),
    })
    await slip.clearSlip()
  }

  return {
    status,
    sources,
    feed,
    isDemoStarting,
    isEmpty,
    isStarting,
    isSlipWaiting,
    slipObstacle,
    contents,
    failure,
    start,
    adopt,
    pin,
    typedLegs,
    ...finder,
    isParlayTyped,
    ...slip,
    clearSlip,
  }
})

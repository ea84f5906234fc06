/** All that the desk does with links: the way to the betslip, what came of it, the copy, the code for a phone. */
import { computed, shallowReadonly, shallowRef, watch, type Ref } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { useAccountStore } from '../../account/account-store.ts'
import { missingLegsText } from '../cell/cell-text.ts'
import { useDeskStore, type CellAddress } from '../desk-store.ts'
import type { Notice } from '../actions/useDeskActions.ts'
import { useBetslip, findBusyStep, type OpenedLink } from './useBetslip.ts'
import { useLinkAway } from './useLinkAway.ts'

interface CellLinksOptions {
  readonly selected: Readonly<Ref<CellAddress | undefined>>
  /** The selected row. */
  readonly row: Readonly<Ref<Row | undefined>>
  readonly tell: (notice: Notice | undefined) => void
}

export interface OpenedBetslip extends OpenedLink {
  /** The parlay as it was then; it may leave the desk while its betslip is open. */
  readonly row: Row | undefined
}

const lost: Notice = {
  kind: 'said',
  text: 'The price this betslip was opened at is not kept any more, so nothing can be noted of it.',
}
const replaced: Notice = {
  kind: 'said',
  text: 'Rechecking this price instead of the one that was still waiting; that betslip will not open.',
}

export function useCellLinks({ selected, row, tell }: CellLinksOptions) {
  const desk = useDeskStore()
  const account = useAccountStore()
  /** The betslip opened last, until it is put away. */
  const opened = shallowRef<OpenedBetslip>()
  const closeOpened = () => (opened.value = undefined)
  // Another profile has other parlays.
  watch(() => account.state?.activeId, closeOpened)
  const betslip = useBetslip({
    onOpened: link => (opened.value = { ...link, row: desk.rowRef(link.cell.parlayId)?.value }),
    onFailed: failure => tell({ kind: 'failed', failure }),
    onReplaced: () => tell(replaced),
  })
  const busy = computed(() => findBusyStep(betslip.state.value, selected.value))

  /** Rechecks the selected cell against what it shows now, and opens its betslip. */
  function recheck(): void {
    const cell = row.value?.cells.find(({ bookId }) => bookId === selected.value?.bookId)
    if (selected.value === undefined || row.value === undefined || cell === undefined) return
    const isWhole = cell.missingLegs === 0
    tell(
      isWhole ? undefined : { kind: 'said', text: missingLegsText(cell.missingLegs, row.value.legs.length) },
    )
    if (isWhole) void betslip.start(selected.value, cell.quote?.id ?? null)
  }

  return {
    betslip,
    busy,
    opened: shallowReadonly(opened),
    recheck,
    closeOpened,
    /** Puts away a betslip whose price is gone, and says so. */
    loseOpened: () => {
      closeOpened()
      tell(lost)
    },
    ...useLinkAway(tell),
  }
}
export type CellLinks = ReturnType<typeof useCellLinks>

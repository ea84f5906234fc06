/**
 * The two panes beside the prices. In a wide window a pane is docked: open or folded, with its own width, both stored.
 * In a narrow one it is a drawer over the prices, until the user closes it.
 */
import { createEventHook, useWindowSize } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { paneWidthRange } from '../../../../shared/model/settings/view.ts'
import { useCommands } from '../../../commands/command-store.ts'
import { useScale } from '../../../theme/useScale.ts'
import { getWindowGroup } from '../../../window-name.ts'
import { useViewStore } from '../../../view-store.ts'
import { createDeskContext } from '../context/desk-context.ts'
import { useDeskStore } from '../desk-store.ts'

export type PaneName = 'legs' | 'cell'

/** Window widths from which each pane is docked, in CSS pixels. */
const minDockedWidth: Readonly<Record<PaneName, number>> = { legs: 760, cell: 1150 }
/** Default width of a pane: this share of the window, between these limits. */
const ownWidth = {
  legs: { share: 0.17, min: 248, max: 400 },
  cell: { share: 0.18, min: 292, max: 460 },
} as const
/** Width of a rail at scale 1, as in SidePane.vue. */
const railWidth = 28
/** Maximum share of the window for a pane. */
const maxShare = 0.4

/** In CSS pixels. `chosen`: as the user set it; `scale`: that of type and measures. */
export function toPaneWidth(
  name: PaneName,
  { chosen, windowWidth, scale }: { chosen: number | null; windowWidth: number; scale: number },
): number {
  const { share, min, max } = ownWidth[name]
  const width = chosen ?? Math.min(max * scale, Math.max(min * scale, share * windowWidth))
  return Math.round(Math.min(width, Math.max(paneWidthRange[name].min, maxShare * windowWidth)))
}

export const [providePanes, usePanes] = createDeskContext('panes', () => {
  const view = useViewStore()
  /** The one drawer that is open. */
  const drawer = shallowRef<PaneName>()
  const opened = createEventHook<PaneName>()
  const { isDocked, widthOf } = useWindowRoom()

  const isKeptOpen = (name: PaneName): boolean =>
    name === 'legs' ? view.panes.isLegsOpen : view.panes.isCellOpen
  const isOpen = (name: PaneName): boolean => (isDocked(name) ? isKeptOpen(name) : drawer.value === name)

  function setOpen(name: PaneName, to: boolean): void {
    if (!isDocked(name)) drawer.value = to ? name : undefined
    else if (to !== isKeptOpen(name))
      void view.changePanes(name === 'legs' ? { isLegsOpen: to } : { isCellOpen: to })
  }

  /** Opens a pane and moves the focus into it. */
  function open(name: PaneName): void {
    setOpen(name, true)
    void opened.trigger(name)
  }

  const toggle = (name: PaneName) => (isOpen(name) ? setOpen(name, false) : open(name))
  useCommands({
    'desk.toggle-cell': { run: () => toggle('cell') },
    'desk.toggle-trending': { run: () => view.changePanes({ isTrendingOpen: !view.panes.isTrendingOpen }) },
  })
  if (getWindowGroup() === undefined) {
    useCommands({
      'desk.toggle-legs': { run: () => toggle('legs') },
      'desk.toggle-tickets': { run: () => view.changePanes({ isTicketsOpen: !view.panes.isTicketsOpen }) },
    })
    openLegsOfEmptyDesk(() => isDocked('legs') || open('legs'))
  }

  const scale = useScale()
  /** Width of the prices that the drawer at the right lies over, in CSS pixels. */
  const covered = computed(() =>
    drawer.value === 'cell' && !isDocked('cell') ? widthOf('cell') - railWidth * scale.value : 0,
  )

  return { isDocked, isOpen, widthOf, drawer, covered, setOpen, open, onOpened: opened.on, ...useSizing() }
})

/** Room that the window has for panes. */
function useWindowRoom() {
  const view = useViewStore()
  const { width: windowWidth } = useWindowSize()
  const scale = useScale()
  return {
    isDocked: (name: PaneName): boolean => windowWidth.value >= minDockedWidth[name],
    widthOf: (name: PaneName): number => {
      const chosen = name === 'legs' ? view.panes.legsWidth : view.panes.cellWidth
      return toPaneWidth(name, { chosen, windowWidth: windowWidth.value, scale: scale.value })
    },
  }
}

/** Widths set by the user: shown while an edge is dragged, saved at the end. */
function useSizing() {
  const view = useViewStore()
  const sized = (name: PaneName, px: number | null) =>
    name === 'legs' ? { legsWidth: px } : { cellWidth: px }
  return {
    show: (name: PaneName, px: number) => view.showPanes(sized(name, px)),
    save: () => void view.savePanes(),
    reset: (name: PaneName) => void view.changePanes(sized(name, null)),
  }
}

function openLegsOfEmptyDesk(open: () => unknown): void {
  const desk = useDeskStore()
  watch(
    () => desk.load.kind === 'ready' && desk.order.length === 0,
    isEmpty => isEmpty && open(),
    { immediate: true },
  )
}

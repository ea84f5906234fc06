/** How the grid is arranged, as the profile in use has it. A change shows at once and is kept by the main process. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import {
  columnWidthRange,
  plainLayout,
  type GridLayout,
} from '../../../../shared/model/settings/grid-layout.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'

export const useGridLayoutStore = defineStore('grid', () => {
  const { value, start, adopt } = createMirror<GridLayout>(() => bridge().grid)
  const layout = computed(() => value.value ?? plainLayout)

  /** Shows a change without keeping it yet, as while a column is being sized. */
  function show(change: Partial<GridLayout>): void {
    adopt({ ok: true, value: { ...layout.value, ...change } })
  }

  /** Keeps what is shown, or goes back to what is kept where that fails. */
  async function save(): Promise<Outcome<GridLayout>> {
    const outcome = await bridge().grid.arrange(layout.value)
    if (!outcome.ok) await start()
    return outcome
  }

  function arrange(change: Partial<GridLayout>): Promise<Outcome<GridLayout>> {
    show(change)
    return save()
  }

  const setDensity = (density: GridLayout['density']) => arrange({ density })

  function freeze(bookId: string, isFrozen: boolean): Promise<Outcome<GridLayout>> {
    const others = layout.value.frozen.filter(id => id !== bookId)
    return arrange({ frozen: isFrozen ? [...others, bookId] : others })
  }

  /** Shows a column in another width, CSS pixels; undefined gives it back its share of the room. */
  function size(bookId: string, px: number | undefined): void {
    const { min, max } = columnWidthRange
    const others = layout.value.widths.filter(width => width.bookId !== bookId)
    const own = px === undefined ? [] : [{ bookId, px: Math.round(Math.min(max, Math.max(min, px))) }]
    show({ widths: [...others, ...own] })
  }

  return { layout, start, save, setDensity, freeze, size }
})

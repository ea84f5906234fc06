/** Layout of the grid in the profile in use. A change shows immediately and is saved by the main process. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import { columnWidthRange, plainLayout, type GridLayout } from '../../../../shared/model/settings/settings.ts'
import { bridge } from '../../../bridge.ts'
import { useUndoStore } from '../../../commands/undo-store.ts'
import { createMirror } from '../../../mirror.ts'

export const useGridLayoutStore = defineStore('grid', () => {
  const { value, start, adopt } = createMirror<GridLayout>(() => bridge().grid)
  const layout = computed(() => value.value ?? plainLayout)
  const changes = useUndoStore()
  /** Parts of the layout before a change that is shown and not saved yet. */
  let before: Partial<GridLayout> | undefined

  /** Shows a change without saving it, as while a column is being resized. */
  function show(part: Partial<GridLayout>): void {
    before = { ...pickParts(layout.value, part), ...before }
    adopt({ ok: true, value: { ...layout.value, ...part } })
  }

  /** Saves the layout shown; after a failure shows the saved one again. `label` names the change for Undo. */
  async function save(label = 'column change'): Promise<Outcome<GridLayout>> {
    const from = before
    before = undefined
    if (from !== undefined) {
      const to = pickParts(layout.value, from)
      changes.record({ label, undo: () => change(from), redo: () => change(to) })
    }
    const outcome = await bridge().grid.saveLayout(layout.value)
    if (!outcome.ok) await start()
    return outcome
  }

  function change(part: Partial<GridLayout>, label?: string): Promise<Outcome<GridLayout>> {
    show(part)
    return save(label)
  }

  /** Shows or hides prices with promotions. */
  function showPromotions(isShown: boolean): Promise<Outcome<GridLayout>> {
    // A layout of an earlier version has no such field, and Undo restores only fields that it had.
    adopt({ ok: true, value: { ...layout.value, hidesPromotions: layout.value.hidesPromotions ?? false } })
    return change({ hidesPromotions: !isShown }, isShown ? 'show promotions' : 'hide promotions')
  }

  const setDensity = (density: GridLayout['density']) => change({ density }, 'row height')

  function freeze(bookId: string, isFrozen: boolean): Promise<Outcome<GridLayout>> {
    const others = layout.value.frozen.filter(id => id !== bookId)
    return change({ frozen: isFrozen ? [...others, bookId] : others })
  }

  /** Shows a column with another width (CSS pixels); undefined resets it to its share. */
  function resize(bookId: string, px: number | undefined): void {
    const { min, max } = columnWidthRange
    const others = layout.value.widths.filter(width => width.bookId !== bookId)
    const own = px === undefined ? [] : [{ bookId, px: Math.round(Math.min(max, Math.max(min, px))) }]
    show({ widths: [...others, ...own] })
  }

  return { layout, start, save, change, setDensity, showPromotions, freeze, resize }
})

/** The parts that `like` has too, so that undo does not revert changes of other parts. */
function pickParts(layout: GridLayout, like: Partial<GridLayout>): Partial<GridLayout> {
  return Object.fromEntries(Object.entries(layout).filter(([part]) => part in like))
}

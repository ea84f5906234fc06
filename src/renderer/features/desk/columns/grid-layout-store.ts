/** Layout of the grid in the profile in use. A change shows immediately and is saved by the main process. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import {
  columnWidthRange,
  plainLayout,
  type GridLayout,
  type GridLayoutPart,
} from '../../../../shared/model/settings/settings.ts'
import { bridge } from '../../../bridge.ts'
import { useUndoStore } from '../../../commands/undo-store.ts'
import { createMirror } from '../../../mirror.ts'

export const useGridLayoutStore = defineStore('grid', () => {
  const { value, start, adopt } = createMirror<GridLayout>(() => bridge().grid)
  /** Parts that are shown and not stored yet; another window may change the others meanwhile. */
  const pending = shallowRef<GridLayoutPart>({})
  const layout = computed<GridLayout>(() => ({ ...(value.value ?? plainLayout), ...pending.value }))
  const changes = useUndoStore()
  /** Parts of the layout before a change that is shown and not sent yet. */
  let before: GridLayoutPart | undefined

  /** Shows a change without saving it, as while a column is being resized. */
  function show(part: GridLayoutPart): void {
    before = { ...pickParts(layout.value, part), ...before }
    pending.value = { ...pending.value, ...part }
  }

  /** Saves the changes shown; after a failure shows what is saved. `label` names the change for Undo. */
  async function save(label = 'column change'): Promise<Outcome<GridLayout>> {
    const from = before
    before = undefined
    if (from === undefined) return { ok: true, value: layout.value }
    const to = pickParts(layout.value, from)
    changes.record({ label, undo: () => change(from), redo: () => change(to) })
    const outcome = adopt(await bridge().grid.saveLayout(to))
    pending.value = withoutParts(pending.value, to)
    if (!outcome.ok) await start()
    return outcome
  }

  function change(part: GridLayoutPart, label?: string): Promise<Outcome<GridLayout>> {
    show(part)
    return save(label)
  }

  /** Shows or hides prices with promotions. */
  function showPromotions(isShown: boolean): Promise<Outcome<GridLayout>> {
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

/** Parts that a layout of an earlier version does not have; Undo restores them too. */
const laterParts = { hidesPromotions: false }

/** The parts that `like` has too, so that undo does not revert changes of other parts. */
function pickParts(layout: GridLayout, like: GridLayoutPart): GridLayoutPart {
  return Object.fromEntries(Object.entries({ ...laterParts, ...layout }).filter(([part]) => part in like))
}

/** The parts that are not stored by a save of `saved`: those that were changed since are sent by a later one. */
function withoutParts(pending: GridLayoutPart, saved: GridLayoutPart): GridLayoutPart {
  const values = new Map<string, unknown>(Object.entries(saved))
  return Object.fromEntries(Object.entries(pending).filter(([part, value]) => values.get(part) !== value))
}

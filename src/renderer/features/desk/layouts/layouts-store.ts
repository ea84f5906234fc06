/** Mirror of the layouts saved by name. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Outcome } from '../../../../shared/failure.ts'
import type { SavedLayouts } from '../../../../shared/model/settings/saved-layout.ts'
import { bridge } from '../../../bridge.ts'
import { createMirror } from '../../../mirror.ts'

export const useLayoutsStore = defineStore('layouts', () => {
  const { value, start, adopt } = createMirror<SavedLayouts>(() => bridge().layouts)
  const layouts = computed(() => value.value ?? [])

  /** Name of the layout applied or saved last in this window. */
  const lastName = shallowRef<string>()

  const save = async (next: SavedLayouts): Promise<Outcome<SavedLayouts>> =>
    adopt(await bridge().layouts.save({ layouts: [...next] }))

  return { layouts, lastName, start, save }
})

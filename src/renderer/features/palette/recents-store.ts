/** Mirror of the commands run last from the palette, the newest first. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { bridge } from '../../bridge.ts'
import { createMirror } from '../../mirror.ts'

export const useRecentsStore = defineStore('recents', () => {
  const { value, start, adopt } = createMirror<readonly string[]>(() => bridge().palette)
  const names = computed(() => value.value ?? [])
  const remember = async (name: string): Promise<void> =>
    void adopt(await bridge().palette.remember({ command: name.slice(0, 300) }))
  return { names, start, remember }
})

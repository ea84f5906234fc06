/** The tokens' `--scale` as a number, for sizes that a script computes: it grows with the window. */
import { createSharedComposable, useEventListener } from '@vueuse/core'
import { shallowReadonly, shallowRef } from 'vue'

export const useScale = createSharedComposable(() => {
  const read = () => Number(getComputedStyle(document.documentElement).getPropertyValue('--scale')) || 1
  const scale = shallowRef(read())
  useEventListener(window, 'resize', () => (scale.value = read()))
  return shallowReadonly(scale)
})

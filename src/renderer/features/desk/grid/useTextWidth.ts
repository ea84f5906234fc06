/**
 * Widths of texts in the window's font, without a layout: the advance of each character, measured once on a canvas. What
 * is drawn is never wider, since kerning only brings characters together.
 */
import { useEventListener } from '@vueuse/core'
import { computed, shallowRef, type ComputedRef } from 'vue'

/** Share of the font size that a character takes where there is no canvas to measure with. */
const usualAdvance = 0.55

/** Returns a function that gives a text's width at a font size, both in CSS pixels; another one once a font has loaded. */
export function useTextWidth(fontSize: () => number): ComputedRef<(text: string) => number> {
  const loads = shallowRef(0)
  if ('fonts' in document) useEventListener(document.fonts, 'loadingdone', () => loads.value++)
  return computed(() => createTextWidth(fontSize(), loads.value))
}

/** `load` makes a width measured before a font came another one than that after it. */
function createTextWidth(fontSize: number, load: number): (text: string) => number {
  const family = getComputedStyle(document.documentElement).getPropertyValue('--sans') || 'sans-serif'
  const context = document.createElement('canvas').getContext('2d')
  if (context !== null) context.font = `${fontSize}px ${family}`
  const advances = new Map<string, number>()

  function measure(character: string): number {
    const known = advances.get(character)
    if (known !== undefined) return known
    const advance = context?.measureText(character).width ?? fontSize * usualAdvance
    advances.set(character, advance)
    return advance
  }
  return text => {
    let width = 0
    for (const character of text) width += measure(character)
    return width
  }
}

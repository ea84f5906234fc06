/**
 * Widths of texts in the window's font, without a layout: the advance of each character, measured once on a canvas. What
 * is drawn is never wider, since kerning only brings characters together.
 */
import { useEventListener } from '@vueuse/core'
import { computed, shallowRef, triggerRef, type ComputedRef } from 'vue'

/** Share of the font size that a character takes where there is no canvas to measure with. */
const usualAdvance = 0.55

/** Returns a function that gives a text's width at a font size, both in CSS pixels; another one once a font has loaded. */
export function useTextWidth(fontSize: () => number): ComputedRef<(text: string) => number> {
  const family = shallowRef(readFamily())
  if ('fonts' in document) useEventListener(document.fonts, 'loadingdone', () => triggerRef(family))
  return computed(() => createTextWidth(`${fontSize()}px ${family.value}`, fontSize()))
}

const readFamily = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--sans') || 'sans-serif'

function createTextWidth(font: string, fontSize: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context !== null) context.font = font
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

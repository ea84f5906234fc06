/**
 * Widths of texts in the window's font, without a layout: the advance of each character, measured once on a canvas. The
 * real width is never larger, because kerning only reduces it.
 */
import { useEventListener } from '@vueuse/core'
import { computed, shallowRef, triggerRef, type ComputedRef } from 'vue'

/** Width of a character as a share of the font size, when there is no canvas. */
const usualAdvance = 0.55

/**
 * Returns a function from a text to its width at a font size, both in CSS pixels; a new one after a font has loaded.
 */
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

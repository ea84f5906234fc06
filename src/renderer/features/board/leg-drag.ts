/**
 * Dragging of legs with the mouse: from the results to the slip, and between places in the slip. The browser's own
 * dragging would take the focus from the search field, so this follows the pointer itself.
 */
import { useEventListener } from '@vueuse/core'
import { shallowRef, type InjectionKey } from 'vue'
import type { ChosenLeg } from './useSlip.ts'

/** Pointer moves under this many pixels are a click. */
const minMovePx = 6

interface Dragged {
  readonly leg: ChosenLeg
  readonly x: number
  readonly y: number
}

/** `findPlace`: the place in the slip under a point; undefined outside it. `drop` puts the leg there. */
export function createLegDrag(
  findPlace: (x: number, y: number) => number | undefined,
  drop: (leg: ChosenLeg, place: number) => void,
) {
  /** Set once the pointer has moved far enough. */
  const dragged = shallowRef<Dragged>()
  let pressed: Dragged | undefined

  function begin({ button, pointerType, clientX, clientY }: PointerEvent, leg: ChosenLeg): void {
    // A finger scrolls the list.
    if (button === 0 && pointerType !== 'touch') pressed = { leg, x: clientX, y: clientY }
  }

  function end(): void {
    pressed = undefined
    dragged.value = undefined
  }

  useEventListener(window, 'pointermove', ({ clientX: x, clientY: y }) => {
    if (pressed === undefined) return
    const isFar = Math.hypot(x - pressed.x, y - pressed.y) >= minMovePx
    if (isFar || dragged.value !== undefined) dragged.value = { leg: pressed.leg, x, y }
  })
  useEventListener(window, 'pointerup', ({ clientX, clientY }) => {
    const { leg } = dragged.value ?? {}
    const place = leg && findPlace(clientX, clientY)
    if (leg !== undefined) ignoreClick()
    end()
    if (leg !== undefined && place !== undefined) drop(leg, place)
  })
  useEventListener(window, 'pointercancel', end)
  useEventListener(
    window,
    'keydown',
    event => {
      if (event.key !== 'Escape' || dragged.value === undefined) return
      event.preventDefault()
      event.stopPropagation()
      end()
    },
    { capture: true },
  )

  return { dragged, begin, findPlace }
}

/** The browser ends a drag within one element with a click on it. */
function ignoreClick(): void {
  const ignore = (event: Event) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}

export const legDragKey: InjectionKey<ReturnType<typeof createLegDrag>> = Symbol('leg drag')

/**
 * Dragging with the mouse: legs, rows and columns. The browser's own dragging would take the focus, shows no place between
 * two things and does not scroll, so this follows the pointer itself. Escape and a lost pointer end it without a drop.
 */
import { tryOnScopeDispose, useEventListener } from '@vueuse/core'
import { shallowReadonly, shallowRef } from 'vue'

/** Pointer moves under this many pixels are a click. */
const minMovePx = 6
/** A pointer this near to an edge of the view scrolls it, faster the nearer it is. */
const edgePx = 36
const maxScrollPx = 24

export interface Dragged<T> {
  readonly item: T
  /** The pointer, in CSS pixels of the window. */
  readonly x: number
  readonly y: number
}

interface PointerDragOptions<T> {
  /** Element that scrolls while the pointer is near its edge; its `scroll-padding` is what its sticky parts cover. */
  readonly scroller?: () => HTMLElement | null
  readonly axis?: 'x' | 'y'
  readonly drop: (dragged: Dragged<T>) => void
}

export function usePointerDrag<T>({ scroller = () => null, axis = 'y', drop }: PointerDragOptions<T>) {
  /** Set once the pointer has moved far enough, and again whenever the pointer or what lies under it moves. */
  const dragged = shallowRef<Dragged<T>>()
  let pressed: Dragged<T> | undefined
  let stops: readonly (() => void)[] = []
  const edges = createEdgeScroll(scroller, axis, () => dragged.value?.[axis])

  function begin({ button, pointerType, clientX: x, clientY: y }: PointerEvent, item: T): void {
    // A finger scrolls.
    if (button !== 0 || pointerType === 'touch') return
    end()
    pressed = { item, x, y }
    stops = [
      useEventListener(window, 'pointermove', move),
      useEventListener(window, 'pointerup', release),
      useEventListener(window, ['pointercancel', 'blur'], end),
      useEventListener(window, 'keydown', event => dragged.value && endByEscape(event, end), {
        capture: true,
      }),
      useEventListener(scroller, 'scroll', () => dragged.value && (dragged.value = { ...dragged.value })),
    ]
  }

  function move({ clientX: x, clientY: y }: PointerEvent): void {
    if (pressed === undefined || (dragged.value === undefined && !isFar(pressed, x, y))) return
    dragged.value = { item: pressed.item, x, y }
    edges.start()
  }

  function release({ clientX: x, clientY: y }: PointerEvent): void {
    const last = dragged.value && { ...dragged.value, x, y }
    end()
    if (last === undefined) return
    ignoreClick()
    drop(last)
  }

  function end(): void {
    for (const stop of stops) stop()
    stops = []
    edges.stop()
    pressed = dragged.value = undefined
  }
  tryOnScopeDispose(end)

  return { dragged: shallowReadonly(dragged), begin }
}

const isFar = (from: Dragged<unknown>, x: number, y: number): boolean =>
  Math.hypot(x - from.x, y - from.y) >= minMovePx

function endByEscape(event: KeyboardEvent, end: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  end()
}

/** Scrolls an element for as long as the pointer is near one of its edges. `at`: undefined without a drag. */
function createEdgeScroll(scroller: () => HTMLElement | null, axis: 'x' | 'y', at: () => number | undefined) {
  let frame: number | undefined

  function scroll(): void {
    frame = undefined
    const [element, place] = [scroller(), at()]
    const px = element === null || place === undefined ? 0 : findScrollStep(element, axis, place)
    if (px === 0) return
    element?.scrollBy(axis === 'x' ? { left: px } : { top: px })
    start()
  }
  function start(): void {
    frame ??= requestAnimationFrame(scroll)
  }
  function stop(): void {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }
  return { start, stop }
}

/** In CSS pixels a frame, below zero towards the start; 0 away from the edges. */
function findScrollStep(element: HTMLElement, axis: 'x' | 'y', at: number): number {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const px = (length: string) => Number.parseFloat(length) || 0
  return axis === 'x'
    ? toScrollStep(at, left + px(style.scrollPaddingLeft), right - px(style.scrollPaddingRight))
    : toScrollStep(at, top + px(style.scrollPaddingTop), bottom - px(style.scrollPaddingBottom))
}

/** `from`, `to`: the edges of the view. */
export function toScrollStep(at: number, from: number, to: number): number {
  const speed = (depth: number) => Math.ceil(Math.min(1, depth / edgePx) * maxScrollPx)
  if (at < from + edgePx) return -speed(from + edgePx - at)
  return at > to - edgePx ? speed(at - to + edgePx) : 0
}

/** The browser ends a drag within one element with a click on it. */
function ignoreClick(): void {
  const ignore = (event: Event) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}

/**
 * Drags legs, rows and columns with the mouse. The browser's drag and drop would take the focus, shows no position
 * between items and does not scroll, so this follows pointer events. Escape and a lost pointer cancel the drag.
 */
import { tryOnScopeDispose, useEventListener } from '@vueuse/core'
import { shallowReadonly, shallowRef } from 'vue'

/** Pointer moves under this many pixels are a click. */
const minMovePx = 6
/**
 * Distance from an edge of the view within which the pointer scrolls it, faster the farther out it is, also beyond the
 * edge.
 */
const edgePx = 36
/** Scroll speed with the pointer exactly at the edge, in CSS pixels a second. */
const edgeSpeed = 1_200
const maxSpeed = 10_000
/** Maximum time counted for one frame, so that slow frames do not make the view jump. */
const maxFrameMs = 50

export interface Dragged<T> {
  readonly item: T
  /** The pointer, in CSS pixels of the window. */
  readonly x: number
  readonly y: number
}

interface PointerDragOptions<T> {
  /**
   * Element that scrolls while the pointer is near its edge; its `scroll-padding` is the area covered by sticky parts.
   */
  readonly scroller?: () => HTMLElement | null
  readonly axis?: 'x' | 'y'
  readonly drop: (dragged: Dragged<T>) => void
}

export function usePointerDrag<T>({ scroller = () => null, axis = 'y', drop }: PointerDragOptions<T>) {
  /** The drag; set once the pointer has moved far enough, and again when the pointer or the content under it moves. */
  const dragged = shallowRef<Dragged<T>>()
  let pressed: Dragged<T> | undefined
  let stops: readonly (() => void)[] = []
  const edges = createEdgeScroll(scroller, axis, () => dragged.value?.[axis])

  function begin({ button, pointerType, clientX: x, clientY: y }: PointerEvent, item: T): void {
    // Touch scrolls instead.
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
  window.addEventListener('pointerup', ignoreClick, { once: true })
}

/** Scrolls an element for as long as the pointer is near one of its edges. `at`: undefined without a drag. */
function createEdgeScroll(scroller: () => HTMLElement | null, axis: 'x' | 'y', at: () => number | undefined) {
  let frame: number | undefined

  function plan(before: number): void {
    frame = requestAnimationFrame(now => {
      frame = undefined
      scroll(before, now)
    })
  }
  function scroll(before: number, now: number): void {
    const [element, place] = [scroller(), at()]
    const speed = element === null || place === undefined ? 0 : findSpeed(element, axis, place)
    if (speed === 0) return
    const ms = Math.min(now - before, maxFrameMs)
    // At least a pixel, because fractions do not scroll.
    const px = Math.sign(speed) * Math.max(1, Math.abs(speed * ms) / 1_000)
    element?.scrollBy(axis === 'x' ? { left: px } : { top: px })
    plan(now)
  }
  function start(): void {
    if (frame === undefined) plan(performance.now())
  }
  function stop(): void {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }
  return { start, stop }
}

/** Speed in CSS pixels a second, negative towards the start; 0 away from the edges. */
function findSpeed(element: HTMLElement, axis: 'x' | 'y', at: number): number {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const px = (length: string) => Number.parseFloat(length) || 0
  return axis === 'x'
    ? toScrollSpeed(at, left + px(style.scrollPaddingLeft), right - px(style.scrollPaddingRight))
    : toScrollSpeed(at, top + px(style.scrollPaddingTop), bottom - px(style.scrollPaddingBottom))
}

/** Speed at a position; `from`, `to`: the edges of the view. Grows with the square of the distance. */
export function toScrollSpeed(at: number, from: number, to: number): number {
  const speed = (depth: number) => Math.min(maxSpeed, (depth / edgePx) ** 2 * edgeSpeed)
  if (at < from + edgePx) return -speed(from + edgePx - at)
  return at > to - edgePx ? speed(at - to + edgePx) : 0
}

/** Suppresses the click with which the browser ends a drag within one element, also a cancelled one. */
function ignoreClick(): void {
  const ignore = (event: Event) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}

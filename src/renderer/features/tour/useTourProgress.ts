/** Follows the screen during the tour: finds the target of the step, and continues when the user has done it. */
import { useIntervalFn } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { Box } from './place-card.ts'
import { findNextStep, findObstacle, isStepDone, type TourObstacle, type TourStep } from './tour-steps.ts'
import { useTourStore } from './tour-store.ts'
import { useTourFacts } from './useTourFacts.ts'

const checkMs = 100
/** Delay after a step is done, so that typing ends before the card moves. */
const settleMs = 600

export function useTourProgress() {
  const tour = useTourStore()
  const readFacts = useTourFacts()
  /** Undefined when the target of the step is not on screen. */
  const target = shallowRef<Box>()
  /** Area that the card must not cover: the target, or the part of the window around it. */
  const free = shallowRef<Box>()
  const obstacle = shallowRef<TourObstacle>()
  /** Text of the step as things are. */
  const text = shallowRef('')
  let doneAt: number | undefined
  /** True while the step is done because it was so when it came, as after Back: it stays until Next. */
  let wasDone = isDone()

  watch(
    () => tour.at,
    () => {
      doneAt = undefined
      wasDone = isDone()
      check()
    },
    { flush: 'post' },
  )

  function check(): void {
    text.value = tour.step?.otherText?.(readFacts()) ?? tour.step?.text ?? ''
    // A step that was just done may lack what it needed, as the slip its legs.
    const found = isDone() ? undefined : findObstacle(tour.step, readFacts())
    if (found?.text !== obstacle.value?.text) obstacle.value = found
    const boxes = found === undefined ? findBoxes(tour.step) : undefined
    target.value = keepEqual(target.value, boxes?.target)
    free.value = keepEqual(free.value, boxes?.free)
    if (!isDone()) wasDone = false
    else if (!wasDone) goOn()
  }

  function isDone(): boolean {
    return tour.at !== undefined && isStepDone(tour.at, readFacts(), tour.before)
  }

  function goOn(): void {
    doneAt ??= performance.now()
    if (tour.at === undefined || performance.now() - doneAt < settleMs) return
    tour.goTo(findNextStep(tour.at, readFacts(), tour.before))
  }

  useIntervalFn(check, checkMs, { immediateCallback: true })
  return { target, free, obstacle, text }
}

/** Target of a step, and the area that the card must not cover. */
function findBoxes({ targets = [], beside }: Partial<TourStep> = {}): { target?: Box; free?: Box } {
  const target = findBox(targets)
  if (target === undefined) return {}
  const around = beside === undefined ? undefined : findBox([beside])
  return { target, free: around ? { ...target, x: around.x, width: around.width } : target }
}

function findBox(selectors: readonly string[]): Box | undefined {
  const found = selectors
    .map(selector => document.querySelector(selector))
    .find(element => element?.checkVisibility({ visibilityProperty: true }) === true)
  if (found == null) return undefined
  return inView(found)
}

/**
 * The visible part of an element in its pane; the whole element when it is scrolled out of view, the whole pane when it
 * is empty.
 */
function inView(element: Element): Box {
  const box = element.getBoundingClientRect()
  const pane = element.parentElement?.closest('.scrolls')?.getBoundingClientRect() ?? box
  if (box.height === 0) return pane
  const y = Math.max(box.y, pane.y)
  const height = Math.min(box.bottom, pane.bottom) - y
  return height > 0 ? { x: box.x, y, width: box.width, height } : box
}

function keepEqual(old: Box | undefined, now: Box | undefined): Box | undefined {
  const isEqual = old?.x === now?.x && old?.y === now?.y && old?.width === now?.width
  return isEqual && old?.height === now?.height ? old : now
}

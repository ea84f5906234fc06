/** Flashes prices that just changed, once each. */
import { useTimeoutFn } from '@vueuse/core'
import { onDeactivated, shallowRef, watch, type Ref } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'

/** Classes by book. */
type Flashes = ReadonlyMap<string, string>
const none: Flashes = new Map()
const flashMs = 900
/** Flashes that end within this time of each other end together, so that a row is drawn once for them. */
const togetherMs = 150

/** Another row, or a row that returns to the screen, does not flash. */
export function usePriceFlashes(row: () => Row): Readonly<Ref<Flashes>> {
  const flashes = shallowRef(none)
  /** Time at which each flash began, the oldest first. */
  const begun = new Map<string, number>()
  const timer = useTimeoutFn(endOldest, () => flashMs - (performance.now() - firstBegun()), {
    immediate: false,
  })
  const firstBegun = () => begun.values().next().value ?? performance.now()

  function endOldest(): void {
    const lastBegun = performance.now() - flashMs + togetherMs
    for (const [bookId, at] of begun) if (at <= lastBegun) begun.delete(bookId)
    flashes.value = new Map([...flashes.value].filter(([bookId]) => begun.has(bookId)))
    if (begun.size > 0) timer.start()
  }
  function stop(): void {
    timer.stop()
    begun.clear()
    flashes.value = none
  }

  watch(row, (now, before) => {
    if (now.id !== before.id) {
      stop()
      return
    }
    const changes = listChanges(before, now)
    if (changes.length === 0) return
    for (const [bookId] of changes) {
      begun.delete(bookId)
      begun.set(bookId, performance.now())
    }
    flashes.value = new Map([...flashes.value, ...changes])
    if (!timer.isPending.value) timer.start()
  })
  onDeactivated(stop)
  return flashes
}

function listChanges(before: Row, now: Row): [bookId: string, flash: string][] {
  return now.cells.flatMap(({ bookId, quote }, at) => {
    const old = before.cells[at]
    if (old?.quote === quote || old?.bookId !== bookId) return []
    const [was, is] = [findPrice(old.quote)?.decimal, findPrice(quote)?.decimal]
    if (was === undefined || is === undefined || was === is) return []
    return [[bookId, is > was ? 'flash-up' : 'flash-down']]
  })
}

/**
 * Flashes prices that just changed, once. The class of a flash goes when it has ended, or moving the element would
 * start it again; two classes alternate, so that a change during a flash starts the next.
 */
import { onDeactivated, shallowRef, watch, type Ref } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { findPrice } from '../../../../shared/model/price/quote.ts'

type Flashes = ReadonlyMap<string, string>
const none: Flashes = new Map()

/** Classes by book, and `end` for a book whose flash has ended. Another row, or returning to the screen, does not flash. */
export function usePriceFlashes(row: () => Row): {
  readonly flashes: Readonly<Ref<Flashes>>
  readonly end: (bookId: string) => void
} {
  const flashes = shallowRef(none)
  watch(row, (now, before) => {
    if (now.id !== before.id) flashes.value = none
    else flashes.value = addFlashes(flashes.value, before, now)
  })
  onDeactivated(() => (flashes.value = none))
  function end(bookId: string): void {
    flashes.value = new Map([...flashes.value].filter(([book]) => book !== bookId))
  }
  return { flashes, end }
}

function addFlashes(flashes: Flashes, before: Row, now: Row): Flashes {
  let next: Map<string, string> | undefined
  for (const [at, { bookId, quote }] of now.cells.entries()) {
    const old = before.cells[at]
    if (old?.quote === quote || old?.bookId !== bookId) continue
    const [was, is] = [findPrice(old.quote)?.decimal, findPrice(quote)?.decimal]
    if (was === undefined || is === undefined || was === is) continue
    next ??= new Map(flashes)
    const turn = flashes.get(bookId)?.endsWith('-1') ? 2 : 1
    next.set(bookId, `flash flash-${is > was ? 'up' : 'down'}-${turn}`)
  }
  return next ?? flashes
}

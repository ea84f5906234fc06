/**
 * The display context of each row. Every second the age changes in nearly every cell, which is too much for one frame,
 * so bands of rows get the new time in successive frames, and not in the frame of a key. Changed settings reach all rows
 * in one frame.
 */
import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { createAfterInput } from '../../../after-input.ts'
import type { DisplayContext } from '../context/useDisplay.ts'
import { toCoarseTime } from '../rows/game-phase.ts'

/** Frames over which the rows get a new second: a tenth of a second. */
const turns = 6
/** Number of neighboring rows in a band, so that a frame redraws a part of the view only. */
const bandRows = 4

interface RowDisplayOptions {
  readonly display: () => DisplayContext
  readonly rowCount: () => number
}

export type RowDisplay = Readonly<ShallowRef<DisplayContext>>

/** Returns a function that gives the row at an index the ref of its display context, which rows of one turn share. */
export function useRowDisplays({ display, rowCount }: RowDisplayOptions): (index: number) => RowDisplay {
  const firstTurn = shallowRef(display())
  const byTurn = [firstTurn, ...Array.from({ length: turns - 1 }, () => shallowRef(display()))]
  /** The next turn; undefined when every row has the newest context. */
  let next: number | undefined
  let frame = 0
  const handOutNext = createAfterInput(() => next !== undefined && handOut(next))

  function handOut(turn: number): void {
    const isLast = (turn + 1) * bandRows >= rowCount() || turn + 1 === turns
    // Turns without a row need no frame, but a row that is added must not start with an old time.
    for (const own of byTurn.slice(turn, isLast ? turns : turn + 1)) own.value = display()
    next = isLast ? undefined : turn + 1
    if (!isLast) frame = requestAnimationFrame(handOutNext)
  }
  function stop(): void {
    cancelAnimationFrame(frame)
    next = undefined
  }

  watch(display, (now, before) => {
    // After slow frames, before the last second has reached all rows, the new one reaches them in one frame, so that no
    // row is skipped twice.
    const isInTurns = next === undefined && differInTimeAlone(now, before)
    stop()
    if (isInTurns) handOut(0)
    else for (const own of byTurn) own.value = now
  })
  onScopeDispose(stop)

  return index => byTurn[Math.floor(index / bandRows) % turns] ?? firstTurn
}

const differInTimeAlone = (a: DisplayContext, b: DisplayContext): boolean =>
  a.staleAfterMs === b.staleAfterMs &&
  a.format === b.format &&
  a.value === b.value &&
  a.promotions === b.promotions

/**
 * Clock for the names of these rows: it is updated less often than every second, and when one of their games starts. Read
 * again with the clock alone, since rows change many times a second and their legs hardly ever.
 */
export function useCoarseClock(
  now: () => number,
  rows: Readonly<Ref<readonly { readonly row: Readonly<ShallowRef<Pick<Row, 'legs'>>> }[]>>,
): Readonly<Ref<number>> {
  const coarse = shallowRef(0)
  const read = () =>
    (coarse.value = toCoarseTime(
      now(),
      rows.value.flatMap(({ row }) => row.value.legs),
    ))
  watch([now, rows], read, { immediate: true })
  return coarse
}

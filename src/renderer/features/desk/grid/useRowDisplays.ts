/**
 * The display as each row has it. A second of the clock changes the age in nearly every cell, which is more than one
 * frame's work: so the rows take it in turns, a band of them a frame. A setting reaches all rows at once.
 */
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { DisplayContext } from '../context/useDisplay.ts'

/** Frames over which a second is handed out: a tenth of a second. */
const turns = 6
/** Rows that stand together have the same turn, so that each turn draws a part of the view and not all of it. */
const bandRows = 4

/** Answers how the row of an index is to be read. */
export function useRowDisplays(display: () => DisplayContext): (index: number) => DisplayContext {
  const held = Array.from({ length: turns }, () => shallowRef(display()))
  /** The frame of the next turn; undefined when every row has the newest display. */
  let frame: number | undefined

  function handOn(turn: number): void {
    const own = held[turn]
    if (own !== undefined) own.value = display()
    frame = turn + 1 < turns ? requestAnimationFrame(() => handOn(turn + 1)) : undefined
  }
  function stop(): void {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }

  watch(display, (now, before) => {
    // Where frames take so long that not all rows had their turn, none is to be left out again.
    const isInTurns = frame === undefined && differInTimeAlone(now, before)
    stop()
    if (isInTurns) handOn(0)
    else for (const own of held) own.value = now
  })
  onScopeDispose(stop)

  return index => held[Math.floor(index / bandRows) % turns]?.value ?? display()
}

const differInTimeAlone = (a: DisplayContext, b: DisplayContext): boolean =>
  a.staleAfterMs === b.staleAfterMs && a.format === b.format && a.value === b.value

/**
 * The display context as each row has it. A second of the clock changes the age in nearly every cell, which is more than
 * one frame's work: so bands of rows get the new context in turns, one band a frame. A setting reaches all rows in one frame.
 */
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import type { DisplayContext } from '../context/useDisplay.ts'

/** Frames over which a second is handed out: a tenth of a second. */
const turns = 6
/** Neighboring rows have the same turn, so that each turn draws a part of the view and not all of it. */
const bandRows = 4

/** Returns a function that gives the display context of the row at an index. */
export function useRowDisplays(display: () => DisplayContext): (index: number) => DisplayContext {
  const byTurn = Array.from({ length: turns }, () => shallowRef(display()))
  /** The frame of the next turn; undefined when every row has the newest context. */
  let frame: number | undefined

  function handOut(turn: number): void {
    const own = byTurn[turn]
    if (own !== undefined) own.value = display()
    frame = turn + 1 < turns ? requestAnimationFrame(() => handOut(turn + 1)) : undefined
  }
  function stop(): void {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }

  watch(display, (now, before) => {
    // A new second during unfinished turns (slow frames) reaches all rows in one frame, so none is skipped twice.
    const isInTurns = frame === undefined && differInTimeAlone(now, before)
    stop()
    if (isInTurns) handOut(0)
    else for (const own of byTurn) own.value = now
  })
  onScopeDispose(stop)

  return index => byTurn[Math.floor(index / bandRows) % turns]?.value ?? display()
}

const differInTimeAlone = (a: DisplayContext, b: DisplayContext): boolean =>
  a.staleAfterMs === b.staleAfterMs && a.format === b.format && a.value === b.value

const coarseStepMs = 15_000

/** Clock of what need not follow every second, such as a game's start beside a row's name. */
export const useCoarseClock = (now: () => number): ComputedRef<number> =>
  computed(() => Math.floor(now() / coarseStepMs) * coarseStepMs)

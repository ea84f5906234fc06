/** Dragging of legs with the mouse: from the results to the slip, and between places in the slip. */
import type { InjectionKey } from 'vue'
import { usePointerDrag } from '../../ui/usePointerDrag.ts'
import type { ChosenLeg } from './useSlip.ts'

/** `findPlace`: the place in the slip under a point; undefined outside it. `drop` puts the leg there. */
export function useLegDrag(
  findPlace: (x: number, y: number) => number | undefined,
  drop: (leg: ChosenLeg, place: number) => void,
) {
  return usePointerDrag<ChosenLeg>({
    drop({ item, x, y }) {
      const place = findPlace(x, y)
      if (place !== undefined) drop(item, place)
    },
  })
}

export const legDragKey: InjectionKey<ReturnType<typeof useLegDrag>> = Symbol('leg drag')

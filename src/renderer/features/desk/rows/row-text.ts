/** What is doubtful about a parlay's legs when they are held against the board of now. A wrong match costs money. */
import type { DeskLeg } from '../../../../shared/model/parlay/parlay.ts'
import { countOf } from '../../../format/count.ts'

/** One plain sentence a doubt. */
export function describeDoubts({ isOffered, flags }: DeskLeg): readonly string[] {
  return [...(isOffered ? [] : ['No longer offered on the board.']), ...flags]
}

/** All legs in one line; empty when nothing is doubtful. */
export function summarizeDoubts(legs: readonly DeskLeg[]): string {
  const gone = legs.filter(leg => !leg.isOffered).length
  const flagged = legs.filter(leg => leg.flags.length > 0).length
  return [
    ...(gone > 0 ? [`${countOf(gone, 'leg')} no longer offered`] : []),
    ...(flagged > 0 ? [`${countOf(flagged, 'leg')} may be matched wrong`] : []),
  ].join(', ')
}

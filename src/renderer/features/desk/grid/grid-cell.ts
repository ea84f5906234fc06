/** How the grid's elements are named, for the eye, the ear and the focus. */
import type { Row } from '../../../../shared/model/parlay/desk.ts'
import { countOf } from '../../../format/count.ts'
import type { CellAddress } from '../desk-store.ts'
import { summarizeDoubts } from '../rows/row-text.ts'
import { gamesShort, legsShort } from '../../../../shared/model/game/leg-short.ts'

/** The element id of a cell. */
export const cellId = ({ parlayId, bookId }: CellAddress): string => `cell-${parlayId}-${bookId}`

/** A row in one line: as the user calls it, or its legs in few words. */
export const rowTitle = (row: Row): string => row.note.name || legsShort(row.legs)

/** The second line beside a row: `RVT at HBR · 3 legs`. */
export const rowNote = (row: Row): string => `${gamesShort(row.legs)} · ${countOf(row.legs.length, 'leg')}`

/** All that the names pane shows of a row: its name, legs, games, tags, and what is doubtful. */
export function rowSpoken(row: Row): string {
  const { name, tags } = row.note
  const parts = [name, legsShort(row.legs), rowNote(row), ...tags, summarizeDoubts(row.legs)]
  return parts.filter(part => part !== '').join(', ')
}

/** The cell that a click or focus inside the grid means; undefined between cells. */
export function findCellAt(target: EventTarget | null): Partial<CellAddress> {
  if (!(target instanceof Element)) return {}
  const parlay = target.closest('[data-parlay]')?.getAttribute('data-parlay')
  const bookId = target.closest('[data-book]')?.getAttribute('data-book')
  return { ...(parlay && { parlayId: Number(parlay) }), ...(bookId && { bookId }) }
}
